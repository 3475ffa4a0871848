"""Check: the baselines respond to every prompt of the benchmark, and to no other's; so does its lexical judge.

``respond`` is a small run: a baseline in the place of the model, the benchmark's lexical judge in that of its judges.
"""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.benchmark import Benchmark, asks_more
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.follow_ups import NO_GENERATOR, NO_STEP, FollowUp, Trial
from helm_creativity.core.instructions import BETWEEN, Instruction
from helm_creativity.core.item_responses import trial_fields
from helm_creativity.core.prompts import Place, has_template, template_variables
from helm_creativity.core.registry import list_entries
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.core.settings import Settings
from helm_creativity.core.transcripts import ERROR, FOLLOW_UPS
from helm_creativity.core.types import Item, Response, Sample
from helm_creativity.errors import CacheProblem
from helm_creativity.families.rated.baseline import WORDINGS
from helm_creativity.judges.drivers import AskingDriver, Respondent
from helm_creativity.judges.lexical import LexicalPanel
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.safe_text import listed
from helm_creativity.testing.loading import KEPT, is_data, load, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, Finding, Problem, Remark, describe, shorten

problem = partial(Problem, "baselines")

STRANGE = ("What is the capital of France?", "Write a poem about the sea.", "1", "")
"""Prompts of no benchmark."""
SHOWN = 12
"""Prompts that baselines of other benchmarks are shown, and the greedy baseline, which takes its time over each; those
of different templates first."""
ITEMS, TRIALS, RESPONSES = 4, 3, 12
"""Items, and responses to each, about which judges are asked; responses at least, where there are so many items."""
RECOGNISE = (
    "recognise items with KeyedBenchmark.entry_in(prompt), other prompts with match_prompt(folder, NAME, prompt, "
    "variable=placeholder(...)), and return None for all others"
)
IN_CARD = (
    "write under baseline in card.yaml, by the name of each prompt, a sentence with {one} and {other} in the place of "
    "nouns"
)

PASSED = (CacheProblem, Broken)
"""Errors by which ``follow_up`` does not break off: what it asks is at fault."""

Reply = Callable[[str], "str | None"]


@dataclass
class JudgeQuestions:
    """What judges were asked: every question, and by which rubric."""

    by_rubric: list[tuple[Rubric, Question]] = field(default_factory=list)
    closed: bool = False

    @property
    def questions(self) -> list[str]:
        """As judges read them."""
        return [question.text for _, question in self.by_rubric]

    def note(self, judges: Sequence[str], rubric: Rubric, question: Question) -> None:
        """Keeps a question, until the questions that are looked at are all there."""
        if not self.closed:
            self.by_rubric.append((rubric, question))


class BaselineRun(NamedTuple):
    """What a baseline did."""

    trials: list[Trial]
    asked: JudgeQuestions


@dataclass(frozen=True)
class BaselineRespondent:
    """A baseline that is asked again; see ``judges.drivers``."""

    benchmark: Benchmark[Any]
    trial: Trial
    baseline: str

    def ask(self, prompt: str) -> FollowUp:
        """The baseline's response to another prompt."""
        found = response_to(self.benchmark, prompt, self.baseline)
        if found is None:
            return FollowUp(Response("", failed=True), "not known", 1)
        return FollowUp(Response(found, "stop"), "", 1)

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The baseline's response to a further turn; it reads one text."""
        return self.ask(BETWEEN.join(text for text in (self.trial.prompt, response, prompt) if text.strip()))

    def ask_again(self, number: int) -> FollowUp:
        """A further response to the same prompt."""
        found = response_to(self.benchmark, self.trial.prompt, self.baseline, seed=1000 * self.trial.number + number)
        return FollowUp(Response(found or "", "stop", failed=found is None), "", 1)


@lru_cache(maxsize=KEPT)
def respond(benchmark: Benchmark[Any], settings: Settings, baseline: str) -> BaselineRun:
    """Some items, the first of each prompt too, with responses of a baseline and ratings of the lexical judge."""
    trials = max(settings.trials, 1)
    main, further = _chosen_items(load_items(benchmark, settings), trials)
    first = [(item, trial) for item in main for trial in range(min(trials, TRIALS))]
    later = [(item, trial) for item in main for trial in range(TRIALS, trials)]
    later += [(item, trial) for item in further for trial in range(trials)]
    asked = JudgeQuestions()
    judged = isinstance(settings, JudgedSettings) and settings.judged
    rate = partial(ask_lexical_judge, benchmark)
    panel = LexicalPanel(rate, settings.panel, asked.note) if judged else None  # type: ignore[attr-defined]
    driver = AskingDriver(benchmark, settings, panel, PASSED)
    made = [_trial(benchmark, settings, driver, *asked_trial, baseline) for asked_trial in first]
    asked.closed = True
    made += [_trial(benchmark, settings, driver, *asked_trial, baseline) for asked_trial in later]
    return BaselineRun(made, asked)


