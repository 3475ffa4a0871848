"""How sure the scores of one column are: intervals, draws that ranks and composites share, and means over all items."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, ratio
from helm_creativity.psychometrics.uncertainty import (
    HALL,
    SHARE_UNITS,
    STUDENT,
    WILSON,
    MeanInterval,
    bootstrap_means,
    mean_interval,
)

LEVEL = 0.95
"""Of all intervals."""
ENOUGH_SCORED = 0.95
"""Share of the items asked from which a mean over those with a score is taken for the mean over all."""
FEW_ITEMS = 10
"""With fewer items than these, few different sets of items can be drawn."""
ALPHA = 0.05
CLOSE = 1e-6
"""Share by which a score may differ from the mean that it is."""
HOW = (
    "a model's estimated mean if every item had a score, by a two-way model of models and items; with scores on at "
    "least 95 % of the items, the mean over these"
)
ERRORS = "standard errors and Student's t"
NOTHING = "none, because these runs report no standard error"


@dataclass(frozen=True)
class TrialScores:
    """The scores of one column, response by response.

    Attributes:
        items: k ids.
        scores: shape (n, k, t): models by items by trials, in the benchmark's units; NaN where a model has no such
            response or it has no score. t is 1 where responses were kept as means over the trials of an item.
    """

    items: tuple[str, ...]
    scores: Numbers

    @cached_property
    def by_item(self) -> Numbers:
        """Shape (n, k): means over the trials that have a score, NaN where none has."""
        return ratio(np.nansum(self.scores, axis=2), np.isfinite(self.scores).sum(axis=2))

    def are_means(self, scores: Numbers) -> NDArray[np.bool_]:
        """Shape (2, n): which of n scores are means over these items, and which over all these responses."""
        kinds = self.by_item, self.scores.reshape(len(self.scores), -1)
        means = [ratio(np.nansum(kind, axis=1), np.isfinite(kind).sum(axis=1)) for kind in kinds]
        return np.asarray(np.abs(np.stack(means) - scores) <= CLOSE * np.maximum(1.0, np.abs(scores)))


class AllItems(NamedTuple):
    """A model's score over all items of a column, where it has a score on fewer than 95 % of them."""

    scored: float
    score: float | None
    error: float | None
    low: float
    high: float
    caution: str


def all_items(
    scores: Numbers,
    responses: TrialScores,
    asked: int | None,
    pool: NDArray[np.bool_],
    rng: np.random.Generator,
    lower_is_better: bool = False,
) -> tuple[dict[int, AllItems], Numbers]:
    """The scores over all items of models that lack some, and the values of which they are means.

    ``scores`` and ``pool`` have the shape (n,): NaN where a model has none, and whose scores say how hard an item is.
    Returned are cells by row, and scores by item, shape (n, k), as in ``AdjustedMeans.by_item``.
    """
    from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds, missing_tests

    by_item, means = responses.by_item, responses.are_means(scores).any(axis=0)
    counts, completed = np.isfinite(by_item).sum(axis=1), by_item.copy()
    share = counts / max(asked or by_item.shape[1], 1)
    rows = np.flatnonzero(means & (share < ENOUGH_SCORED)).tolist()
    if not rows:
        return {}, completed
    pooled = np.where((pool & means)[:, None], by_item, np.nan)
    adjusted, bounds = adjusted_means(pooled), mean_bounds(by_item)
    tests = missing_tests(pooled, rng, [row for row in rows if pool[row]])
    found = {}
    for row in rows:
        test, caution, score, error = tests[row], "", None, None
        if test is not None and test.adjusted_p < ALPHA:
            r = -test.r if lower_is_better else test.r
            kind = "hard" if r < 0 else "easy"
            caution = f"tends to lack scores on items that others find {kind}, r = {r:.2f}"
        if adjusted is not None and pool[row] and counts[row] < adjusted.items:
            score, error = float(adjusted.means[row]), float(adjusted.errors[row])
            completed[row] = adjusted.by_item[row]
        low, high = float(bounds.low[row]), float(bounds.high[row])
        found[row] = AllItems(float(share[row]), score, error, low, high, caution)
    return found, completed


@dataclass(frozen=True)
class ScoreDraws:
    """Intervals of the scores of one column, and draws of them.

    Attributes:
        values: shape (draws, n), in the column's own units; NaN where a model has no score, and the score itself where
            nothing is known of its error.
        how: in words, how intervals and draws were made.
        known: shape (n,), whether a model's draws say anything of its error.
        low: shape (n,), lower ends of the 95 % intervals, NaN where there is none.
        high: shape (n,), upper ends.
    """

    values: Numbers
    how: str
    known: NDArray[np.bool_]
    low: Numbers
    high: Numbers


