"""Checks: a perfect response reaches the ceiling, what is no response has no score, the rest is as the card says.

The reference responses are what is scored: as they are, without their text, refused, truncated, with other words around
them, again. A ``CEILING`` is believed if no baseline scores more, if something scores less, and if it is near what the
reference responses have: no card says how high a score can be, and many have no end that is known.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import Any

from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.base import Benchmark, asked_rubrics
from helm_creativity.benchmark.follow_ups import NO_GENERATOR, NO_STEP, REFUSAL, Trial
from helm_creativity.benchmark.item_responses import trial_fields
from helm_creativity.benchmark.protocols import Scorer
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import FailureReason, Response, Sample, SampleScore
from helm_creativity.judges.drivers import replayed
from helm_creativity.judges.reference import StipulatedJudges
from helm_creativity.judges.scoring import ScoredRun, score_found, score_run
from helm_creativity.testing.baselines import annotator, broke_off, respond
from helm_creativity.testing.loading import KEPT, fix_reference, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, NotApplicable, Problem, breaking
from helm_creativity.text.response import to_prompts

MOST = 1500
"""Reference responses that are scored; of larger benchmarks the first ones."""
AROUND = {
    "with reasoning before it": "<think>The task is clear. I could say many things; let me choose.</think>\n\n{}",
    "with 'Sure! Here is my answer:' before it": "Sure! Here is my answer:\n\n{}",
    "with 'Let me know if you would like more.' behind it": "{}\n\nLet me know if you would like more.",
}
UNSCORED: Mapping[str, tuple[FailureReason, Callable[[Response], Response]]] = {
    "empty": (FailureReason.EMPTY, lambda response: Response("", "stop")),
    "refused": (FailureReason.REFUSED, lambda response: Response(REFUSAL, "stop")),
    "truncated": (FailureReason.TRUNCATED, partial(replace, finish_reason="length")),
    "prompt_truncated": (FailureReason.PROMPT_TRUNCATED, partial(replace, prompt_truncated=True)),
}
"""By check: what has no score for which reason."""
ALIKE, NEAR = 1e-9, 1e-6
"""Differences, as a share, of two scores that are one, and of a baseline's that is no more than a reference's."""
SLACK = 1 / 3
"""How far ``CEILING`` may lie below the reference responses, as a share of what lies between them and the lowest score.

