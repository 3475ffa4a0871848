"""The search for the mode of the graded response model's posterior."""

from __future__ import annotations

import math
from typing import NamedTuple

import numpy as np

from helm_creativity.psychometrics.graded_likelihood import (
    Array,
    Curves,
    Design,
    Expectation,
    Grid,
    complete_derivatives,
    expectation,
    expected_counts,
    make_curves,
    make_grid,
    missing_information,
)
from helm_creativity.psychometrics.graded_prior import log_prior, prior_derivatives
from helm_creativity.psychometrics.graded_start import starting_values

COARSEST = 0.8
"""Widest spacing of the grid, in standard deviations of the sharpest posterior of θ, that still stands for an integral:
the even rule's relative error on a normal curve is 2·exp(-2π²/0.8²) = 8e-14."""
FINEST = 1 << 12
"""Most nodes of a grid."""
_HALVINGS = 30
_DAMPINGS = 40
_SHARE = 1e-4
"""A step must bring this share of the rise that the slope promises."""


class Point(NamedTuple):
    """One set of parameters and what follows from it.

    Attributes:
        parameters: shape (R, K).
        grid: quadrature over θ.
        curves: response curves on it.
        expected: the posteriors of θ.
        log_likelihood: marginal, over all units.
        log_posterior: with the log density of the prior.
    """

    parameters: Array
    grid: Grid
    curves: Curves
    expected: Expectation
    log_likelihood: float
    log_posterior: float


class Slope(NamedTuple):
    """Derivatives of the log posterior by log α and β.

    Attributes:
        gradient: shape (R·K,).
        complete: shape (R·K, R·K), negative second derivatives as if θ were known up to its present posterior.
        observed: shape (R·K, R·K), negative second derivatives.
    """

    gradient: Array
    complete: Array
    observed: Array


class Fit(NamedTuple):
    """Where the search ended.

    Attributes:
        point: the mode, if converged.
        covariance: shape (R·K, R·K), inverse of the observed information; NaN where that is not positive definite.
        distance: length of the step that leads on from there, in posterior standard deviations.
        n_iter: steps taken before the last one, which is shorter than the tolerance.
        converged: whether ``distance`` fell below the tolerance.
        stalled: whether the search ended because no step along its direction was uphill.
    """

    point: Point
    covariance: Array
    distance: float
    n_iter: int
    converged: bool
    stalled: bool


def evaluate(design: Design, grid: Grid, parameters: Array) -> Point | None:
    """The posterior at some parameters; None where the thresholds are not in order."""
    if not (np.diff(parameters[:, 1:], axis=1) > 0).all():
        return None
    curves = make_curves(parameters, grid.nodes)
    expected = expectation(design, curves, grid)
    log_likelihood = float(design.counts @ expected.log_likelihood)
    return Point(parameters, grid, curves, expected, log_likelihood, log_likelihood + log_prior(parameters))


def derivatives(design: Design, point: Point) -> Slope:
    """The slope of the log posterior at a point."""
    gradient, complete = complete_derivatives(point.curves, expected_counts(design, point.expected.posterior))
    prior_gradient, prior_information = prior_derivatives(point.parameters)
    whole = _block_diagonal(complete + prior_information)
    missing = missing_information(design, point.curves, point.expected.posterior)
    return Slope((gradient + prior_gradient).ravel(), whole, whole - missing)


def maximise(design: Design, n_quadrature: int, max_iter: int, tol: float) -> Fit:
    """The mode of the posterior.

    Newton's method with Louis's observed information, halving steps that do not climb. Where the observed information
    is not positive definite the step uses the complete information instead, which makes it one of the EM gradient
    algorithm (Lange 1995): a single Newton step of EM's maximisation.

    Args:
        design: the patterns.
        n_quadrature: nodes to begin with.
        max_iter: most steps before the last one.
        tol: the search ends when the whole Newton step is shorter than this, in posterior standard deviations.
    """
    point = evaluate(design, make_grid(n_quadrature), starting_values(design))
    assert point is not None, "starting values are in order"
    for n_iter in range(max_iter + 1):
        point = refine(design, point)
        slope = derivatives(design, point)
        factor, step = _newton(slope)
        distance = math.sqrt(max(float(slope.gradient @ step), 0.0))
        if factor is not None and distance < tol:
            last = evaluate(design, point.grid, point.parameters + step.reshape(point.parameters.shape))
            return Fit(last or point, _covariance(factor, len(step)), distance, n_iter, True, False)
        found = _search(design, point, slope, step) if n_iter < max_iter else None
        if found is None:
            break
        point = found
    return Fit(point, _covariance(factor, len(step)), distance, n_iter, False, n_iter < max_iter)


