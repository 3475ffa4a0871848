"""Agreement of two judges in the units of their scale: bias and limits of agreement."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import as_floats

Z = 1.96
"""Standard deviations on either side of the bias between which 95 % of differences lie, if they are normal."""
LARGE = 1e300
"""Ratings beyond which differences are taken in a unit of their own, so that none overflows."""


class Estimate(NamedTuple):
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

    bias: Estimate
    sd: float
    lower: Estimate
    upper: Estimate
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
        lower=_around(d - Z * s, limit_error, unit),
        upper=_around(d + Z * s, limit_error, unit),
        n_pairs=n,
    )


def _around(value: float, margin: float, unit: float) -> Estimate:
    """A number with the same margin on both sides, out of some unit."""
    return Estimate(value * unit, (value - margin) * unit, (value + margin) * unit)


def _differences(x: ArrayLike, y: ArrayLike) -> tuple[NDArray[np.float64], float]:
    """Ratings of the first less those of the second where both are given, and the unit in which they are.

    The unit is 1 unless a difference or its square could overflow.
    """
    first, second = _judge(x, "x"), _judge(y, "y")
    if len(first) != len(second):
        raise ValueError(f"x and y must rate the same units, got {len(first)} and {len(second)} ratings")
    unit = 2.0**16 if max(np.nanmax(np.abs(one), initial=0.0) for one in (first, second)) > LARGE else 1.0
    differences = first / unit - second / unit
    return differences[~np.isnan(differences)], unit


def _judge(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """One judge's ratings as an array; an infinity is an error."""
    array = as_floats(values, name)
    if array.ndim != 1:
        raise ValueError(f"{name} must have shape (n_units,), got {array.shape}")
    for i in np.flatnonzero(np.isinf(array))[:1]:
        raise ValueError(f"{name}[{i}] must be finite, or NaN where missing; got {array[i]}")
    return array