It may hold for several embeddings, or for any number of responses.
"""


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
    change = f"{fix_reference(benchmark)}: CEILING, and reference_response(fields) -> Sample, perfect for any item"
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
    """Scores of responses, to which stipulated judges give the best ratings.

    They are without annotations; the settings are the pilot's if left out.
    """
    settings, reference = settings or pilot_settings(benchmark), reference_module(benchmark)
    judges = StipulatedJudges(getattr(reference, "RATINGS", {}), getattr(reference, "PARTS", {}))
    annotated = annotator(benchmark, settings, judges)

    def with_annotation(trial: Trial) -> Trial:
        own = trial.sample.response or Response("")

        def reply(prompt: str, seed: int) -> Response:
            if own.text == REFUSAL or own.finish_reason == "content_filter":  # who refused, refuses again
                return own
            with breaking("reference", "reference_turn(prompt)", f"{fix_reference(benchmark)}: it returns a text"):
                return Response(reference.reference_turn(prompt), "stop")

        return annotated(trial, reply)

    return score_annotated(benchmark, scorer, list(map(with_annotation, trials)), settings)


def score_annotated(
    benchmark: Benchmark[Any], scorer: Scorer, trials: Sequence[Trial], settings: Settings
) -> ScoredRun:
    """Scores of responses with their annotations; see ``score``."""
    known = replayed(benchmark, settings, trials)
    for trial, response in zip(trials, known, strict=True):
        if (
            NO_GENERATOR in response.error or NO_STEP in response.error
        ):  # others may be lost, as one whose earlier response never arrived
            raise broke_off(trial, response.error)
    change = "whatever a response contains, score(found) has one SampleScore for it, in the same order"
    with breaking("reference", "the scorer", change, benchmark.folder):
        scores = score_found(benchmark, settings, [trial.found for trial in known], scorer)
    with breaking("submetrics", "the scorer's score_run", "fix score_run(found, scores)", benchmark.folder):
        return ScoredRun(known, scores, score_run(benchmark, settings, known, scores, scorer))


def check_reference(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether each reference response reaches the ceiling, which no baseline does better than, and some do worse."""
    problem, found, fix = partial(Problem, "reference"), references(benchmark), fix_reference(benchmark)
    n, ceiling = len(found.trials), found.ceiling
    pairs = list(zip(found.trials, found.scores, strict=True))
    if unscored := [f"{_name(trial)} {_worth(own)}" for trial, own in pairs if own.failure_reason]:
        what = f"{len(unscored)} of {n} reference responses have no score; that to {unscored[0]}"
        yield problem(what, f"{fix} if its response is not perfect, or what parses it")
    scored = sorted((own.score, _name(trial), trial.item) for trial, own in pairs if own.score is not None)
    if low := [(value, name) for value, name, _ in scored if value < ceiling * (1 - ALIKE)]:
        what = f"{len(low)} of {n} reference responses score below CEILING = {ceiling:g}; "
        yield problem(
            f"{what}that to {low[0][1]} {low[0][0]:g}",
            f"{fix} if its response or CEILING is wrong, else the item or the scorer",
        )
    best, tried = {item: value for value, _, item in scored}, []
    for baseline in CHOOSERS:
        try:
            run = respond(benchmark, pilot_settings(benchmark), baseline)
        except Broken as broken:
            if broken.problem.check != "baselines":
                raise
            return  # that check says so
        scores = score_annotated(benchmark, found.scorer, run.trials, pilot_settings(benchmark)).scores
        own = [(trial.item, got.score) for trial, got in zip(run.trials, scores, strict=True) if got.score is not None]
        tried += [value for _, value in own]
        if beats := [(item, value) for item, value in own if value > best.get(item, math.inf) * (1 + NEAR)]:
            what = f"{len(beats)} responses of the {baseline} baseline score more than the reference responses; "
            what += f"that to {beats[0][0]} {beats[0][1]:g}, the reference response {best[beats[0][0]]:g}"
            yield problem(what, f"{fix}: let reference_response respond as well and raise CEILING; or the scorer")
    if tried and scored and min(tried) >= ceiling:
        what = f"nothing that was tried scores below CEILING = {ceiling:g}"
        yield problem(what, "raise CEILING to what the least of the reference responses scores, or fix the scorer")
    elif tried and scored and ceiling < scored[0][0] - SLACK * (scored[0][0] - min(tried)):
        what = f"CEILING = {ceiling:g} is far below every reference response, of which the least scores "
        yield problem(f"{what}{scored[0][0]:g}", f"write CEILING = {scored[0][0]:g}, or a little less")


