"""Uncertainty of means and ranks: clustered errors and intervals, the bootstrap over items, stability of rankings."""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import (
    NEGLIGIBLE,
    Numbers,
    as_array,
    key_codes,
    known_numbers,
    ranks_from_top,
    ratio,
    scaled,
    without_empty,
)

Method = Literal["linear", "lower", "higher"]
Z = 1.959963984540054
"""97.5 % quantile of the normal distribution."""
LEVEL = 0.95
"""Of the ranges."""
ENOUGH = 0.95
"""Correlation with the ranking by all items from which some of them are taken to be enough."""
SIZES = 12
"""How many sizes are looked at where none are named."""
AT_ONCE = 4_000_000
"""Numbers of a matrix of draws by items that are held in memory at a time."""
STUDENT, HALL, WILSON = "Student's t", "Hall's transformed t", "Wilson's interval"
"""How ``mean_interval`` makes an interval."""
LEAST_SKEWED = 5
"""With fewer clusters than these their skewness says nothing."""
SHARE_UNITS = (1.0, 100.0)
"""What a yes counts where scores are shares: 1, or 100 in percent."""


def standard_error(values: Sequence[float], clusters: Sequence[Hashable]) -> float | None:
    """Standard error of the mean of values that come in clusters.

    Responses to one item resemble each other, so that n responses to few items are less informative than n responses to
    n items. With C >= 2 clusters, deviations e_i from the mean are first added within each cluster::

        se = sqrt( C/(C-1) · Σ_c (Σ_{i in c} e_i)² ) / n

    which is the cluster-robust (sandwich) estimator of a mean with the usual small-sample factor. With one value per
    cluster it is s/√n, and with clusters of equal size it is the standard error of the cluster means. With a single
    cluster only the responses vary, and the result is s/√n over them: it then holds for that item alone.

    ``values``: n finite numbers. ``clusters``: n keys, one per value. Returns the standard error in the units of
    ``values``, or None for fewer than two values: one value has no spread. Raises ValueError as ``known_numbers`` does,
    and for lengths that differ.
    """
    if len(values) == len(clusters) < 2:
        return None
    known, codes = _clustered(values, clusters)
    n = len(known)
    numbers, power = scaled(known)
    deviations = numbers - numbers.mean()
    if codes.max() == 0:
        return float(np.ldexp(np.sqrt((deviations**2).sum() / (n - 1) / n), power))
    sums = np.bincount(codes, weights=deviations)
    return float(np.ldexp(np.sqrt(len(sums) / (len(sums) - 1) * (sums**2).sum()) / n, power))


class MeanInterval(NamedTuple):
    """Where a mean may lie."""

    low: float  # lower end, in the units of the values
    high: float  # upper end
    method: str  # how it was made: ``STUDENT``, ``HALL`` or ``WILSON``


