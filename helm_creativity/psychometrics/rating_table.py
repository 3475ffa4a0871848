"""What statistics of judges share: how ratings are read, the table they form, its complete rows, ranks."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray


def rating_table(ratings: ArrayLike) -> NDArray[np.float64]:
    """The ratings as an array of floats, checked.

    Args:
        ratings: shape (n_units, n_judges), missing as in ``as_floats``.

    Returns:
        Shape (n_units, n_judges).

    Raises:
        ValueError: for another number of axes, a value that is no number, or an infinity, by unit and judge.
    """
    return as_array(ratings, "ratings", "n_units", "n_judges")


def as_array(values: ArrayLike, name: str, *axes: str) -> NDArray[np.float64]:
    """Finite numbers with gaps as an array of floats, checked.

    Args:
        values: with as many axes as are named, missing as in ``as_floats``.
        name: what errors call them.
        axes: what errors call the number of entries along each.

    Returns:
        The same shape, NaN where missing. It may be the caller's own array: not to be written into.

    Raises:
        ValueError: for another number of axes, a value that is no number, or an infinity, by position.
    """
    found = as_floats(values, name)
    if found.ndim != len(axes):
        raise ValueError(f"{name} must have shape ({', '.join(axes)}), got {found.shape}")
    for place in np.argwhere(np.isinf(found))[:1].tolist():
        raise ValueError(f"{name}{place} must be finite, or NaN where missing; got {found[tuple(place)]}")
    return found


def as_floats(values: ArrayLike, name: str) -> NDArray[np.float64]:
    """Numbers in any of the forms in which ratings come.

    Args:
        values: an array, lists, or a table with columns. Missing is what is NaN, None, masked or pandas' NA.
        name: what errors call them.

    Returns:
        The same shape, NaN where missing. It may be the caller's own array: not to be written into.

    Raises:
        ValueError: for what is no real number.
    """
    try:
        found = _plain(values)
        if found.dtype.kind in "cmM":
            raise TypeError(f"{found.dtype} is no type of real numbers")
        return found.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be numbers with NaN for a missing one, got something else: {error}") from error


def _plain(values: Any) -> NDArray[Any]:  # noqa: ANN401 - whatever may hold ratings
    """An array whose missing values are NaN or None."""
    if isinstance(values, (list, tuple)) and any(map(np.ma.isMaskedArray, values)):
        values = np.ma.stack(values)
    found = np.asarray(values)
    if np.ma.is_masked(values):
        return _without(found, np.ma.getmaskarray(values))
    if found.dtype == object and hasattr(values, "isna"):
        return _without(found, np.asarray(values.isna()))
    return found


def _without(values: NDArray[Any], hidden: NDArray[np.bool_]) -> NDArray[Any]:
    """The values as objects, None where hidden."""
    objects = values.astype(object)
    objects[hidden] = None
    return objects


def complete_rows(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The units that every judge rated, in their order; none where there is no judge.

    Args:
        table: shape (n_units, n_judges).

    Returns:
        Shape (n, n_judges) with n <= n_units.
    """
    return table[~np.isnan(table).any(axis=1)] if table.shape[1] else table[:0]


def centred(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Values moved and scaled into -1 to 1 for a statistic that neither of the two changes.

    The middle of the range becomes 0, so that equal values become 0 exactly, which their rounded mean does not promise;
    and squares can neither overflow nor vanish.

    Args:
        values: any shape, finite or NaN.

    Returns:
        The same shape, NaN where it was; unchanged where no value is finite.
    """
    seen = values[~np.isnan(values)]
    if not seen.size:
        return values
    low, high = float(seen.min()), float(seen.max())
    moved = values - (low / 2 + high / 2)
    return moved / ((high / 2 - low / 2) or 1.0)


def mid_ranks(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """Ranks from 1; equal values share the mean of the ranks that they take up.

    Args:
        values: shape (n,), without NaN.

    Returns:
        Shape (n,), multiples of 1/2 from 1 to n.
    """
    _, place, counts = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(counts) - (counts - 1) / 2)[place]
