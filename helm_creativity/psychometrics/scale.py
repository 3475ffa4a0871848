"""Which ratings a scale has, and which of them count as the same category."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.patterns import MISSING

MOST_CATEGORIES = 51


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

    Args:
        table: shape (n_units, n_judges), NaN missing.
        offered: the ratings that are possible, in any order; None for those that occur.

    Raises:
        ValueError: for ratings that are not offered, or fewer than 2 or more than 51 categories in use.
    """
    used = np.unique(table[~np.isnan(table)])
    values = used if offered is None else _offered(offered)
    if strange := sorted(set(used.tolist()) - set(values.tolist())):
        raise ValueError(
            f"ratings must be among the categories {_listed(values)}, got {_listed(strange)}; leave out what is off "
            "the scale (NaN) or correct categories="
        )
    if len(used) < 2:
        raise ValueError(f"ratings must use at least 2 categories, got only {used[0]:g}; nothing tells units apart")
    if len(used) > MOST_CATEGORIES:
        raise ValueError(
            f"ratings must use at most {MOST_CATEGORIES} categories, got {len(used)}; round them to a coarser scale"
        )
    distance = np.abs(values[:, None] - used)
    codes = distance.argmin(axis=1)
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
    known = np.where(missing, scale.values[0], table)
    places = np.searchsorted(scale.values, known)
    np.minimum(places, len(scale.values) - 1, out=places)
    wrong = scale.values[places] != known
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        raise ValueError(
            f"ratings[{row}, {column}] must be one of {_listed(scale.values)}, got {table[row, column]:g}; leave out "
            "what is off the scale (NaN), or fit with the whole scale as categories="
        )
    codes = scale.codes[places]
    codes[missing] = MISSING
    return codes


def _offered(categories: ArrayLike) -> NDArray[np.float64]:
    """The offered ratings, ascending."""
    values = np.asarray(categories, dtype=np.float64)
    if values.ndim != 1 or not np.isfinite(values).all() or len(np.unique(values)) != len(values):
        raise ValueError(f"categories must be different finite numbers in one list, got {categories!r}")
    return np.sort(values)


def _listed(values: ArrayLike) -> str:
    """Numbers as text, all but the first and last few left out."""
    texts = [f"{value:g}" for value in np.asarray(values).tolist()]
    return ", ".join(texts if len(texts) <= 12 else [*texts[:6], "...", *texts[-3:]])
