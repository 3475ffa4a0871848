"""Numbers with missing values, as all statistics read them: tables, complete rows, centring, ratios and ranks."""

from __future__ import annotations

import math
from collections.abc import Hashable, Sequence
from numbers import Real
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

Numbers = NDArray[np.float64]

NEGLIGIBLE = 1e-12
"""A range smaller than this share of the values counts as 0: means of the same numbers differ by as much."""
FAR = 0.5
"""Share of the range of others' ratings by which one's may leave it: 0 to 7 beside 1 to 5, and not 0 to 10."""
LARGEST = 1e300
"""Beyond it, sums of numbers overflow."""
SMALLEST = 1e-300
"""Closer to 0, floats have fewer digits."""
TOO_LARGE = f"must be at most {LARGEST:g} in size (NaN where missing; else use another unit),"


def rating_table(ratings: ArrayLike) -> Numbers:
    """The ratings as an array of floats, checked.

    ``ratings``: shape (n_units, n_judges), missing as in ``as_floats``. Returns shape (n_units, n_judges). Raises
    ValueError as ``as_array`` does.
    """
    return as_array(ratings, "ratings", "n_units", "n_judges")


def as_array(values: ArrayLike, name: str, *axes: str) -> Numbers:
    """Finite numbers, some of them missing, as an array of floats; checked.

    ``values``: as many axes as ``axes`` has names, missing as in ``as_floats``. ``name``: what errors call them.
    ``axes``: what errors call the number of entries along each. Returns the same shape, NaN where missing. It may be
    the caller's own array, so do not write into it. Raises ValueError as ``as_floats`` does, for another number of
    axes, for an infinity or a number beyond ``LARGEST``, by position, and where all numbers are closer to 0 than
    ``SMALLEST``.
    """
    found = as_floats(values, name)
    if found.ndim != len(axes):
        raise ValueError(f"{name} must have shape ({', '.join(axes)}{',' * (len(axes) == 1)}), got {found.shape}")
    _refuse_first(np.isinf(found), found, name, "must be finite, or NaN where missing;")
    _refuse_first(np.abs(found) > LARGEST, found, name, TOO_LARGE)
    largest = float(np.fmax.reduce(np.abs(found), axis=None, initial=0.0))
    if 0 < largest < SMALLEST:
        raise ValueError(
            f"{name} must not all be closer to 0 than {SMALLEST:g}, got at most {largest}; use another unit"
        )
    return found


def known_numbers(values: ArrayLike, name: str) -> Numbers:
    """Finite numbers, none of them missing, as an array of floats; checked.

    ``values``: shape (n,). ``name``: what errors call them. Raises ValueError as ``as_floats`` does, for another number
    of axes, and for one that is missing, infinite or beyond ``LARGEST``, by position.
    """
    found = as_floats(values, name)
    if found.ndim != 1:
        raise ValueError(f"{name} must have shape (n,), got {found.shape}")
    _refuse_first(~np.isfinite(found), found, name, "must be finite,")
    _refuse_first(np.abs(found) > LARGEST, found, name, TOO_LARGE)
    return found


def _refuse_first(wrong: NDArray[np.bool_], values: Numbers, name: str, expected: str) -> None:
    for place in np.argwhere(wrong)[:1].tolist():
        raise ValueError(f"{name}{place} {expected} got {values[tuple(place)]}")


def as_number(value: object) -> float:
    """A single number; NaN for what is none, such as pandas' NA."""
    return float(value) if isinstance(value, Real) else math.nan


def as_floats(values: ArrayLike, name: str) -> Numbers:
    """Numbers as an array of floats, whatever holds them.

    ``values``: an array, lists, or a table with columns. NaN, None, masked values and pandas' NA are missing. ``name``:
    what errors call them. Returns the same shape, NaN where missing. It may be the caller's own array, so do not write
    into it. Raises ValueError for anything but real numbers.
    """
    try:
        found = _unmasked(values)
        if found.dtype.kind in "cmM":
            raise TypeError(f"{found.dtype} is not a type of real numbers")
        return found.astype(np.float64, copy=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} must be numbers with NaN for a missing one, got something else: {error}") from error


def _unmasked(values: Any) -> NDArray[Any]:  # noqa: ANN401 - anything may hold numbers
    if isinstance(values, (list, tuple)) and any(map(np.ma.isMaskedArray, values)):
        values = np.ma.stack(values)
    found = np.asarray(values)
    if np.ma.is_masked(values):
        return _with_none(found, np.ma.getmaskarray(values))
    if found.dtype == object:
        # pandas' NA is known by its name: pandas need not be there.
        missing = np.vectorize(lambda value: value is None or type(value).__name__ == "NAType", otypes=[bool])
        return _with_none(found, missing(found))
    return found


def _with_none(values: NDArray[Any], hidden: NDArray[np.bool_]) -> NDArray[Any]:
    objects = values.astype(object)
    objects[hidden] = None
    return objects