def _chosen_items(items: Sequence[Item], trials: int) -> tuple[list[Item], list[Item]]:
    """Two lists: items about which questions are kept, at least one of each prompt, and further items."""
    by_prompt = {item.prompt.id: item for item in reversed(items)}
    unique = list({item.id: item for item in (*by_prompt.values(), *items[:RESPONSES])}.values())
    n = max(ITEMS, len(by_prompt))
    return unique[:n], unique[n : max(n, RESPONSES // trials)]


def _trial(
    benchmark: Benchmark[Any], settings: Settings, driver: AskingDriver, item: Item, number: int, baseline: str
) -> Trial:
    text = response_to(benchmark, item.prompt.text, baseline, seed=number)
    response = Response("", failed=True) if text is None else Response(text, "stop")
    trial = Trial(Sample(response, trial_fields(item, number)), item.prompt.text, item.id, number)
    return annotated(benchmark, settings, driver, trial, BaselineRespondent(benchmark, trial, baseline))


def annotated(
    benchmark: Benchmark[Any], settings: Settings, driver: AskingDriver, trial: Trial, respondent: Respondent
) -> Trial:
    """The response with its annotation, where anything is asked because of it."""
    if not asks_more(benchmark, settings):
        return trial
    annotation = driver.annotation(trial, respondent)
    if error := annotation.get(ERROR):
        raise broke_off(trial, error)
    fields = {**trial.sample.fields, "annotations": {FOLLOW_UPS: annotation}}
    return replace(trial, sample=Sample(trial.sample.response, fields))


def is_no_follow_up(error: str) -> bool:
    """Whether what ``follow_up`` returned is no generator of steps, whatever the response."""
    return NO_GENERATOR in error or NO_STEP in error


def broke_off(trial: Trial, error: str) -> Broken:
    """That ``follow_up`` breaks off."""
    change = "make it return something for any response; otherwise a run would lack all ratings of the response"
    if is_no_follow_up(error):
        change = "write yield from before ask(...) and turn(...), or yield from () where nothing is asked"
    elif error.startswith("UndefinedError: "):
        change = "leave that variable out of the template that is asked there, or give it to ask(...) or turn(...)"
    return Broken("baselines", f"follow_up raises {error} for the item {trial.item}", change)


def response_to(benchmark: Benchmark[Any], prompt: str, baseline: str = "random", seed: int = 0) -> str | None:
    """What a baseline responds."""
    reference_module(benchmark)
    try:
        return baseline_response(benchmark, prompt, CHOOSERS[baseline]("builtin", seed))
    except Exception as error:
        what = f"baseline_response of {benchmark.package} raises {describe(error)} for {shorten(prompt)}"
        raise Broken("baselines", what, "fix baseline_response(prompt, baseline)") from error


def ask_lexical_judge(benchmark: Benchmark[Any], question: str) -> str | None:
    """What the benchmark's lexical judge replies to a question for judges; None where it has none."""
    reference_module(benchmark)
    try:
        return lexical_rating(benchmark, question)
    except Exception as error:
        what = f"the lexical judge of {benchmark.package} raises {describe(error)} for {shorten(question)}"
        raise Broken("baselines", what, "fix STATISTICS or lexical_reply in baseline.py") from error


def check_baselines(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """What is wrong with the baselines' responses, and with other benchmarks' that take its prompts for theirs."""
    prompts = pilot_prompts(benchmark)
    if wrong := list(_wrong_sentences(benchmark)):
        yield from wrong
        return
    change = IN_CARD if is_data(benchmark.entry) and benchmark.card.family else RECOGNISE
    silent = list(_silent(prompts, partial(response_to, benchmark), "the random baseline", change))
    yield from silent
    if not silent:  # where one baseline knows no prompt, none does, after other text neither
        if unknown := [name for name in benchmark.card.baseline if not _templates(benchmark, name)]:
            what = f"card.yaml, baseline: there is no prompt {listed(unknown)}"
            yield problem(what, "use the name of a template in prompts/")
        yield from _recognised_prompts(benchmark, prompts)
    yield from _strange(partial(response_to, benchmark), "baseline_response")
    yield from _mixed(benchmark, prompts)
    yield from _rating(benchmark)


def _wrong_sentences(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    for name, sentence in benchmark.card.baseline.items():
        where = f"card.yaml, baseline, {name}: "
        try:
            places = [place for _, place, _, _ in string.Formatter().parse(sentence) if place is not None]
        except ValueError as error:
            yield problem(f"{where}{sentence!r} cannot be filled: {error}", IN_CARD)
            continue
        if odd := [place for place in places if not place.isidentifier()]:
            yield problem(f"{where}{{{odd[0]}}} is not the name of a place for a noun", IN_CARD)
        variables = {variable for its in _templates(benchmark, name) for variable in template_variables(*its)}
        if taken := sorted(variables.intersection(places)):
            yield problem(
                f"{where}{{{taken[0]}}} is a variable of the prompt; the baselines would write a noun in its place",
                IN_CARD,
            )


def _templates(benchmark: Benchmark[Any], name: str) -> list[tuple[Place, str]]:
    places = (wording.format(name) for wording in WORDINGS)
    return [(benchmark.place, template) for template in places if has_template(benchmark.place, template)]


def _recognised_prompts(benchmark: Benchmark[Any], prompts: Sequence[str]) -> Iterator[Finding]:
    for name in CHOOSERS.keys() - {"random"}:
        yield from _silent(prompts[:SHOWN], partial(response_to, benchmark, baseline=name), f"the {name} baseline")
    instructed = BETWEEN.join([Instruction("creative").text, prompts[0]])
    if response_to(benchmark, instructed) is None:
        yield problem(
            f"after an instruction the prompt is not recognised: {shorten(instructed)}",
            "find the prompt after other text, as entry_in and match_prompt do",
        )


def pilot_prompts(benchmark: Benchmark[Any]) -> list[str]:
    """What the pilot asks, one prompt of each template first."""
    items = load_items(benchmark, pilot_settings(benchmark))
    first = {item.prompt.id: item.prompt.text for item in reversed(items)}
    return list(dict.fromkeys([*first.values(), *(item.prompt.text for item in items)]))


def _silent(prompts: Sequence[str], reply: Reply, who: str, change: str = RECOGNISE) -> Iterator[Finding]:
    silent = [prompt for prompt in prompts if not (reply(prompt) or "").strip()]
    if silent:
        yield problem(
            f"{who} has no reply to {len(silent)} of {len(prompts)} prompts, {shorten(silent[0])} among them",
            change,
        )


def _strange(reply: Reply, function: str) -> Iterator[Finding]:
    for prompt in STRANGE:
        if reply(prompt) is not None:
            yield problem(f"{function} replies to {prompt!r}, which is not a prompt of the benchmark", RECOGNISE)
            return


@lru_cache(maxsize=1)
def _loadable(entries: Sequence[Any]) -> list[Benchmark[Any]]:
    found = []
    for entry in entries:
        try:
            found.append(load(entry))
        except Broken:
            continue  # its own checks say so
    return found


def others(benchmark: Benchmark[Any]) -> list[Benchmark[Any]]:
    """All other benchmarks but those with which it shares prompts, since one extends the other."""
    family = _family(benchmark.entry)
    return [other for other in _loadable(list_entries()) if not family & _family(other.entry)]


def _family(entry: BenchmarkEntry) -> set[str]:
    return {entry.name} | (_family(entry.parent) if entry.parent else set())


def _mixed(benchmark: Benchmark[Any], prompts: Sequence[str]) -> Iterator[Finding]:
    taken: dict[str, str] = {}
    for other in others(benchmark):
        try:
            asked = pilot_prompts(other)
            if (theirs := _first_taken(benchmark, other, asked, prompts)) is not None:
                taken[other.name] = theirs
            if (own := _first_taken(other, benchmark, prompts, asked)) is not None:
                yield _foreign(other, f"a prompt of {benchmark.name}: {shorten(own)}")
        except Broken as broken:
            yield Remark(f"not compared with {other.name}, which has problems: {broken}")
    if taken:
        whose = f"{'a prompt' if len(taken) == 1 else 'prompts'} of {', '.join(taken)}"
        yield _foreign(benchmark, f"{whose}: {shorten(next(iter(taken.values())))}")


def _first_taken(
    benchmark: Benchmark[Any], other: Benchmark[Any], prompts: Sequence[str], own: Sequence[str]
) -> str | None:
    """The first of another benchmark's prompts to which a benchmark's baseline responds.

    A prompt of a copy, which both ask and to which both reply the same, does no harm.
    """
    for prompt in prompts[:SHOWN]:
        reply = response_to(benchmark, prompt)
        if reply is not None and not (prompt in own and reply == response_to(other, prompt)):
            return prompt
    return None


def _foreign(benchmark: Benchmark[Any], what: str) -> Problem:
    change = f"make {benchmark.name} recognise only its own words, or reword one of the prompts"
    return problem(f"the baseline of {benchmark.name} replies to {what}", change)


def _rating(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    questions = list(dict.fromkeys(respond(benchmark, pilot_settings(benchmark), "random").asked.questions))
    if not questions:
        return
    rate = partial(ask_lexical_judge, benchmark)
    yield from _silent(
        questions,
        rate,
        "the lexical judge",
        "let the template say all that it asks, each of several texts on a line behind its number, or write "
        "lexical_reply(rubric, variables) in baseline.py",
    )
    yield from _strange(rate, "the lexical judge")
    for other in others(benchmark):
        for question in questions:
            reply, own = ask_lexical_judge(other, question), rate(question)
            if reply is not None and own is not None and reply != own:
                yield problem(
                    f"the lexical judge of {other.name} replies {reply!r} to a question of {benchmark.name}, whose "
                    f"own replies {own!r}: {shorten(question)}",
                    "reword one of the questions, or give both the same STATISTICS",
                )
                break
