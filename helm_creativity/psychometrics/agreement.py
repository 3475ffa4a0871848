"""Agreement of judges: Krippendorff's alpha, Kendall's W, Spearman's ρ of every pair, Bland and Altman's limits."""

from __future__ import annotations

import math
from collections.abc import Callable
from itertools import combinations
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import Numbers, as_array, centred, complete_rows, rating_table

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

    The matrix of coincidences is never built: interval and ordinal need sums of squares only, in O(n) and O(n·log n);
    nominal counts equal pairs, O(n·log n). Ratio compares all V distinct values with each other: O(V²) time, seconds
    from V = 10,000 on, in little memory.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing. For ratio, at least 0.
        level: one of nominal, ordinal, interval, ratio.

    Returns:
        At most 1 (perfect agreement); 0 is agreement by chance, and systematic disagreement is negative. None where
        no unit has two ratings or all ratings that count are equal: without variation it is undefined (other
        programs return 1, or fail). Report beside it on how many units it rests: those with two ratings or more,
        ``((~np.isnan(ratings)).sum(axis=1) >= 2).sum()``.

    Raises:
        ValueError: for another level, shape, an infinity, or a negative rating at level ratio, by position.
    """
    if level not in KRIPPENDORFF_LEVELS:
        raise ValueError(f"level must be one of {' '.join(KRIPPENDORFF_LEVELS)}, got {level!r}")
    table = rating_table(ratings)
    if level == "ratio":
        for unit, judge in np.argwhere(table < 0)[:1].tolist():
            raise ValueError(f"ratings[{unit}, {judge}] must be at least 0 at level ratio, got {table[unit, judge]}")
    table = table[(~np.isnan(table)).sum(axis=1) >= 2]
    values = table[~np.isnan(table)]
    if not values.size or values.min() == values.max():
        return None
    observed, expected = _DISAGREEMENT[level](table)
    return 1 - (len(values) - 1) * observed / expected


def _interval(table: Numbers) -> tuple[float, float]:
    """Over ordered pairs, Σ_u Σ (a-b)²/(m_u-1) and Σ (a-b)² of all, by Σ (a-b)² = 2·m·Σ (a - mean)²."""
    seen = ~np.isnan(table)
    sizes = seen.sum(axis=1)
    x = np.where(seen, centred(table), 0.0)
    within = np.where(seen, x - (x.sum(axis=1) / sizes)[:, None], 0.0)
    squares = np.einsum("uj,uj->u", within, within)
    about_all = x[seen] - x[seen].mean()
    return float(2 * (sizes * squares / (sizes - 1)).sum()), float(2 * len(about_all) * (about_all @ about_all))


def _ordinal(table: Numbers) -> tuple[float, float]:
    """As interval, of mid-ranks over all ratings."""
    from scipy.stats import rankdata

    seen = ~np.isnan(table)
    ranks = np.full_like(table, np.nan)
    ranks[seen] = rankdata(table[seen])
    return _interval(ranks)


def _nominal(table: Numbers) -> tuple[float, float]:
    """All pairs less the equal ones: m² - Σ_c m_c² in each unit, n² - Σ_c n_c² over all."""
    seen = ~np.isnan(table)
    sizes = seen.sum(axis=1)
    kinds, codes = np.unique(table[seen], return_inverse=True)
    units = np.repeat(np.arange(len(table)), sizes)
    cells, counts = np.unique(units * len(kinds) + codes, return_counts=True)
    equal = np.bincount(cells // len(kinds), weights=counts.astype(float) ** 2, minlength=len(table))
    return (
        float(((sizes**2 - equal) / (sizes - 1)).sum()),
        float(len(codes)) ** 2 - float((np.bincount(codes).astype(float) ** 2).sum()),
    )


def _ratio(table: Numbers) -> tuple[float, float]:
    """Pair by pair of judges within units, and value by value, in blocks, over all."""
    if np.nanmax(table) > 1e307:
        table = table / 4  # a sum of two could overflow, and ratios have no unit
    seen = ~np.isnan(table)
    weights = 1 / (seen.sum(axis=1) - 1)
    observed = sum(
        float(np.nansum(weights * _ratio_difference(table[:, i], table[:, j])))
        for i, j in combinations(range(table.shape[1]), 2)
    )
    kinds, counts = np.unique(table[seen], return_counts=True)
    rows = max(BLOCK // len(kinds), 1)
    expected = 0.0
    for start in range(0, len(kinds), rows):
        block = slice(start, start + rows)
        expected += float(counts[block] @ _ratio_difference(kinds[block, None], kinds) @ counts)
    return 2 * observed, expected


def _ratio_difference(a: Numbers, b: Numbers) -> Numbers:
    """((a-b)/(a+b))², 0 for two zeros, NaN where one is missing."""
    total = a + b
    return ((a - b) / np.where(total == 0, 1.0, total)) ** 2


_DISAGREEMENT: dict[str, Callable[[Numbers], tuple[float, float]]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}


class KendallW(NamedTuple):
    """Kendall's coefficient of concordance.

    Attributes:
        value: 0 (rank sums all equal) to 1 (all judges rank alike). None where undefined, with chi2 and p.
        chi2: m·(n-1)·W, Friedman's statistic.
        df: n - 1.
        p: probability of a chi2 at least as large if the judges ranked at random; good for n of about 8 and more.
        n_units: complete units, n.
        n_incomplete: units left out for a missing rating.
        n_judges: m.
    """

    value: float | None
    chi2: float | None
    df: int
    p: float | None
    n_units: int
    n_incomplete: int
    n_judges: int


def kendall_w(ratings: ArrayLike) -> KendallW:
    """Kendall's W with the correction for ties (Kendall & Babington Smith 1939).

    Each of m judges' ratings of the n units become ranks, equal ratings sharing their mean rank. With the rank sums
    R_i of the units and T = Σ (t³ - t) over all groups of t tied units of all judges::

        W = 12·Σ (R_i - mean)² / (m²·(n³ - n) - m·T)

    The denominator is 12·m times the sum of squares of all ranks within judges, which is how it is computed.

    Only units that all judges rated are ranked: ranks among different units cannot be added.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing.

    Returns:
        ``value`` is None for fewer than two complete units or two judges, and if every judge ties all units.

    Raises:
        ValueError: for another shape or an infinity, by position.
    """
    from scipy.special import chdtrc
    from scipy.stats import rankdata

    table = rating_table(ratings)
    rows = complete_rows(table)
    n, m = rows.shape
    df, sizes = max(n - 1, 0), (n, len(table) - n, m)
    if min(n, m) < 2:
        return KendallW(None, None, df, None, *sizes)
    deviations = rankdata(rows, axis=0) - (n + 1) / 2
    within = np.vdot(deviations, deviations)
    if within == 0:
        return KendallW(None, None, df, None, *sizes)
    sums = deviations.sum(axis=1)
    w = float(sums @ sums / (m * within))
    chi2 = m * (n - 1) * w
    return KendallW(w, chi2, df, float(chdtrc(df, chi2)), *sizes)


class SpearmanPair(NamedTuple):
    """Spearman's rank correlation of two judges.

    Attributes:
        first: index of a judge.
        second: index of another, larger than ``first``.
        n_units: units that both rated.
        rho: -1 to 1; None for fewer than two such units, or if one of the judges rates all of them alike.
    """

    first: int
    second: int
    n_units: int
    rho: float | None


def spearman_pairs(ratings: ArrayLike) -> list[SpearmanPair]:
    """Spearman's ρ of every pair of judges on their co-rated units, as AGC-Bench reports it (appendix H.3).

    The ratings are ranked anew among the units of each pair, ties by their mean rank, and ρ is Pearson's correlation
    of the ranks.

    Args:
        ratings: shape (n_units, n_judges), NaN where missing.

    Returns:
        k·(k-1)/2 pairs: (0, 1), (0, 2), ..., (k-2, k-1).

    Raises:
        ValueError: for another shape or an infinity, by position.
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


