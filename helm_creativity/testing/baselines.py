"""Check: the baselines respond to every prompt of the benchmark, and to no other's; so does its lexical judge.

``respond`` is a small run: a baseline in the place of the model, the benchmark's lexical judge in that of its judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import Benchmark, asks_more
from helm_creativity.benchmark.follow_ups import ERROR, FOLLOW_UPS, FollowUp, Trial
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.prompts import BETWEEN, Instruction
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import CacheProblem
from helm_creativity.judges.drivers import AskingDriver, PanelOfJudges
from helm_creativity.judges.lexical import LexicalPanel
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.testing.loading import KEPT, load, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, Problem, breaking, shorten

problem = partial(Problem, "baselines")

STRANGE = ("What is the capital of France?", "Write a poem about the sea.", "1", "")
"""Prompts of no benchmark."""
SHOWN = 12
"""Prompts that baselines of other benchmarks are shown, and the greedy baseline, which takes its time over each."""
ITEMS, TRIALS, RESPONSES = 4, 3, 12
"""Items at least, responses to each about which questions are kept, and responses where there are so many items."""
RECOGNISE = "recognise prompts with KeyedBenchmark.entry_in or match_prompt, and return None for all others"
IN_CARD = "write under baseline in card.yaml, by the name of each prompt, a sentence with {one} in the place of a noun"
Reply = Callable[[str], "str | None"]
Respond = Callable[[str, int], Response]
"""Responds to a prompt, for the nth time."""


class BaselineRun(NamedTuple):
    """What a baseline did, and what judges were asked because of it."""

    trials: list[Trial]
    asked: list[tuple[Rubric, Question]]

    @property
    def questions(self) -> list[str]:
        """As judges read them."""
        return [question.text for _, question in self.asked]


@dataclass(frozen=True)
class Repeated:
    """Whoever gave a response, to be asked again by text and number; see ``judges.drivers.Respondent``."""

    trial: Trial
    reply: Respond

    def ask(self, prompt: str, seed: int = 0) -> FollowUp:
        """The response to another prompt."""
        response = self.reply(prompt, seed)
        return FollowUp(response, "not known" if response.failed else "", 1)

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The response to a further turn, which is one text with those before."""
        return self.ask(BETWEEN.join(text for text in (self.trial.prompt, response, prompt) if text.strip()))

    def ask_again(self, number: int) -> FollowUp:
        """A further response to the same prompt."""
        return self.ask(self.trial.prompt, 1000 * self.trial.number + number)


def annotator(
    benchmark: Benchmark[Any], settings: Settings, judges: PanelOfJudges | None
) -> Callable[[Trial, Respond], Trial]:
    """Adds to a response what is asked because of it, where anything is."""
    driver = AskingDriver(benchmark, settings, judges, (CacheProblem, Broken))

    def annotated(trial: Trial, respond: Respond) -> Trial:
        annotation = driver.annotation(trial, Repeated(trial, respond))
        if error := annotation.get(ERROR):
            raise broke_off(trial, error)
        fields = {**trial.sample.fields, "annotations": {FOLLOW_UPS: annotation}}
        return replace(trial, sample=Sample(trial.sample.response, fields))

    return annotated if asks_more(benchmark, settings) else lambda trial, respond: trial


