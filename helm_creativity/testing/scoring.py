"""Checks: a perfect response reaches the ceiling, what is no response has no score, the rest is as the card says.

The reference responses are what is scored: as they are, without their text, refused, truncated, with other words around
them, again. A ``CEILING`` is believed if no baseline scores more, if something scores less, and if it is near what the
reference responses have: no card says how high a score can be, and many have no end that is known.
"""

from __future__ import annotations

import math
import re
import reprlib
from collections.abc import Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Any

from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.core.benchmark import Benchmark, asked_rubrics
from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import FollowUp, Trial
from helm_creativity.core.item_responses import trial_fields
from helm_creativity.core.protocols import Scorer
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import FailureReason, Response, Sample, SampleScore
from helm_creativity.core.usual import REFUSAL
from helm_creativity.judges.drivers import AskingDriver, replayed
from helm_creativity.judges.reference import StipulatedJudges
from helm_creativity.judges.scoring import ScoredRun, WrongCount, score_found, score_run
from helm_creativity.testing.baselines import PASSED, BaselineRun, annotated, broke_off, is_no_follow_up, respond
from helm_creativity.testing.loading import KEPT, fix_reference, load_items, pilot_settings, reference_module
from helm_creativity.testing.problem import Broken, Finding, NotApplicable, Problem, Remark, describe, place_in
from helm_creativity.text.response import to_prompts

MOST = 1500
"""Reference responses that are scored; of larger benchmarks the first ones."""

THOUGHTS = "<think>The task is clear. I could say many things; let me choose with care.</think>\n\n"
BEFORE = "Sure! Here is my answer:\n\n"
BEHIND = "\n\nLet me know if you would like more."

PARSING = "derive the scorer from ResponseScorer, or call parsing.response.unanswered before anything is parsed"
READ_BY_YAML = frozenset({"bool", "int", "float", "date", "datetime", "NoneType", "list", "dict"})
"""Types of which YAML makes what stands without quotes."""
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
    """The reference responses to what the pilot asks, and their scores.

    Attributes:
        labels: ``rat007`` or ``rat007, trial 2``.
        trials: with all that a run knows of their items.
        scores: what they are worth.
        of_run: stats of the run as a whole.
        scorer: which scored them.
        ceiling: what each of them reaches, as ``baseline.py`` has it.
        left_out: responses that were not scored.
    """

    labels: list[str]
    trials: list[Trial]
    scores: list[SampleScore]
    of_run: Mapping[str, float | None]
    scorer: Scorer
    ceiling: float
    left_out: int

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

    def around(self, before: str, behind: str) -> list[Trial]:
        """The same responses, with other words around them."""
        return self.with_responses(
            replace(response, text=f"{before}{response.text}{behind}") for response in self.responses
        )


@lru_cache(maxsize=KEPT)
def references(benchmark: Benchmark[Any]) -> References:
    """See ``References``.

    Raises:
        Broken: when a reference response cannot be made or scored.
    """
    settings = pilot_settings(benchmark)
    items, trials = load_items(benchmark, settings), max(settings.trials, 1)
    pairs = [(item, trial) for item in items for trial in range(trials)][:MOST]
    made = [
        Trial(_reference(benchmark, item.id, trial_fields(item, trial)), item.prompt.text, item.id, trial)
        for item, trial in pairs
    ]
    ceiling = getattr(reference_module(benchmark), "CEILING", None)
    if isinstance(ceiling, bool) or not isinstance(ceiling, (int, float)) or not math.isfinite(ceiling):
        raise _reference_problem(
            benchmark, f"CEILING must be a number that each reference response reaches, got {ceiling!r}"
        )
    scorer = make_scorer(benchmark, settings)
    run = score(benchmark, scorer, made)
    return References(
        labels=[f"{item.id}, trial {trial + 1}" if trial else item.id for item, trial in pairs],
        trials=made,
        scores=list(run.scores),
        of_run=run.of_run,
        scorer=scorer,
        ceiling=float(ceiling),
        left_out=len(items) * trials - len(pairs),
    )


