"""Tests of differences: Welch, Mann-Whitney over all pairs of groups, paired; corrected p-values."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from itertools import combinations
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import Numbers, as_array, as_floats, known_numbers
from helm_creativity.psychometrics.uncertainty import Z, student_p, student_reach

MAX_EXACT_VALUES = 60
"""Values in both groups together up to which the Mann-Whitney test is exact."""
MAX_EXACT_DIFFERENCES = 50
"""Differences up to which the signed-rank test is exact."""
LARGE_T = 5.0
"""A t beyond which the noncentral t distribution is integrated over the normal variable instead of the other."""
GATE_ALPHA = 0.001
"""False discovery rate below which a model passes its benchmark's gate."""


class Welch(NamedTuple):
    """Welch's test of two samples with unequal variances."""

    t: float  # the difference in standard errors
    df: float  # degrees of freedom after Welch and Satterthwaite; not an integer
    p: float  # two-sided probability of a |t| at least as large if the means were equal, 0 to 1
    difference: float  # mean of x - mean of y, in the units of the samples


def welch(x: Sequence[float], y: Sequence[float]) -> Welch | None:
    """Welch's t-test, two-sided.

    With means m, variances s² (divisor n-1) and sizes n of the two samples::

        a = s_x²/n_x,  b = s_y²/n_y,  t = (m_x - m_y) / √(a + b),  df = (a + b)² / (a²/(n_x-1) + b²/(n_y-1))

    ``x``: n_x finite numbers. ``y``: n_y finite numbers. Returns None where there is no test: a sample of fewer than
    two values has no variance, and two samples without any variance have no standard error, however far they are from
    each other. Raises ValueError as ``known_numbers`` does.
    """
    first, second = known_numbers(x, "x"), known_numbers(y, "y")
    if min(len(first), len(second)) < 2:
        return None
    scale = max(np.abs(first).max(), np.abs(second).max()) or 1.0  # t has no units; squares could overflow
    a, b = (_variance_of_mean(sample / scale) for sample in (first, second))
    if a + b == 0:
        return None
    t = float(np.mean(first / scale) - np.mean(second / scale)) / math.sqrt(a + b)
    share = a / (a + b)
    df = 1 / (share**2 / (len(first) - 1) + (1 - share) ** 2 / (len(second) - 1))
    return Welch(t, df, student_p(t, df), float(np.mean(first) - np.mean(second)))


def _variance_of_mean(values: Numbers) -> float:
    """s²/n; exactly 0 for equal values, which rounding of their mean would otherwise hide."""
    return 0.0 if values.min() == values.max() else float(values.var(ddof=1) / len(values))


class GroupComparison(NamedTuple):
    """Two groups of models on one score."""

    first: str  # name of a group
    second: str  # name of another
    n_first: int  # values in the first
    n_second: int  # values in the second
    median_first: float  # in the units of the values
    median_second: float  # likewise
    u: float  # pairs of one value of each group in which the first's is higher; ties count a half
    p: float  # two-sided, of the Mann-Whitney test
    p_bonferroni: float  # for the number of pairs of groups
    p_holm: float  # likewise by Holm's method, never larger
    # 2·u/(n_first·n_second) - 1, -1 to 1: share of pairs in which the first is higher less the share in which the
    # second is
    rank_biserial: float
    low: float  # lower end of its 95 % interval
    high: float  # upper end
    method: Literal["exact", "normal"]  # how p is computed, "exact" or "normal"


