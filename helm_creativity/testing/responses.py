"""The responses that checks score: those of the baselines and the reference responses, with their judges' ratings.

``respond`` is a small run: a baseline in the place of the model, the benchmark's lexical judge in that of its judges.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any, NamedTuple

from helm_creativity.baselines.lexical_judge import lexical_rating
from helm_creativity.baselines.responses import baseline_response
from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import Benchmark, asks_more
from helm_creativity.benchmark.follow_ups import ERROR, FOLLOW_UPS, NO_GENERATOR, NO_STEP, REFUSAL, FollowUp, Trial
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.prompts import BETWEEN
from helm_creativity.benchmark.protocols import Scorer
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample, SampleScore
from helm_creativity.errors import CacheProblem
from helm_creativity.judges.drivers import AskingDriver
from helm_creativity.judges.lexical import LexicalPanel
from helm_creativity.judges.reference import StipulatedJudges
from helm_creativity.judges.scoring import ScoredRun, score_trials
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.response import to_prompts
from helm_creativity.testing.loading import FIX_REFERENCE, KEPT, load, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, breaking, shorten

TRIALS, RESPONSES = 3, 12
"""Responses of a baseline: to each item at most, and to the first items together; each prompt is asked once, too."""
MOST = 1500
"""Reference responses that are scored; of larger benchmarks the first ones."""
PASSED = (CacheProblem, Broken)
"""Errors that a driver of ``follow_up`` passes on."""
FIX_BASELINE = (
    "fix baseline_response(prompt, baseline), or the sentence under baseline in card.yaml: "
    "recognise prompts with KeyedBenchmark.entry_in or match_prompt, and return None for all others"
)
Respond = Callable[[str, int], Response]
"""Responds to a prompt, for the nth time."""


class BaselineRun(NamedTuple):
    """What a baseline did, and the questions that judges were asked because of it."""

    trials: list[Trial]
    questions: list[str]


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


def _annotated(driver: AskingDriver, trial: Trial, respond: Respond) -> Trial:
    """A response with what is asked because of it, where anything is."""
    if not asks_more(driver.benchmark, driver.settings):
        return trial
    annotation = driver.annotation(trial, Repeated(trial, respond))
    if error := annotation.get(ERROR):
        raise _broke_off(trial, error)
    fields = {**trial.sample.fields, "annotations": {FOLLOW_UPS: annotation}}
    return replace(trial, sample=Sample(trial.sample.response, fields))


def _broke_off(trial: Trial, error: str) -> Broken:
    change = "make it return something for any response, behind yield from ask(...), turn(...) with all their variables"
    change += ", or yield from () where nothing is asked"
    return Broken("baselines", f"follow_up raises {error} for the item {trial.item}", change)


@lru_cache(maxsize=KEPT)
def respond(benchmark: Benchmark[Any], settings: Settings, baseline: str) -> BaselineRun:
    """Some items, the first of each prompt too, with responses of a baseline and ratings of the lexical judge."""
    trials, items = min(max(settings.trials, 1), TRIALS), load_items(benchmark, settings)
    first = {item.prompt.id: item for item in reversed(items)}.values()
    chosen = {item.id: item for item in (*first, *items[: RESPONSES // trials])}.values()
    run = BaselineRun([], [])
    panel = None
    if isinstance(settings, JudgedSettings) and settings.judged:
        rate = partial(ask_lexical_judge, benchmark)
        panel = LexicalPanel(rate, settings.panel, lambda judges, rubric, asked: run.questions.append(asked.text))
    driver = AskingDriver(benchmark, settings, panel, PASSED)

    def reply(prompt: str, seed: int) -> Response:
        text = response_to(benchmark, prompt, baseline, seed)
        return Response("", failed=True) if text is None else Response(text, "stop")

    for item in chosen:
        for number in range(trials):
            sample = Sample(reply(item.prompt.text, number), trial_fields(item, number))
            trial = Trial(sample, item.prompt.text, item.id, number)
            run.trials.append(_annotated(driver, trial, reply))
    return run


def response_to(benchmark: Benchmark[Any], prompt: str, baseline: str = "random", seed: int = 0) -> str | None:
    """What a baseline responds."""
    reference_module(benchmark)
    what = f"for {shorten(prompt)} baseline_response of {benchmark.package}"
    with breaking("baselines", what, FIX_BASELINE):
        return baseline_response(benchmark, prompt, CHOOSERS[baseline]("builtin", seed))


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
            pilot_prompts(made := load(entry))
        except Broken:
            continue  # its own checks say so
        found.append(made)
    return found


def others(benchmark: Benchmark[Any]) -> list[Benchmark[Any]]:
    """All other benchmarks but those with which it shares prompts, since one extends the other."""
    family = _family(benchmark.entry)
    return [other for other in _loadable(list_entries()) if not family & _family(other.entry)]


def _family(entry: BenchmarkEntry) -> set[str]:
    return {entry.name} | (_family(entry.parent) if entry.parent else set())


@dataclass(frozen=True, eq=False)
class References:
    """The reference responses to what the pilot asks, their scores and those of the run, and ``CEILING``."""

    trials: list[Trial]
    scores: Sequence[SampleScore]
    of_run: Mapping[str, float | None]
    scorer: Scorer
    ceiling: float

    @property
    def responses(self) -> list[Response]:
        """Their texts."""
        return [trial.sample.response for trial in self.trials if trial.sample.response is not None]

    def with_responses(self, responses: Iterable[Response]) -> list[Trial]:
        """Other responses to the same items."""
        pairs = zip(responses, self.trials, strict=True)
        return [
            replace(trial, sample=Sample(to_prompts(text, trial.prompt), trial.sample.fields)) for text, trial in pairs
        ]


@lru_cache(maxsize=KEPT)
def references(benchmark: Benchmark[Any]) -> References:
    """See ``References``."""
    settings, reference = pilot_settings(benchmark), reference_module(benchmark)
    items, ceiling = load_items(benchmark, settings), getattr(reference, "CEILING", None)
    change = f"{FIX_REFERENCE}: CEILING, and reference_response(fields) -> Sample, perfect for any item"
    trials = []
    for item, number in [(item, number) for item in items for number in range(max(settings.trials, 1))][:MOST]:
        fields = trial_fields(item, number)
        with breaking("reference", f"for the item {item.id} reference_response(fields)", change):
            sample = reference.reference_response(fields)
            sample = Sample(sample.response, {**fields, **sample.fields})
        trials.append(Trial(sample, item.prompt.text, item.id, number))
    if not isinstance(ceiling, (int, float)):
        what = f"CEILING must be a number that each reference response reaches, got {ceiling!r}"
        raise Broken("reference", what, change)
    scorer = make_scorer(benchmark, settings)
    run = score(benchmark, scorer, trials)
    return References(trials, run.scores, run.of_run, scorer, ceiling)


def make_scorer(benchmark: Benchmark[Any], settings: Settings) -> Scorer:
    """The benchmark's scorer, made anew."""
    with breaking("reference", "scorer(settings)", "fix scorer(settings)", benchmark.folder):
        return benchmark.scorer(settings)


