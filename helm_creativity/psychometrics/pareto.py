"""Which models no other model beats in everything."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray


def pareto_front(points: ArrayLike) -> NDArray[np.bool_]:
    """Whether a point is on the Pareto front: no other is at least as good everywhere and better somewhere.

    More is better. Equal points are all on the front, or none of them. O(n log n) for two dimensions or one, O(n²·k)
    beyond.

    Args:
        points: shape (n, k): n points in k >= 1 dimensions; one that lacks a number (NaN) is not on the front and beats
            nobody.

    Returns:
        Shape (n,).

    Raises:
        ValueError: for another shape.
    """
    table = np.asarray(points, dtype=np.float64)
    if table.ndim != 2 or table.shape[1] == 0:
        raise ValueError(f"points must have shape (n, k) with k of 1 or more, got {table.shape}")
    places = np.flatnonzero(~np.isnan(table).any(axis=1))
    front = np.zeros(len(table), dtype=np.bool_)
    if len(places):
        known = table[places]
        front[places] = _plane(known) if table.shape[1] == 2 else _space(known)
    return front


def _plane(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Shape (n,), for points of shape (n, 2): whether y is the best of its x, and better than that of all larger x."""
    levels, place = np.unique(-points[:, 0], return_inverse=True)
    best = np.full(len(levels), -np.inf)
    np.maximum.at(best, place, points[:, 1])
    beyond = np.maximum.accumulate(np.concatenate([[-np.inf], best]))[:-1]
    lonely = np.concatenate([[True], np.zeros(len(levels) - 1, dtype=bool)])
    on = (best > beyond) | lonely
    return np.asarray(on[place] & (points[:, 1] == best[place]), dtype=bool)


def _space(points: NDArray[np.float64]) -> NDArray[np.bool_]:
    """Shape (n,), for points of shape (n, k)."""
    return np.array([not ((points >= one).all(axis=1) & (points > one).any(axis=1)).any() for one in points])
