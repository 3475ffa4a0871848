"""Ranks of many draws at once, in which rounding makes no difference and ties are ties."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.variables import NEGLIGIBLE


class Ranks(NamedTuple):
    """Places of the values in every row, NaN where a value is missing.

    Attributes:
        middle: shape (d, n), 1 for the highest; equal values share the mean of the ranks that they take up.
        above: shape (d, n), how many values are higher.
    """

    middle: NDArray[np.float64]
    above: NDArray[np.float64]


def ranks_from_top(values: NDArray[np.float64]) -> Ranks:
    """Ranks within rows; values that differ by less than ``NEGLIGIBLE`` of the row's largest are equal.

    Args:
        values: shape (d, n), NaN where missing.
    """
    n = values.shape[1]
    missing = np.isnan(values)
    falling = np.where(missing, np.inf, -values)
    order = np.argsort(falling, axis=1, kind="stable")
    falling = np.take_along_axis(falling, order, axis=1)
    new = np.ones(values.shape, dtype=bool)
    with np.errstate(invalid="ignore"):  # of missing values, which stand at the end, the differences are NaN
        new[:, 1:] = np.diff(falling, axis=1) > NEGLIGIBLE * np.where(missing, 0.0, np.abs(values)).max(
            axis=1, initial=0.0, keepdims=True
        )
    last = np.roll(new, -1, axis=1)
    last[:, -1:] = True
    places = np.arange(n)
    first_of = np.maximum.accumulate(np.where(new, places, 0), axis=1)
    last_of = np.minimum.accumulate(np.where(last, places, n)[:, ::-1], axis=1)[:, ::-1]
    middle, above = np.full(values.shape, np.nan), np.full(values.shape, np.nan)
    np.put_along_axis(middle, order, (first_of + last_of) / 2 + 1, axis=1)
    np.put_along_axis(above, order, first_of.astype(np.float64), axis=1)
    middle[missing] = above[missing] = np.nan
    return Ranks(middle, above)