@lru_cache(maxsize=KEPT)
def respond(benchmark: Benchmark[Any], settings: Settings, baseline: str) -> BaselineRun:
    """Some items, the first of each prompt too, with responses of a baseline and ratings of the lexical judge."""
    trials, items = max(settings.trials, 1), load_items(benchmark, settings)
    first = {item.prompt.id: item for item in reversed(items)}.values()
    chosen = {item.id: item for item in (*first, *items[: max(ITEMS, RESPONSES // trials)])}.values()
    run = BaselineRun([], [])
    panel = None
    if isinstance(settings, JudgedSettings) and settings.judged:
        rate = partial(ask_lexical_judge, benchmark)
        panel = LexicalPanel(rate, settings.panel, lambda judges, *question: run.asked.append(question))
    annotated = annotator(benchmark, settings, panel)

    def reply(prompt: str, seed: int) -> Response:
        text = response_to(benchmark, prompt, baseline, seed)
        return Response("", failed=True) if text is None else Response(text, "stop")

    for item in chosen:
        for number in range(trials):
            kept = len(run.asked)
            sample = Sample(reply(item.prompt.text, number), trial_fields(item, number))
            run.trials.append(annotated(Trial(sample, item.prompt.text, item.id, number), reply))
            if number >= TRIALS:
                del run.asked[kept:]
    return run


def broke_off(trial: Trial, error: str) -> Broken:
    """That ``follow_up`` breaks off."""
    change = "make it return something for any response, behind yield from ask(...), turn(...) with all their variables"
    change += ", or yield from () where nothing is asked"
    return Broken("baselines", f"follow_up raises {error} for the item {trial.item}", change)


def response_to(benchmark: Benchmark[Any], prompt: str, baseline: str = "random", seed: int = 0) -> str | None:
    """What a baseline responds."""
    reference_module(benchmark)
    what = f"for {shorten(prompt)} baseline_response of {benchmark.package}"
    with breaking("baselines", what, _advice(benchmark)):
        return baseline_response(benchmark, prompt, CHOOSERS[baseline]("builtin", seed))


def _advice(benchmark: Benchmark[Any]) -> str:
    is_data = benchmark.card.task_type and not benchmark.entry.has("baseline")
    return IN_CARD if is_data else f"fix baseline_response(prompt, baseline): {RECOGNISE}"


def ask_lexical_judge(benchmark: Benchmark[Any], question: str) -> str | None:
    """What the benchmark's lexical judge replies to a question for judges; None where it has none."""
    reference_module(benchmark)
    what = f"for {shorten(question)} the lexical judge of {benchmark.package}"
    with breaking("baselines", what, "fix STATISTICS or lexical_reply in baseline.py"):
        return lexical_rating(benchmark, question)


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
            found.append(made := load(entry))
            pilot_prompts(made)
        except Broken:
            found = [made for made in found if made.entry is not entry]  # its own checks say so
    return found


def others(benchmark: Benchmark[Any]) -> list[Benchmark[Any]]:
    """All other benchmarks but those with which it shares prompts, since one extends the other."""
    family = _family(benchmark.entry)
    return [other for other in _loadable(list_entries()) if not family & _family(other.entry)]


def _family(entry: BenchmarkEntry) -> set[str]:
    return {entry.name} | (_family(entry.parent) if entry.parent else set())


def check_baselines(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """What is wrong with the baselines' responses, and with other benchmarks' that take its prompts for theirs."""
    prompts, reply = pilot_prompts(benchmark), partial(response_to, benchmark)
    change = _advice(benchmark)
    for who, asked, replying in (
        ("the random baseline", prompts, reply),
        ("the greedy baseline", prompts[:SHOWN], partial(reply, baseline="greedy")),
        ("after an instruction the random baseline", [f"{Instruction('creative').text}{BETWEEN}{prompts[0]}"], reply),
    ):
        if silent := list(_silent(who, asked, replying, change)):
            yield from silent
            break  # where one baseline knows no prompt, none does, after other text neither
    yield from _talkative("baseline_response", reply)
    for other in others(benchmark):
        for taker, owner in ((benchmark, other), (other, benchmark)):
            own = pilot_prompts(taker)
            for prompt in pilot_prompts(owner)[:SHOWN]:
                taken = response_to(taker, prompt)
                # A prompt that both ask and to which both reply the same, as a copy does, does no harm.
                if taken is not None and not (prompt in own and taken == response_to(owner, prompt)):
                    what = f"the baseline of {taker.name} replies to a prompt of {owner.name}: {shorten(prompt)}"
                    yield problem(what, f"make {taker.name} recognise only its own words, or reword the prompt")
                    break
    yield from _lexical_judge(benchmark)


def _silent(who: str, prompts: Sequence[str], reply: Reply, change: str) -> Iterator[Problem]:
    if silent := [prompt for prompt in prompts if not (reply(prompt) or "").strip()]:
        what = f"{who} has no reply to {len(silent)} of {len(prompts)} prompts, {shorten(silent[0])} among them"
        yield problem(what, change)


def _talkative(who: str, reply: Reply) -> Iterator[Problem]:
    if taken := [prompt for prompt in STRANGE if reply(prompt) is not None]:
        yield problem(f"{who} replies to {taken[0]!r}, which is not a prompt of the benchmark", RECOGNISE)


def _lexical_judge(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    questions = list(dict.fromkeys(respond(benchmark, pilot_settings(benchmark), "random").questions))
    if not questions:
        return
    rate = partial(ask_lexical_judge, benchmark)
    change = "let the template say all that it asks, each text behind its number, or write lexical_reply in baseline.py"
    yield from _silent("the lexical judge", questions, rate, change)
    yield from _talkative("the lexical judge", rate)