def mean_interval(
    values: Sequence[float] | Numbers,
    clusters: Sequence[Hashable] | NDArray[np.int64],
    level: float = LEVEL,
    *,
    unit: float | None = None,
) -> MeanInterval | None:
    """The interval of the mean of values that come in clusters, such as the responses to an item.

    With n values x_i in C clusters of n_c, mean m, and e_i = x_i - m, the deviation of a cluster is
    u_c = C/n · Σ_{i in c} e_i, which is its mean's where clusters have one size. Then s² = Σ_c u_c² / (C-1), and s/√C
    is ``standard_error``. A single cluster is taken apart, every value by itself: the interval then holds for that item
    alone. There are three methods; t is the quantile of Student's distribution with C - 1 degrees of freedom.

    * Fewer than five clusters, ``STUDENT``: m ± t·s/√C (Cameron and Miller 2015, section VI).
    * Five or more, ``HALL``: Hall's (1992) monotone transformation of t, which takes the skewness out, with
      G = C/((C-1)(C-2)) · Σ u_c³ / s³::

          m - s·g(t/√C)  to  m - s·g(-t/√C),   g(y) = 3/G · (∛(1 + G·(y - G/(6C))) - 1)

      As G goes to 0 it becomes ``STUDENT``. Hall has the normal quantile; t is better with few items.
    * Shares, where all values are 0 or one ``unit``, ``WILSON``: with p = m/unit and the effective number
      N = n/d of values::

          ( p + q²/(2N) ± q·√(p(1-p)/N + q²/(4N²)) ) / (1 + q²/N)

      (Wilson 1927). d is the design effect (Kish 1965), the square of ``standard_error`` over p(1-p)/n, from 1 to
      Σ n_c²/n, where a cluster is worth one value; where all values are equal it is the latter. q is the normal
      quantile where d is 1: with one value per cluster, or values of a cluster that are no more alike than others.
      Elsewhere it is t, because d is estimated from C clusters.

    ``perf/interval_coverage.md`` shows how often these intervals hold the mean, and those that were not chosen.

    ``values``: n finite numbers. ``clusters``: n keys, one per value. ``level``: share of intervals that hold the true
    mean, between 0 and 1. ``unit``: what a yes counts where values are shares, for values that are all equal and cannot
    tell; where None, values are shares if they are 0 and 1, or 0 and 100, and both occur. Returns the interval in the
    units of ``values``; that of shares lies within 0 and ``unit``, others are not bounded. Returns None for fewer than
    two values, and for values of no share whose clusters do not differ: no spread can be seen, which does not mean that
    there is none. Raises ValueError as ``known_numbers`` does, for lengths that differ, another level, a unit that is
    not above 0, and values other than 0 and the unit.
    """
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, such as 0.95, got {level}")
    numbers, codes = _clustered(values, clusters)
    n = len(numbers)
    if n < 2:
        return None
    if unit is None:
        most = float(numbers.max())
        shares = most in SHARE_UNITS and (numbers == 0).any() and np.isin(numbers, (0.0, most)).all()
        unit = most if shares else None
    elif not (unit > 0 and np.isin(numbers, (0.0, unit)).all()):
        raise ValueError(f"values must be 0 or the unit, which is above 0: got a unit of {unit}")
    if codes.max() == 0:
        codes = np.arange(n)
    sizes = np.bincount(codes)
    largest, power = scaled(numbers)
    mean = largest.mean()
    deviations = np.asarray(len(sizes) / n * np.bincount(codes, weights=largest - mean), dtype=np.float64)
    if unit is not None:
        low, high = _wilson(float(numbers.mean() / unit), deviations / np.ldexp(unit, -power), sizes, level)
        return MeanInterval(unit * low, unit * high, WILSON)
    spread = float(np.sqrt((deviations**2).sum() / (len(sizes) - 1)))
    if spread <= NEGLIGIBLE * np.abs(largest).max():
        return None
    below, above, method = _transformed(deviations / spread, level)
    return MeanInterval(
        float(np.ldexp(mean - spread * below, power)), float(np.ldexp(mean + spread * above, power)), method
    )


def _clustered(
    values: Sequence[float] | Numbers, clusters: Sequence[Hashable] | NDArray[np.int64]
) -> tuple[Numbers, NDArray[np.int64]]:
    """The values, checked, and the number of each one's cluster, from 0."""
    if len(values) != len(clusters):
        raise ValueError(f"values and clusters must have the same length, got {len(values)} and {len(clusters)}")
    if isinstance(clusters, np.ndarray):
        return known_numbers(values, "values"), np.unique(clusters, return_inverse=True)[1]
    return known_numbers(values, "values"), key_codes(clusters)


def _transformed(deviations: Numbers, level: float) -> tuple[float, float, str]:
    """How far the interval reaches below and above the mean, in standard deviations of the clusters, and the method."""
    count = len(deviations)
    reach = student_reach(count - 1, level) / np.sqrt(count)
    if count < LEAST_SKEWED:
        return reach, reach, STUDENT
    skewness = count / ((count - 1) * (count - 2)) * float((deviations**3).sum())
    if abs(skewness) < NEGLIGIBLE ** (1 / 2):  # the limit, where the quotient below loses its digits
        return reach, reach, HALL
    below, above = (3 / skewness * (np.cbrt(1 + skewness * (y - skewness / (6 * count))) - 1) for y in (reach, -reach))
    return float(below), float(-above), HALL


def student_p(t: float, df: float) -> float:
    """Two-sided probability of a |t| at least as large, by Student's distribution."""
    from scipy.special import stdtr

    return float(2 * stdtr(df, -abs(t)))


def student_reach(df: float, level: float = LEVEL) -> float:
    """By how many standard errors an interval reaches to either side, by Student's distribution."""
    from scipy.special import stdtrit

    return float(stdtrit(df, (1 + level) / 2))


def _wilson(share: float, deviations: Numbers, sizes: NDArray[np.int64], level: float) -> tuple[float, float]:
    from scipy.special import ndtri

    n, count = int(sizes.sum()), len(sizes)
    most = float((sizes.astype(np.float64) ** 2).sum()) / n
    free = share * (1 - share) / n
    if n == count:
        effect, q = 1.0, float(ndtri((1 + level) / 2))
    else:
        clustered = float((deviations**2).sum()) / (count - 1) / count
        effect = min(max(clustered / free, 1.0), most) if free > 0 else most
        q = student_reach(count - 1, level) if effect > 1 else float(ndtri((1 + level) / 2))
    effective = n / effect
    middle = share + q**2 / (2 * effective)
    reach = q * np.sqrt(share * (1 - share) / effective + q**2 / (4 * effective**2))
    whole = 1 + q**2 / effective
    low = 0.0 if share == 0 else max(0.0, float((middle - reach) / whole))
    return low, 1.0 if share == 1 else min(1.0, float((middle + reach) / whole))


