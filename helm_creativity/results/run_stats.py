"""From the outcomes of single responses to the stats of a run."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Hashable, Iterable, Mapping, Sequence
from typing import NamedTuple

from helm_creativity.benchmark.card import ADDRESSES_JUDGE, SHARED
from helm_creativity.benchmark.types import FailureReason, SampleScore, rate_name
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
    number = None if value is None else float(value)
    if number is not None and not math.isfinite(number):
        raise ValueError(f"stat {name!r} must be a finite number or None, got {number}")
    return number


def _known_values(sample_scores: Sequence[SampleScore]) -> dict[str, dict[int, float]]:
    """Score and submetrics, each with the values that it has by place of the response."""
    found: defaultdict[str, dict[int, float]] = defaultdict(dict, score={})
    for place, sample_score in enumerate(sample_scores):
        for name, value in (("score", sample_score.score), *sample_score.submetrics.items()):
            values = found[name]
            if value is not None:
                values[place] = value
    return found


def answer_stats(sample_scores: Sequence[SampleScore]) -> dict[str, float | None]:
    """Stats of one item: means over its responses, without rates and errors, which HELM's pages show for the run."""
    if len(sample_scores) == 1:
        (only,) = sample_scores
        values = {name: finite(name, value) for name, value in (("score", only.score), *only.submetrics.items())}
        return {**values, "valid_rate": float(only.score is not None)}
    known = _known_values(sample_scores)
    means = {name: finite(name, mean_or_none(list(values.values()))) for name, values in known.items()}
    return {**means, "valid_rate": len(known["score"]) / len(sample_scores)}


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
    n, failed = len(sample_scores), Counter(sample_score.failure_reason for sample_score in sample_scores)
    known, judged = _known_values(sample_scores), n - failed[FailureReason.UNJUDGED]
    scored = known["score"]
    stats: dict[str, float | None] = {
        "score_failures_as_zero": math.fsum(scored.values()) / judged if judged else None,
        "valid_rate": len(scored) / n if n else None,
        "num_instances": float(len(set(items))),
        "num_answers": float(n),
        **{rate_name(reason): failed[reason] / n if n else None for reason in reasons},
    }
    if observed is not None and observed.equal_rate is not None:
        stats["equal_rate"] = observed.equal_rate
    if observed is not None and any(observed.shared[place] for place in scored):
        stats[SHARED] = sum(observed.shared[place] for place in scored) / len(scored)
    if addressing is not None:
        stats[ADDRESSES_JUDGE] = sum(addressing) / n if n else None
    for name, values in known.items():
        stats[name] = mean_or_none(list(values.values()))
        stats[f"{name}_se"] = _error(values, items, observed)
    if twice := sorted((stats.keys() - OWN_SCORE) & (score_run or {}).keys()):
        raise ValueError(f"two stats of the run have the same name: {', '.join(twice)}")
    return {name: finite(name, value) for name, value in (stats | dict(score_run or {})).items()}


def _error(known: Mapping[int, float], items: Sequence[str], observed: Observations | None) -> float | None:
    """Standard error of the mean of the values of some responses, by place; None where they are one observation."""
    clusters: list[Hashable] = [items[place] for place in known]
    if observed is not None and len(set(clusters)) == 1:
        clusters = [observed.keys[place] for place in known]
        mostly_copies = observed.equal_rate is not None and observed.equal_rate >= MOST_EQUAL
        if mostly_copies or len(set(clusters)) == 1:
            return None
    return standard_error(list(known.values()), clusters)