def check_unscored(check: str, benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether what is no response has no score, for its reason."""
    why = getattr(reference_module(benchmark), "TRUNCATED", "") if check == "truncated" else ""
    if why:
        raise NotApplicable(why)
    found, (reason, change) = references(benchmark), UNSCORED[check]
    trials = found.with_responses(map(change, found.responses))
    for trial, own in zip(trials, score(benchmark, found.scorer, trials).scores, strict=True):
        if own.failure_reason is not reason:
            what = f"such a response, to {_name(trial)}, {_worth(own)}; expected {reason}"
            advice = "derive the scorer from ResponseScorer, or call text.response.unanswered before anything is parsed"
            yield Problem(check, what, advice)
            break


def check_chatty(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether reasoning before a response, and words around it, leave its score as it is."""
    found = references(benchmark)
    change = 'parse responses with helm_creativity.text, or say in baseline.py why it cannot: CHATTER = "..."'
    for what, form in list(AROUND.items())[: 1 if getattr(reference_module(benchmark), "CHATTER", "") else None]:
        texts = [replace(response, text=form.replace("{}", response.text)) for response in found.responses]
        scores = score(benchmark, found.scorer, found.with_responses(texts)).scores
        yield from _moved("chatty", what, found.trials, found.scores, scores, change)


def check_steady(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Whether the same responses get the same scores every time, in any order; good ones and those of other items."""
    found = references(benchmark)
    if len(found.trials) < 2:
        raise NotApplicable("there is only one response")
    change = "seed all random draws, keep no state between responses, and make no score depend on other samples"
    for trials in (found.trials, found.with_responses([*found.responses[1:], *found.responses[:1]])):
        first = score(benchmark, found.scorer, trials)
        second = score(benchmark, make_scorer(benchmark, pilot_settings(benchmark)), trials)
        backwards = score(benchmark, found.scorer, trials[::-1]).scores[::-1]
        problems = [
            *_moved("steady", "scored a second time", trials, first.scores, second.scores, change),
            *_moved("steady", "scored in reverse order", trials, first.scores, backwards, change),
        ]
        if names := [name for name in first.of_run if not _alike(first.of_run[name], second.of_run.get(name))]:
            what = f"score_run returns a different value of {', '.join(names)} the second time"
            problems.append(Problem("steady", what, "seed all random draws in score_run"))
        if problems:
            yield from problems
            return


def _moved(
    check: str,
    what: str,
    trials: Sequence[Trial],
    before: Sequence[SampleScore],
    after: Sequence[SampleScore],
    change: str,
) -> Iterator[Problem]:
    moved = [
        f"that to {_name(trial)} {_worth(new)}, before {_worth(old)}"
        for trial, old, new in zip(trials, before, after, strict=True)
        if not _alike(old.score, new.score) or old.failure_reason is not new.failure_reason
    ]
    if moved:
        yield Problem(
            check, f"{what}, {len(moved)} of {len(trials)} responses get a different score; {moved[0]}", change
        )


def check_submetrics(benchmark: Benchmark[Any]) -> Iterator[Problem]:
    """Submetrics that only the card has, or only the scorer."""
    from helm_creativity.benchmark.card import card_reasons
    from helm_creativity.results.run_stats import OWN_SCORE, run_stats

    require_coverage(benchmark)
    found, card = references(benchmark), benchmark.card
    others = [found.with_responses([Response(text, "stop")] * len(found.trials)) for text in ("", REFUSAL)]
    scores = [*found.scores, *(own for trials in others for own in score(benchmark, found.scorer, trials).scores)]
    for of, where, returned in (
        ("answer", "scores", {name for own in scores for name in own.submetrics}),
        ("run", "score_run", found.of_run.keys() - OWN_SCORE),
    ):
        declared = {submetric.name for submetric in card.submetrics if submetric.of == of}
        for name in sorted(declared - returned):
            what = f"card.yaml has a submetric {name} (of: {of}), which the scorer's {where} never have"
            yield Problem("submetrics", what, f"give {name} there, None where it is undefined, or take it off the card")
        for name in sorted(returned - declared):
            what = f"the scorer's {where} have {name}, which is no submetric (of: {of}) in card.yaml"
            yield Problem("submetrics", what, f"describe {name} under submetrics, or put it into the details of scores")
    values = [pair for own in found.scores for pair in {"score": own.score, **own.submetrics}.items()]
    if odd := sorted({name for name, value in values if value is not None and not math.isfinite(value)}):
        what = f"{', '.join(odd)} of some responses is no finite number, which HELM cannot keep"
        yield Problem("submetrics", what, "return None for an undefined number")
        return
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


def _name(trial: Trial) -> str:
    return f"{trial.item}, trial {trial.number + 1}" if trial.number else trial.item


def _worth(own: SampleScore) -> str:
    return f"is {own.failure_reason}" if own.score is None else f"scores {own.score:g}"


def _alike(left: float | None, right: float | None) -> bool:
    if left is None or right is None:
        return left is right
    return math.isclose(left, right, rel_tol=ALIKE, abs_tol=ALIKE)
