"""Validity, specificity, and how much of both a test can have (Schapiro et al. 2026).

All functions use complete cases: models for which no number that is needed is missing (NaN).
"""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import Numbers, as_array, as_floats, as_number, ranks_from_top, varies
from helm_creativity.psychometrics.uncertainty import Z, student_p

NOTHING = 1e-9
"""Residuals below this share of a variable's spread count as rounding."""


class Correlation(NamedTuple):
    """A correlation with its test and interval."""

    r: float  # -1 to 1
    t: float  # r·√(df/(1 - r²)); infinite where |r| is 1
    df: int  # degrees of freedom, n - 2 - k with k controls
    p: float  # two-sided, by Student's distribution with df degrees of freedom
    n: int  # complete cases
    low: float  # lower end of the 95 % interval, by Fisher's z; -1 with too few cases for one (n - k < 4)
    high: float  # upper end; 1 with too few


class Williams(NamedTuple):
    """Williams' test of two correlations that share a variable."""

    difference: float  # r_xy - r_xz
    t: float  # in standard errors
    df: int  # n - 3
    p: float  # two-sided


def pearson(x: ArrayLike, y: ArrayLike) -> Correlation | None:
    """Pearson's correlation, which is what the source calls validity (section 2.4).

    ``y``: n numbers of the same cases. Returns None with fewer than three complete cases, or where x or y has no spread
    over them. Raises ValueError as ``complete`` does.
    """
    first, second, _ = complete(x, y)
    return _correlation(mean_deviations(first), mean_deviations(second), len(first), 0)


def spearman(x: ArrayLike, y: ArrayLike) -> Correlation | None:
    """Spearman's rank correlation, ties by their mean rank.

    t, df and p are those of Pearson's correlation applied to ranks, an approximation below some 10 cases. The interval
    is that of Bonett and Wright (2000): Fisher's z with the standard error √((1 + r²/2)/(n - 3)).

    ``y``: n numbers of the same cases. Returns None, and raises, as ``pearson``.
    """
    first, second, _ = complete(x, y)
    found = _correlation(_ranks(first), _ranks(second), len(first), 0)
    if found is None:
        return None
    low, high = _interval(found.r, found.n - 3, 1 + found.r**2 / 2)
    return found._replace(low=low, high=high)


def specificity(x: ArrayLike, y: ArrayLike, controls: ArrayLike) -> Correlation | None:
    """Semi-partial correlation r(X, Y|g) = r(X, Y - Ŷ_g) of section 2.4: the controls are taken out of y alone.

    Ŷ_g is the prediction of y by least squares from the controls and a constant. The test is the source's, with
    t = r·√((n - 2 - k)/(1 - r²)). That of the partial correlation, which takes the controls out of x too, asks whether
    x adds to them; the semi-partial one is never larger and so never more significant.

    ``x``: n numbers: the test. ``y``: n numbers: what it should predict. ``controls``: shape (n, k), or (n,) for one:
    what is known without the test. k counts what they span: a control that is a combination of others, or has no
    spread, takes no degree of freedom. Returns None with fewer than k + 3 complete cases, where x has no spread over
    them, or where the controls leave nothing of y. Raises ValueError as ``complete`` does.
    """
    first, second, known = complete(x, y, controls)
    basis = orthonormal_basis(known)
    target = mean_deviations(second)
    return _correlation(mean_deviations(first), without(target, basis), len(first), basis.shape[1])


def partial(x: ArrayLike, y: ArrayLike, controls: ArrayLike) -> Correlation | None:
    """Partial correlation: the controls are taken out of both x and y; t has n - 2 - k degrees of freedom.

    ``controls``: shape (n, k), or (n,) for one; k as in ``specificity``. With none it is ``pearson``. Returns None with
    fewer than k + 3 complete cases, or where the controls leave nothing of x or of y. Raises ValueError as ``complete``
    does.
    """
    first, second, known = complete(x, y, controls)
    basis = orthonormal_basis(known)
    left, target = (without(mean_deviations(values), basis) for values in (first, second))
    return _correlation(left, target, len(first), basis.shape[1])