def refine(design: Design, point: Point) -> Point:
    """The same parameters on a grid that is fine enough for them, its spacing halved as often as that takes."""
    grid = refined(design, point.curves.alpha, point.grid)
    return point if grid is point.grid else evaluate(design, grid, point.parameters) or point


def refined(design: Design, alpha: Array, grid: Grid) -> Grid:
    """The grid, its spacing halved until it is fine enough for the design, or would have too many nodes."""
    while not grid_is_fine(design, alpha, grid) and 2 * len(grid.nodes) - 1 <= FINEST:
        grid = make_grid(2 * len(grid.nodes) - 1)
    return grid


def grid_is_fine(design: Design, alpha: Array, grid: Grid) -> bool:
    """Whether no posterior of θ is too sharp for it.

    The prior has precision 1. A rating adds at most α²/2, that of a narrow category between two others, and α²/3 on
    average over many narrow ones, which is what counts here: posteriors may be sharper than that by a factor of 1.2 in
    standard deviation, at which the likelihood of a pattern was measured to be wrong by 4.5e-8 of itself at worst.
    """
    precision = 1 + ((design.codes >= 0) @ (alpha[:, 0] ** 2)).max() / 3
    return bool(grid.spacing * math.sqrt(precision) <= COARSEST)


def _newton(slope: Slope) -> tuple[Array | None, Array]:
    """The observed information's Cholesky factor and the step; None where only the EM gradient step is safe."""
    factor = _factor(slope.observed)
    return (None, _em_gradient(slope)) if factor is None else (factor, _solve(factor, slope.gradient))


def _covariance(factor: Array | None, size: int) -> Array:
    """The inverse of what was factored; NaN where nothing was."""
    return np.full((size, size), np.nan) if factor is None else _solve(factor, np.eye(size))


def _em_gradient(slope: Slope) -> Array:
    """The step under the complete information, damped by its own diagonal until that is positive definite.

    Where that never happens, as with numbers that are none, it is a short step uphill.
    """
    diagonal = np.abs(np.diag(slope.complete))
    for damping in (0.0, *(1e-3 * 2.0 ** np.arange(_DAMPINGS))):
        factor = _factor(slope.complete + damping * np.diag(diagonal))
        if factor is not None:
            return _solve(factor, slope.gradient)
    return np.asarray(slope.gradient / (1 + diagonal))


def _search(design: Design, point: Point, slope: Slope, step: Array) -> Point | None:
    """The first point along the step, halved again and again, at which the posterior rises; None if it never does."""
    rise = float(slope.gradient @ step)
    rounding = 8 * np.finfo(float).eps * abs(point.log_posterior)
    for size in 0.5 ** np.arange(_HALVINGS):
        found = evaluate(design, point.grid, point.parameters + size * step.reshape(point.parameters.shape))
        if found is not None and found.log_posterior + rounding >= point.log_posterior + _SHARE * size * rise:
            return found
    return None


def _block_diagonal(blocks: Array) -> Array:
    """Shape (R, K, K) to (R·K, R·K)."""
    n, k, _ = blocks.shape
    whole = np.zeros((n, k, n, k))
    places = np.arange(n)
    whole[places, :, places, :] = blocks
    return whole.reshape(n * k, n * k)


def _factor(matrix: Array) -> Array | None:
    """The lower Cholesky factor, or None where the matrix is not positive definite."""
    from scipy.linalg.lapack import dpotrf

    factor, info = dpotrf(matrix, lower=1)
    return None if info else factor


def _solve(factor: Array, right: Array) -> Array:
    """Solves factor·factorᵀ·x = right."""
    from scipy.linalg.lapack import dpotrs

    return np.asarray(dpotrs(factor, right, lower=1)[0])
