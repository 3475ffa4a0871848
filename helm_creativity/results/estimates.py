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
CASES = "the mean with the lowest, or the highest, score of any model on any item in place of each missing score"
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


class AllItems(NamedTuple):
    """A model's score over all items of a column, where it has a score on fewer than 95 % of them."""

    scored: float
    score: float | None
    error: float | None
    low: float
    high: float
    caution: str


class ItemTable(NamedTuple):
    """Scores of one column by item.

    Attributes:
        scores: shape (n,), the scores of models; NaN where one has none.
        responses: what they are of.
        asked: how many items were asked, None where unknown.
        pool: shape (n,), whose scores say how hard an item is.
        lower_is_better: the direction.
    """

    scores: Numbers
    responses: TrialScores
    asked: int | None
    pool: NDArray[np.bool_]
    lower_is_better: bool = False

    @property
    def share(self) -> Numbers:
        """Shape (n,): on which share of the items asked a model has a score."""
        by_item = self.responses.by_item
        return np.asarray(np.isfinite(by_item).sum(axis=1) / max(self.asked or by_item.shape[1], 1))

    @property
    def are_means(self) -> NDArray[np.bool_]:
        """Shape (n,): whose score is the mean over its items, or over its responses."""
        every, by_item = self.responses.scores, self.responses.by_item
        counts = np.isfinite(by_item).sum(axis=1)
        of_items = np.nansum(by_item, axis=1) / np.maximum(counts, 1)
        of_responses = np.nansum(every, axis=(1, 2)) / np.maximum(np.isfinite(every).sum(axis=(1, 2)), 1)
        near = are_close(self.scores, of_items) | are_close(self.scores, of_responses)
        return np.asarray((counts > 0) & np.isfinite(self.scores) & near)


def all_items(table: ItemTable, rng: np.random.Generator) -> tuple[dict[int, AllItems], Numbers]:
    """The scores over all items of models that lack some, and the values of which they are means.

    Args:
        table: one column.
        rng: source of the permutations by which it is tested whether hard items are missing.

    Returns:
        By row; and shape (n, k), scores by item with the rows of adjusted scores replaced as in
        ``AdjustedMeans.by_item``.
    """
    from helm_creativity.psychometrics.missing_scores import adjusted_means, mean_bounds, missing_tests

    by_item, means, share = table.responses.by_item, table.are_means, table.share
    completed = by_item.copy()
    rows = np.flatnonzero(means & (share < ENOUGH_SCORED)).tolist()
    if not rows:
        return {}, completed
    pooled = np.where((table.pool & means)[:, None], by_item, np.nan)
    adjusted, bounds = adjusted_means(pooled), mean_bounds(by_item)
    tests = missing_tests(pooled, rng, [row for row in rows if table.pool[row]])
    found = {}
    for row in rows:
        test, counts = tests[row], int(np.isfinite(by_item[row]).sum())
        predicted = adjusted if adjusted and bool(table.pool[row]) and counts < adjusted.items else None
        r = 0.0 if test is None else -test.r if table.lower_is_better else test.r
        kind = "hard" if r < 0 else "easy"
        warned = test is not None and test.adjusted_p < ALPHA
        found[row] = AllItems(
            scored=float(share[row]),
            score=float(predicted.means[row]) if predicted else None,
            error=float(predicted.errors[row]) if predicted else None,
            low=float(bounds.low[row]),
            high=float(bounds.high[row]),
            caution=f"tends to lack scores on items that others find {kind}, r = {r:.2f}" if warned else "",
        )
        if predicted:
            completed[row] = predicted.by_item[row]
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

    Args:
        scores: shape (n,), NaN where a model has none.
        errors: shape (n,), standard errors.
        degrees: shape (n,), degrees of freedom of the errors.
        responses: what the scores are of, None where unknown.
        bounds: the least and the greatest score that are possible.
        draws: how many.
        rng: their source.
    """
    known = np.isfinite(scores) & (errors > 0)
    reach = _quantiles(degrees, (1 + LEVEL) / 2) * np.where(known, errors, np.nan)
    low, high = scores - reach, scores + reach
    least, most = bounds
    over_items = _over_items(scores, responses, most if least == 0 else np.inf)
    for row, found in over_items.items():
        low[row], high[row] = found.low, found.high
    low, high = np.maximum(low, least), np.minimum(high, most)
    methods = {found.method for found in over_items.values()}
    names = [f"{name} over items" for name in (STUDENT, HALL, WILSON) if name in methods]
    how = ", ".join(names + [ERRORS] * bool(np.isfinite(np.delete(low, list(over_items))).any())) or NOTHING
    by_item = responses.by_item if responses is not None and len(responses.items) >= FEW_ITEMS else None
    if by_item is not None and _are_means(scores, by_item):
        has = np.isfinite(scores)
        by_item = np.where(has[:, None], by_item, np.nan)
        # By itself the bootstrap over items has √((k-1)/k) of the spread of the standard error.
        counts = np.isfinite(by_item).sum(axis=1)
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


def _over_items(scores: Numbers, responses: TrialScores | None, greatest: float) -> dict[int, MeanInterval]:
    if responses is None:
        return {}
    unit = _share_unit(responses.scores, greatest)
    found = {}
    for row, means in enumerate(responses.by_item):
        items, trials = np.nonzero(np.isfinite(responses.scores[row]))
        values, own = responses.scores[row, items, trials], means[np.isfinite(means)]
        if len(own) < 2:
            continue
        if are_close(scores[row], values.mean()):
            interval = mean_interval(values, items, LEVEL, unit=unit)
        elif are_close(scores[row], own.mean()):
            interval = mean_interval(own, np.arange(len(own)), LEVEL)
        else:
            continue
        if interval is not None:
            found[row] = interval
    return found


def _share_unit(scores: Numbers, greatest: float) -> float | None:
    """None where not all scores are shares. Where all are 0, the greatest: nothing varies more than no and yes."""
    least, most = (float(end.reduce(scores, axis=None, initial=0.0)) for end in (np.fmin, np.fmax))
    if least == most == 0:
        return greatest if np.isfinite(greatest) else None
    if least < 0 or most not in SHARE_UNITS:
        return None
    return most if all(np.isin(row, (0.0, most))[np.isfinite(row)].all() for row in scores) else None


def _quantiles(degrees: Numbers, levels: ArrayLike) -> Numbers:
    from scipy.special import ndtri, stdtrit

    finite = np.where(np.isfinite(degrees), degrees, 1.0)
    return np.asarray(np.where(np.isfinite(degrees), stdtrit(finite, levels), ndtri(levels)))


def _are_means(scores: Numbers, by_item: Numbers) -> bool:
    counts, has = np.isfinite(by_item).sum(axis=1), np.isfinite(scores)
    if not has.any() or (counts[has] < FEW_ITEMS).any():
        return False
    return bool(np.all(are_close(scores[has], np.nansum(by_item[has], axis=1) / counts[has])))


def are_close(scores: ArrayLike, means: ArrayLike) -> NDArray[np.bool_]:
    """Whether scores are these means; False for a score that is missing."""
    return np.asarray(np.abs(np.subtract(means, scores)) <= CLOSE * np.maximum(1.0, np.abs(scores)))
