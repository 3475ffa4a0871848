"""Checks: a perfect response reaches the ceiling, what is no response has no score, the rest is as the card says.

The reference responses are what is scored: as they are, without their text, refused, truncated, with other words around
them, again. A ``CEILING`` is believed if no baseline scores more, if something scores less, and if it is near what the
reference responses have: no card says how high a score can be, and many have no end that is known.
"""

from __future__ import annotations

import math
import reprlib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import Benchmark, asked_rubrics
from helm_creativity.benchmark.follow_ups import REFUSAL, FollowUp, Trial
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.protocols import Scorer
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import FailureReason, Response, Sample, SampleScore
from helm_creativity.judges.drivers import AskingDriver, replayed
from helm_creativity.judges.reference import StipulatedJudges
from helm_creativity.judges.scoring import ScoredRun, WrongCount, score_found, score_run
from helm_creativity.testing.baselines import PASSED, annotated, broke_off, is_no_follow_up, respond
from helm_creativity.testing.loading import KEPT, fix_reference, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, NotApplicable, Problem, describe, place_in
from helm_creativity.text.response import to_prompts

MOST = 1500
"""Reference responses that are scored; of larger benchmarks the first ones."""

THOUGHTS = "<think>The task is clear. I could say many things; let me choose with care.</think>\n\n"
BEFORE = "Sure! Here is my answer:\n\n"
BEHIND = "\n\nLet me know if you would like more."

PARSING = "derive the scorer from ResponseScorer, or call parsing.response.unanswered before anything is parsed"
ALIKE = 1e-9
"""Difference of two scores that are one, as a share of them."""
SLACK = 1 / 3
"""How far ``CEILING`` may lie below the reference responses, as a share of what lies between them and the lowest score.

It may hold for several embeddings, or for any number of responses.
"""
NEAR = 1e-6
"""Difference of a baseline's score and a reference response's that are one, as a share of them."""


@dataclass(frozen=True, eq=False)
class References:
    """The reference responses to what the pilot asks, their scores and those of the run, and ``CEILING``."""

    labels: list[str]
    trials: list[Trial]
    scores: list[SampleScore]
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
    settings = pilot_settings(benchmark)
    items, trials = load_items(benchmark, settings), max(settings.trials, 1)
    pairs = [(item, trial) for item in items for trial in range(trials)][:MOST]
    made = [
        Trial(_reference(benchmark, item.id, trial_fields(item, trial)), item.prompt.text, item.id, trial)
        for item, trial in pairs
    ]
    ceiling = getattr(reference_module(benchmark), "CEILING", None)
    if isinstance(ceiling, bool) or not isinstance(ceiling, (int, float)) or not math.isfinite(ceiling):
        what = f"CEILING must be a number that each reference response reaches, got {ceiling!r}"
        raise _reference_problem(benchmark, what)
    scorer = make_scorer(benchmark, settings)
    run = score(benchmark, scorer, made)
    return References(
        labels=[f"{item.id}, trial {trial + 1}" if trial else item.id for item, trial in pairs],
        trials=made,
        scores=list(run.scores),
        of_run=run.of_run,
        scorer=scorer,
        ceiling=float(ceiling),
    )


def _reference(benchmark: Benchmark[Any], item: str, fields: Mapping[str, Any]) -> Sample:
    try:
        sample = reference_module(benchmark).reference_response(fields)
    except Broken:
        raise
    except Exception as error:
        what = f"reference_response(fields) raises {describe(error)} for the item {item}"
        raise _reference_problem(benchmark, what) from error
    if not isinstance(sample, Sample) or sample.response is None:
        what = f"reference_response(fields) must return a Sample with a Response, got {reprlib.repr(sample)}"
        raise _reference_problem(benchmark, what)
    return Sample(sample.response, {**fields, **sample.fields})


def _reference_problem(benchmark: Benchmark[Any], what: str) -> Broken:
    wanted = "CEILING, and reference_response(fields) -> Sample with a perfect response to any item"
    return Broken("reference", what, f"{fix_reference(benchmark)}: {wanted}")


def make_scorer(benchmark: Benchmark[Any], settings: Settings) -> Scorer:
    """The benchmark's scorer, made anew."""
    try:
        return benchmark.scorer(settings)
    except Exception as error:
        what = f"scorer(settings) raises {describe(error)}{place_in(benchmark.folder, error)}"
        raise Broken("reference", what, "fix scorer(settings)") from error


