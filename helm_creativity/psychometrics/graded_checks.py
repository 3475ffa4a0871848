"""What the graded response model refuses to begin with, and what it has to say when it ends."""

from __future__ import annotations

import math
from collections.abc import Mapping
from numbers import Integral, Real
from typing import Any

import numpy as np

from helm_creativity.psychometrics.graded_fit import Fit, grid_is_fine
from helm_creativity.psychometrics.graded_likelihood import Array, Design, Grid


def check_settings(settings: Mapping[str, Any]) -> None:
    """Refuses settings out of range, all at once.

    Args:
        settings: of ``GradedResponseModel``, by name; ``categories`` is the scale's affair.

    Raises:
        ValueError: with every setting that is wrong.
    """
    wrong = [
        f"{name} must be a whole number of at least {least}, got {settings[name]!r}"
        for name, least in (("n_quadrature", 2), ("max_iter", 1))
        if not _is_whole(settings[name]) or settings[name] < least
    ]
    tol = settings["tol"]
    if isinstance(tol, bool) or not isinstance(tol, Real) or not 0 < float(tol) < math.inf:
        wrong.append(f"tol must be a positive number, got {tol!r}")
    if wrong:
        raise ValueError("; ".join(wrong))


def check_judge(judge: Any, n_judges: int) -> None:  # noqa: ANN401 - whatever was asked for
    """Refuses what is no column.

    Raises:
        ValueError: for anything but a whole number from 0 to n_judges - 1.
    """
    if not _is_whole(judge) or not 0 <= judge < n_judges:
        raise ValueError(f"judge must be None or a column, a whole number from 0 to {n_judges - 1}, got {judge!r}")


def as_thetas(theta: Any) -> Array:  # noqa: ANN401 - whatever may be a list of numbers
    """θ as an array.

    Raises:
        ValueError: for another number of axes.
    """
    found = np.asarray(theta, dtype=np.float64)
    if found.ndim != 1:
        raise ValueError(f"theta must have shape (n_units,), got {found.shape}")
    return found


def reference_judge(severity: Array, n_unused: list[int]) -> int:
    """Of the judges with the fewest unused categories, the column of the one whose severity is closest to zero."""
    return min(range(len(severity)), key=lambda judge: (n_unused[judge], abs(severity[judge])))


def trouble(fit: Fit, design: Design) -> str | None:
    """What is wrong with a fit; None if nothing is."""
    if fit.converged:
        return too_coarse(design, fit.point.curves.alpha, fit.point.grid)
    if not np.isfinite(fit.covariance).all():
        where = "where the log posterior is not concave, so that there are no standard errors"
    else:
        where = f"and the next step would be {fit.distance:.2g} posterior standard deviations long"
    if fit.stalled:
        return f"the search stands still after {fit.n_iter} steps: no next one leads upwards, {where}; raise tol"
    return f"the search ended after {fit.n_iter} steps, all that max_iter allows, {where}; raise max_iter or tol"


def too_coarse(design: Design, alpha: Array, grid: Grid) -> str | None:
    """Why even the finest grid is not fine enough; None if it is."""
    if grid_is_fine(design, alpha, grid):
        return None
    return (
        f"{len(grid.nodes)} nodes are too few for judges of discrimination {alpha.max():.3g}: they agree almost "
        "without exception, so that discriminations and log likelihood are rough; count judges that copy each "
        "other as one"
    )


def _is_whole(value: Any) -> bool:  # noqa: ANN401 - whatever was set
    """Whether something is a whole number, which True is not."""
    return not isinstance(value, bool) and isinstance(value, Integral)
