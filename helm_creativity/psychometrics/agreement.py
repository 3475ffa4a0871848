"""Agreement of judges: Krippendorff's alpha, Kendall's W, Spearman's ρ of pairs, Bland and Altman."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_array, centred, complete_rows, middle_95, rating_table
from helm_creativity.psychometrics.uncertainty import check_draws, student_reach, times_drawn

KRIPPENDORFF_LEVELS = ("nominal", "ordinal", "interval", "ratio")
"""What differences between ratings mean, from least to most."""
BLOCK = 1 << 20
"""Cells of a matrix of values by values that are in memory at once."""


def krippendorff_alpha(ratings: ArrayLike, level: str = "interval") -> float | None:
    """Krippendorff's alpha, 1 - D_o/D_e (Krippendorff 2011, "Computing Krippendorff's Alpha-Reliability").

    A unit with m_u >= 2 ratings gives m_u·(m_u-1) ordered pairs of them; units with fewer do not count. With n ratings
    in such units, n_c of them equal to c, and the coincidences o_ck = Σ_u (pairs (c, k) in u) / (m_u - 1)::

        D_o = Σ_ck o_ck · δ²_ck / n,        D_e = Σ_ck n_c · n_k · δ²_ck / (n·(n-1))

        nominal   δ²_ck = 1 if c ≠ k
        ordinal   δ²_ck = (Σ_g from c to k n_g - (n_c + n_k)/2)², the difference of mid-ranks
        interval  δ²_ck = (c - k)²
        ratio     δ²_ck = ((c - k) / (c + k))², 0 for two zeros

    The matrix of coincidences is never built: interval and ordinal need sums of squares only, and nominal counts equal
    pairs, all in O(n·log n). Ratio compares all V distinct values with each other: O(V²) time, seconds
    from V = 10,000 on, in little memory.

    ``ratings``: shape (n_units, n_judges). For ratio, at least 0. ``level``: one of nominal, ordinal, interval, ratio.
    Returns at most 1 (perfect agreement); 0 is agreement by chance, and systematic disagreement is negative. Returns
    None where no unit has two ratings or all ratings that count are equal: without variation it is undefined (other
    programs return 1, or fail). Report beside it on how many units it rests: those with two ratings or more,
    ``((~np.isnan(ratings)).sum(axis=1) >= 2).sum()``. Raises ValueError as ``rating_table`` does, for an unknown level,
    and for a rating below 0 at level ratio.
    """
    coded = _paired(ratings, level)
    return _alpha(coded, _DISAGREEMENT[level](coded), np.ones(len(coded.codes)))


def _paired(ratings: ArrayLike, level: str) -> _Coded:
    if level not in KRIPPENDORFF_LEVELS:
        raise ValueError(f"level must be one of {' '.join(KRIPPENDORFF_LEVELS)}, got {level!r}")
    table = rating_table(ratings)
    if level == "ratio":
        for unit, judge in np.argwhere(table < 0)[:1].tolist():
            raise ValueError(f"ratings[{unit}, {judge}] must be at least 0 at level ratio, got {table[unit, judge]}")
    return _coded(table[(~np.isnan(table)).sum(axis=1) >= 2])


class _Coded(NamedTuple):
    """Ratings as places among the V different ones."""

    values: Numbers  # (V,), ascending
    codes: NDArray[np.intp]  # (n_units, n_judges), 0 to V - 1; V where missing
    sizes: NDArray[np.intp]  # (n_units,), ratings of each unit

    def counts(self, weights: Numbers) -> Numbers:
        """Shape (V,): how often each value occurs, units counting as often as their weight."""
        v = len(self.values)
        of_each = np.broadcast_to(weights[:, None], self.codes.shape).ravel()
        return np.asarray(np.bincount(self.codes.ravel(), of_each, minlength=v + 1)[:v])

    def of_ratings(self, scores: Numbers) -> Numbers:
        """Shape (n_units, n_judges): the score of each rating's value, shape (V,); 0 where missing."""
        return np.asarray(np.append(scores, 0.0)[self.codes])


_Disagreement = Callable[[Numbers], tuple[Numbers, float]]
"""Of the counts of values: Σ o_ck·δ²_ck of each unit, shape (n_units,), and Σ n_c·n_k·δ²_ck of all."""