def score(
    benchmark: Benchmark[Any], scorer: Scorer, trials: Sequence[Trial], settings: Settings | None = None
) -> ScoredRun:
    """Scores of responses, to which stipulated judges give the best ratings.

    They are without annotations; the settings are the pilot's if left out.
    """
    settings, reference = settings or pilot_settings(benchmark), reference_module(benchmark)
    judges = StipulatedJudges(getattr(reference, "RATINGS", {}), getattr(reference, "PARTS", {}))
    driver = AskingDriver(benchmark, settings, judges, PASSED)
    made = [annotated(benchmark, settings, driver, trial, ReferenceRespondent(benchmark, trial)) for trial in trials]
    return score_annotated(benchmark, scorer, made, settings)


def score_annotated(
    benchmark: Benchmark[Any], scorer: Scorer, trials: Sequence[Trial], settings: Settings
) -> ScoredRun:
    """Scores of responses with their annotations; see ``score``."""
    known = replayed(benchmark, settings, trials)
    for trial, response in zip(trials, known, strict=True):
        if is_no_follow_up(response.error):  # others may be lost, as one whose earlier response never arrived
            raise broke_off(trial, response.error)
    try:
        scores = score_found(benchmark, settings, [trial.found for trial in known], scorer)
    except WrongCount as error:
        change = "return one SampleScore per response, in the same order"
        raise Broken("reference", str(error), change) from error
    except Exception as error:
        where = place_in(benchmark.folder, error)
        what = f"the scorer raises {describe(error)}{where} over {len(trials)} responses"
        change = "fix it there; whatever a response contains, score(found) has a SampleScore for it"
        raise Broken("reference", what, change) from error
    try:
        return ScoredRun(known, scores, score_run(benchmark, settings, known, scores, scorer))
    except Exception as error:
        what = f"the scorer's score_run raises {describe(error)}{place_in(benchmark.folder, error)}"
        raise Broken("submetrics", what, "fix score_run(found, scores)") from error


@dataclass(frozen=True)
class ReferenceRespondent:
    """Whoever writes the reference responses, to be asked again; see ``judges.drivers``."""

    benchmark: Benchmark[Any]
    trial: Trial

    def ask(self, prompt: str) -> FollowUp:
        """What ``reference_turn(prompt)`` of the benchmark's reference gives; who refused, refuses again."""
        own = self.trial.sample.response
        if own is not None and (own.text == REFUSAL or own.finish_reason == "content_filter"):
            return FollowUp(own)
        turn = getattr(reference_module(self.benchmark), "reference_turn", None)
        if turn is None:
            what = "the model is asked again, but there is no reference_turn(prompt) -> str"
            raise _reference_problem(self.benchmark, what)
        return FollowUp(Response(turn(prompt), "stop"))

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The same, for a further turn."""
        return self.ask(prompt)

    def ask_again(self, number: int) -> FollowUp:
        """The same, for the first prompt."""
        return self.ask("")


def check_reference(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether each reference response reaches the ceiling, and whether that is one."""
    problem = partial(Problem, "reference")
    found, fix = references(benchmark), fix_reference(benchmark)
    n, ceiling = len(found.trials), found.ceiling
    if unscored := [pair for pair in zip(found.labels, found.scores, strict=True) if pair[1].failure_reason]:
        what = f"{len(unscored)} of {n} reference responses have no score; that to {unscored[0][0]} "
        yield problem(what + _worth(unscored[0][1]), f"{fix} if its response is not perfect, or what parses it")
    for label, sample_score in zip(found.labels, found.scores, strict=True):
        numbers = {"score": sample_score.score, **sample_score.submetrics}
        odd = [f"{name} of the response to {label} is {value}" for name, value in numbers.items() if _is_odd(value)]
        if odd:
            yield problem(f"{odd[0]}, which HELM cannot keep", "return None for an undefined number")
            break
    pairs = [(score.score, label) for label, score in zip(found.labels, found.scores, strict=True)]
    low = [(value, label) for value, label in pairs if value is not None and value < ceiling * (1 - ALIKE)]
    if low:
        value, label = min(low)
        what = f"{len(low)} of {n} reference responses score below CEILING = {ceiling:g}; that to {label} {value:g}"
        yield problem(what, f"{fix} if its response or CEILING is wrong, else the item or the scorer")
    yield from _ceiling(benchmark, found)


