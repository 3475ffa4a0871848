"""How far scores and ranks would move with other items: the bootstrap, and rankings by some of the items."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.ranks import ranks_from_top
from helm_creativity.psychometrics.resampling import check_draws, random_places, times_drawn
from helm_creativity.psychometrics.variables import as_table

Numbers = NDArray[np.float64]
Method = Literal["linear", "lower", "higher"]

LEVEL = 0.95
"""Of the ranges."""
ENOUGH = 0.95
"""Correlation with the ranking by all items from which some of them are taken to be enough."""
SIZES = 12
"""How many sizes are looked at where none are named."""
AT_ONCE = 4_000_000
"""Numbers of a matrix of draws by items that are held in memory at a time."""


class RankStability(NamedTuple):
    """How like the ranking by all items a ranking by k random ones is.

    Attributes:
        sizes: numbers of items, ascending.
        correlation: mean over the draws of Spearman's ρ between the two rankings, by size.
        low: lower end of the range that holds 95 % of the draws, by size.
        high: its upper end.
        top: mean over the draws of the share that the two have in common of their first ``top_size`` models, by size.
        top_size: how many that is.
        n_models: models that are ranked.
        n_items: items in the ranking by all.
        draws: random choices of items for each size.
        enough: the smallest size with a mean correlation of .95 or more, None where only all items together have it.
    """

    sizes: tuple[int, ...]
    correlation: tuple[float, ...]
    low: tuple[float, ...]
    high: tuple[float, ...]
    top: tuple[float, ...]
    top_size: int
    n_models: int
    n_items: int
    draws: int
    enough: int | None


def bootstrap_means(scores: ArrayLike, draws: int, rng: np.random.Generator) -> Numbers:
    """Means of all models over items drawn with replacement (Efron 1979).

    Every draw takes k of the k items, the same for all models, so that what makes an item easy for all of them does not
    add to the differences between models. With few items the spread is too small, √((k-1)/k) of the standard error, and
    no wider tails make up for it: of 95 % intervals of normal scores 83 % hold the true mean with 5 items, 90 % with 10
    and 94 % with 20.

    Args:
        scores: shape (n, k), models by items, NaN where missing.
        draws: number of draws, at least 1.
        rng: source of the random numbers.

    Returns:
        Shape (draws, n), in the units of the scores: means over the items drawn that have a score, each as often as it
        was drawn. NaN where no item drawn has one.

    Raises:
        ValueError: for another shape or an infinity, by position, no items, or fewer than one draw.
    """
    table = as_table(scores, "scores", "n_items")
    check_draws(draws)
    k = table.shape[1]
    if not k:
        raise ValueError("scores must have at least one item to draw, got none")
    found = np.empty((draws, len(table)))
    for rows in _blocks(draws, k):
        found[rows] = _means(times_drawn(rng, rows.stop - rows.start, k), table)
    return found


def interval(draws: ArrayLike, level: float = LEVEL) -> tuple[Numbers, Numbers]:
    """The percentile interval: what lies in the middle of the draws.

    Args:
        draws: shape (d, n), NaN where a draw has no value.
        level: share of the draws inside, between 0 and 1.

    Returns:
        Lower and upper ends, shape (n,) each: the quantiles (1 - level)/2 and (1 + level)/2 of a model's draws, with
        linear interpolation; NaN for a model without any.

    Raises:
        ValueError: for another shape, an infinity, or another level.
    """
    table = _check_level(draws, level)
    low, high = _quantiles(table, level, ("linear", "linear"))
    return low, high


def rank_intervals(draws: ArrayLike, level: float = LEVEL) -> tuple[Numbers, Numbers]:
    """Between which ranks models stand in the middle of the draws.

    Args:
        draws: shape (d, n), the higher the better; NaN where a draw has no value, which then has no rank in it.
        level: share of the draws inside, at least, between 0 and 1.

    Returns:
        Best and worst rank, shape (n,) each, whole numbers: 1 is the highest value, and equal values take up ranks from
        the best to the worst of them, each of which counts as the model's in that draw. A quantile between two ranks is
        the outer one. NaN for a model without any.

    Raises:
        ValueError: for another shape, an infinity, or another level.
    """
    table = _check_level(draws, level)
    ranks = ranks_from_top(table)
    best, _ = _quantiles(ranks.above + 1, level, ("lower", "higher"))
    _, worst = _quantiles(2 * ranks.middle - ranks.above - 1, level, ("lower", "higher"))
    return best, worst


def rank_stability(
    scores: ArrayLike, rng: np.random.Generator, sizes: Sequence[int] | None = None, draws: int = 200, top: int = 10
) -> RankStability | None:
    """How many items it takes to rank the models as all items do.

    For every draw the items are shuffled, and the first s of them rank the models by their means; the ranking by all
    items is that of the means over all. A model without a score among the first s stands in neither of the two rankings
    of that draw. Where s items leave all models equal they say nothing of order, and the correlation of the draw counts
    as 0, which is what breaking the ties at random gives on the average.

    The s items are among all items, so that the correlation comes to 1 when s does to k, however noisy the scores:
    it says what fewer items would lose, not how far the whole test can be trusted. That is ``halves.split_half``.

    Args:
        scores: shape (n_models, n_items), NaN where missing.
        rng: source of the random numbers.
        sizes: numbers of items to look at; about twelve from 1 to all, in equal ratios, where None.
        draws: random choices of items for each size.
        top: how many models are the first, at most; half of them where there are fewer than twice as many. Models that
            tie with the last of them are among them too.

    Returns:
        None for fewer than two models or items with a score, and where the means over all items are all equal.

    Raises:
        ValueError: for another shape or an infinity, by position, sizes outside 1 to the number of items, or a number
            of draws or of first models below 1.
    """
    table = as_table(scores, "scores", "n_items")
    check_draws(draws)
    if top < 1:
        raise ValueError(f"top must be at least 1, got {top}")
    table = table[~np.isnan(table).all(axis=1)]
    table = table[:, ~np.isnan(table).all(axis=0)]
    n, k = table.shape
    chosen = _sizes(sizes, k)
    if n < 2 or k < 2:
        return None
    if (ranks_from_top(_means(np.ones((1, k)), table)).above == 0).all():
        return None
    return _stability(table, chosen, min(top, max(1, n // 2)), random_places(rng, (draws,), k))


def _stability(table: Numbers, sizes: tuple[int, ...], first: int, places: NDArray[np.int64]) -> RankStability:
    """See ``rank_stability``; ``places`` are those of the items in every draw's order, shape (draws, k)."""
    n, k = table.shape
    whole = _means(np.ones((1, k)), table)
    found = [_agreement(_means((places < size).astype(np.float64), table), whole, first) for size in sizes]
    rho = np.stack([one for one, _ in found], axis=1)
    means = rho.mean(axis=0)
    low, high = interval(rho)
    enough = [size for size, mean in zip(sizes, means, strict=True) if mean >= ENOUGH and size < k]
    return RankStability(
        sizes=sizes,
        correlation=tuple(means.tolist()),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        top=tuple(float(share.mean()) for _, share in found),
        top_size=first,
        n_models=n,
        n_items=k,
        draws=len(places),
        enough=min(enough, default=None),
    )


