"""Whether samples differ: Welch's test, many tests at once, and the gate that is built of the two."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ALPHA = 0.001
"""False discovery rate of the gate (Schapiro et al. 2026, section 3.1)."""


class Welch(NamedTuple):
    """Welch's test of two samples with unequal variances.

    Attributes:
        t: the difference in standard errors.
        df: degrees of freedom after Welch and Satterthwaite; not an integer.
        p: two-sided probability of a |t| at least as large if the means were equal, 0 to 1.
        difference: mean of x - mean of y, in the units of the samples.
    """

    t: float
    df: float
    p: float
    difference: float


def welch(x: Sequence[float], y: Sequence[float]) -> Welch | None:
    """Welch's t-test, two-sided.

    With means m, variances s² (divisor n-1) and sizes n of the two samples::

        a = s_x²/n_x,  b = s_y²/n_y,  t = (m_x - m_y) / √(a + b),  df = (a + b)² / (a²/(n_x-1) + b²/(n_y-1))

    Args:
        x: n_x finite numbers.
        y: n_y finite numbers.

    Returns:
        None where there is no test: a sample of fewer than two values has no variance, and two samples without any
        variance have no standard error, however far they lie apart.

    Raises:
        ValueError: for a value that is not finite, by sample and position.
    """
    from scipy.special import stdtr

    first, second = _finite(x, "x"), _finite(y, "y")
    if min(len(first), len(second)) < 2:
        return None
    scale = max(np.abs(first).max(), np.abs(second).max()) or 1.0  # t has no units; squares could overflow
    a, b = (_variance_of_mean(sample / scale) for sample in (first, second))
    if a + b == 0:
        return None
    t = (np.mean(first / scale) - np.mean(second / scale)) / math.sqrt(a + b)
    share = a / (a + b)
    df = 1 / (share**2 / (len(first) - 1) + (1 - share) ** 2 / (len(second) - 1))
    return Welch(float(t), float(df), float(2 * stdtr(df, -abs(t))), float(np.mean(first) - np.mean(second)))


def benjamini_hochberg(p_values: Sequence[float]) -> NDArray[np.float64]:
    """P-values adjusted for the false discovery rate (Benjamini & Hochberg 1995).

    With p_(1) <= ... <= p_(m) in order, the adjusted value of p_(k) is min over j >= k of p_(j)·m/j: the
    smallest rate at which the step-up procedure rejects it. Equal p-values get equal values.

    Args:
        p_values: m numbers from 0 to 1.

    Returns:
        Shape (m,), in the order given, from 0 to 1, none below its p-value. Empty for none.

    Raises:
        ValueError: for NaN or a number outside 0 to 1, by position. One NaN would otherwise spread to every value.
    """
    for i, value in enumerate(p_values):
        _check_probability(value, f"p_values[{i}]")
    p = np.asarray(p_values, dtype=np.float64)
    m = len(p)
    falling = np.argsort(-p, kind="stable")
    steps = p[falling] * (m / np.arange(m, 0, -1))
    adjusted = np.empty(m)
    adjusted[falling] = np.minimum.accumulate(steps)
    return adjusted


def appropriateness_gate(
    p_values: Mapping[str, float], differences: Mapping[str, float], alpha: float = ALPHA
) -> dict[str, bool]:
    """Which models of one temperature give words that fit their cues better than random words do.

    A model passes if its p-value, adjusted over all models of that temperature, lies below ``alpha``, and its mean
    above that of the random words (Schapiro et al. 2026, section 3.1). More models at one temperature move the adjusted
    values of all.

    Args:
        p_values: by model, from ``welch`` of its appropriateness by cue against the random words'. A model without a
            test is left out of both.
        differences: by model, mean appropriateness minus that of the random words.
        alpha: the false discovery rate.

    Returns:
        By model, in the order of ``p_values``.

    Raises:
        ValueError: for a p-value that is NaN or outside 0 to 1 or a difference that is NaN, by model, and for models
            that are in one mapping only.
    """
    if missing := sorted(p_values.keys() ^ differences.keys()):
        raise ValueError(f"p_values and differences must name the same models; in one only: {', '.join(missing)}")
    for model, p in p_values.items():
        _check_probability(p, f"p-value of {model}")
        if math.isnan(differences[model]):
            raise ValueError(f"difference of {model} must be a number, got nan")
    adjusted = benjamini_hochberg(list(p_values.values()))
    return {
        model: bool(q < alpha and differences[model] > 0) for model, q in zip(p_values, adjusted.tolist(), strict=True)
    }


def gated_novelty(novelty: Mapping[float, float], passed: Mapping[float, bool]) -> float | None:
    """A model's CDAT score: its mean novelty over the temperatures at which it passed the gate.

    Args:
        novelty: by temperature, hundredths of cosine distance.
        passed: by temperature, the gate's verdict.

    Returns:
        None if the model passed at no temperature.

    Raises:
        ValueError: for temperatures that are in one mapping only, or a novelty that is not finite.
    """
    if missing := sorted(novelty.keys() ^ passed.keys()):
        raise ValueError(f"novelty and passed must have the same temperatures; in one only: {missing}")
    for temperature, value in novelty.items():
        if not math.isfinite(value):
            raise ValueError(f"novelty at temperature {temperature} must be finite, got {value}")
    values = [value for temperature, value in novelty.items() if passed[temperature]]
    return math.fsum(values) / len(values) if values else None


def _finite(values: Sequence[float], name: str) -> NDArray[np.float64]:
    """The values as an array; the first that is not finite is an error."""
    array = np.asarray(values, dtype=np.float64)
    for i in np.flatnonzero(~np.isfinite(array))[:1]:
        raise ValueError(f"{name}[{i}] must be finite, got {array[i]}")
    return array


def _variance_of_mean(values: NDArray[np.float64]) -> float:
    """s²/n; exactly 0 for equal values, which rounding of their mean would otherwise hide."""
    return 0.0 if values.min() == values.max() else float(values.var(ddof=1) / len(values))


def _check_probability(p: float, name: str) -> None:
    """Refuses what is no probability."""
    if not 0 <= p <= 1:
        raise ValueError(f"{name} must be from 0 to 1, got {p}")