def _reference(benchmark: Benchmark[Any], item: str, fields: Mapping[str, Any]) -> Sample:
    try:
        sample = reference_module(benchmark).reference_response(fields)
    except Broken:
        raise
    except Exception as error:
        raise _misread(benchmark, error) or _reference_problem(
            benchmark,
            f"reference_response(fields) raises {describe(error)} for the item {item}, with the fields "
            f"{sorted(fields)}",
        ) from error
    if not isinstance(sample, Sample) or sample.response is None:
        raise _reference_problem(
            benchmark, f"reference_response(fields) must return a Sample with a Response, got {reprlib.repr(sample)}"
        )
    return Sample(sample.response, {**fields, **sample.fields})


def _misread(benchmark: Benchmark[Any], error: Exception) -> Broken | None:
    """The field of an item of which an error says that its type is wrong: YAML takes some texts for others.

    What is no truth value is looked at where the field is a text in other items.
    """
    if not isinstance(error, (TypeError, AttributeError)):
        return None
    types = set(re.findall(r"\w+", str(error))) & READ_BY_YAML
    items = load_items(benchmark, pilot_settings(benchmark))
    texts = {name for item in items for name, value in item.fields.items() if isinstance(value, str)}
    for item in items:
        for name, value in item.fields.items():
            kind = type(value).__name__
            if kind in types and (name in texts or kind == "bool"):
                got = "nothing" if value is None else f"{value} ({kind})"
                what = f"the field {name} of the item {item.id} is read as {got}, and raises {describe(error)}"
                change = "YAML reads yes, no, null, numbers, dates and brackets as something else"
                return Broken("items", what, f"put it in quotes if it is a text: {change}")
    return None


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

    Args:
        benchmark: whose responses they are.
        scorer: of these settings.
        trials: without annotations.
        settings: those of the pilot if left out.

    Raises:
        Broken: when the scorer fails, or gives too few or too many.
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
        raise _misread(benchmark, error) or Broken("reference", what, change) from error
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
            raise _reference_problem(
                self.benchmark, "the model is asked again, but there is no reference_turn(prompt) -> str"
            )
        return FollowUp(Response(turn(prompt), "stop"))

    def go_on(self, response: str, prompt: str) -> FollowUp:
        """The same, for a further turn."""
        return self.ask(prompt)

    def ask_again(self, number: int) -> FollowUp:
        """The same, for the first prompt."""
        return self.ask("")


