"""Correlations of many pairs of variables at once, under many weightings of the cases."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.variables import NEGLIGIBLE

Numbers = NDArray[np.float64]

FLAT = 1e-12
"""Variance below which weighted cases are equal, as a share of the variance of all cases."""


def mean_correlations(first: Numbers, second: Numbers, weights: Numbers) -> Numbers:
    """For every weighting the mean over the pairs of their weighted correlation (Pearson).

    A correlation is over the cases that both of its variables have. A pair one of whose variables does not vary counts
    as 0: it says nothing of the other.

    Args:
        first: shape (d, n), d variables of n cases, NaN where missing.
        second: shape (d, n), the other one of each pair.
        weights: shape (b, n), 0 or more: how often each case counts.

    Returns:
        Shape (b,), -1 to 1; NaN where no pair has two variables that vary.
    """
    seen = ~(np.isnan(first) | np.isnan(second))
    x, y = (_standardised(np.where(seen, one, np.nan)) for one in (first, second))
    total = np.maximum(weights @ seen.T.astype(np.float64), 1.0)
    sum_x, sum_y = weights @ x.T, weights @ y.T
    var_x = weights @ (x**2).T / total - (sum_x / total) ** 2
    var_y = weights @ (y**2).T / total - (sum_y / total) ** 2
    covariance = weights @ (x * y).T / total - sum_x * sum_y / total**2
    defined = (var_x > FLAT) & (var_y > FLAT)
    product = np.sqrt(np.where(defined, var_x * var_y, 1.0))
    r = np.where(defined, np.clip(covariance / product, -1.0, 1.0), 0.0)
    return np.where(defined.any(axis=1), r.mean(axis=1), np.nan)


def _standardised(values: Numbers) -> Numbers:
    """Rows with mean 0 and variance 1 over their known values; 0 where missing, and where a row does not vary."""
    known = ~np.isnan(values)
    counts = np.maximum(known.sum(axis=1, keepdims=True), 1)
    low, high = (of(np.where(known, values, side), axis=1) for of, side in ((np.min, np.inf), (np.max, -np.inf)))
    varies = high - low > NEGLIGIBLE * np.where(known, np.abs(values), 0.0).max(axis=1)
    moved = np.where(known & varies[:, None], values - np.where(varies, low, 0.0)[:, None], 0.0)
    moved = np.where(known, moved - moved.sum(axis=1, keepdims=True) / counts, 0.0)
    sd = np.sqrt((moved**2).sum(axis=1, keepdims=True) / counts)
    return np.asarray(np.divide(moved, sd, out=np.zeros_like(moved), where=sd > 0))