def _coded(table: Numbers) -> _Coded:
    seen = ~np.isnan(table)
    values, places = np.unique(table[seen], return_inverse=True)
    codes = np.full(table.shape, len(values), dtype=np.intp)
    codes[seen] = places
    return _Coded(values, codes, seen.sum(axis=1))


def _alpha(coded: _Coded, disagreement: _Disagreement, weights: Numbers) -> float | None:
    counts = coded.counts(weights)
    if np.count_nonzero(counts) < 2:
        return None
    observed, expected = disagreement(counts)
    return 1 - (float(counts.sum()) - 1) * float(weights @ observed) / expected if expected > 0 else None


def _within(coded: _Coded, scores: Numbers) -> Numbers:
    """Σ (a-b)²/(m_u-1) over ordered pairs of a unit's ratings, by Σ (a-b)² = 2·m·Σ (a - mean)²."""
    x = coded.of_ratings(scores)
    apart = np.where(coded.codes < len(scores), x - (x.sum(axis=1) / coded.sizes)[:, None], 0.0)
    return np.asarray(2 * coded.sizes * np.einsum("uj,uj->u", apart, apart) / (coded.sizes - 1))


def _overall(counts: Numbers, scores: Numbers) -> float:
    """Σ (a-b)² over ordered pairs of all ratings."""
    n = counts.sum()
    return float(2 * n * (counts @ (scores - counts @ scores / n) ** 2))


def _interval(coded: _Coded) -> _Disagreement:
    scores = centred(coded.values)
    observed = _within(coded, scores)
    return lambda counts: (observed, _overall(counts, scores))


def _ordinal(coded: _Coded) -> _Disagreement:
    """As interval, of mid-ranks over all ratings."""

    def of(counts: Numbers) -> tuple[Numbers, float]:
        ranks = _mid_ranks(counts) - counts.sum() / 2
        return _within(coded, ranks), _overall(counts, ranks)

    return of


def _mid_ranks(counts: Numbers) -> Numbers:
    """The mean rank, less 1/2, of each value from the lowest to the highest, by how often it occurs."""
    return np.asarray(np.cumsum(counts) - counts / 2)


