"""Whether one condition differs from another within the same models: d_z with its interval, and two tests."""

from __future__ import annotations

import math
from functools import cache
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import mid_ranks

Numbers = NDArray[np.float64]
EXACT_UP_TO = 50
"""Differences up to which the distribution of the signed-rank statistic is counted."""
LARGE = 5.0
"""A t beyond which the noncentral t distribution is integrated the other way round."""


class PairedEffect(NamedTuple):
    """The difference of two conditions within models.

    Attributes:
        n: models with both.
        mean_difference: second less first, in the units of the values.
        d_z: mean difference in standard deviations (divisor n - 1) of the differences.
        low: lower end of the 95 % interval of d_z, exact for normal differences.
        high: upper end.
        t: of the paired t-test, d_z·√n.
        df: n - 1.
        p: two-sided, of the t-test.
        wilcoxon_p: two-sided, of Wilcoxon's signed-rank test.
    """

    n: int
    mean_difference: float
    d_z: float
    low: float
    high: float
    t: float
    df: int
    p: float
    wilcoxon_p: float


def paired_effect(first: ArrayLike, second: ArrayLike) -> PairedEffect | None:
    """How far ``second`` lies above ``first`` within models: the d_z of Beaty et al. 2026 (AGC-Bench, section 4.5).

    The interval of d_z holds the δ/√n for which t is between the 2.5 % and 97.5 % points of the noncentral t
    distribution with noncentrality δ. Wilcoxon's test leaves out differences of 0; up to 50 of the others its p-value
    is counted over all signs of their mid-ranks, so that it is exact with ties too, and normal beyond.

    Args:
        first: n values, NaN where missing.
        second: n values of the same models.

    Returns:
        None with fewer than two models that have both, or where all differences are equal: they have no spread.

    Raises:
        ValueError: for other shapes, or an infinity.
    """
    from scipy.special import stdtr

    one, other = (np.asarray(values, dtype=np.float64) for values in (first, second))
    if one.ndim != 1 or one.shape != other.shape:
        raise ValueError(f"first and second must hold the same models, got shapes {one.shape} and {other.shape}")
    if np.isinf(one).any() or np.isinf(other).any():
        raise ValueError("first and second must be finite, or NaN where missing, got an infinity")
    _, power = np.frexp(np.nanmax(np.abs([one, other]), initial=0.0))
    one, other = (np.ldexp(values, -power - 1) for values in (one, other))  # so that no square overflows or vanishes
    differences = (other - one)[~np.isnan(other - one)]
    n = len(differences)
    if n < 2 or _flat(differences, one, other):
        return None
    mean, sd = float(differences.mean()), float(differences.std(ddof=1))
    t, df = mean / sd * math.sqrt(n), n - 1
    low, high = (_noncentrality(t, df, tail) / math.sqrt(n) for tail in (0.975, 0.025))
    in_units = float(np.ldexp(mean, power + 1))
    return PairedEffect(n, in_units, mean / sd, low, high, t, df, float(2 * stdtr(df, -abs(t))), _wilcoxon(differences))


def _flat(differences: Numbers, one: Numbers, other: Numbers) -> bool:
    """Whether the differences are equal but for the rounding of what they are differences of."""
    scale = max(float(np.nanmax(np.abs(one))), float(np.nanmax(np.abs(other))))
    return float(np.ptp(differences)) <= 4 * float(np.finfo(np.float64).eps) * scale


def _noncentrality(t: float, df: int, tail: float) -> float:
    """The δ for which a noncentral t lies below ``t`` with probability ``tail``."""
    from scipy.optimize import brentq

    if t < 0:
        return -_noncentrality(-t, df, 1 - tail)
    below = _below_large if t > LARGE else _below_small
    reach = 10 + 5 * t
    return float(brentq(lambda delta: below(t, df, delta) - tail, t - reach, t + reach, xtol=1e-10))


def _below_small(t: float, df: int, delta: float) -> float:
    """P(T <= t) = E[Φ(t·s - δ)] over s = √(χ²/df); libraries' series for it fail at large δ."""
    from scipy.special import gammainccinv, gammaincinv, gammaln, ndtr

    least, most = (math.sqrt(float(inverse(df / 2, 1e-15)) * 2 / df) for inverse in (gammaincinv, gammainccinv))
    s, weights = _grid(least, most)
    density = math.log(2) + df / 2 * math.log(df / 2) - gammaln(df / 2) + (df - 1) * np.log(s) - df * s**2 / 2
    return float(weights * np.exp(density) @ ndtr(t * s - delta))


def _below_large(t: float, df: int, delta: float) -> float:
    """The same for a large t, where Φ becomes a step: P(T <= t) = E[P(s >= (z + δ)/t)] over a normal z."""
    from scipy.special import gammaincc, ndtr

    kink = min(max(-delta, -9.0), 9.0)  # below it the inner probability is 1
    z, weights = _grid(kink, 9.0)
    density = np.exp(-(z**2) / 2) / math.sqrt(2 * math.pi)
    return float(ndtr(kink)) + float(weights * density @ gammaincc(df / 2, df / 2 * ((z + delta) / t) ** 2))


def _grid(least: float, most: float) -> tuple[Numbers, Numbers]:
    """Nodes and weights of Gauss and Legendre between two ends."""
    nodes, weights = _legendre()
    half = (most - least) / 2
    return least + half * (nodes + 1), half * weights


@cache
def _legendre() -> tuple[Numbers, Numbers]:
    nodes, weights = np.polynomial.legendre.leggauss(200)
    return nodes, weights


def _wilcoxon(differences: Numbers) -> float:
    """Two-sided p-value of the signed-rank test."""
    from scipy.special import ndtr

    moved = differences[differences != 0]
    doubled = np.rint(2 * mid_ranks(np.abs(moved))).astype(np.int64)  # mid-ranks are halves
    positive, total = int(doubled[moved > 0].sum()), int(doubled.sum())
    if len(moved) <= EXACT_UP_TO:
        counts = np.ones(1)
        for rank in doubled.tolist():
            counts = np.concatenate([counts, np.zeros(rank)]) + np.concatenate([np.zeros(rank), counts])
        tail = counts[: min(positive, total - positive) + 1].sum()
        return min(1.0, 2 * float(tail) * 0.5 ** len(moved))
    return float(2 * ndtr(-abs(positive - total / 2) / math.sqrt(float((doubled.astype(np.float64) ** 2).sum()) / 4)))
