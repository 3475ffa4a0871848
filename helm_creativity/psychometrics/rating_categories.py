"""Ratings as codes of categories: which ratings a scale has, and the distinct response patterns among units."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.tables import Numbers, as_floats, rating_table

MISSING = -1
"""The code of a missing rating."""
MAX_CATEGORIES = 51
"""How many different ratings a fit accepts."""
NEAR = 1e-12
"""Ratings closer than this share of the largest one are the same but for rounding, such as 0.3 and 0.1 + 0.2."""
_DENSE_KEYS = 1 << 22


def check_ratings(ratings: ArrayLike) -> Numbers:
    """The ratings as floats.

    ``ratings``: shape (n_units, n_judges), finite numbers, missing where NaN, None, masked or pandas' NA. An array,
    lists or a table with columns. Raises ValueError as ``rating_table`` does, and without a unit or a judge.
    """
    table = rating_table(ratings)
    if 0 in table.shape:
        raise ValueError(f"ratings must have shape (n_units, n_judges) with at least one of each, got {table.shape}")
    return table


def column_names(ratings: Any, n: int) -> list[Any]:  # noqa: ANN401 - anything with columns
    """The names of the judges: those of a table's columns, else their numbers."""
    return list(getattr(ratings, "columns", range(n)))


class RatingScale(NamedTuple):
    """Which ratings may occur, and as which categories they count."""

    values: Numbers  # shape (n_values,), ascending
    codes: NDArray[np.int64]  # shape (n_values,), the category of each, 0 to n_categories - 1
    categories: Numbers  # shape (n_categories,), the values that occur, ascending
    merged: dict[float, float]  # by value that does not occur, the category as which it counts


def learn_scale(table: Numbers, offered: ArrayLike | None) -> RatingScale:
    """The scale of a table of ratings.

    Ratings that differ by rounding only are one category: the one that is offered, else the one with the shortest
    decimal form.

    ``table``: shape (n_units, n_judges). ``offered``: the ratings that are possible, in any order; None for
    those that occur. Raises ValueError for ratings that are not offered, fewer than 2 or more than 51 that occur, and
    an offer that is no list of different finite numbers.
    """
    used = distinct_ratings(table)
    values = used if offered is None else _offered(offered)
    places, unknown = _places(values, used)
    if unknown.any():
        raise ValueError(
            f"ratings must be among the categories {_listed(values)}, got {_listed(used[unknown])}; leave out values "
            "off the scale (NaN) or correct categories="
        )
    used = values[np.unique(places)]
    if len(used) < 2:
        raise ValueError(
            f"ratings must use at least 2 categories, got only {rating_text(used[0])}; nothing distinguishes units"
        )
    if len(used) > MAX_CATEGORIES:
        raise ValueError(
            f"ratings must use at most {MAX_CATEGORIES} categories, got {len(used)}; round them to a coarser scale"
        )
    codes = _nearest(values, used)
    merged = {float(value): float(used[code]) for value, code in zip(values, codes, strict=True) if value != used[code]}
    return RatingScale(values, codes, used, merged)


def encode(table: Numbers, scale: RatingScale) -> NDArray[np.int64]:
    """The category of each rating.

    ``table``: shape (n_units, n_judges). ``scale``: which ratings there may be. Returns shape (n_units, n_judges), 0 to
    n_categories - 1, ``MISSING`` for NaN. Raises ValueError for a rating that the scale does not have.
    """
    missing = np.isnan(table)
    places, wrong = _places(scale.values, np.where(missing, scale.values[0], table))
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"ratings[{row}, {column}] must be one of {_listed(scale.values)}, got {rating_text(table[row, column])}; "
            "leave out values off the scale (NaN), or fit with the whole scale as categories="
        )
    codes = scale.codes[places]
    codes[missing] = MISSING
    return codes


def distinct_ratings(table: ArrayLike) -> Numbers:
    """The different ratings that occur, ascending, shape (n,).

    Of several that differ by rounding only, the one with the shortest decimal form represents all.

    ``table``: any shape, finite, missing as in ``as_floats``. Raises ValueError as ``as_floats`` does.
    """
    ratings = as_floats(table, "ratings")
    used = np.unique(ratings[~np.isnan(ratings)])
    with np.errstate(over="ignore"):
        new = np.diff(used) > _tolerance(used)
    if new.all():
        return used
    groups = np.split(used, np.flatnonzero(new) + 1)
    return np.array([min(group.tolist(), key=lambda value: len(repr(value))) for group in groups])


