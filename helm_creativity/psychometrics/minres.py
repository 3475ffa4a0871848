"""Loadings on one common factor by minimum residuals (Harman & Jones 1966)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

FLAT = 1e-6
"""A slope below this is the bottom: a loading is then exact to about as much."""

BOTTOM = 1e-12
"""A slope at which the search ends."""
STEPS = 500
"""After which the search ends anywhere."""
STARTS = 10
"""Principal components from which a minimum is searched."""


class MinimumResiduals(NamedTuple):
    """One factor's loadings.

    Attributes:
        loadings: shape (p,), -1 to 1, of either sign.
        residual: sum over pairs of squared differences between the correlation and the product of loadings.
        converged: whether no small step makes it smaller.
    """

    loadings: NDArray[np.float64]
    residual: float
    converged: bool


def minimum_residuals(matrix: NDArray[np.float64]) -> MinimumResiduals:
    """The loadings whose products come nearest to the correlations, the diagonal left out.

    Minimises over λ with |λ_i| <= 1 (Harman & Fukuda 1966)::

        f(λ) = Σ_{i<j} (r_ij - λ_i·λ_j)²

    f can have several minima, such as one for each of two groups of variables that have little in common; the search
    begins at each principal component (the first ten), and the deepest minimum counts.

    Args:
        matrix: shape (p, p), correlations.
    """
    values, vectors = np.linalg.eigh(matrix)
    starts = (vectors * np.sqrt(np.maximum(values, 0.0))).T[::-1][:STARTS]
    found = [_descend(matrix, start) for start in starts]
    return min(found, key=lambda one: one.residual)


def _descend(matrix: NDArray[np.float64], start: NDArray[np.float64]) -> MinimumResiduals:
    """The minimum below one start, by Newton's steps within the bounds.

    Written out, because L-BFGS-B of scipy hands its tiny matrices to a linear algebra library with threads, and on a
    busy machine waits for them 20 times as long as the search takes.
    """
    at = np.clip(start, -1.0, 1.0)
    residual, slope = _residual(at, matrix)
    for _ in range(STEPS):
        if _uphill(at, slope) < BOTTOM:
            break
        lower = _lower(at, residual, slope, _newton(at, slope, matrix), matrix)
        if lower is None:  # what is left to fall is less than rounding
            break
        at = lower
        residual, slope = _residual(at, matrix)
    return MinimumResiduals(at, residual, _uphill(at, slope) < FLAT)


def _newton(at: NDArray[np.float64], slope: NDArray[np.float64], matrix: NDArray[np.float64]) -> NDArray[np.float64]:
    """The step to the bottom of the parabola, away from saddles, for the loadings that no bound holds."""
    free = np.abs(np.clip(at - slope, -1.0, 1.0) - at) > 0
    curvature = 4 * np.outer(at, at) - 2 * matrix
    np.fill_diagonal(curvature, 2 * (at @ at - at**2))
    values, vectors = np.linalg.eigh(curvature[np.ix_(free, free)])
    step = np.zeros_like(at)
    step[free] = -vectors @ ((vectors.T @ slope[free]) / np.maximum(np.abs(values), 1e-3))
    return step


def _lower(
    at: NDArray[np.float64],
    residual: float,
    slope: NDArray[np.float64],
    direction: NDArray[np.float64],
    matrix: NDArray[np.float64],
) -> NDArray[np.float64] | None:
    """A place within the bounds along a direction where f is lower by enough; None where there is none."""
    for halvings in range(30):
        place = np.clip(at + direction / 2**halvings, -1.0, 1.0)
        fall = float(slope @ (place - at))
        if fall < 0 and _residual(place, matrix)[0] <= residual + 1e-4 * fall:
            return np.asarray(place)
    return None


def _uphill(at: NDArray[np.float64], slope: NDArray[np.float64]) -> float:
    """The steepest slope that no bound stops."""
    return float(np.abs(np.clip(at - slope, -1.0, 1.0) - at).max())


def _residual(loadings: NDArray[np.float64], matrix: NDArray[np.float64]) -> tuple[float, NDArray[np.float64]]:
    """The function f and its slope, -2·Σ_{j≠i} (r_ij - λ_i·λ_j)·λ_j."""
    residuals = matrix - np.outer(loadings, loadings)
    np.fill_diagonal(residuals, 0.0)
    return float(np.vdot(residuals, residuals) / 2), -2 * residuals @ loadings