def _ceiling(benchmark: Benchmark[Any], found: References) -> Iterator[Problem]:
    """Whether a baseline scores more than the reference responses, something less, and these not much more."""
    problem, fix, ceiling = partial(Problem, "reference"), fix_reference(benchmark), found.ceiling
    pairs = zip(found.trials, found.scores, strict=True)
    scored = [(trial.item, score.score) for trial, score in pairs if score.score is not None]
    best: dict[str, float] = {}
    for item, value in scored:
        best[item] = max(value, best.get(item, value))
    lower: list[float] = []
    try:
        for baseline in CHOOSERS:
            settings = pilot_settings(benchmark)
            run = respond(benchmark, settings, baseline)
            scores = score_annotated(benchmark, found.scorer, run.trials, settings).scores
            own = [(t.item, s.score) for t, s in zip(run.trials, scores, strict=True) if s.score is not None]
            lower += [value for _, value in own]
            beats = [(item, value) for item, value in own if value > best.get(item, math.inf) * (1 + NEAR)]
            if beats:
                what = (
                    f"{len(beats)} responses of the {baseline} baseline score more than the reference responses; that "
                )
                what += f"to {beats[0][0]} {beats[0][1]:g}, the reference response {best[beats[0][0]]:g}"
                yield problem(what, f"{fix}: let reference_response respond as well and raise CEILING; or the scorer")
    except Broken as broken:
        if broken.problem.check != "baselines":
            raise
        return  # that check says so
    if scored and not any(value < ceiling for value in lower) and (turned := _turned(found)):
        swapped = score(benchmark, found.scorer, turned).scores
        lower += [score.score for score in swapped if score.score is not None]
    least = min((value for _, value in scored), default=ceiling)
    if lower and scored and min(lower) >= ceiling:
        what = f"nothing that was tried scores below CEILING = {ceiling:g}"
        yield problem(what, "raise CEILING to what the least of the reference responses scores, or fix the scorer")
    elif lower and ceiling < least - SLACK * (least - min(lower)):
        what = f"CEILING = {ceiling:g} is far below every reference response, of which the least scores {least:g}"
        yield problem(what, f"write CEILING = {least:g}, or a little less")


def _is_odd(value: float | None) -> bool:
    return value is not None and not math.isfinite(value)


def _turned(found: References) -> list[Trial]:
    """Reference responses, each to the item before its own; none where all of them are equal."""
    turned = [*found.responses[1:], *found.responses[:1]]
    return [] if turned == found.responses else found.with_responses(turned)