class IntervalEstimate(NamedTuple):
    """A number with its 95 % confidence interval."""

    value: float
    low: float
    high: float


class BlandAltman(NamedTuple):
    """Bland and Altman's description of the differences x - y, in the units of the ratings.

    Attributes:
        bias: mean difference; positive where x rates higher.
        sd: standard deviation of the differences, divisor n - 1.
        lower: lower limit of agreement, bias - 1.96·sd.
        upper: upper limit of agreement, bias + 1.96·sd.
        n_pairs: units that both rated.
    """

    bias: IntervalEstimate
    sd: float
    lower: IntervalEstimate
    upper: IntervalEstimate
    n_pairs: int


def bland_altman(x: ArrayLike, y: ArrayLike) -> BlandAltman | None:
    """Bias and limits of agreement of two judges (Bland & Altman 1986).

    With the mean d and the standard deviation s of n differences, and t the 97.5 % quantile of Student's
    distribution with n-1 degrees of freedom, the intervals are::

        bias        d ± t · s/√n                exact for normal differences
        limits      d ± 1.96·s, each ± t · s·√(3/n)

    The second is the authors' large-sample approximation (1 + 1.96²/2 is nearly 3). For normal differences it holds the
    limit in 91 % of samples of 5, 94 % of 20 and 95 % of 50 and more, and misses it rather towards the bias than away
    from it (simulated). The paper's own example takes 2·s for the limits; 1.96 is that of its text.

    Args:
        x: n ratings of one judge, missing where NaN, None, masked or pandas' NA.
        y: n ratings of the same units by the other.

    Returns:
        None for fewer than two units that both rated. What is beyond the largest float is infinite.

    Raises:
        ValueError: when the lengths differ, for what is no number, or for an infinity, by position.
    """
    from scipy.special import stdtrit

    differences, unit = _differences(x, y)
    n = len(differences)
    if n < 2:
        return None
    scale = float(np.abs(differences).max()) or 1.0  # equal differences become exactly ±1
    d, s = float(np.mean(differences / scale) * scale), float(np.std(differences / scale, ddof=1) * scale)
    t = float(stdtrit(n - 1, 0.975))
    limit_error = t * s * math.sqrt(3 / n)
    return BlandAltman(
        bias=_around(d, t * s / math.sqrt(n), unit),
        sd=s * unit,
        lower=_around(d - LIMIT * s, limit_error, unit),
        upper=_around(d + LIMIT * s, limit_error, unit),
        n_pairs=n,
    )


def _around(value: float, margin: float, unit: float) -> IntervalEstimate:
    """A number with the same margin on both sides, out of some unit."""
    return IntervalEstimate(value * unit, (value - margin) * unit, (value + margin) * unit)


def _differences(x: ArrayLike, y: ArrayLike) -> tuple[Numbers, float]:
    """Ratings of the first less those of the second where both rated, and their unit: 1 unless they could overflow."""
    first, second = as_array(x, "x", "n_units"), as_array(y, "y", "n_units")
    if len(first) != len(second):
        raise ValueError(f"x and y must rate the same units, got {len(first)} and {len(second)} ratings")
    unit = 2.0**16 if max(np.nanmax(np.abs(one), initial=0.0) for one in (first, second)) > 1e300 else 1.0
    differences = first / unit - second / unit
    return differences[~np.isnan(differences)], unit
