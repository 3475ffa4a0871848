"""Complete cases of several variables, and what is left of one when others are taken out of it."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.variables import varies

Numbers = NDArray[np.float64]
NOTHING = 1e-9
"""Share of a variable's spread below which what is left of it is taken for rounding."""


def complete(x: ArrayLike, y: ArrayLike, controls: ArrayLike | None = None) -> tuple[Numbers, Numbers, Numbers]:
    """The cases for which all is known.

    Args:
        x: n numbers, NaN where missing.
        y: n numbers.
        controls: shape (n, k) or (n,); None for none.

    Returns:
        x and y, shape (m,), and the controls, shape (m, k).

    Raises:
        ValueError: for other shapes, or an infinity.
    """
    first, second = (np.asarray(one, dtype=np.float64) for one in (x, y))
    known = np.empty((first.size, 0)) if controls is None else np.asarray(controls, dtype=np.float64)
    known = known[:, None] if known.ndim == 1 else known
    if first.ndim != 1 or first.shape != second.shape or known.ndim != 2 or len(known) != first.size:
        shapes = f"{first.shape}, {second.shape}" + ("" if controls is None else f" and {np.shape(controls)}")
        raise ValueError(
            f"expected one number a case of each variable and a row a case of controls, got shapes {shapes}"
        )
    table = np.column_stack([first, second, known])
    if np.isinf(table).any():
        case = int(np.flatnonzero(np.isinf(table).any(axis=1))[0])
        raise ValueError(f"expected finite numbers, or NaN where missing, got an infinity in case {case}")
    rows = ~np.isnan(table).any(axis=1)
    return first[rows], second[rows], known[rows]


def deviations_of(values: Numbers) -> Numbers:
    """Deviations from the mean, the largest of them 1; exactly 0 where all values are equal but for rounding."""
    if not len(values) or not varies(values[:, None])[0]:
        return np.zeros(len(values))
    scaled = values / np.abs(values).max()  # squares of very large numbers would overflow
    deviations = scaled - scaled.mean()
    deviations -= deviations.mean()
    return np.asarray(deviations / np.abs(deviations).max(), dtype=np.float64)


def basis_of(controls: Numbers) -> Numbers:
    """Orthonormal columns that span the centred controls, shape (n, rank)."""
    columns = np.column_stack([np.empty((len(controls), 0)), *map(deviations_of, controls.T)])
    if not columns.size:
        return np.empty((len(controls), 0))
    left, sizes, _ = np.linalg.svd(columns, full_matrices=False)
    return np.asarray(left[:, sizes > NOTHING * max(sizes.max(), NOTHING)], dtype=np.float64)


def without(target: Numbers, basis: Numbers) -> Numbers:
    """What the basis does not explain; exactly 0 where that is nothing but rounding."""
    left = target - basis @ (basis.T @ target)
    left -= basis @ (basis.T @ left)
    return left if np.linalg.norm(left) > NOTHING * np.linalg.norm(target) else np.zeros(len(target))