def complete_rows(table: Numbers) -> Numbers:
    """The rows of a table, shape (n, m), without a missing value, in their order; none where m is 0."""
    return table[~np.isnan(table).any(axis=1)] if table.shape[1] else table[:0]


def centred(values: Numbers) -> Numbers:
    """Values moved and scaled into -1 to 1, for statistics that depend on neither origin nor unit.

    The middle of the range becomes 0, so that equal values become exactly 0, which subtracting a rounded mean does not
    guarantee. Squares can neither overflow nor vanish.

    ``values``: any shape, finite or NaN. Returns the same shape, NaN where it was; unchanged where no value is finite.
    """
    seen = values[~np.isnan(values)]
    if not seen.size:
        return values
    low, high = float(seen.min()), float(seen.max())
    moved = values - (low / 2 + high / 2)
    return moved / ((high / 2 - low / 2) or 1.0)


def scaled(values: Numbers) -> tuple[Numbers, int]:
    """Values over a power of 2, so that no sum of squares overflows or vanishes and nothing is rounded.

    ``values``: any shape, finite or NaN. Returns the same shape, from -1 to 1, and the power: ``np.ldexp(found,
    power)`` are the values.
    """
    _, power = np.frexp(np.fmax.reduce(np.abs(values), axis=None, initial=0.0))
    return np.asarray(np.ldexp(values, -power)), int(power)


def varies(rows: Numbers) -> NDArray[np.bool_]:
    """Whether columns hold different values, by more than rounding.

    ``rows``: shape (..., n, p), without NaN, n > 0. Returns shape (..., p).
    """
    low, high = rows.min(axis=-2) / 2, rows.max(axis=-2) / 2
    size: Numbers = np.maximum(np.abs(low), np.abs(high))
    return np.asarray(high - low > NEGLIGIBLE * size)


class Ranks(NamedTuple):
    """Ranks of the values within every row, NaN where a value is missing."""

    middle: Numbers  # shape (d, n), 1 for the highest; equal values share the mean of their ranks
    above: Numbers  # shape (d, n), how many values are higher


def ranks_from_top(values: Numbers) -> Ranks:
    """Ranks within rows; values that differ by less than ``NEGLIGIBLE`` of the row's largest are equal.

    ``values``: shape (d, n).
    """
    n = values.shape[1]
    missing = np.isnan(values)
    falling = np.where(missing, np.inf, -values)
    order = np.argsort(falling, axis=1, kind="stable")
    falling = np.take_along_axis(falling, order, axis=1)
    new = np.ones(values.shape, dtype=bool)
    with np.errstate(invalid="ignore"):  # missing values are last, and their differences NaN
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


def ratio(sums: ArrayLike, counts: ArrayLike) -> Numbers:
    """Sums divided by counts, NaN where a count is 0."""
    out = np.full(np.shape(sums), np.nan)
    return np.asarray(np.divide(sums, counts, out=out, where=np.asarray(counts) > 0))


def known_means(table: Numbers) -> Numbers:
    """Means of rows over what is known of each, NaN where nothing is."""
    return ratio(np.nansum(table, axis=1), (~np.isnan(table)).sum(axis=1))


def ranges_apart(own: Numbers, others: Numbers) -> tuple[str, str] | None:
    """The ranges of one's ratings and of all others', such as "0 to 10" and "1 to 5", if they may be on two scales.

    They may be if one's own leave the others' range by more than ``FAR`` of it. Otherwise None.

    ``own``: any shape. ``others``: any shape.
    """
    mine, theirs = own[~np.isnan(own)], others[~np.isnan(others)]
    if not mine.size or not theirs.size:
        return None
    low, high, least, most = mine.min(), mine.max(), theirs.min(), theirs.max()
    if max(least - low, high - most) <= FAR * (most - least):
        return None
    return f"{low:g} to {high:g}", f"{least:g} to {most:g}"


def linked_columns(seen: NDArray[np.bool_]) -> list[list[int]]:
    """The columns of a table in groups, each linked by rows that two of them share, directly or through others."""
    from scipy.sparse.csgraph import connected_components

    shared = seen.astype(np.float64)
    n_groups, group = connected_components(shared.T @ shared > 0, directed=False)
    return [np.flatnonzero(group == number).tolist() for number in range(n_groups)]


def key_codes(keys: Sequence[Hashable]) -> NDArray[np.intp]:
    """Numbers from 0 for keys, in the order in which these first occur."""
    found: dict[Hashable, int] = {}
    return np.array([found.setdefault(key, len(found)) for key in keys], dtype=np.intp)


def without_empty(table: Numbers) -> Numbers:
    """The rows that have a number, then the columns that have one."""
    table = table[~np.isnan(table).all(axis=1)]
    return np.asarray(table[:, ~np.isnan(table).all(axis=0)])


def middle_95(found: Sequence[float] | Numbers, draws: int) -> tuple[float, float] | None:
    """The middle 95 % of a statistic over resamples; None where fewer than half of the draws have a value."""
    if 2 * len(found) < draws:
        return None
    low, high = np.percentile(found, [2.5, 97.5])
    return float(low), float(high)