def score(
    benchmark: Benchmark[Any], scorer: Scorer, trials: Sequence[Trial], settings: Settings | None = None
) -> ScoredRun:
    """Scores of responses without annotations, to which stipulated judges give the best ratings."""
    settings, reference = settings or pilot_settings(benchmark), reference_module(benchmark)
    judges = StipulatedJudges(getattr(reference, "RATINGS", {}), getattr(reference, "PARTS", {}))
    driver = AskingDriver(benchmark, settings, judges, PASSED)

    def annotated(trial: Trial) -> Trial:
        own = trial.sample.response or Response("")

        def reply(prompt: str, seed: int) -> Response:
            if own.text == REFUSAL or own.finish_reason == "content_filter":  # who refused, refuses again
                return own
            with breaking("reference", "reference_turn(prompt)", f"{FIX_REFERENCE}: it returns a text"):
                return Response(reference.reference_turn(prompt), "stop")

        return _annotated(driver, trial, reply)

    return score_annotated(benchmark, scorer, list(map(annotated, trials)), settings)


def score_annotated(
    benchmark: Benchmark[Any], scorer: Scorer, trials: Sequence[Trial], settings: Settings
) -> ScoredRun:
    """Scores of responses with their annotations."""
    change = "whatever a response contains, score(found) has one SampleScore for it, in the same order"
    with breaking("reference", "the scorer", change, benchmark.folder):
        run = score_trials(benchmark, settings, trials, scorer)
    for trial, response in zip(trials, run.replayed, strict=True):
        if NO_GENERATOR in response.error or NO_STEP in response.error:  # others may wait for one that never arrived
            raise _broke_off(trial, response.error)
    return run