def multiple_r(y: ArrayLike, controls: ArrayLike) -> float | None:
    """R = corr(Y, Ŷ_g) of theorem 1, 0 to 1: how well the controls predict y.

    It is the root of the share of variance that least squares explain and so never negative; where a paper prints a
    negative one, the sign is of something else (such as the correlation with one control) and does not matter, since
    the frontier depends on |R| alone.

    ``controls``: shape (n, k), or (n,) for one. Returns None with fewer than k + 2 complete cases, which the controls
    could fit perfectly, or where y has no spread. Raises ValueError as ``complete`` does.
    """
    target, _, known = complete(y, y, controls)
    spread, basis = mean_deviations(target), orthonormal_basis(known)
    if len(target) < basis.shape[1] + 2 or not spread.any():
        return None
    return min(1.0, float(np.linalg.norm(basis.T @ spread)) / float(np.linalg.norm(spread)))


def frontier(v: float, r_capability: float) -> tuple[float, float]:
    """The specificities that a test of validity v can have, by theorem 1 and eq. 29.

    ::

        v·√(1 - R²) - |R|·√(1 - v²)  ≤  r(X, Y|g)  ≤  v·√(1 - R²) + |R|·√(1 - v²)

    It holds exactly for any numbers where v, R and r(X, Y|g) are of the same cases. Eq. 5 prints the upper bound for
    the absolute value, which is right for v ≥ 0 only.

    ``v``: validity, -1 to 1. ``r_capability``: R of the outcome with the capability, -1 to 1. Returns lower and upper
    end. Raises ValueError for a number outside -1 to 1.
    """
    _check_correlations(v=v, r_capability=r_capability)
    middle = v * math.sqrt(1 - r_capability**2)
    half = abs(r_capability) * math.sqrt(1 - v**2)
    return middle - half, middle + half


def best_on_frontier(r_capability: float) -> tuple[float, float]:
    """The pair (v*, s*) with the largest sum of validity and specificity that the frontier allows.

    With √(1 - R²) = cos θ and v = cos φ the upper end is cos(φ - θ), so that the sum is largest at φ = θ/2, where both
    are equal: v* = s* = cos(θ/2) = √((1 + √(1 - R²))/2).

    ``r_capability``: R of the outcome with the capability, -1 to 1. Returns v* and s*, each 0.707 to 1. Raises
    ValueError for a number outside -1 to 1.
    """
    _check_correlations(r_capability=r_capability)
    best = math.sqrt((1 + math.sqrt(1 - r_capability**2)) / 2)
    return best, best


def williams(r_xy: float, r_xz: float, r_yz: float, n: int) -> Williams | None:
    """Whether x correlates with y as with z: Williams' modification of Hotelling's test (Steiger 1980, eq. 7).

    With D = 1 - r_xy² - r_xz² - r_yz² + 2·r_xy·r_xz·r_yz and m = (r_xy + r_xz)/2::

        t = (r_xy - r_xz) · √((n - 1)·(1 + r_yz) / (2·D·(n - 1)/(n - 3) + m²·(1 - r_yz)³)),    df = n - 3

    Used in section 4.4 of Beaty et al. 2026 (AGC-Bench), there on rank correlations too.

    ``r_xy``: -1 to 1. ``r_xz``: of the same cases. ``r_yz``: of the same cases. ``n``: how many. Returns None with
    fewer than four cases, or where there is no standard error, as with r_yz of 1. Raises ValueError for a number
    outside -1 to 1, and for three that no data have together.
    """
    determinant = _determinant(r_xy, r_xz, r_yz)
    if n < 4:
        return None
    spread = 2 * max(determinant, 0.0) * (n - 1) / (n - 3) + ((r_xy + r_xz) / 2) ** 2 * (1 - r_yz) ** 3
    if spread <= NOTHING**2:
        return None
    t = (r_xy - r_xz) * math.sqrt((n - 1) * (1 + r_yz) / spread)
    return Williams(r_xy - r_xz, t, n - 3, student_p(t, n - 3))


def _determinant(r_xy: float, r_xz: float, r_yz: float) -> float:
    _check_correlations(r_xy=r_xy, r_xz=r_xz, r_yz=r_yz)
    determinant = 1 - r_xy**2 - r_xz**2 - r_yz**2 + 2 * r_xy * r_xz * r_yz
    if determinant < -NOTHING:
        raise ValueError(
            f"no data have the correlations {r_xy}, {r_xz} and {r_yz} together (determinant {determinant:g})"
        )
    return determinant