def compare_groups(values: ArrayLike, groups: Sequence[str]) -> tuple[GroupComparison, ...]:
    """The Mann-Whitney test for every pair of groups.

    The p-value is exact where the two groups together hold at most 60 values and no value occurs twice;
    otherwise normal, with variances corrected for ties and a continuity correction. The interval of the effect size
    is Newcombe's (2006, method 5): the values of θ = P(first > second) whose distance from the observed one is at most
    1.96 standard errors *under that θ*, so that it stays within bounds and has a width where the groups do not overlap.

    ``groups``: n names. Returns k·(k-1)/2 comparisons of the k groups that have a value, in the order in which these
    first occur; corrected for their number. Empty for fewer than two. Raises ValueError as ``as_array`` does, and for
    another number of names.
    """
    known = as_array(values, "values", "n")
    if len(known) != len(groups):
        raise ValueError(f"expected one value for each of {len(groups)} names of groups, got {len(known)}")
    by_group: dict[str, list[float]] = {}
    for value, group in zip(known.tolist(), groups, strict=True):
        if not math.isnan(value):
            by_group.setdefault(group, []).append(value)
    found = [_compare(group, other, by_group) for group, other in combinations(by_group, 2)]
    p_values = [comparison.p for comparison in found]
    corrected = zip(found, bonferroni(p_values).tolist(), holm(p_values).tolist(), strict=True)
    return tuple(comparison._replace(p_bonferroni=first, p_holm=second) for comparison, first, second in corrected)


def _compare(first: str, second: str, values: dict[str, list[float]]) -> GroupComparison:
    from scipy.stats import mannwhitneyu

    these, other = np.array(values[first]), np.array(values[second])
    n, m = len(these), len(other)
    exact = n + m <= MAX_EXACT_VALUES and len(np.unique([*these, *other])) == n + m
    u, p = map(float, mannwhitneyu(these, other, method="exact" if exact else "asymptotic"))
    if math.isnan(p):  # scipy from 1.18 on, where all values are equal and the normal distribution has no spread
        p = 1.0
    low, high = _newcombe(u / (n * m), n, m)
    return GroupComparison(
        first, second, n, m, float(np.median(these)), float(np.median(other)), u, p, p, p, 2 * u / (n * m) - 1,
        2 * low - 1, 2 * high - 1, "exact" if exact else "normal",
    )  # fmt: skip


def _newcombe(theta: float, n: int, m: int) -> tuple[float, float]:
    """Newcombe's 95 % interval for P(first > second)."""
    from scipy.optimize import brentq

    def excess(value: float) -> float:
        weight = (n + m) / 2 - 1
        spread = 1 + weight * ((1 - value) / (2 - value) + value / (1 + value))
        return (theta - value) ** 2 - Z**2 * value * (1 - value) * spread / (n * m)

    # Where the first is higher in no pair, or in every pair, that end is a root too; the other root is the limit.
    low = 0.0 if theta == 0 else float(brentq(excess, 0.0, min(theta, 1 - 1e-9), xtol=1e-12))
    high = 1.0 if theta == 1 else float(brentq(excess, max(theta, 1e-9), 1.0, xtol=1e-12))
    return low, high


class PairedEffect(NamedTuple):
    """The difference of two conditions within models."""

    n: int  # models with both
    mean_difference: float  # second less first, in the units of the values
    d_z: float  # mean difference in standard deviations (divisor n - 1) of the differences
    low: float  # lower end of the 95 % interval of d_z, exact for normal differences
    high: float  # upper end
    t: float  # of the paired t-test, d_z·√n
    df: int  # n - 1
    p: float  # two-sided, of the t-test
    wilcoxon_p: float  # two-sided, of Wilcoxon's signed-rank test


def paired_effect(first: ArrayLike, second: ArrayLike) -> PairedEffect | None:
    """How far ``second`` lies above ``first`` within models: the d_z of Beaty et al. 2026 (AGC-Bench, section 4.5).

    The interval of d_z holds the δ/√n for which t is between the 2.5 % and 97.5 % points of the noncentral t
    distribution with noncentrality δ. Wilcoxon's test leaves out differences of 0; with up to 50 others its p-value
    is counted over all signs of their mid-ranks, so that it is exact with ties too (scipy's is not), and normal beyond.

    ``first``: n values. ``second``: n values of the same models. Returns None with fewer than two models that have
    both, or where all differences are equal: they have no spread. Raises ValueError as ``as_array`` does, and for
    lengths that differ.
    """
    before, other = as_array(first, "first", "n"), as_array(second, "second", "n")
    if len(before) != len(other):
        raise ValueError(f"first and second must hold the same models, got {len(before)} and {len(other)} values")
    differences = (other - before)[~np.isnan(other - before)]
    n = len(differences)
    largest = float(np.nanmax(np.abs([before, other]), initial=0.0))
    if n < 2 or np.ptp(differences) <= 4 * np.finfo(np.float64).eps * largest:  # equal but for rounding
        return None
    mean, sd = float(differences.mean()), float(differences.std(ddof=1))
    t, df = mean / sd * math.sqrt(n), n - 1
    low, high = (_noncentrality(t, df, tail) / math.sqrt(n) for tail in (0.975, 0.025))
    # In steps of the rounding error, so that 0.3 - 0.2 and 0.2 - 0.1 are tied.
    wilcoxon_p = _wilcoxon(np.round(differences / (64 * np.finfo(np.float64).eps * largest)))
    return PairedEffect(n, mean, mean / sd, low, high, t, df, student_p(t, df), wilcoxon_p)