def rating_text(value: float) -> str:
    """A rating as text, whole ones without a decimal point; "nan" for a missing one.

    Raises ValueError as ``as_floats`` does.
    """
    return repr(float(as_floats(value, "a rating"))).removesuffix(".0")


def _tolerance(values: Numbers) -> float:
    """The largest difference at which two ratings on this scale are the same."""
    return NEAR * float(np.abs(values).max(initial=0.0))


def _places(values: Numbers, ratings: Numbers) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The place of each rating among ascending values, and whether it is none of them; both shaped as ``ratings``."""
    tolerance = _tolerance(values)
    with np.errstate(over="ignore"):  # next to the largest float
        places = np.maximum(np.searchsorted(values - tolerance, ratings, side="right") - 1, 0)
        wrong = values[places] != ratings
        if wrong.any():
            wrong = np.abs(values[places] - ratings) > tolerance
        return places, wrong


def _nearest(values: Numbers, used: Numbers) -> NDArray[np.int64]:
    """The place of the nearest of the used values; of two that are equally near but for rounding, the lower."""
    unit = float(np.abs(values).max()) or 1.0
    distance = np.abs(values[:, None] / unit - used / unit)
    near: NDArray[np.int64] = (distance <= distance.min(axis=1, keepdims=True) + NEAR).argmax(axis=1)
    return near


def _offered(categories: ArrayLike) -> Numbers:
    try:
        values = np.sort(as_floats(categories, "categories"))
    except (TypeError, ValueError) as error:
        raise ValueError(f"categories must be different finite numbers in one list, got {categories!r}") from error
    with np.errstate(over="ignore"):
        valid = values.ndim == 1 and values.size and np.isfinite(values).all()
        if not valid or (np.diff(values) <= _tolerance(values)).any():
            raise ValueError(f"categories must be different finite numbers in one list, got {categories!r}")
    return values


def _listed(values: ArrayLike) -> str:
    texts = [rating_text(value) for value in np.asarray(values).tolist()]
    return ", ".join(texts if len(texts) <= 12 else [*texts[:6], "...", *texts[-3:]])


class Patterns(NamedTuple):
    """The distinct rows of a table of codes."""

    # shape (n_patterns, n_judges), 0 to n_categories - 1 or ``MISSING``; in ascending order of the rows
    codes: NDArray[np.int64]
    counts: NDArray[np.int64]  # shape (n_patterns,), how many units have each row; they sum to n_units
    inverse: NDArray[np.int64]  # shape (n_units,), the pattern of each unit: ``codes[inverse]`` is the table


def count_patterns(codes: NDArray[np.int64], n_categories: int) -> Patterns:
    """The distinct rows, how often each occurs, and which of them each unit has.

    Each row is written as one integer to the base n_categories + 1, so that nothing is sorted while there are few
    possible integers, and single integers rather than rows when there are many.

    ``codes``: shape (n_units, n_judges), ``MISSING`` or 0 to n_categories - 1. ``n_categories``: how many categories
    there are.
    """
    base = n_categories + 1
    keys = np.zeros(len(codes), dtype=np.int64)
    largest = 0
    for column in codes.T:
        if largest > (np.iinfo(np.int64).max - base) // base:
            keys = np.unique(keys, return_inverse=True)[1].astype(np.int64)
            largest = int(keys.max())
        keys = keys * base + (column + 1)
        largest = largest * base + n_categories
    if largest < _DENSE_KEYS:
        counts = np.bincount(keys)
        found = np.flatnonzero(counts)
        place = np.zeros(len(counts), dtype=np.int64)
        place[found] = np.arange(len(found))
        first = np.zeros(len(counts), dtype=np.int64)
        first[keys] = np.arange(len(keys))
        return Patterns(codes[first[found]], counts[found], place[keys])
    _, rows, inverse, counts = np.unique(keys, return_index=True, return_inverse=True, return_counts=True)
    return Patterns(codes[rows], counts, inverse)
