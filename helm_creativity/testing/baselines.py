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
from helm_creativity.benchmark.base import Benchmark, asks_more
from helm_creativity.benchmark.follow_ups import NO_GENERATOR, NO_STEP, FollowUp, Trial
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.prompts import BETWEEN, Instruction, find_template
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.transcripts import ERROR, FOLLOW_UPS
from helm_creativity.benchmark.types import Item, Response, Sample
from helm_creativity.errors import CacheProblem
from helm_creativity.judges.drivers import AskingDriver, Respondent
from helm_creativity.judges.lexical import LexicalPanel
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.task_types.rated.baseline import WORDINGS
from helm_creativity.testing.loading import KEPT, is_data, load, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, Problem, describe, shorten

problem = partial(Problem, "baselines")

STRANGE = ("What is the capital of France?", "Write a poem about the sea.", "1", "")
"""Prompts of no benchmark."""
SHOWN = 12
"""Prompts that baselines of other benchmarks are shown, and the greedy baseline, which takes its time over each."""
ITEMS, TRIALS, RESPONSES = 4, 3, 12
"""Items, and responses to each, about which judges are asked; responses at least, where there are so many items."""
RECOGNISE = "recognise prompts with KeyedBenchmark.entry_in or match_prompt, and return None for all others"
IN_CARD = "write under baseline in card.yaml, by the name of each prompt, a sentence with {one} in the place of a noun"
PASSED = (CacheProblem, Broken)
"""Errors by which ``follow_up`` does not break off: what it asks is at fault."""
Reply = Callable[[str], "str | None"]


@dataclass
class JudgeQuestions:
    """What judges were asked: every question, and by which rubric, until it is closed."""

    by_rubric: list[tuple[Rubric, Question]] = field(default_factory=list)
    closed: bool = False

    @property
    def questions(self) -> list[str]:
        """As judges read them."""
        return [question.text for _, question in self.by_rubric]

    def note(self, judges: Sequence[str], rubric: Rubric, question: Question) -> None:
        """Keeps a question."""
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

    def ask(self, prompt: str, seed: int = 0) -> FollowUp:
        """The baseline's response to another prompt."""
        found = response_to(self.benchmark, prompt, self.baseline, seed)
        if found is None:
            return FollowUp(Response("", failed=True), "not known", 1)
        return FollowUp(Response(found, "stop"), "", 1)

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The baseline's response to a further turn; it reads one text."""
        return self.ask(BETWEEN.join(text for text in (self.trial.prompt, response, prompt) if text.strip()))

    def ask_again(self, number: int) -> FollowUp:
        """A further response to the same prompt."""
        return self.ask(self.trial.prompt, 1000 * self.trial.number + number)