class MeanSlope(NamedTuple):
    """How scores change with a number that is set, within models."""

    n: int  # models with a score at every value
    slope: float  # mean of the models' slopes, in units of the score for one unit of the number
    low: float  # lower end of its 95 % interval, by the t distribution
    high: float  # upper end
    d_z: float  # mean slope in standard deviations (divisor n - 1) of the models' slopes
    t: float  # of the test that the mean slope is 0, d_z·√n
    df: int  # n - 1
    p: float  # two-sided


def mean_slope(settings: ArrayLike, scores: ArrayLike) -> MeanSlope | None:
    """The mean over models of the least-squares slope of a model's scores on a number that is set, such as temperature.

    Each model has its own level and its own slope b_m = Σ(x_l - x̄)·y_ml / Σ(x_l - x̄)², and the test is that of a
    mean of n independent slopes: summary measures of repeated measurements (Matthews et al. 1990). It holds where
    models differ in slope, unlike the regression of all scores with one slope for all.

    ``settings``: shape (l,), the values. ``scores``: shape (n, l). Only models with a score at every value count.
    Returns None with fewer than two such models, fewer than two different values, or where all slopes are equal. Raises
    ValueError as ``known_numbers`` does for the settings and ``as_array`` for the scores, and for another number of
    columns.
    """
    x, y = known_numbers(settings, "settings"), as_array(scores, "scores", "n", "l")
    if y.shape[1] != len(x):
        raise ValueError(f"scores must have one column for each of {len(x)} settings, got {y.shape[1]}")
    y = y[~np.isnan(y).any(axis=1)]
    n = len(y)
    if n < 2 or np.ptp(x) == 0:
        return None
    away = x - x.mean()
    slopes = y @ away / (away @ away)
    if np.ptp(slopes) <= 16 * np.finfo(np.float64).eps * np.abs(y).max() / np.abs(away).max():  # equal but for rounding
        return None
    mean, sd, df = float(slopes.mean()), float(slopes.std(ddof=1)), n - 1
    t = mean / sd * math.sqrt(n)
    half = student_reach(df) * sd / math.sqrt(n)
    return MeanSlope(n, mean, mean - half, mean + half, mean / sd, t, df, student_p(t, df))


def _noncentrality(t: float, df: int, tail: float) -> float:
    """The δ for which a noncentral t lies below ``t`` with probability ``tail``."""
    from scipy.optimize import brentq

    if t < 0:
        return -_noncentrality(-t, df, 1 - tail)
    below = _below_large if t > LARGE_T else _below_small
    reach = 10 + 5 * t
    return float(brentq(lambda delta: below(t, df, delta) - tail, t - reach, t + reach, xtol=1e-10))


def _below_small(t: float, df: int, delta: float) -> float:
    """P(T <= t) = E[Φ(t·s - δ)] over s = √(χ²/df); series as in scipy fail at large δ."""
    from scipy.special import gammainccinv, gammaincinv, gammaln, ndtr

    least, most = (math.sqrt(float(inverse(df / 2, 1e-15)) * 2 / df) for inverse in (gammaincinv, gammainccinv))
    s, weights = _gauss_legendre(least, most)
    density = math.log(2) + df / 2 * math.log(df / 2) - gammaln(df / 2) + (df - 1) * np.log(s) - df * s**2 / 2
    return float(weights * np.exp(density) @ ndtr(t * s - delta))