def _agreement(means: Numbers, whole: Numbers, first: int) -> tuple[Numbers, Numbers]:
    """Spearman's ρ with the ranking by all items, and the share of the first models in common, shape (d,) each."""
    missing = np.isnan(means)
    one, all_items = ranks_from_top(means), ranks_from_top(np.where(missing, np.nan, whole) if missing.any() else whole)
    here, there = np.broadcast_arrays(one.above < first, all_items.above < first)
    share = (here & there).sum(axis=1) / np.maximum(np.maximum(here.sum(axis=1), there.sum(axis=1)), 1)
    known = np.maximum((~missing).sum(axis=1, keepdims=True), 1)
    x, y = (np.nan_to_num(ranks - (known + 1) / 2) for ranks in (one.middle, all_items.middle))  # mean rank (n + 1)/2
    sizes = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    rho = np.divide((x * y).sum(axis=1), sizes, out=np.zeros(len(x)), where=sizes > 0)
    return np.clip(rho, -1.0, 1.0), share


def _means(weights: Numbers, table: Numbers) -> Numbers:
    """Weighted means over items, shape (d, n), NaN where a model has none of weight; scaled, so that no sum overflows.

    Args:
        weights: shape (d, k), counts.
        table: shape (n, k), NaN where missing.
    """
    missing = np.isnan(table)
    _, power = np.frexp(np.abs(np.where(missing, 0.0, table)).max(initial=0.0))  # a power of 2: nothing is rounded
    sums = weights @ np.ldexp(np.where(missing, 0.0, table), -power).T
    counts = weights @ (~missing).T.astype(np.float64) if missing.any() else weights.sum(axis=1, keepdims=True)
    means = np.divide(sums, counts, out=np.full(sums.shape, np.nan), where=counts > 0)
    return np.asarray(np.ldexp(means, power))


def _sizes(sizes: Sequence[int] | None, k: int) -> tuple[int, ...]:
    if sizes is None:
        return tuple(np.unique(np.geomspace(1, max(k, 1), SIZES).round().astype(int)).tolist())
    for size in sizes:
        if not 1 <= size <= k:
            raise ValueError(f"sizes must lie between 1 and the number of items with a score, {k}; got {size}")
    return tuple(sorted(set(sizes)))


def _blocks(draws: int, k: int) -> Iterator[slice]:
    step = max(1, AT_ONCE // k)
    for start in range(0, draws, step):
        yield slice(start, min(start + step, draws))


def _check_level(draws: ArrayLike, level: float) -> Numbers:
    """The draws, with at least one of them."""
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, such as 0.95, got {level}")
    table = as_table(draws, "draws", "n_models")
    if not len(table):
        raise ValueError("draws must hold at least one draw, got none")
    return table


def _quantiles(table: Numbers, level: float, methods: tuple[Method, Method]) -> list[Numbers]:
    """The two ends of the middle of every column, NaN for one without values."""
    some = ~np.isnan(table).all(axis=0)
    quantile = np.nanquantile if np.isnan(table).any() else np.quantile
    ends = []
    for share, method in zip(((1 - level) / 2, (1 + level) / 2), methods, strict=True):
        end = np.full(table.shape[1], np.nan)
        end[some] = quantile(table[:, some], share, axis=0, method=method)
        ends.append(end)
    return ends