def check_reference(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether each reference response reaches the ceiling, and whether that is one."""
    found = references(benchmark)
    n, pairs = len(found.trials), list(zip(found.labels, found.scores, strict=True))
    if found.left_out:
        yield Remark(f"the last {found.left_out:,} of {found.left_out + n:,} reference responses were left out")
    if unscored := [pair for pair in pairs if pair[1].failure_reason]:
        label, sample_score = unscored[0]
        yield Problem(
            "reference",
            f"{len(unscored)} of {n} reference responses have no score; that to {label} {_worth(sample_score)}",
            f"{fix_reference(benchmark)} if its response is not perfect, otherwise fix what parses it",
        )
    yield from _infinite(pairs)
    low = [
        (sample_score.score, label)
        for label, sample_score in pairs
        if sample_score.score is not None
        and sample_score.score < found.ceiling
        and not _alike(sample_score.score, found.ceiling)
    ]
    if low:
        least, label = min(low)
        yield Problem(
            "reference",
            f"{len(low)} of {n} reference responses score below CEILING = {found.ceiling:g}; that to {label} scores "
            f"{least:g}",
            f"{fix_reference(benchmark)} if its response or CEILING is wrong; fix the item if nothing reaches the "
            "ceiling, otherwise the scorer",
        )
    yield from _ceiling(benchmark, found)


def _infinite(pairs: Iterable[tuple[str, SampleScore]]) -> Iterator[Finding]:
    for label, sample_score in pairs:
        for name, value in {"score": sample_score.score, **sample_score.submetrics}.items():
            if value is not None and not math.isfinite(value):
                what = f"{name} of the response to {label} is {value}, which HELM cannot keep"
                yield Problem("reference", what, "return None for an undefined number")
                return


def _ceiling(benchmark: Benchmark[Any], found: References) -> Iterator[Finding]:
    best: dict[str, float] = {}
    for trial, sample_score in zip(found.trials, found.scores, strict=True):
        item = trial.item
        if sample_score.score is not None:
            best[item] = max(sample_score.score, best.get(item, sample_score.score))
    others: list[float] = []
    try:
        for baseline in CHOOSERS:
            run = respond(benchmark, pilot_settings(benchmark), baseline)
            scores = [
                score.score
                for score in score_annotated(benchmark, found.scorer, run.trials, pilot_settings(benchmark)).scores
            ]
            others += [score for score in scores if score is not None]
            yield from _baselines_above_reference(baseline, run, scores, best)
    except Broken as broken:
        if broken.problem.check != "baselines":
            raise
        yield Remark(f"CEILING was not compared with the baselines, which have problems: {broken}")
        return
    if best:
        yield from _wrong_ceiling(
            benchmark, found, min(score.score for score in found.scores if score.score is not None), others
        )


def _baselines_above_reference(
    baseline: str, run: BaselineRun, scores: Sequence[float | None], best: Mapping[str, float]
) -> Iterator[Finding]:
    pairs = [(trial.item, score) for trial, score in zip(run.trials, scores, strict=True) if score is not None]
    higher = [(item, value) for item, value in pairs if item in best and value > best[item] + NEAR * abs(best[item])]
    if higher:
        item, value = max(higher, key=lambda pair: pair[1] - best[pair[0]])
        yield Problem(
            "reference",
            f"{len(higher)} of {len(scores)} responses of the {baseline} baseline score more than the reference "
            f"responses; that to {item} scores {value:g}, the reference response {best[item]:g}",
            "let reference_response(fields) respond as well and raise CEILING, or fix the scorer if such a response "
            "is worth less",
        )


def _wrong_ceiling(
    benchmark: Benchmark[Any], found: References, least: float, others: Sequence[float]
) -> Iterator[Finding]:
    ceiling = found.ceiling
    swapped = [] if any(other < ceiling for other in others) else _swapped_scores(benchmark, found)
    lowest = min([*others, *swapped], default=None)
    if lowest is None:
        yield Remark("only the reference responses have a score, so nothing was compared with CEILING")
    elif lowest >= ceiling:
        yield Problem(
            "reference",
            f"nothing that was tried scores below CEILING = {ceiling:g}: neither responses of the baselines nor "
            "reference responses to other items",
            "let reference_response(fields) give responses at the upper end of the score, and CEILING be what the "
            "least of them scores",
        )
    elif ceiling < least - SLACK * (least - lowest):
        yield Problem(
            "reference",
            f"CEILING = {ceiling:g} is far below every reference response, of which the least scores {least:g}; the "
            f"lowest response of a baseline scores {lowest:g}",
            f"write CEILING = {least:g}, or a little less: what every reference response reaches, and no other easily",
        )


def _swapped_scores(benchmark: Benchmark[Any], found: References) -> list[float]:
    turned = _turned(found)
    scores = score(benchmark, found.scorer, turned).scores if turned else ()
    return [score.score for score in scores if score.score is not None]


def _turned(found: References) -> list[Trial]:
    """Reference responses, each to the item before its own; none where all of them are equal."""
    turned = [*found.responses[1:], *found.responses[:1]]
    return [] if turned == found.responses else found.with_responses(turned)


def check_empty(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether a response without text has no score, as empty."""
    trials = _empty(references(benchmark))
    return _without_score("empty", benchmark, trials, FailureReason.EMPTY, "a response without text")


def check_refused(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether a refusal has no score, as refused."""
    trials = _refused(references(benchmark))
    return _without_score("refused", benchmark, trials, FailureReason.REFUSED, "a refusal")


def check_truncated(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether a response truncated at the token limit has no score, whatever arrived of it."""
    if why := str(getattr(reference_module(benchmark), "TRUNCATED", "")).strip():
        raise NotApplicable(why)
    found = references(benchmark)
    trials = found.with_responses(replace(response, finish_reason="length") for response in found.responses)
    what = "a reference response truncated at the token limit"
    return _without_score("truncated", benchmark, trials, FailureReason.TRUNCATED, what)


def check_prompt_truncated(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether a response to a prompt that HELM cut has no score, whatever it is."""
    found = references(benchmark)
    trials = found.with_responses(replace(response, prompt_truncated=True) for response in found.responses)
    what = "a reference response to a prompt that was cut"
    return _without_score("prompt_truncated", benchmark, trials, FailureReason.PROMPT_TRUNCATED, what)


def _empty(found: References) -> list[Trial]:
    return found.with_responses(Response("", "stop") for _ in found.trials)


def _refused(found: References) -> list[Trial]:
    return found.with_responses(Response(REFUSAL, "stop") for _ in found.trials)


def _without_score(
    check: str, benchmark: Benchmark[Any], trials: Sequence[Trial], reason: FailureReason, what: str
) -> Iterator[Finding]:
    found = references(benchmark)
    scores = score(benchmark, found.scorer, trials).scores
    wrong = [pair for pair in zip(found.labels, scores, strict=True) if pair[1].failure_reason is not reason]
    if wrong:
        label, sample_score = wrong[0]
        yield Problem(check, f"{what}, to {label}, {_worth(sample_score)}; expected no score, as {reason}", PARSING)


def check_chatty(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether reasoning before a response, and words around it, leave its score as it is."""
    found = references(benchmark)
    around = {"reasoning before it": (THOUGHTS, "")}
    if why := str(getattr(reference_module(benchmark), "CHATTER", "")).strip():
        yield Remark(f"words around a response count, reasoning aside: {why}")
    else:
        around |= {f"{BEFORE!r} before it": (BEFORE, ""), f"{BEHIND!r} behind it": ("", BEHIND)}
    for what, (before, behind) in around.items():
        if moved := _moved(found, score(benchmark, found.scorer, found.around(before, behind)).scores):
            yield Problem(
                "chatty",
                f"with {what}, {len(moved)} of {len(found.trials)} responses get a different score; {moved[0]}",
                "parse responses with helm_creativity.text, which knows such words; if they cannot be separated "
                'from the response, say why in baseline.py: CHATTER = "..."',
            )


def check_steady(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Whether the same responses get the same scores every time, in any order; good ones and those of other items."""
    found = references(benchmark)
    if len(found.trials) < 2:
        raise NotApplicable("there is only one response")
    problems = list(_unsteady(benchmark, found, "responses"))
    if not problems and (turned := _turned(found)):
        run = score(benchmark, found.scorer, turned)
        others = replace(found, trials=turned, scores=list(run.scores), of_run=run.of_run)
        problems = list(_unsteady(benchmark, others, "reference responses to other items"))
    yield from problems


def _unsteady(benchmark: Benchmark[Any], found: References, which: str) -> Iterator[Problem]:
    second = score(benchmark, make_scorer(benchmark, pilot_settings(benchmark)), found.trials)
    backwards = score(benchmark, found.scorer, found.trials[::-1])
    tried = {"scored a second time": second.scores, "scored in reverse order": backwards.scores[::-1]}
    for what, scores in tried.items():
        if moved := _moved(found, scores):
            yield Problem(
                "steady",
                f"{what}, {len(moved)} of {len(found.trials)} {which} get a different score; {moved[0]}",
                "seed all random draws, keep no state between responses, and make no score depend on other samples",
            )
    if names := ", ".join(name for name in found.of_run if not _alike(found.of_run[name], second.of_run.get(name))):
        what = f"score_run returns a different value of {names} the second time"
        yield Problem("steady", what, "seed all random draws in score_run")


def check_submetrics(benchmark: Benchmark[Any]) -> Iterator[Finding]:
    """Submetrics that only the card has, or only the scorer."""
    require_coverage(benchmark)
    found, card = references(benchmark), benchmark.card
    scores = [
        *found.scores,
        *score(benchmark, found.scorer, _empty(found)).scores,
        *score(benchmark, found.scorer, _refused(found)).scores,
    ]
    names = [submetric.name for submetric in card.submetrics if submetric.of == "answer"]
    if never := [name for name in names if all(score.submetrics.get(name, 0) is None for score in found.scores)]:
        yield Remark(f"no reference response has a number for {', '.join(never)}")
    from helm_creativity.core.common_stats import card_reasons
    from helm_creativity.results.run_stats import OWN_SCORE, run_stats

    yield from _one_sided(card, "answer", "scores", {name for score in scores for name in score.submetrics})
    yield from _one_sided(card, "run", "score_run", found.of_run.keys() - OWN_SCORE)
    try:
        run_stats(found.scores, [trial.item for trial in found.trials], found.of_run, card_reasons(card))
    except ValueError as error:
        what = f"the stats of the run cannot be made: {error}"
        yield Problem("submetrics", what, "rename the submetric, or give None for no number")


def require_coverage(benchmark: Benchmark[Any]) -> None:
    """Whether the card of a benchmark that asks judges has the submetric that says so.

    Raises:
        Broken: where it has not.
    """
    settings = pilot_settings(benchmark)
    if settings.judged and asked_rubrics(benchmark, settings) and not benchmark.card.judged:
        raise Broken(
            "submetrics",
            "judges are asked, and card.yaml has no submetric judge_coverage, so that runs have no stats of judges",
            "write judge_coverage under submetrics, and judge_calls, judge_failures, judge_asked_again, judge_tokens "
            "and judges_left_out",
        )


def _one_sided(card: Card, of: str, where: str, given: Set[str]) -> Iterator[Finding]:
    keys = "name, title, short_title, description"
    whole, keys, otherwise, verb = {
        "answer": ("a response", keys, ", or put it into the details", "have"),
        "run": ("the run", f"{keys}, of: run", "", "has"),
    }[of]
    declared = {submetric.name for submetric in card.submetrics if submetric.of == of}
    for name in sorted(declared - given):
        yield Problem(
            "submetrics",
            f"card.yaml has a submetric {name} of {whole}, which the scorer's {where} never {verb}",
            f"give {name} there, None where it is undefined, or take it off the card",
        )
    for name in sorted(given - declared):
        yield Problem(
            "submetrics",
            f"the scorer's {where} {verb} {name}, which is no submetric of {whole} in card.yaml",
            f"describe {name} under submetrics ({keys}){otherwise}",
        )


def _moved(found: References, scores: Sequence[SampleScore]) -> list[str]:
    return [
        f"that to {label} {_worth(score)}, before {_worth(before)}"
        for label, before, score in zip(found.labels, found.scores, scores, strict=True)
        if not _alike(before.score, score.score) or before.failure_reason is not score.failure_reason
    ]


def _worth(sample_score: SampleScore) -> str:
    return f"is {sample_score.failure_reason}" if sample_score.score is None else f"scores {sample_score.score:g}"


def _alike(left: float | None, other: float | None) -> bool:
    if left is None or other is None:
        return left is other
    return math.isclose(left, other, rel_tol=ALIKE, abs_tol=ALIKE)
