"""Ratings as codes, and the distinct rows among them: what a likelihood over many units is made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import rating_table

MISSING = -1
"""The code of a missing rating."""

_DENSE_KEYS = 1 << 22
_LARGEST_KEY = np.iinfo(np.int64).max


class Patterns(NamedTuple):
    """The distinct rows of a table of codes.

    Attributes:
        codes: shape (n_patterns, n_judges), 0 to n_categories - 1 or ``MISSING``; in ascending order of the rows.
        counts: shape (n_patterns,), how many units have each row; they sum to n_units.
        inverse: shape (n_units,), the pattern of each unit: ``codes[inverse]`` is the table.
    """

    codes: NDArray[np.int64]
    counts: NDArray[np.int64]
    inverse: NDArray[np.int64]


def as_table(ratings: ArrayLike) -> NDArray[np.float64]:
    """The ratings as floats.

    Args:
        ratings: shape (n_units, n_judges), finite numbers, missing where NaN, None, masked or pandas' NA. An array,
            lists or a table with columns.

    Raises:
        ValueError: for what is not numeric, has another shape or holds an infinite rating (by row and column).
    """
    table = rating_table(ratings)
    if 0 in table.shape:
        raise ValueError(f"ratings must have shape (n_units, n_judges) with at least one of each, got {table.shape}")
    return table


def column_names(ratings: Any, n: int) -> list[str]:  # noqa: ANN401 - whatever may have columns
    """What errors call the judges: the names of a table's columns, else their numbers."""
    names: Sequence[Any] = list(getattr(ratings, "columns", range(n)))
    return [repr(name) if isinstance(name, str) else str(name) for name in names]


def feature_names(ratings: Any) -> NDArray[np.object_] | None:  # noqa: ANN401 - whatever may have columns
    """The names of a table's columns, shape (n_judges,), if all are text; None where they are not, as scikit-learn."""
    names = list(getattr(ratings, "columns", ()))
    return np.array(names, dtype=object) if names and all(isinstance(name, str) for name in names) else None


def check_names(known: NDArray[np.object_] | None, ratings: Any) -> None:  # noqa: ANN401 - whatever may have columns
    """Refuses a table whose columns are named otherwise than those of the fit, or in another order.

    Raises:
        ValueError: with the names.
    """
    given = feature_names(ratings)
    if known is None or given is None or list(known) == list(given):
        return
    how = "in another order" if sorted(known) == sorted(given) else "other ones"
    raise ValueError(
        f"ratings must have the columns of the fit, {', '.join(map(repr, known))}, in this order; got {how}: "
        f"{', '.join(map(repr, given))}"
    )


def count_patterns(codes: NDArray[np.int64], n_categories: int) -> Patterns:
    """The distinct rows, how often each occurs, and which of them each unit has.

    Each row is written as one integer to the base n_categories + 1, so that nothing is sorted while there are few
    possible integers, and single integers rather than rows when there are many.

    Args:
        codes: shape (n_units, n_judges), ``MISSING`` or 0 to n_categories - 1.
        n_categories: how many categories there are.
    """
    base = n_categories + 1
    keys = np.zeros(len(codes), dtype=np.int64)
    largest = 0
    for column in codes.T:
        if largest > (_LARGEST_KEY - base) // base:
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
