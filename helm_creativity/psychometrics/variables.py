"""What statistics over several variables share: the table of models by variables, its complete rows, correlations."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.rating_table import as_array, complete_rows

NEGLIGIBLE = 1e-12
"""A range smaller than this share of the values is 0 but for rounding, which lets means of the same numbers differ."""


def as_table(values: ArrayLike, name: str, columns: str = "n_variables") -> NDArray[np.float64]:
    """Numbers of models as an array of floats, checked.

    Args:
        values: shape (n, m), a model a row; NaN, None or masked where missing.
        name: what errors call them.
        columns: what errors call m.

    Returns:
        Shape (n, m), NaN where missing. It may be the caller's own array: not to be written into.

    Raises:
        ValueError: for another number of axes, a value that is no number, or an infinity, by row and column.
    """
    return as_array(values, name, "n_models", columns)


def factorable(data: ArrayLike) -> NDArray[np.float64]:
    """The complete rows of a table that a factor analysis can use.

    With no more models than variables a correlation matrix is singular whatever the variables measure, and two
    variables do not determine a factor.

    Args:
        data: shape (n_models, p), NaN where missing.

    Returns:
        Shape (n, p), without NaN; n > p >= 3, and every column varies.

    Raises:
        ValueError: where this cannot be, or for what is no table of numbers.
    """
    table = as_table(data, "data")
    p = table.shape[1]
    if p < 3:
        raise ValueError(f"data must have at least 3 variables (columns) for a factor, got {p}")
    rows = complete_rows(table)
    if len(rows) <= p:
        raise ValueError(
            f"data must have more models with all {p} variables than variables, got {len(rows)} of {len(table)} "
            "models; leave out the variables that most models lack"
        )
    check_spread(rows)
    return rows


def check_spread(rows: NDArray[np.float64]) -> None:
    """Refuses a variable in which all models are equal: it correlates with nothing.

    Args:
        rows: shape (n, p), without NaN.

    Raises:
        ValueError: by column.
    """
    for column in np.flatnonzero(~varies(rows))[:1]:
        raise ValueError(
            f"data[:, {column}] must vary, got {rows[0, column]} for all {len(rows)} models with all variables; "
            "leave it out"
        )


def varies(rows: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Whether columns hold different values, by more than rounding.

    Args:
        rows: shape (..., n, p), without NaN, n > 0.

    Returns:
        Shape (..., p).
    """
    low, high = rows.min(axis=-2) / 2, rows.max(axis=-2) / 2
    size: NDArray[np.float64] = np.maximum(np.abs(low), np.abs(high))
    return np.asarray(high - low > NEGLIGIBLE * size)


def unit_columns(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Columns with mean 0 and sum of squares 1.

    Args:
        rows: shape (..., n, p), without NaN; every column varies.

    Returns:
        The same shape. Its products of columns are correlations.
    """
    low, high = rows.min(axis=-2, keepdims=True) / 2, rows.max(axis=-2, keepdims=True) / 2
    moved = (rows / 2 - (low / 2 + high / 2)) / (high - low)  # from -1/2 to 1/2: no square overflows or vanishes
    moved = moved - moved.mean(axis=-2, keepdims=True)
    return np.asarray(moved / np.sqrt((moved**2).sum(axis=-2, keepdims=True)))


def correlations(rows: NDArray[np.float64]) -> NDArray[np.float64]:
    """Pearson's correlations of all pairs of columns.

    Args:
        rows: shape (..., n, p), without NaN; every column varies.

    Returns:
        Shape (..., p, p), symmetric, the diagonal exactly 1.
    """
    x = unit_columns(rows)
    found = np.clip(np.swapaxes(x, -1, -2) @ x, -1.0, 1.0)
    found = (found + np.swapaxes(found, -1, -2)) / 2
    diagonal = np.arange(found.shape[-1])
    found[..., diagonal, diagonal] = 1.0
    return np.asarray(found)


def eigenvalues(matrices: NDArray[np.float64]) -> NDArray[np.float64]:
    """Eigenvalues of correlation matrices.

    Args:
        matrices: shape (..., p, p).

    Returns:
        Shape (..., p), descending, from 0 to p; they add up to p.
    """
    return np.asarray(np.maximum(np.linalg.eigvalsh(matrices)[..., ::-1], 0.0))