def _ranks(values: Numbers) -> Numbers:
    """From the bottom and centred."""
    return mean_deviations(len(values) + 1 - ranks_from_top(values[None]).middle[0])


def _correlation(first: Numbers, second: Numbers, n: int, k: int) -> Correlation | None:
    """The correlation of two centred variables, k degrees of freedom lost before."""
    df = n - 2 - k
    if df < 1 or not first.any() or not second.any():
        return None
    r = float(first @ second / (np.linalg.norm(first) * np.linalg.norm(second)))
    r = math.copysign(1.0, r) if abs(r) > 1 - 1e-15 else r
    t = math.copysign(math.inf, r) if abs(r) == 1 else r * math.sqrt(df / (1 - r**2))
    low, high = _interval(r, n - k - 3, 1.0)
    return Correlation(r, t, df, student_p(t, df), n, low, high)


def _interval(r: float, weight: int, inflation: float) -> tuple[float, float]:
    """95 % by Fisher's z, with the variance inflation/weight."""
    if weight < 1:
        return -1.0, 1.0
    if abs(r) == 1:
        return r, r
    half = Z * math.sqrt(inflation / weight)
    return math.tanh(math.atanh(r) - half), math.tanh(math.atanh(r) + half)


def _check_correlations(**values: float) -> None:
    for name, value in values.items():
        if not -1 <= as_number(value) <= 1:
            raise ValueError(f"{name} must be a correlation from -1 to 1, got {value}")


def complete(x: ArrayLike, y: ArrayLike, controls: ArrayLike | None = None) -> tuple[Numbers, Numbers, Numbers]:
    """The cases in which nothing is missing.

    ``controls``: shape (n, k) or (n,); None for none. Returns x and y, shape (m,), and the controls, shape (m,
    k). Raises ValueError as ``as_array`` does, and for numbers of cases that differ.
    """
    first, second = as_floats(x, "x"), as_floats(y, "y")
    known = np.empty((first.size, 0)) if controls is None else as_floats(controls, "controls")
    known = known[:, None] if known.ndim == 1 else known
    if first.ndim != 1 or first.shape != second.shape or known.ndim != 2 or len(known) != first.size:
        shapes = f"{first.shape}, {second.shape}" + ("" if controls is None else f" and {np.shape(controls)}")
        raise ValueError(
            f"expected one number per case of each variable and one row of controls per case, got shapes {shapes}"
        )
    first, second, known = (
        as_array(first, "x", "n"),
        as_array(second, "y", "n"),
        as_array(known, "controls", "n", "k"),
    )
    rows = ~np.isnan(np.column_stack([first, second, known])).any(axis=1)
    return first[rows], second[rows], known[rows]


def mean_deviations(values: Numbers) -> Numbers:
    """Deviations from the mean, the largest of them 1; exactly 0 where all values are equal but for rounding."""
    if not len(values) or not varies(values[:, None])[0]:
        return np.zeros(len(values))
    scaled = values / np.abs(values).max()  # squares of very large numbers would overflow
    deviations = scaled - scaled.mean()
    deviations -= deviations.mean()
    return np.asarray(deviations / np.abs(deviations).max(), dtype=np.float64)


def orthonormal_basis(controls: Numbers) -> Numbers:
    """Orthonormal columns that span the centred controls, shape (n, rank)."""
    columns = np.column_stack([np.empty((len(controls), 0)), *map(mean_deviations, controls.T)])
    if not columns.size:
        return np.empty((len(controls), 0))
    left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(left[:, sizes > NOTHING * max(sizes.max(), NOTHING)], dtype=np.float64)


def without(target: Numbers, basis: Numbers) -> Numbers:
    """What the basis does not explain; exactly 0 where that is nothing but rounding."""
    left = target - basis @ (basis.T @ target)
    left -= basis @ (basis.T @ left)
    return left if np.linalg.norm(left) > NOTHING * np.linalg.norm(target) else np.zeros(len(target))