def _below_large(t: float, df: int, delta: float) -> float:
    """The same for a large t, where Φ is nearly a step: P(T <= t) = E[P(s >= (z + δ)/t)] over a normal z."""
    from scipy.special import gammaincc, ndtr

    kink = min(max(-delta, -9.0), 9.0)  # below it the inner probability is 1
    z, weights = _gauss_legendre(kink, 9.0)
    density = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
    return float(ndtr(kink)) + float(weights * density @ gammaincc(df / 2, df / 2 * ((z + delta) / t) ** 2))


def _gauss_legendre(least: float, most: float) -> tuple[Numbers, Numbers]:
    nodes, weights = _legendre()
    half = (most - least) / 2
    return least + half * (nodes + 1), half * weights


@cache
def _legendre() -> tuple[Numbers, Numbers]:
    nodes, weights = np.polynomial.legendre.leggauss(200)
    return nodes, weights


def _wilcoxon(differences: Numbers) -> float:
    from scipy.special import ndtr
    from scipy.stats import rankdata

    moved = differences[differences != 0]
    doubled = np.rint(2 * rankdata(np.abs(moved))).astype(np.int64)  # mid-ranks are halves
    positive, total = int(doubled[moved > 0].sum()), int(doubled.sum())
    if len(moved) <= MAX_EXACT_DIFFERENCES:
        counts = np.ones(1)
        for rank in doubled.tolist():
            counts = np.concatenate([counts, np.zeros(rank)]) + np.concatenate([np.zeros(rank), counts])
        tail = counts[: min(positive, total - positive) + 1].sum()
        return min(1.0, 2 * float(tail) * 0.5 ** len(moved))
    return float(2 * ndtr(-abs(positive - total / 2) / math.sqrt(float((doubled.astype(np.float64) ** 2).sum()) / 4)))


def bonferroni(p: ArrayLike) -> Numbers:
    """P-values times their number, at most 1.

    ``p``: m numbers from 0 to 1. Returns shape (m,). Raises ValueError for another shape, and for what is no number
    from 0 to 1.
    """
    values = _probabilities(p, "p")
    return np.minimum(values * len(values), 1.0)


def holm(p: ArrayLike) -> Numbers:
    """P-values adjusted by Holm's step-down method (1979), valid wherever Bonferroni's is and never larger.

    With p_(1) <= ... <= p_(m) in order, the adjusted value of p_(k) is max over j <= k of p_(j)·(m - j + 1), at most 1.

    ``p``: m numbers from 0 to 1. Returns shape (m,), in the order of the argument. Raises ValueError as ``bonferroni``
    does.
    """
    values = _probabilities(p, "p")
    order = np.argsort(values, kind="stable")
    adjusted = np.empty(len(values))
    adjusted[order] = np.maximum.accumulate(values[order] * np.arange(len(values), 0, -1))
    return np.minimum(adjusted, 1.0)


def benjamini_hochberg(p_values: Sequence[float]) -> Numbers:
    """P-values adjusted for the false discovery rate (Benjamini & Hochberg 1995).

    With p_(1) <= ... <= p_(m) in order, the adjusted value of p_(k) is min over j >= k of p_(j)·m/j: the
    smallest rate at which the step-up procedure rejects it. Equal p-values get equal values.

    ``p_values``: m numbers from 0 to 1. Returns shape (m,), in the order of the argument, from 0 to 1, none below its
    p-value. Empty for none. Raises ValueError as ``bonferroni`` does.
    """
    values = _probabilities(p_values, "p_values")
    order, m = np.argsort(-values, kind="stable"), len(values)
    adjusted = np.empty(m)
    # scipy.stats has it, too, and takes half a second to be imported by every leaderboard.
    adjusted[order] = np.minimum.accumulate(values[order] * (m / np.arange(m, 0, -1)))
    return np.minimum(adjusted, 1.0)


def _probabilities(p: ArrayLike, name: str) -> Numbers:
    values = as_floats(p, name)
    if values.ndim != 1:
        raise ValueError(f"{name} must be a list of numbers from 0 to 1, got shape {values.shape}")
    for i in np.flatnonzero(~((values >= 0) & (values <= 1)))[:1]:
        raise ValueError(f"{name}[{i}] must be from 0 to 1, got {values[i]}")
    return values
