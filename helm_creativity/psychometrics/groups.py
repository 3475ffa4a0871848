"""Whether groups of models differ: Mann-Whitney tests over all pairs, corrected for their number, with effect sizes."""

from __future__ import annotations

import math
from collections.abc import Sequence
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import mid_ranks
from helm_creativity.psychometrics.uncertainty import Z

Numbers = NDArray[np.float64]
EXACT_UP_TO = 60
"""Values in both groups together up to which the exact distribution is counted; it needs whole numbers below 2⁶³."""


class GroupComparison(NamedTuple):
    """Two groups of models on one score.

    Attributes:
        first: name of a group.
        second: name of another.
        n_first: values in the first.
        n_second: values in the second.
        median_first: in the units of the values.
        median_second: likewise.
        u: pairs of a value of each group in which the first's is higher; equal ones count a half.
        p: two-sided, of the Mann-Whitney test.
        p_bonferroni: for the number of pairs of groups.
        p_holm: likewise by Holm's method, never larger.
        rank_biserial: 2·u/(n_first·n_second) - 1, -1 to 1: share of pairs in which the first is higher less the share
            in which the second is.
        low: lower end of its 95 % interval.
        high: upper end.
        method: "exact" or "normal": where p comes from.
    """

    first: str
    second: str
    n_first: int
    n_second: int
    median_first: float
    median_second: float
    u: float
    p: float
    p_bonferroni: float
    p_holm: float
    rank_biserial: float
    low: float
    high: float
    method: Literal["exact", "normal"]


def compare_groups(values: ArrayLike, groups: Sequence[str]) -> tuple[GroupComparison, ...]:
    """The Mann-Whitney test for every pair of groups.

    The p-value is exact where no value occurs twice in the two groups together and these hold at most 60 values;
    otherwise normal, with variances corrected for ties and a continuity correction. The interval of the effect size
    is Newcombe's (2006, method 5): the values of θ = P(first > second) whose distance from the observed one is at most
    1.96 standard errors *under that θ*, so that it stays within bounds and has a width where the groups do not overlap.

    Args:
        values: n numbers, NaN where missing.
        groups: n names.

    Returns:
        k·(k-1)/2 comparisons of the k groups that have a value, in the order in which these first occur; corrected for
        their number. Empty for fewer than two.

    Raises:
        ValueError: for another number of groups than of values, or an infinity.
    """
    known = np.asarray(values, dtype=np.float64)
    if known.shape != (len(groups),):
        raise ValueError(f"expected one value for each of {len(groups)} names of groups, got shape {known.shape}")
    if np.isinf(known).any():
        raise ValueError(f"values must be finite, or NaN where missing, got {known[np.isinf(known)][0]}")
    sorted_in: dict[str, list[float]] = {}
    for value, group in zip(known.tolist(), groups, strict=True):
        if not math.isnan(value):
            sorted_in.setdefault(group, []).append(value)
    found = [_compare(one, other, sorted_in) for one, other in combinations(sorted_in, 2)]
    p_values = [one.p for one in found]
    corrected = zip(found, bonferroni(p_values).tolist(), holm(p_values).tolist(), strict=True)
    return tuple(one._replace(p_bonferroni=first, p_holm=second) for one, first, second in corrected)


def bonferroni(p: ArrayLike) -> Numbers:
    """P-values times their number, at most 1.

    Args:
        p: m numbers from 0 to 1.

    Returns:
        Shape (m,).

    Raises:
        ValueError: for another shape, NaN or a number outside 0 to 1.
    """
    values = _probabilities(p)
    return np.minimum(values * len(values), 1.0)


def holm(p: ArrayLike) -> Numbers:
    """P-values adjusted by Holm's step-down method (1979), valid wherever Bonferroni's is and never larger.

    With p_(1) <= ... <= p_(m) in order, the adjusted value of p_(k) is max over j <= k of p_(j)·(m - j + 1), at most 1.

    Args:
        p: m numbers from 0 to 1.

    Returns:
        Shape (m,), in the order given.

    Raises:
        ValueError: as ``bonferroni``.
    """
    values = _probabilities(p)
    order = np.argsort(values, kind="stable")
    adjusted = np.empty(len(values))
    adjusted[order] = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    return np.minimum(adjusted, 1.0)