def draw_scores(
    scores: Numbers,
    errors: Numbers,
    degrees: Numbers,
    responses: TrialScores | None,
    bounds: tuple[float, float],
    draws: int,
    rng: np.random.Generator,
) -> ScoreDraws:
    """Intervals and draws of one column.

    An interval is ``mean_interval`` of the responses, in clusters by item, where the score is the mean over them, or of
    the items' means where it is the mean over these, with two items or more. Elsewhere it is the score plus and minus
    its standard error times Student's t. An error of 0 is no error: nothing was seen to vary, and there is no interval.
    No interval reaches beyond the scores that are possible.

    Draws are for ranks and composites. Where all scores are means over ten items or more, these are drawn anew, the
    same for all models, and each draw's distance from the score is widened by √(k/(k-1)). Elsewhere a draw is the score
    plus its standard error times a quantile of the same distribution.
    ``scores``, ``errors`` and ``degrees`` have the shape (n,), NaN where a model has none.
    """
    has = np.isfinite(scores)
    known = has & (errors > 0)
    reach = _quantiles(degrees, (1 + LEVEL) / 2) * np.where(known, errors, np.nan)
    low, high = scores - reach, scores + reach
    least, most = bounds
    means = np.zeros((2, len(scores)), dtype=bool) if responses is None else responses.are_means(scores)
    over_items = {} if responses is None else _intervals(responses, means, most if least == 0 else np.inf)
    for row, found in over_items.items():
        low[row], high[row] = found.low, found.high
    low, high = np.maximum(low, least), np.minimum(high, most)
    methods = {found.method for found in over_items.values()}
    names = [f"{name} over items" for name in (STUDENT, HALL, WILSON) if name in methods]
    how = ", ".join(names + [ERRORS] * bool(np.isfinite(np.delete(low, list(over_items))).any())) or NOTHING
    if responses is not None and has.any() and means[0, has].all():
        by_item = np.where(has[:, None], responses.by_item, np.nan)
        counts = np.isfinite(by_item).sum(axis=1)
        if counts[has].min() >= FEW_ITEMS:
            # By itself the bootstrap over items has √((k-1)/k) of the spread of the standard error.
            widened = np.sqrt(counts / np.maximum(counts - 1, 1))
            drawn = scores + widened * (bootstrap_means(by_item, draws, rng) - scores)
            return ScoreDraws(np.asarray(drawn), f"{how}; ranks and composites: bootstrap over items", has, low, high)
    # Shuffled, quantiles in the middle of as many equal parts are draws.
    levels = ((np.arange(draws) + 0.5) / draws)[:, None]
    noise = _quantiles(degrees, levels) * np.where(known, errors, 0.0)
    return ScoreDraws(scores + rng.permuted(noise, axis=0), how, known, low, high)


def degrees_of_freedom(stats: Mapping[str, Numbers], n: int) -> Numbers:
    """One less than there are items, or than there are different responses to a single item; infinite where unknown."""
    unknown = np.full(n, np.inf)
    items, responses = (stats.get(name, unknown) for name in ("num_instances", "num_answers"))
    equal = np.nan_to_num(stats.get("equal_rate", np.zeros(n)))
    different = np.where(equal > 0, 1 + (1 - equal) * (np.where(equal > 0, responses, 1) - 1), responses)
    counts = np.where(items > 1, items, different)
    return np.asarray(np.where(np.isfinite(counts), np.maximum(counts - 1, 1), np.inf))


def _intervals(responses: TrialScores, means: NDArray[np.bool_], greatest: float) -> dict[int, MeanInterval]:
    unit, found = _share_unit(responses.scores, greatest), {}
    for row in np.flatnonzero(means.any(axis=0)).tolist():
        items, trials = np.nonzero(np.isfinite(responses.scores[row]))
        if len(set(items.tolist())) > 1:
            values, own_unit = responses.scores[row, items, trials], unit
            if not means[1, row]:
                items = np.unique(items)
                values, own_unit = responses.by_item[row, items], None
            if (interval := mean_interval(values, items, LEVEL, unit=own_unit)) is not None:
                found[row] = interval
    return found


def _share_unit(scores: Numbers, greatest: float) -> float | None:
    """None where not all scores are shares. Where all are 0, the greatest: nothing varies more than no and yes."""
    known = scores[np.isfinite(scores)]
    most = float(known.max(initial=0.0))
    if not known.any():
        return greatest if np.isfinite(greatest) else None
    return most if most in SHARE_UNITS and np.isin(known, (0.0, most)).all() else None


def _quantiles(degrees: Numbers, levels: ArrayLike) -> Numbers:
    from scipy.special import ndtri, stdtrit

    finite = np.where(np.isfinite(degrees), degrees, 1.0)
    return np.asarray(np.where(np.isfinite(degrees), stdtrit(finite, levels), ndtri(levels)))
