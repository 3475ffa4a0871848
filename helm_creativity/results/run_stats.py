"""From the outcomes of single responses to the stats of a run."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from helm_creativity.core.common_stats import ADDRESSES_JUDGE, SHARED
from helm_creativity.core.types import FailureReason, SampleScore, rate_name
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.psychometrics.composites import MOST_EQUAL
from helm_creativity.psychometrics.uncertainty import standard_error

# What a benchmark whose score is no mean over responses says itself.
OWN_SCORE = frozenset({"score", "score_se", "score_failures_as_zero"})


class Observations(NamedTuple):
    """What the n responses of a run are worth as observations."""

    keys: tuple[Hashable, ...]
    equal_rate: float | None
    shared: tuple[bool, ...]


def finite(name: str, value: float | None) -> float | None:
    """``value`` as a plain float.

    HELM drops a whole aggregate for one NaN, crashes ``helm-summarize`` on an infinity and fails on ``numpy.float32``
    when it writes the file, after the run. A scorer that produces one of them has a fault, which is named here.
    """
    if value is None:
        return None
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"stat {name!r} must be a finite number or None, got {number}")
    return number


def submetric_names(sample_scores: Sequence[SampleScore]) -> list[str]:
    """All submetrics that occur, in the order of their first occurrence."""
    return list(dict.fromkeys(name for sample_score in sample_scores for name in sample_score.submetrics))


def answer_stats(sample_scores: Sequence[SampleScore]) -> dict[str, float | None]:
    """Stats of one item: means over its responses, without rates and errors, which HELM's pages show for the run."""
    scores = [sample_score.score for sample_score in sample_scores if sample_score.score is not None]
    stats: dict[str, float | None] = {"score": mean_or_none(scores), "valid_rate": len(scores) / len(sample_scores)}
    for name in submetric_names(sample_scores):
        stats[name] = mean_or_none(
            [value for sample_score in sample_scores if (value := sample_score.submetrics.get(name)) is not None]
        )
    return {name: finite(name, value) for name, value in stats.items()}


def item_stats(answered: Sequence[tuple[int, SampleScore]]) -> list[dict[str, float | None]]:
    """Stats of one item and, where it was answered more than once, of each of its n responses.

    HELM numbers the entries of an item by ``train_trial_index``. Its pages look up the one that all our requests have,
    0, and pass over the others, so the means stand first and the responses behind them, from 1 to n.
    """
    sample_scores = [sample_score for _, sample_score in sorted(answered, key=lambda pair: pair[0])]
    single = [answer_stats([sample_score]) for sample_score in sample_scores] if len(sample_scores) > 1 else []
    return [answer_stats(sample_scores), *single]


def run_stats(
    sample_scores: Sequence[SampleScore],
    items: Sequence[str],
    score_run: Mapping[str, float | None] | None = None,
    reasons: Iterable[FailureReason] = tuple(FailureReason),
    observed: Observations | None = None,
    addressing: Sequence[bool] | None = None,
) -> dict[str, float | None]:
    """Stats of a run of n responses."""
    scored = {place: score.score for place, score in enumerate(sample_scores) if score.score is not None}
    scores = list(scored.values())
    n = len(sample_scores)
    judged = sum(sample_score.failure_reason is not FailureReason.UNJUDGED for sample_score in sample_scores)
    stats: dict[str, float | None] = {
        "score": mean_or_none(scores),
        "score_se": _error(scored, items, observed),
        "score_failures_as_zero": math.fsum(scores) / judged if judged else None,
        "valid_rate": len(scores) / n if n else None,
        "num_instances": float(len(set(items))),
        "num_answers": float(n),
    }
    if observed is not None and observed.equal_rate is not None:
        stats["equal_rate"] = observed.equal_rate
    if observed is not None and any(observed.shared[place] for place in scored):
        stats[SHARED] = sum(observed.shared[place] for place in scored) / len(scores)
    for reason in reasons:
        stats[rate_name(reason)] = (
            sum(sample_score.failure_reason is reason for sample_score in sample_scores) / n if n else None
        )
    if addressing is not None:
        stats[ADDRESSES_JUDGE] = sum(addressing) / n if n else None
    for name in submetric_names(sample_scores):
        known = {
            place: value
            for place, sample_score in enumerate(sample_scores)
            if (value := sample_score.submetrics.get(name)) is not None
        }
        stats[name] = mean_or_none(list(known.values()))
        stats[f"{name}_se"] = _error(known, items, observed)
    if twice := sorted((stats.keys() - OWN_SCORE) & (score_run or {}).keys()):
        raise ValueError(f"two stats of the run have the same name: {', '.join(twice)}")
    stats.update(score_run or {})
    return {name: finite(name, value) for name, value in stats.items()}


def _error(known: Mapping[int, float], items: Sequence[str], observed: Observations | None) -> float | None:
    """Standard error of the mean of the values of some responses, by place; None where they are one observation."""
    values, clusters = list(known.values()), [items[place] for place in known]
    if observed is not None and len(set(clusters)) == 1:
        mostly_copies = observed.equal_rate is not None and observed.equal_rate >= MOST_EQUAL
        keys = {observed.keys[place] for place in known}
        if mostly_copies or len(keys) == 1:
            return None
        return standard_error(values, [observed.keys[place] for place in known])
    return standard_error(values, clusters)