def check_empty(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether a response without text has no score, as empty."""
    return _without_score("empty", benchmark, FailureReason.EMPTY, lambda response: Response("", "stop"))


def check_refused(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether a refusal has no score, as refused."""
    return _without_score("refused", benchmark, FailureReason.REFUSED, lambda response: Response(REFUSAL, "stop"))


def check_truncated(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether a response truncated at the token limit has no score, whatever arrived of it."""
    if why := getattr(reference_module(benchmark), "TRUNCATED", ""):
        raise NotApplicable(why)
    truncate = partial(replace, finish_reason="length")
    return _without_score("truncated", benchmark, FailureReason.TRUNCATED, truncate)


def check_prompt_truncated(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether a response to a prompt that HELM cut has no score, whatever it is."""
    cut = partial(replace, prompt_truncated=True)
    return _without_score("prompt_truncated", benchmark, FailureReason.PROMPT_TRUNCATED, cut)


def _without_score(
    check: str, benchmark: Benchmark[Any], reason: FailureReason, change: Callable[[Response], Response]
) -> Iterator[Problem]:
    found = references(benchmark)
    scores = score(benchmark, found.scorer, found.with_responses(map(change, found.responses))).scores
    for label, sample_score in zip(found.labels, scores, strict=True):
        if sample_score.failure_reason is not reason:
            yield Problem(check, f"such a response, to {label}, {_worth(sample_score)}; expected {reason}", PARSING)
            break


def check_chatty(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether reasoning before a response, and words around it, leave its score as it is."""
    found = references(benchmark)
    around = {"reasoning before it": (THOUGHTS, "")}
    if not getattr(reference_module(benchmark), "CHATTER", ""):
        around |= {f"{BEFORE!r} before it": (BEFORE, ""), f"{BEHIND!r} behind it": ("", BEHIND)}
    change = 'parse responses with helm_creativity.text, or say in baseline.py why it cannot: CHATTER = "..."'
    for what, (before, behind) in around.items():
        texts = [replace(response, text=f"{before}{response.text}{behind}") for response in found.responses]
        scores = score(benchmark, found.scorer, found.with_responses(texts)).scores
        yield from _moved("chatty", f"with {what}", found, found.scores, scores, change)


def check_steady(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether the same responses get the same scores every time, in any order; good ones and those of other items."""
    found = references(benchmark)
    if len(found.trials) < 2:
        raise NotApplicable("there is only one response")
    change = "seed all random draws, keep no state between responses, and make no score depend on other samples"
    for trials in filter(None, (found.trials, _turned(found))):
        first = score(benchmark, found.scorer, trials)
        second = score(benchmark, make_scorer(benchmark, pilot_settings(benchmark)), trials)
        backwards = score(benchmark, found.scorer, trials[::-1]).scores[::-1]
        problems = [
            *_moved("steady", "scored a second time", found, first.scores, second.scores, change),
            *_moved("steady", "scored in reverse order", found, first.scores, backwards, change),
        ]
        if names := [name for name in first.of_run if not _alike(first.of_run[name], second.of_run.get(name))]:
            what = f"score_run returns a different value of {', '.join(names)} the second time"
            problems.append(Problem("steady", what, "seed all random draws in score_run"))
        yield from problems
        if problems:
            return


def _moved(
    check: str,
    what: str,
    found: References,
    before: Sequence[SampleScore],
    after: Sequence[SampleScore],
    change: str,
) -> Iterator[Problem]:
    moved = [
        f"that to {label} {_worth(new)}, before {_worth(old)}"
        for label, old, new in zip(found.labels, before, after, strict=True)
        if not _alike(old.score, new.score) or old.failure_reason is not new.failure_reason
    ]
    if moved:
        what = f"{what}, {len(moved)} of {len(found.trials)} responses get a different score; {moved[0]}"
        yield Problem(check, what, change)


def check_submetrics(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Submetrics that only the card has, or only the scorer."""
    from helm_creativity.benchmark.common_stats import card_reasons
    from helm_creativity.results.run_stats import OWN_SCORE, run_stats

    require_coverage(benchmark)
    found, card = references(benchmark), benchmark.card
    others = [found.with_responses([Response(text, "stop")] * len(found.trials)) for text in ("", REFUSAL)]
    scores = [*found.scores, *(each for trials in others for each in score(benchmark, found.scorer, trials).scores)]
    for of, where, returned in (
        ("answer", "scores", {name for score in scores for name in score.submetrics}),
        ("run", "score_run", found.of_run.keys() - OWN_SCORE),
    ):
        declared = {submetric.name for submetric in card.submetrics if submetric.of == of}
        for name in sorted(declared - returned):
            what = f"card.yaml has a submetric {name} (of: {of}), which the scorer's {where} never have"
            yield Problem("submetrics", what, f"give {name} there, None where it is undefined, or take it off the card")
        for name in sorted(returned - declared):
            what = f"the scorer's {where} have {name}, which is no submetric (of: {of}) in card.yaml"
            yield Problem("submetrics", what, f"describe {name} under submetrics, or put it into the details of scores")
    try:
        run_stats(found.scores, [trial.item for trial in found.trials], found.of_run, card_reasons(card))
    except ValueError as error:
        what = f"the stats of the run cannot be made: {error}"
        yield Problem("submetrics", what, "rename the submetric, or give None for no number")


def require_coverage(benchmark: Benchmark[Any]) -> None:
    """Raises ``Broken`` if judges are asked, and the card has no submetric that says so."""
    settings = pilot_settings(benchmark)
    if settings.judged and asked_rubrics(benchmark, settings) and not benchmark.card.judged:
        what = "judges are asked, and card.yaml has no submetric judge_coverage, so that runs have no stats of judges"
        change = "write judge_coverage, judge_calls, judge_failures, judge_asked_again, judge_tokens, judges_left_out"
        raise Broken("submetrics", what, change)


def _worth(sample_score: SampleScore) -> str:
    return f"is {sample_score.failure_reason}" if sample_score.score is None else f"scores {sample_score.score:g}"


def _alike(left: float | None, other: float | None) -> bool:
    if left is None or other is None:
        return left is other
    return math.isclose(left, other, rel_tol=ALIKE, abs_tol=ALIKE)
