"""Krippendorff's alpha: agreement of any number of judges, with missing ratings, at four levels of measurement."""

from __future__ import annotations

from collections.abc import Callable
from itertools import combinations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import centred, mid_ranks, rating_table

Values = NDArray[np.float64]
LEVELS = ("nominal", "ordinal", "interval", "ratio")
"""What differences between ratings mean, from least to most."""
LARGE = 1e307
"""Ratings beyond which sums could overflow."""
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
        no unit has two ratings or all ratings that count are equal: without variation nothing can be said (other
        programs say 1, or fail). A number alone does not tell what it rests on: the units with two ratings or more,
        which ``(~np.isnan(ratings)).sum(axis=1) >= 2`` counts; report them beside it.

    Raises:
        ValueError: for another level, shape, an infinity, or a negative rating at level ratio, by position.
    """
    if level not in LEVELS:
        raise ValueError(f"level must be one of {' '.join(LEVELS)}, got {level!r}")
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


def _interval(table: Values) -> tuple[float, float]:
    """Over ordered pairs, Σ_u Σ (a-b)²/(m_u-1) and Σ (a-b)² of all, by Σ (a-b)² = 2·m·Σ (a - mean)²."""
    seen = ~np.isnan(table)
    sizes = seen.sum(axis=1)
    x = np.where(seen, centred(table), 0.0)
    within = np.where(seen, x - (x.sum(axis=1) / sizes)[:, None], 0.0)
    squares = np.einsum("uj,uj->u", within, within)
    about_all = x[seen] - x[seen].mean()
    return float(2 * (sizes * squares / (sizes - 1)).sum()), float(2 * len(about_all) * (about_all @ about_all))


def _ordinal(table: Values) -> tuple[float, float]:
    """As interval, of mid-ranks over all ratings."""
    seen = ~np.isnan(table)
    ranks = np.full_like(table, np.nan)
    ranks[seen] = mid_ranks(table[seen])
    return _interval(ranks)


def _nominal(table: Values) -> tuple[float, float]:
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


def _ratio(table: Values) -> tuple[float, float]:
    """Pair by pair of judges within units, and value by value, in blocks, over all."""
    if np.nanmax(table) > LARGE:
        table = table / 4  # a sum of two could overflow, and ratios know no unit
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


def _ratio_difference(a: Values, b: Values) -> Values:
    """((a-b)/(a+b))², 0 for two zeros, NaN where one is missing."""
    total = a + b
    return ((a - b) / np.where(total == 0, 1.0, total)) ** 2


_DISAGREEMENT: dict[str, Callable[[Values], tuple[float, float]]] = {
    "nominal": _nominal,
    "ordinal": _ordinal,
    "interval": _interval,
    "ratio": _ratio,
}