def _compare(first: str, second: str, values: dict[str, list[float]]) -> GroupComparison:
    """One pair of groups, its p-value as yet uncorrected."""
    one, other = np.array(values[first]), np.array(values[second])
    n, m = len(one), len(other)
    ranks = mid_ranks(np.concatenate([one, other]))
    u = float(ranks[:n].sum() - n * (n + 1) / 2)
    exact = n + m <= EXACT_UP_TO and len(np.unique(ranks)) == n + m
    p = _exact_p(u, n, m) if exact else _normal_p(u, n, ranks)
    low, high = _interval(u / (n * m), n, m)
    return GroupComparison(
        first, second, n, m, float(np.median(one)), float(np.median(other)), u, p, p, p, 2 * u / (n * m) - 1,
        2 * low - 1, 2 * high - 1, "exact" if exact else "normal",
    )  # fmt: skip


def _exact_p(u: float, n: int, m: int) -> float:
    """Two-sided: twice the smaller tail, in which u itself is counted."""
    counts = _arrangements(n, m)
    tail = counts[: int(min(u, n * m - u)) + 1].sum()
    return min(1.0, 2 * float(tail) / float(counts.sum()))


def _arrangements(n: int, m: int) -> NDArray[np.int64]:
    """How many of the orders of n and m values give each u, shape (n·m + 1,).

    Their generating function is the Gaussian binomial coefficient, the product over i = 1..n of
    (1 - q^(m+i)) / (1 - q^i), whose partial products are such coefficients too and thus have no remainder.
    """
    counts = np.zeros(n * m + 1, dtype=np.int64)
    counts[0] = 1
    for i in range(1, n + 1):
        counts[m + i :] -= counts[: -(m + i)].copy() if m + i <= n * m else 0
        for start in range(min(i, n * m + 1)):
            counts[start::i] = np.cumsum(counts[start::i])
    return counts


def _normal_p(u: float, n: int, ranks: Numbers) -> float:
    """Two-sided, with variances corrected for ties and half a pair of continuity; 1 where all values are equal."""
    from scipy.special import ndtr

    total = len(ranks)
    m = total - n
    _, ties = np.unique(ranks, return_counts=True)
    ties = ties.astype(np.float64)
    variance = n * m / 12 * (total + 1 - float((ties**3 - ties).sum()) / (total * (total - 1)))
    if len(ties) == 1:
        return 1.0
    z = max(abs(u - n * m / 2) - 0.5, 0.0) / math.sqrt(variance)
    return float(2 * ndtr(-z))


def _interval(theta: float, n: int, m: int) -> tuple[float, float]:
    """Newcombe's 95 % interval for P(first > second)."""
    from scipy.optimize import brentq

    def excess(value: float) -> float:
        weight = (n + m) / 2 - 1
        spread = 1 + weight * ((1 - value) / (2 - value) + value / (1 + value))
        return (theta - value) ** 2 - Z**2 * value * (1 - value) * spread / (n * m)

    # The excess is 0 at the ends where no pair, or every pair, speaks for the first; the other root is what is meant.
    low = 0.0 if theta == 0 else float(brentq(excess, 0.0, min(theta, 1 - 1e-9), xtol=1e-12))
    high = 1.0 if theta == 1 else float(brentq(excess, max(theta, 1e-9), 1.0, xtol=1e-12))
    return low, high


def _probabilities(p: ArrayLike) -> Numbers:
    """P-values as an array."""
    values = np.asarray(p, dtype=np.float64)
    if values.ndim != 1 or not ((values >= 0) & (values <= 1)).all():
        raise ValueError(f"p must be a list of numbers from 0 to 1, got {np.array2string(values, threshold=6)}")
    return values
