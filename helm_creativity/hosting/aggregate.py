"""From the outcomes of single answers to the stats of a run."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence

from helm_creativity.hosting.metadata import rate_name
from helm_creativity.psychometrics import standard_error
from helm_creativity.responses import Unscored
from helm_creativity.rooms import Outcome

# What a benchmark whose score is no mean over answers says itself.
OWN_SCORE = frozenset({"score", "score_se", "score_failures_as_zero"})


def finite(name: str, value: float | None) -> float | None:
    """``value`` as a plain float.

    HELM drops a whole aggregate for one NaN, crashes ``helm-summarize`` on an infinity and fails on ``numpy.float32``
    when it writes the file, after the run. A scorer that produces one of them has a fault, which is told here by name.

    Raises:
        ValueError: for NaN or an infinity.
    """
    if value is None:
        return None
    number = float(value)
    if not math.isfinite(number):
        raise ValueError(f"stat {name!r} must be a finite number or None, got {number}")
    return number


def mean(values: Sequence[float]) -> float | None:
    """Arithmetic mean, None for no values."""
    return math.fsum(values) / len(values) if values else None


def facet_names(outcomes: Sequence[Outcome]) -> list[str]:
    """All facets that occur, in the order of their first occurrence."""
    return list(dict.fromkeys(name for outcome in outcomes for name in outcome.facets))


def answer_stats(outcomes: Sequence[Outcome]) -> dict[str, float | None]:
    """Stats of one item: means over its answers, without rates and errors, which HELM's pages show for the run."""
    scores = [outcome.score for outcome in outcomes if outcome.score is not None]
    stats: dict[str, float | None] = {"score": mean(scores), "valid_rate": len(scores) / len(outcomes)}
    for name in facet_names(outcomes):
        stats[name] = mean([value for outcome in outcomes if (value := outcome.facets.get(name)) is not None])
    return {name: finite(name, value) for name, value in stats.items()}


def item_stats(answered: Sequence[tuple[int, Outcome]]) -> list[dict[str, float | None]]:
    """Stats of one item and, where it was answered more than once, of each of its n answers.

    HELM numbers the entries of an item by ``train_trial_index``. Its pages look up the one that all our requests have,
    0, and pass over the others, so the means stand first and the answers behind them, from 1 to n.

    Args:
        answered: n pairs of trial and outcome, in any order.

    Returns:
        The means over the answers and, for n > 1, the answers' own in the order of their trials. An answer without a
        score has a ``valid_rate`` of 0 and no ``score``.
    """
    outcomes = [outcome for _, outcome in sorted(answered, key=lambda pair: pair[0])]
    single = [answer_stats([outcome]) for outcome in outcomes] if len(outcomes) > 1 else []
    return [answer_stats(outcomes), *single]


def run_stats(
    outcomes: Sequence[Outcome],
    items: Sequence[str],
    of_run: Mapping[str, float | None] | None = None,
    reasons: Iterable[Unscored] = tuple(Unscored),
) -> dict[str, float | None]:
    """Stats of a run of n answers.

    Args:
        outcomes: n outcomes.
        items: n ids: the item that each answer belongs to.
        of_run: stats of the run as a whole; those of ``OWN_SCORE`` take the place of the means over answers.
        reasons: why an answer of this benchmark may have no score.

    Returns:
        ``score`` and its standard error over the scored answers; ``score_failures_as_zero`` over all but the unjudged,
        whose failure is the judges'; one rate for each reason, 0 included, so that tables of several models line up;
        every facet's mean, with ``<facet>_se``; then those of the run as a whole.

    Raises:
        ValueError: for a number that is none, or two stats of one name.
    """
    scored = [(outcome.score, item) for outcome, item in zip(outcomes, items, strict=True) if outcome.score is not None]
    scores = [score for score, _ in scored]
    n = len(outcomes)
    judged = sum(outcome.unscored is not Unscored.UNJUDGED for outcome in outcomes)
    stats: dict[str, float | None] = {
        "score": mean(scores),
        "score_se": standard_error(scores, [item for _, item in scored]),
        "score_failures_as_zero": math.fsum(scores) / judged if judged else None,
        "valid_rate": len(scores) / n if n else None,
        "num_instances": float(len(set(items))),
        "num_answers": float(n),
    }
    for reason in reasons:
        stats[rate_name(reason)] = sum(outcome.unscored is reason for outcome in outcomes) / n if n else None
    for name in facet_names(outcomes):
        known = [
            (value, item)
            for outcome, item in zip(outcomes, items, strict=True)
            if (value := outcome.facets.get(name)) is not None
        ]
        values = [value for value, _ in known]
        stats[name] = mean(values)
        stats[f"{name}_se"] = standard_error(values, [item for _, item in known])
    if twice := sorted((stats.keys() - OWN_SCORE) & (of_run or {}).keys()):
        raise ValueError(f"a stat of the run has the name of another stat: {', '.join(twice)}")
    stats.update(of_run or {})
    return {name: finite(name, value) for name, value in stats.items()}
