"""Which ratings a scale has, and which of them count as the same category."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.patterns import MISSING
from helm_creativity.psychometrics.rating_table import as_floats

MOST_CATEGORIES = 51
NEAR = 1e-12
"""Ratings closer than this share of the largest one are the same but for rounding, such as 0.3 and 0.1 + 0.2."""


class Scale(NamedTuple):
    """What ratings may occur.

    Attributes:
        values: shape (n_values,), ascending.
        codes: shape (n_values,), the category of each, 0 to n_categories - 1.
        categories: shape (n_categories,), the values that somebody gave, ascending.
        merged: by value that nobody gave, the category's value as which it counts.
    """

    values: NDArray[np.float64]
    codes: NDArray[np.int64]
    categories: NDArray[np.float64]
    merged: dict[float, float]


def learn_scale(table: NDArray[np.float64], offered: ArrayLike | None) -> Scale:
    """The scale of a table of ratings.

    Ratings that differ by rounding only are one category: the one that is offered, else the one that is written
    shortest.

    Args:
        table: shape (n_units, n_judges), NaN missing.
        offered: the ratings that are possible, in any order; None for those that occur.

    Raises:
        ValueError: for ratings that are not offered, or fewer than 2 or more than 51 categories in use.
    """
    used = distinct(table)
    values = used if offered is None else _offered(offered)
    places, strange = _places(values, used)
    if strange.any():
        raise ValueError(
            f"ratings must be among the categories {_listed(values)}, got {_listed(used[strange])}; leave out what is "
            "off the scale (NaN) or correct categories="
        )
    used = values[np.unique(places)]
    if len(used) < 2:
        raise ValueError(
            f"ratings must use at least 2 categories, got only {shown(used[0])}; nothing tells units apart"
        )
    if len(used) > MOST_CATEGORIES:
        raise ValueError(
            f"ratings must use at most {MOST_CATEGORIES} categories, got {len(used)}; round them to a coarser scale"
        )
    codes = _nearest(values, used)
    merged = {float(value): float(used[code]) for value, code in zip(values, codes, strict=True) if value != used[code]}
    return Scale(values, codes, used, merged)


def encode(table: NDArray[np.float64], scale: Scale) -> NDArray[np.int64]:
    """The category of each rating.

    Args:
        table: shape (n_units, n_judges), NaN missing.
        scale: what the ratings may be.

    Returns:
        Shape (n_units, n_judges), 0 to n_categories - 1, ``MISSING`` for NaN.

    Raises:
        ValueError: for a rating that the scale does not have, by row and column.
    """
    missing = np.isnan(table)
    places, wrong = _places(scale.values, np.where(missing, scale.values[0], table))
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"ratings[{row}, {column}] must be one of {_listed(scale.values)}, got {shown(table[row, column])}; leave "
            "out what is off the scale (NaN), or fit with the whole scale as categories="
        )
    codes = scale.codes[places]
    codes[missing] = MISSING
    return codes


def distinct(table: NDArray[np.float64]) -> NDArray[np.float64]:
    """The different ratings that occur, ascending, shape (n,).

    Of several that differ by rounding only, the one that is written shortest stands for all.

    Args:
        table: any shape, finite or NaN.
    """
    used = np.unique(table[~np.isnan(table)])
    with np.errstate(over="ignore"):
        apart = np.diff(used) > _tolerance(used)
    if apart.all():
        return used
    groups = np.split(used, np.flatnonzero(apart) + 1)
    return np.array([min(group.tolist(), key=lambda value: len(repr(value))) for group in groups])


def shown(value: float) -> str:
    """A number as it was given, whole ones without a point."""
    return repr(float(value)).removesuffix(".0")


def _tolerance(values: NDArray[np.float64]) -> float:
    """How far two ratings on this scale may be apart and be the same."""
    return NEAR * float(np.abs(values).max(initial=0.0))


def _places(values: NDArray[np.float64], given: NDArray[np.float64]) -> tuple[NDArray[np.intp], NDArray[np.bool_]]:
    """The place of each given number among ascending values, and whether it is none of them; both of its shape."""
    tolerance = _tolerance(values)
    with np.errstate(over="ignore"):  # next to the largest float
        places = np.maximum(np.searchsorted(values - tolerance, given, side="right") - 1, 0)
        wrong = values[places] != given
        if wrong.any():
            wrong = np.abs(values[places] - given) > tolerance
        return places, wrong


def _nearest(values: NDArray[np.float64], used: NDArray[np.float64]) -> NDArray[np.int64]:
    """Where the nearest of the used values stands, the lower of two that rounding alone tells apart."""
    unit = float(np.abs(values).max()) or 1.0
    distance = np.abs(values[:, None] / unit - used / unit)
    near: NDArray[np.int64] = (distance <= distance.min(axis=1, keepdims=True) + NEAR).argmax(axis=1)
    return near


def _offered(categories: ArrayLike) -> NDArray[np.float64]:
    """The offered ratings, ascending."""
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
    """Numbers as text, all but the first and last few left out."""
    texts = [shown(value) for value in np.asarray(values).tolist()]
    return ", ".join(texts if len(texts) <= 12 else [*texts[:6], "...", *texts[-3:]])