def _nominal(coded: _Coded) -> _Disagreement:
    """All pairs less the equal ones: m² - Σ_c m_c² in each unit, n² - Σ_c n_c² over all."""
    v, sizes = len(coded.values), coded.sizes
    seen = coded.codes < v
    units = np.repeat(np.arange(len(sizes)), sizes)
    cells, together = np.unique(units * v + coded.codes[seen], return_counts=True)
    equal = np.bincount(cells // max(v, 1), weights=together.astype(np.float64) ** 2, minlength=len(sizes))
    observed = (sizes**2 - equal) / (sizes - 1)
    return lambda counts: (observed, float(counts.sum() ** 2 - counts @ counts))


def _ratio(coded: _Coded) -> _Disagreement:
    values = coded.values
    table = np.append(values, np.nan)[coded.codes]
    observed = np.zeros(len(table))
    for i, j in combinations(range(table.shape[1]), 2):
        observed += 2 * np.nan_to_num(_ratio_difference(table[:, i], table[:, j])) / (coded.sizes - 1)
    rows = max(BLOCK // max(len(values), 1), 1)
    blocks = [slice(start, start + rows) for start in range(0, len(values), rows)]

    def of(counts: Numbers) -> tuple[Numbers, float]:
        differences = (counts[block] @ _ratio_difference(values[block, None], values) @ counts for block in blocks)
        return observed, float(sum(differences))

    return of


def _ratio_difference(a: Numbers, b: Numbers) -> Numbers:
    """((a-b)/(a+b))², 0 for two zeros, NaN where one is missing."""
    total = a + b
    return ((a - b) / np.where(total == 0, 1.0, total)) ** 2


_DISAGREEMENT: dict[str, Callable[[_Coded], _Disagreement]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}


class IntervalEstimate(NamedTuple):
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


def krippendorff_interval(
    ratings: ArrayLike, rng: np.random.Generator, level: str = "interval", draws: int = 1000
) -> IntervalEstimate | None:
    """Krippendorff's alpha with the middle 95 % of its values over resamples of the units (Efron 1979).

    The judges stay the same, so the interval is for other units that these judges could rate. Units with fewer than two
    ratings are not drawn. With few units it is too narrow and lies too low, because fewer units differ in a resample:
    at level interval, of intervals meant to be 95 %, 83 % hold the alpha of many units with 10 units, 86 % with 20,
    88 % with 40 and 92 % with 100 (simulated, four judges).

    ``ratings``: shape (n_units, n_judges). ``level``: as for ``krippendorff_alpha``. Returns None where alpha is
    undefined, for fewer than two units that count, and where fewer than half of the resamples have an alpha. Raises
    ValueError as ``krippendorff_alpha`` does, and for fewer than one draw.
    """
    coded = _paired(ratings, level)
    disagreement = _DISAGREEMENT[level](coded)
    return _bootstrapped(lambda weights: _alpha(coded, disagreement, weights), len(coded.codes), rng, draws)


def _bootstrapped(
    statistic: Callable[[Numbers], float | None], n: int, rng: np.random.Generator, draws: int
) -> IntervalEstimate | None:
    check_draws(draws)
    value = statistic(np.ones(n))
    if value is None or n < 2:
        return None
    resampled = (statistic(times_drawn(rng, 1, n)[0]) for _ in range(draws))
    found = [draw for draw in resampled if draw is not None]
    ends = middle_95(found, draws)
    return None if ends is None else IntervalEstimate(value, *ends)


class KendallW(NamedTuple):
    """Kendall's coefficient of concordance."""

    value: float | None  # 0 (rank sums all equal) to 1 (all judges rank alike). None where undefined, with chi2 and p
    chi2: float | None  # m·(n-1)·W, Friedman's statistic
    df: int  # n - 1
    # probability of a chi2 at least as large if the judges ranked at random; good for n of about 8 and more
    p: float | None
    n_units: int  # complete units, n
    n_incomplete: int  # units left out for a missing rating
    n_judges: int  # m


def kendall_w(ratings: ArrayLike) -> KendallW:
    """Kendall's W with the correction for ties (Kendall & Babington Smith 1939).

    Each of m judges' ratings of the n units become ranks, equal ratings sharing their mean rank. With the rank sums
    R_i of the units and T = Σ (t³ - t) over all groups of t tied units of all judges::

        W = 12·Σ (R_i - mean)² / (m²·(n³ - n) - m·T)

    The denominator is 12·m times the sum of squares of all ranks within judges, which is how it is computed.

    Only units that all judges rated are ranked: ranks among different units cannot be added.

    ``ratings``: shape (n_units, n_judges). ``value`` is None for fewer than two complete units or two judges, and if
    every judge ties all units. Raises ValueError as ``rating_table`` does.
    """
    from scipy.special import chdtrc

    table = rating_table(ratings)
    rows = complete_rows(table)
    n, m = rows.shape
    df, sizes = max(n - 1, 0), (n, len(table) - n, m)
    w = _w(_each_coded(rows), np.ones(n)) if m > 1 else None
    if w is None:
        return KendallW(None, None, df, None, *sizes)
    chi2 = m * (n - 1) * w
    return KendallW(w, chi2, df, float(chdtrc(df, chi2)), *sizes)


def kendall_interval(ratings: ArrayLike, rng: np.random.Generator, draws: int = 1000) -> IntervalEstimate | None:
    """Kendall's W with the middle 95 % of its values over resamples of the complete units (Efron 1979).

    The judges stay the same, so the interval is for other units that these judges could rank. A unit that is drawn
    twice ties with itself, for which W is corrected. Of intervals meant to be 95 %, 91 % hold the W of many units with
    10 or 20 units, and 92 to 95 % with 40 and 100 (simulated, four judges).

    ``ratings``: shape (n_units, n_judges). Returns None where W is undefined, and where fewer than half of the
    resamples have a W. Raises ValueError as ``rating_table`` does, and for fewer than one draw.
    """
    rows = complete_rows(rating_table(ratings))
    judges = _each_coded(rows)
    return _bootstrapped(lambda weights: _w(judges, weights), len(rows) if len(judges) > 1 else 0, rng, draws)


def _each_coded(rows: Numbers) -> list[_Coded]:
    return [_coded(column[:, None]) for column in rows.T]


def _w(judges: Sequence[_Coded], weights: Numbers) -> float | None:
    """Kendall's W of units that count as often as their weight."""
    sums, within = np.zeros(len(weights)), 0.0
    for judge in judges:
        ranks = judge.of_ratings(_mid_ranks(judge.counts(weights)) - weights.sum() / 2)[:, 0]
        sums += ranks
        within += float(weights @ ranks**2)
    return float(weights @ sums**2) / (len(judges) * within) if within > 0 else None


class SpearmanPair(NamedTuple):
    """Spearman's rank correlation of two judges."""

    first: int  # index of a judge
    second: int  # index of another, larger than ``first``
    n_units: int  # units that both rated
    rho: float | None  # -1 to 1; None for fewer than two such units, or if one of the judges rates all of them alike


def spearman_pairs(ratings: ArrayLike) -> list[SpearmanPair]:
    """Spearman's ρ of every pair of judges on their co-rated units, as AGC-Bench reports it (appendix H.3).

    The ratings are ranked anew among the units of each pair, ties by their mean rank, and ρ is Pearson's correlation
    of the ranks.

    ``ratings``: shape (n_units, n_judges). Returns k·(k-1)/2 pairs: (0, 1), (0, 2), ..., (k-2, k-1). Raises ValueError
    as ``rating_table`` does.
    """
    table = rating_table(ratings)
    pairs = []
    for first, second in combinations(range(table.shape[1]), 2):
        rows = complete_rows(table[:, [first, second]])
        pairs.append(SpearmanPair(first, second, len(rows), _spearman(*rows.T)))
    return pairs


def _spearman(x: Numbers, y: Numbers) -> float | None:
    """Pearson's correlation of mid-ranks; the mean of n ranks is (n+1)/2 with or without ties, exactly."""
    from scipy.stats import rankdata

    middle = (len(x) + 1) / 2
    a, b = rankdata(x) - middle, rankdata(y) - middle
    squares = float(a @ a) * float(b @ b)
    if squares == 0:
        return None
    return max(-1.0, min(1.0, float(a @ b) / math.sqrt(squares)))  # sums over a million ranks are rounded


LIMIT = 1.96
"""Standard deviations on either side of the bias between which 95 % of differences lie, if they are normal."""


class BlandAltman(NamedTuple):
    """Bland and Altman's description of the differences x - y, in the units of the ratings."""

    bias: IntervalEstimate  # mean difference; positive where x rates higher
    sd: float  # standard deviation of the differences, divisor n - 1
    lower: IntervalEstimate  # lower limit of agreement, bias - 1.96·sd
    upper: IntervalEstimate  # upper limit of agreement, bias + 1.96·sd
    n_pairs: int  # units that both rated


def bland_altman(x: ArrayLike, y: ArrayLike) -> BlandAltman | None:
    """Bias and limits of agreement of two judges (Bland & Altman 1986).

    With the mean d and the standard deviation s of n differences, and t the 97.5 % quantile of Student's
    distribution with n-1 degrees of freedom, the intervals are::

        bias        d ± t · s/√n                exact for normal differences
        limits      d ± 1.96·s, each ± t · s·√(3/n)

    The second is the authors' large-sample approximation (1 + 1.96²/2 is nearly 3). For normal differences it holds the
    limit in 91 % of samples of 5, 94 % of 20 and 95 % of 50 and more, and misses it rather towards the bias than away
    from it (simulated). The paper's own example takes 2·s for the limits; 1.96 is that of its text.

    ``x``: n ratings of one judge, missing where NaN, None, masked or pandas' NA. ``y``: n ratings of the same units by
    the other. Returns None for fewer than two units that both rated. Raises ValueError as ``as_array`` does, and for
    lengths that differ.
    """
    first, second = as_array(x, "x", "n_units"), as_array(y, "y", "n_units")
    if len(first) != len(second):
        raise ValueError(f"x and y must rate the same units, got {len(first)} and {len(second)} ratings")
    differences = first - second
    differences = differences[~np.isnan(differences)]
    n = len(differences)
    if n < 2:
        return None
    scale = float(np.abs(differences).max()) or 1.0  # equal differences become exactly ±1
    d, s = float(np.mean(differences / scale) * scale), float(np.std(differences / scale, ddof=1) * scale)
    t = student_reach(n - 1)
    limit_error = t * s * math.sqrt(3 / n)
    return BlandAltman(
        bias=_around(d, t * s / math.sqrt(n)),
        sd=s,
        lower=_around(d - LIMIT * s, limit_error),
        upper=_around(d + LIMIT * s, limit_error),
        n_pairs=n,
    )


def _around(value: float, margin: float) -> IntervalEstimate:
    return IntervalEstimate(value, value - margin, value + margin)