@lru_cache(maxsize=KEPT)
def respond(benchmark: Benchmark[Any], settings: Settings, baseline: str) -> BaselineRun:
    """Some items, the first of each prompt too, with responses of a baseline and ratings of the lexical judge."""
    trials, items = max(settings.trials, 1), load_items(benchmark, settings)
    by_prompt = {item.prompt.id: item for item in reversed(items)}
    chosen = list({item.id: item for item in (*by_prompt.values(), *items[:RESPONSES])}.values())
    n = max(ITEMS, len(by_prompt))
    main, further = chosen[:n], chosen[n : max(n, RESPONSES // trials)]
    first = [(item, number) for item in main for number in range(min(trials, TRIALS))]
    later = [(item, number) for item in main for number in range(TRIALS, trials)]
    later += [(item, number) for item in further for number in range(trials)]
    asked = JudgeQuestions()
    is_judged = isinstance(settings, JudgedSettings) and settings.judged
    rate = partial(ask_lexical_judge, benchmark)
    panel = LexicalPanel(rate, settings.panel, asked.note) if is_judged else None  # type: ignore[attr-defined]
    driver = AskingDriver(benchmark, settings, panel, PASSED)

    def make_trial(item: Item, number: int) -> Trial:
        text = response_to(benchmark, item.prompt.text, baseline, seed=number)
        response = Response("", failed=True) if text is None else Response(text, "stop")
        trial = Trial(Sample(response, trial_fields(item, number)), item.prompt.text, item.id, number)
        return annotated(benchmark, settings, driver, trial, BaselineRespondent(benchmark, trial, baseline))

    made = [make_trial(*which) for which in first]
    asked.closed = True
    return BaselineRun(made + [make_trial(*which) for which in later], asked)


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
    change = "make it return something for any response; a variable that is undefined is one that ask or turn must get"
    if is_no_follow_up(error):
        change = "write yield from before ask(...) and turn(...), or yield from () where nothing is asked"
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


def pilot_prompts(benchmark: Benchmark[Any]) -> list[str]:
    """What the pilot asks, one prompt of each template first."""
    items = load_items(benchmark, pilot_settings(benchmark))
    first = {item.prompt.id: item.prompt.text for item in reversed(items)}
    return list(dict.fromkeys([*first.values(), *(item.prompt.text for item in items)]))


@lru_cache(maxsize=1)
def _loadable(entries: Sequence[BenchmarkEntry]) -> list[Benchmark[Any]]:
    found = []
    for entry in entries:
        try:
            made = load(entry)
            pilot_prompts(made)
            found.append(made)
        except Broken:
            continue  # its own checks say so
    return found


def others(benchmark: Benchmark[Any]) -> list[Benchmark[Any]]:
    """All other benchmarks but those with which it shares prompts, since one extends the other."""
    family = _family(benchmark.entry)
    return [other for other in _loadable(list_entries()) if not family & _family(other.entry)]


def _family(entry: BenchmarkEntry) -> set[str]:
    return {entry.name} | (_family(entry.parent) if entry.parent else set())


def check_baselines(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What is wrong with the baselines' responses, and with other benchmarks' that take its prompts for theirs."""
    prompts = pilot_prompts(benchmark)
    if wrong := list(_sentences(benchmark)):
        yield from wrong
        return
    respond_to = partial(response_to, benchmark)
    change = IN_CARD if is_data(benchmark.entry) and benchmark.card.task_type else RECOGNISE
    silent = list(_silent(prompts, respond_to, "the random baseline", change))
    yield from silent
    if not silent:  # where one baseline knows no prompt, none does, after other text neither
        for name in CHOOSERS.keys() - {"random"}:
            yield from _silent(prompts[:SHOWN], partial(respond_to, baseline=name), f"the {name} baseline", RECOGNISE)
        instructed = [BETWEEN.join([Instruction("creative").text, prompts[0]])]
        yield from _silent(instructed, respond_to, "after an instruction the random baseline", RECOGNISE)
    yield from _talkative(respond_to, "baseline_response")
    for other in others(benchmark):
        theirs = pilot_prompts(other)
        for taker, owner, asked in ((benchmark, other, theirs), (other, benchmark, prompts)):
            own = prompts if taker is benchmark else theirs
            for prompt in asked[:SHOWN]:
                reply = response_to(taker, prompt)
                # A prompt that both ask and to which both reply the same, as a copy does, does no harm.
                if reply is not None and not (prompt in own and reply == response_to(owner, prompt)):
                    what = f"the baseline of {taker.name} replies to a prompt of {owner.name}: {shorten(prompt)}"
                    yield problem(what, f"make {taker.name} recognise only its own words, or reword the prompt")
                    break
    yield from _lexical_judge(benchmark)


def _sentences(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What is wrong with the sentences of the card that baselines fill."""
    for name, sentence in benchmark.card.baseline.items():
        templates = [form.format(name) for form in WORDINGS if find_template(benchmark.place, form.format(name))]
        try:
            places = [place for _, place, _, _ in string.Formatter().parse(sentence) if place is not None]
        except ValueError:
            places = [sentence]
        wrong = [f"{{{place}}} is no name of a place for a noun" for place in places if not place.isidentifier()]
        wrong += [] if templates else ["there is no such prompt"]
        yield from [problem(f"card.yaml, baseline, {name}: {what}", IN_CARD) for what in wrong[:1]]


def _silent(prompts: Sequence[str], reply: Reply, who: str, change: str) -> Iterator[Problem]:
    if silent := [prompt for prompt in prompts if not (reply(prompt) or "").strip()]:
        what = f"{who} has no reply to {len(silent)} of {len(prompts)} prompts, {shorten(silent[0])} among them"
        yield problem(what, change)


def _talkative(reply: Reply, who: str) -> Iterator[Problem]:
    if taken := [prompt for prompt in STRANGE if reply(prompt) is not None]:
        yield problem(f"{who} replies to {taken[0]!r}, which is not a prompt of the benchmark", RECOGNISE)


def _lexical_judge(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    questions = list(dict.fromkeys(respond(benchmark, pilot_settings(benchmark), "random").asked.questions))
    if not questions:
        return
    rate = partial(ask_lexical_judge, benchmark)
    change = "let the template say all that it asks, each text behind its number, or write lexical_reply in baseline.py"
    yield from _silent(questions, rate, "the lexical judge", change)
    yield from _talkative(rate, "the lexical judge")
    for other in others(benchmark):
        for question in questions:
            reply, own = ask_lexical_judge(other, question), rate(question)
            if reply is not None and own is not None and reply != own:
                what = (
                    f"the lexical judge of {other.name} replies {reply!r}, and its own {own!r}, to {shorten(question)}"
                )
                yield problem(what, "reword one of the questions, or give both the same STATISTICS")
                break
