"""What a score, or a block of scores, adds in predicting a criterion, and how a score changes with a number."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.psychometrics.uncertainty import check_draws, interval, student_reach, times_drawn
from helm_creativity.psychometrics.validity import (
    NOTHING,
    complete,
    mean_deviations,
    multiple_r,
    orthonormal_basis,
    without,
)


class Increment(NamedTuple):
    """Two nested regressions of a criterion: on the covariates, and on the covariates and a score."""

    n: int  # complete cases
    k: int  # what the covariates span; one that is a combination of others counts for nothing
    r2_covariates: float  # share of the criterion's variance that the covariates explain, 0 with none
    r2: float  # share that both explain
    delta_r2: float  # the difference
    f: float  # delta_r2·df/(1 - r2), of 1 and df degrees of freedom; infinite where r2 is 1
    df: int  # n - k - 2
    p: float  # of the test that the score adds nothing
    # lower end of the 95 % interval of delta_r2, by the bootstrap; None where too few resamples have one
    low: float | None
    high: float | None  # upper end


def increment(
    x: ArrayLike, y: ArrayLike, covariates: ArrayLike, rng: np.random.Generator, draws: int = 1000
) -> Increment | None:
    """Incremental validity: the variance of y that x explains beyond the covariates.

    The interval is the middle 95 % of delta R² over resamples of the cases. A resample counts if it has at least
    k + 3 different cases, since fewer fit perfectly. delta R² is never negative, so the interval does not hold 0:
    whether x adds anything is for p to say.

    ``x``: n numbers: the score. ``y``: n numbers: the criterion. ``covariates``: shape (n, k), or (n,) for one; k may
    be 0. Returns None with fewer than k + 3 complete cases, or where the covariates leave nothing of x or of y. Raises
    ValueError as ``complete`` does, and for fewer than one draw.
    """
    from scipy.special import fdtrc

    check_draws(draws)
    first, second, known = complete(x, y, covariates)
    basis = orthonormal_basis(known)
    n, k = len(first), basis.shape[1]
    score, criterion = mean_deviations(first), mean_deviations(second)
    df = n - k - 2
    if df < 1 or not without(score, basis).any() or not without(criterion, basis).any():
        return None
    data = np.column_stack([basis, score / np.linalg.norm(score), criterion / np.linalg.norm(criterion)])
    ((before, delta, left),) = _shares(data, np.ones((1, n))).tolist()
    f = delta * df / left if left > NOTHING**2 else math.inf
    resampled = _resampled(data, k, times_drawn(rng, draws, n))
    low = high = None
    if 2 * np.isfinite(resampled).sum() >= draws:
        low, high = (float(end[0]) for end in interval(resampled[:, None]))
    return Increment(n, k, before, min(1.0, before + delta), delta, f, df, float(fdtrc(1, df, f)), low, high)


def _resampled(data: Numbers, k: int, weights: Numbers) -> Numbers:
    """Delta R² of each resample, shape (draws,), NaN where there is none."""
    found = np.full(len(weights), np.nan)
    enough = np.flatnonzero((weights > 0).sum(axis=1) >= k + 3)
    for part in np.array_split(enough, 1 + enough.size * data.size // 4_000_000):
        found[part] = _shares(data, weights[part])[:, 1]
    return found


def _shares(data: Numbers, weights: Numbers) -> Numbers:
    """Shape (d, 3): explained by the covariates, added by the score, left over; NaN where a column adds nothing."""
    centres = weights @ data / weights.sum(axis=1, keepdims=True)
    centred = np.sqrt(weights)[:, :, None] * (data - centres[:, None])
    triangle: Numbers = np.asarray(np.linalg.qr(centred, mode="r"))
    own = np.abs(np.diagonal(triangle, axis1=1, axis2=2))[:, :-1]
    parts = triangle[:, :, -1] ** 2
    total = parts.sum(axis=1)
    shares = np.column_stack([parts[:, :-2].sum(axis=1), parts[:, -2], parts[:, -1]])
    defined = (own > NOTHING).all(axis=1) & (total > NOTHING**2)
    return np.asarray(np.where(defined[:, None], shares / np.where(defined, total, 1)[:, None], np.nan))


class BlockStep(NamedTuple):
    """A regression on some blocks of predictors, beside the one without the last of them."""

    n: int  # cases, complete in all blocks
    k: int  # what the predictors so far span
    r2: float  # share of the criterion's variance that they explain
    delta_r2: float  # what the last block adds
    f: float  # (delta_r2/df1)·df2/(1 - r2); infinite where r2 is 1
    df1: int  # what the last block adds to k
    df2: int  # n - k - 1
    p: float  # of the test that the last block adds nothing


def block_steps(y: ArrayLike, blocks: Sequence[ArrayLike]) -> tuple[BlockStep, ...] | None:
    """Predictors entered block by block (hierarchical regression), each tested with the residual of its own step.

    ``y``: n numbers: the criterion. ``blocks``: shape (n, k), or (n,) for one predictor, each. Returns a step for each
    block; None with fewer than k + 2 complete cases, where y has no spread, or where a block is a combination
    of those before. Raises ValueError as ``complete`` does, for blocks of different lengths, and without any block.
    """
    from scipy.special import fdtrc

    matrices = [block[:, None] if block.ndim == 1 else block for block in map(np.asarray, blocks)]
    target, _, known = complete(y, y, np.column_stack(matrices))
    steps: list[BlockStep] = []
    k, before, n = 0, 0.0, len(target)
    for end in np.cumsum([matrix.shape[1] for matrix in matrices]).tolist():
        rank = orthonormal_basis(known[:, :end]).shape[1]
        r = multiple_r(target, known[:, :end])
        if r is None or rank == k:
            return None
        df1, df2, delta, left = rank - k, n - rank - 1, max(0.0, r**2 - before), 1 - r**2
        f = delta / df1 * df2 / left if left > NOTHING else math.inf
        steps.append(BlockStep(n, rank, r**2, delta, f, df1, df2, float(fdtrc(df1, df2, f))))
        k, before = rank, r**2
    return tuple(steps)


class LineSlope(NamedTuple):
    """A least-squares line."""

    n: int  # complete cases
    slope: float  # of y for one unit of x
    low: float  # lower end of its 95 % interval, by the t distribution with n - 2 degrees of freedom
    high: float  # upper end


def least_squares_slope(x: ArrayLike, y: ArrayLike) -> LineSlope | None:
    """The slope of y on x with its interval.

    None with fewer than three complete cases, or where x or y has no spread over them. Raises ValueError as
    ``complete`` does.
    """
    first, second, _ = complete(x, y)
    n = len(first)
    if n < 3 or not mean_deviations(first).any() or not mean_deviations(second).any():
        return None
    across, up = first - first.mean(), second - second.mean()
    slope = float(across @ up / (across @ across))
    left = up - slope * across
    half = student_reach(n - 2) * math.sqrt(float(left @ left / (across @ across)) / (n - 2))
    return LineSlope(n, slope, slope - half, slope + half)