def bootstrap_means(scores: ArrayLike, draws: int, rng: np.random.Generator) -> Numbers:
    """Means of all models over items drawn with replacement (Efron 1979).

    Every draw takes k of the k items, the same for all models, so that what makes an item easy for all of them does not
    add to the differences between models. With few items the spread is too small, √((k-1)/k) of the standard error, and
    no wider tails make up for it: of 95 % intervals of normal scores 83 % hold the true mean with 5 items, 90 % with 10
    and 94 % with 20. For a single mean there is ``mean_interval``; draws serve for what several models share.

    ``scores``: shape (n, k), models by items. Returns shape (draws, n), in the units of the scores: means over the
    items drawn that have a score, each as often as it was drawn. NaN where no item drawn has one. Raises ValueError as
    ``as_array`` does, for no items, and for fewer than one draw.
    """
    table = as_array(scores, "scores", "n_models", "n_items")
    check_draws(draws)
    k = table.shape[1]
    if not k:
        raise ValueError("scores must have at least one item to draw, got none")
    found = np.empty((draws, len(table)))
    step = max(1, AT_ONCE // k)
    for start in range(0, draws, step):
        block = found[start : start + step]
        block[:] = _means(times_drawn(rng, len(block), k), table)
    return found


def interval(draws: ArrayLike, level: float = LEVEL) -> tuple[Numbers, Numbers]:
    """The percentile interval: what lies in the middle of the draws.

    ``draws``: shape (d, n), NaN where a draw has no value. ``level``: share of the draws inside, between 0 and 1.
    Returns lower and upper ends, shape (n,) each: the quantiles (1 - level)/2 and (1 + level)/2 of a model's draws,
    with linear interpolation; NaN for a model without any. Raises ValueError as ``as_array`` does, for no draws, and
    for another level.
    """
    table = _check_level(draws, level)
    low, high = _quantiles(table, level, ("linear", "linear"))
    return low, high


def rank_intervals(draws: ArrayLike, level: float = LEVEL) -> tuple[Numbers, Numbers]:
    """Between which ranks each model lies in the middle of the draws.

    ``draws``: shape (d, n), the higher the better; NaN where a draw has no value, which then has no rank in it.
    ``level``: share of the draws inside, at least, between 0 and 1. Returns best and worst rank, shape (n,) each, whole
    numbers: 1 is the highest value, and equal values take up ranks from the best to the worst of them, each of which
    counts as the model's in that draw. A quantile between two ranks is the outer one. NaN for a model without any.
    Raises ValueError as ``interval`` does.
    """
    table = _check_level(draws, level)
    ranks = ranks_from_top(table)
    best, _ = _quantiles(ranks.above + 1, level, ("lower", "higher"))
    _, worst = _quantiles(2 * ranks.middle - ranks.above - 1, level, ("lower", "higher"))
    return best, worst


def _check_level(draws: ArrayLike, level: float) -> Numbers:
    if not 0 < level < 1:
        raise ValueError(f"level must lie between 0 and 1, such as 0.95, got {level}")
    table = as_array(draws, "draws", "n_draws", "n_models")
    if not len(table):
        raise ValueError("draws must hold at least one draw, got none")
    return table


def _quantiles(table: Numbers, level: float, methods: tuple[Method, Method]) -> list[Numbers]:
    some = ~np.isnan(table).all(axis=0)
    quantile = np.nanquantile if np.isnan(table).any() else np.quantile
    ends = []
    for share, method in zip(((1 - level) / 2, (1 + level) / 2), methods, strict=True):
        end = np.full(table.shape[1], np.nan)
        end[some] = quantile(table[:, some], share, axis=0, method=method)
        ends.append(end)
    return ends


class RankStability(NamedTuple):
    """How well a ranking by some random items agrees with the ranking by all items."""

    sizes: tuple[int, ...]  # numbers of items, ascending
    correlation: tuple[float, ...]  # mean over the draws of Spearman's ρ between the two rankings, by size
    low: tuple[float, ...]  # lower end of the range that holds 95 % of the draws, by size
    high: tuple[float, ...]  # its upper end
    n_models: int  # models that are ranked
    n_items: int  # items in the ranking by all
    draws: int  # random choices of items for each size
    # the smallest size with a mean correlation of .95 or more, None where only all items together have it
    enough: int | None


def rank_stability(
    scores: ArrayLike, rng: np.random.Generator, sizes: Sequence[int] | None = None, draws: int = 200
) -> RankStability | None:
    """How many items it takes to rank the models as all items do.

    For every draw the items are shuffled, and the first s of them rank the models by their means; the ranking by all
    items is that of the means over all. A model without a score among the first s is left out of both rankings of that
    draw. Where s items leave all models equal the correlation of the draw counts as 0, which is what breaking the
    ties at random gives on average.

    The s items are among all items, so that the correlation comes to 1 when s does to k, however noisy the scores:
    it shows what fewer items would lose, not how far the whole test can be trusted, which ``split_half`` does.

    ``scores``: shape (n_models, n_items). ``sizes``: numbers of items to look at; about twelve from 1 to all, in equal
    ratios, where None. ``draws``: random choices of items for each size. Returns None for fewer than two models or
    items with a score, and where the means over all items are all equal. Raises ValueError as ``as_array`` does, for
    fewer than one draw, and for a size that is not from 1 to the number of items with a score.
    """
    table = as_array(scores, "scores", "n_models", "n_items")
    check_draws(draws)
    table = without_empty(table)
    n, k = table.shape
    sizes = _sizes(sizes, k)
    if n < 2 or k < 2:
        return None
    whole = _means(np.ones((1, k)), table)
    if (ranks_from_top(whole).above == 0).all():
        return None
    places = random_places(rng, (draws,), k)
    rho = np.stack(
        [rank_correlations(_means((places < size).astype(np.float64), table), whole) for size in sizes], axis=1
    )
    means = rho.mean(axis=0)
    low, high = interval(rho)
    enough = [size for size, mean in zip(sizes, means, strict=True) if mean >= ENOUGH and size < k]
    return RankStability(
        sizes=sizes,
        correlation=tuple(means.tolist()),
        low=tuple(low.tolist()),
        high=tuple(high.tolist()),
        n_models=n,
        n_items=k,
        draws=draws,
        enough=min(enough, default=None),
    )


def rank_correlations(first: Numbers, second: Numbers) -> Numbers:
    """Spearman's ρ of rows, shape (d,), 0 where one of the two does not vary.

    ``first``: shape (d, n). ``second``: the same shape, or (1, n) for one row that all are compared with; without NaN.
    """
    missing = np.isnan(first)
    second = np.where(missing, np.nan, second) if missing.any() else second
    known = np.maximum((~missing).sum(axis=1, keepdims=True), 1)
    mean_rank = (known + 1) / 2
    x, y = (np.nan_to_num(ranks_from_top(values).middle - mean_rank) for values in (first, second))
    sizes = np.sqrt((x**2).sum(axis=1) * (y**2).sum(axis=1))
    rho = np.divide((x * y).sum(axis=1), sizes, out=np.zeros(len(x)), where=sizes > 0)
    return np.asarray(np.clip(rho, -1.0, 1.0))


def _sizes(sizes: Sequence[int] | None, k: int) -> tuple[int, ...]:
    if sizes is None:
        return tuple(np.unique(np.geomspace(1, max(k, 1), SIZES).round().astype(int)).tolist())
    for size in sizes:
        if not 1 <= size <= k:
            raise ValueError(f"sizes must lie between 1 and the number of items with a score, {k}; got {size}")
    return tuple(sorted(set(sizes)))


def _means(weights: Numbers, table: Numbers) -> Numbers:
    """Shape (d, n), NaN where a model has no item of weight; scaled, so that no sum overflows."""
    missing = np.isnan(table)
    values, power = scaled(np.where(missing, 0.0, table))
    sums = weights @ values.T
    counts = weights @ (~missing).T.astype(np.float64) if missing.any() else weights.sum(axis=1, keepdims=True)
    return np.asarray(np.ldexp(ratio(sums, counts), power))


def check_draws(draws: int) -> None:
    """Raises a ValueError for fewer than one draw."""
    if draws < 1:
        raise ValueError(f"draws must be at least 1, got {draws}")


def times_drawn(rng: np.random.Generator, draws: int, n: int) -> Numbers:
    """How often each of n things is drawn when n are drawn with replacement, shape (draws, n); rows add up to n."""
    drawn = rng.integers(n, size=(draws, n))
    drawn += n * np.arange(draws)[:, None]
    return np.bincount(drawn.ravel(), minlength=drawn.size).reshape(drawn.shape).astype(np.float64)


def random_places(rng: np.random.Generator, shape: tuple[int, ...], n: int) -> NDArray[np.int64]:
    """The place, 0 to n - 1, of each of n things in a random order, shape (*shape, n), every row one order."""
    return np.asarray(rng.permuted(np.broadcast_to(np.arange(n), (*shape, n)), axis=-1))
