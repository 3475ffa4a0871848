"""Factor analysis: whether one factor explains several variables, and how robustly.

The source is Beaty et al. 2026 (AGC-Bench), section 4.3 and appendix J. Two things are called a one-factor solution,
and both are here. The *principal component* is the weighted sum of the variables with the greatest variance; its
eigenvalue over the number of variables is the "variance explained" that the paper prints (4.89 of 6 is 81.5 %). The
*common factor* explains only what variables share; its loadings are smaller and leave each variable a variance of its
own. The loadings of the paper (+0.87 to +0.94) fit the component, whose squares add up to the eigenvalue: 4.89 is six
times 0.903². Of a common factor, five of the six would have to be 0.87.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.tables import NEGLIGIBLE, Numbers, as_array, complete_rows, varies
from helm_creativity.psychometrics.uncertainty import check_draws

IMPROPER = 1e-6
"""A communality closer to 1 than this has reached its bound."""
SINGULAR = 1e-10
"""An eigenvalue smaller than this is 0 but for rounding."""
FLAT = 1e-6
"""A slope below this is the bottom: a loading is then exact to about as much."""
BOTTOM = 1e-12
"""A slope at which the search ends."""
STEPS = 500
"""Most steps of a search."""
STARTS = 10
"""Principal components from which the search for a minimum begins."""
AT_ONCE = 1_000_000
"""Random numbers that are held in memory at a time."""


class OneFactor(NamedTuple):
    """One factor of p variables, from their correlations."""

    eigenvalues: Numbers  # shape (p,), of the correlation matrix, descending, 0 to p; their sum is p
    share: float  # the first over p, 1/p to 1: the share of variance that the first principal component explains
    # shape (p,), correlations of variables with the common factor by minimum residuals, -1 to 1; the sign of the factor
    # is such that their sum is not negative
    loadings: Numbers
    component_loadings: Numbers  # shape (p,), correlations with the first principal component, likewise
    communalities: Numbers  # shape (p,), squares of ``loadings``: the share of a variable's variance that is common
    factor_share: float  # mean of the communalities, 0 to 1; at most about ``share``
    # shape (n_models,), the common factor's value estimated for each model by regression. NaN for a model that lacks a
    # variable
    scores: Numbers
    converged: bool  # whether the loadings are a minimum; if not, do not use them
    # whether a communality reached 1, where the best solution would have it larger still, which no variable's can be:
    # the common factor then is that variable. Read the component instead
    heywood: bool
    n_models: int  # complete rows, on which all of this rests


def one_factor(data: ArrayLike) -> OneFactor:
    """The principal component and the common factor of a table of models by variables.

    With R the correlations, e its largest eigenvalue and v its vector, component loadings are √e·v. The common factor's
    loadings λ are those of ``minimum_residuals``, as R's ``psych::fa(fm="minres")`` has them wherever its solution is
    proper; psych keeps uniquenesses, not communalities, within bounds and so can print loadings above 1.
    With Z the standardised variables (divisor n - 1), scores are Z·w with R·w = λ (Thurstone's regression). They have
    mean 0; the model gives the factor a standard deviation of 1, and scores have less: their variance is λ'w, the
    squared correlation of scores and factor. Where R is singular, as with two columns that are multiples of one
    another, w is the shortest of all solutions, and the columns share their weight.

    ``data``: shape (n_models, p); n > p >= 3 models have all variables. Raises ValueError as ``factorable`` does.
    """
    rows = factorable(data)
    n, p = rows.shape
    matrix = correlations(rows)
    values, vectors = np.linalg.eigh(matrix)
    loadings, _, converged = minimum_residuals(matrix)
    loadings = _upright(loadings)
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=values > SINGULAR)
    weights = vectors @ (inverse * (vectors.T @ loadings))  # the shortest w with R·w = λ, or nearest to it
    lacks = np.isnan(as_array(data, "data", "n_models", "n_variables")).any(axis=1)
    scores = np.full(lacks.shape, np.nan)
    scores[~lacks] = unit_columns(rows) @ weights * np.sqrt(n - 1)
    communalities = loadings**2
    return OneFactor(
        eigenvalues=np.maximum(values[::-1], 0.0),
        share=float(values[-1] / p),
        loadings=loadings,
        component_loadings=_upright(vectors[:, -1] * np.sqrt(values[-1])),
        communalities=communalities,
        factor_share=float(communalities.mean()),
        scores=scores,
        converged=converged,
        heywood=bool(communalities.max() > 1 - IMPROPER),
        n_models=n,
    )


def _upright(loadings: Numbers) -> Numbers:
    """The loadings or their opposites: those with the larger sum, or by the largest loading where both sums are 0."""
    total = float(loadings.sum())
    if abs(total) < IMPROPER:
        total = float(loadings[np.argmax(np.abs(loadings) > np.abs(loadings).max() - IMPROPER)])
    return -loadings if total < 0 else loadings


def minimum_residuals(matrix: Numbers) -> tuple[Numbers, float, bool]:
    """The loadings whose products come nearest to the correlations, the diagonal left out.

    Minimises over λ with |λ_i| <= 1 (Harman & Fukuda 1966)::

        f(λ) = Σ_{i<j} (r_ij - λ_i·λ_j)²

    f can have several minima, such as one for each of two groups of variables that have little in common; the search
    begins at each principal component (the first ten), and the deepest minimum counts.

    ``matrix``: shape (p, p), correlations. Returns the loadings, shape (p,), -1 to 1, of either sign; f there; and
    whether no small step makes it smaller.
    """
    values, vectors = np.linalg.eigh(matrix)
    starts = (vectors * np.sqrt(np.maximum(values, 0.0))).T[::-1][:STARTS]
    found = [_descend(matrix, start) for start in starts]
    return min(found, key=lambda solution: solution[1])


def _descend(matrix: Numbers, start: Numbers) -> tuple[Numbers, float, bool]:
    """Newton's steps within the bounds; scipy's L-BFGS-B waits 20 times as long for threads on a busy machine."""
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
    return at, residual, _uphill(at, slope) < FLAT


def _newton(at: Numbers, slope: Numbers, matrix: Numbers) -> Numbers:
    """The step to the bottom of the parabola, away from saddles, for the loadings that no bound holds."""
    free = np.abs(np.clip(at - slope, -1.0, 1.0) - at) > 0
    curvature = 4 * np.outer(at, at) - 2 * matrix
    np.fill_diagonal(curvature, 2 * (at @ at - at**2))
    values, vectors = np.linalg.eigh(curvature[np.ix_(free, free)])
    step = np.zeros_like(at)
    step[free] = -vectors @ ((vectors.T @ slope[free]) / np.maximum(np.abs(values), 1e-3))
    return step


def _lower(
    at: Numbers,
    residual: float,
    slope: Numbers,
    direction: Numbers,
    matrix: Numbers,
) -> Numbers | None:
    for halvings in range(30):
        place = np.clip(at + direction / 2**halvings, -1.0, 1.0)
        fall = float(slope @ (place - at))
        if fall < 0 and _residual(place, matrix)[0] <= residual + 1e-4 * fall:
            return np.asarray(place)
    return None


def _uphill(at: Numbers, slope: Numbers) -> float:
    """The steepest slope that no bound stops."""
    return float(np.abs(np.clip(at - slope, -1.0, 1.0) - at).max())


def _residual(loadings: Numbers, matrix: Numbers) -> tuple[float, Numbers]:
    """The function f and its slope, -2·Σ_{j≠i} (r_ij - λ_i·λ_j)·λ_j."""
    residuals = matrix - np.outer(loadings, loadings)
    np.fill_diagonal(residuals, 0.0)
    return float(np.vdot(residuals, residuals) / 2), -2 * residuals @ loadings


def mcdonald_omega(data: ArrayLike) -> float | None:
    """The reliability of a sum of z-scores that have one factor in common (McDonald 1999).

    With the correlations R, the loadings λ of ``one_factor`` and u_i² = 1 - λ_i²::

        omega = 1 - Σ u_i² / Σ R

    It is ``omega.tot`` of R's ``psych::omega`` with nfactors=1, which has three factors by default and then says
    something else; and it turns variables with negative loadings round, which here is left to the caller. Where one
    factor explains all correlations it is the standardised alpha if all loadings are equal, and more otherwise.

    ``data``: shape (n_models, p); n > p >= 3 models have all variables. Returns None where the sum does not vary, or
    the loadings are no minimum (``OneFactor.converged``). Raises ValueError as ``factorable`` does.
    """
    found = one_factor(data)
    variance = float(correlations(factorable(data)).sum())
    if not found.converged or variance < IMPROPER:
        return None
    return 1 - float((1 - found.communalities).sum()) / variance


class ParallelAnalysis(NamedTuple):
    """Eigenvalues beside those of noise."""

    eigenvalues: Numbers  # shape (p,), of the data's correlation matrix, descending
    noise_mean: Numbers  # shape (p,), mean over the draws of the largest, the second, ... eigenvalue of noise
    noise_95: Numbers  # shape (p,), their quantile
    # how many leading eigenvalues exceed the quantile of the same place; counting stops at the first that does not
    n_factors: int
    draws: int  # how many random tables


def parallel_analysis(
    data: ArrayLike, rng: np.random.Generator, draws: int = 1000, quantile: float = 0.95
) -> ParallelAnalysis:
    """Compares the eigenvalues of a correlation matrix with those of tables of independent normal numbers.

    Noise has as many rows as there are models with all variables, and as many columns. Horn compared with its mean;
    the 95 % quantile, as in AGC-Bench (appendix J), keeps the first factor of pure noise in 5 of 100 cases. The paper's
    1.53 for 83 models and 6 variables is what comes out: 1.536 over 100,000 draws, with a standard deviation of 0.007
    between runs of 1,000 draws.

    ``data``: shape (n_models, p); n > p >= 3 models have all variables. ``quantile``: of their eigenvalues, between 0
    and 1. Raises ValueError as ``factorable`` does, for fewer than one draw, and for another quantile.
    """
    check_draws(draws)
    if not 0 < quantile < 1:
        raise ValueError(f"quantile must lie between 0 and 1, got {quantile}")
    rows = factorable(data)
    found = eigenvalues(correlations(rows))
    noise = _noise(rows.shape, rng, draws)
    limits = np.quantile(noise, quantile, axis=0)
    leading = np.cumprod(found > limits)
    return ParallelAnalysis(found, noise.mean(axis=0), limits, int(leading.sum()), draws)


def _noise(shape: tuple[int, ...], rng: np.random.Generator, draws: int) -> Numbers:
    """Eigenvalues of random tables, shape (draws, p)."""
    found = np.empty((draws, shape[1]))
    step = max(1, AT_ONCE // (shape[0] * shape[1]))
    for start in range(0, draws, step):
        part = found[start : start + step]
        part[:] = eigenvalues(correlations(rng.standard_normal((len(part), *shape))))
    return found


class WithoutOne(NamedTuple):
    """The first eigenvalue without one of the variables."""

    name: str  # of the variable that is left out
    eigenvalue: float  # the first, of the others' correlation matrix
    alpha: float | None  # Cronbach's over the others, standardised; None where undefined
    raw_alpha: float | None  # Cronbach's of the others as they are; likewise
    share: float  # eigenvalue over the number of the others


class Spread(NamedTuple):
    """A statistic over subsamples."""

    mean: float  # over the draws
    low: float  # 2.5 % quantile
    high: float  # 97.5 % quantile


class Subsampled(NamedTuple):
    """The first eigenvalue in subsamples of the models."""

    size: int  # models per subsample
    draws: int  # subsamples that count
    undefined: int  # subsamples left out because some variable did not vary in them
    eigenvalue: Spread  # the first
    alpha: Spread | None  # Cronbach's, standardised; None where some draw has none
    raw_alpha: Spread | None  # Cronbach's of the variables as they are; likewise
    share: Spread  # eigenvalue over variables


def leave_one_out(data: ArrayLike, names: Sequence[str]) -> tuple[WithoutOne, ...]:
    """The one-factor solution without each variable in turn, over the models that have all of them (appendix J).

    Alpha is AGC-Bench's, of the standardised variables, here and in ``subsampled``; see ``cronbach_alpha``.

    ``data``: shape (n_models, p); n > p >= 3 models have all variables. ``names``: p names. Returns one entry per
    variable, in their order; none for three variables, because two determine no factor. Raises ValueError as
    ``factorable`` does, and for another number of names.
    """
    rows = factorable(data)
    p = rows.shape[1]
    if len(names) != p:
        raise ValueError(f"names must name each of the {p} variables, got {len(names)}")
    if p == 3:
        return ()
    found = []
    for place, name in enumerate(names):
        others = np.delete(rows, place, axis=1)
        first = float(eigenvalues(correlations(others))[0])
        alpha, raw = cronbach_alpha(others, standardised=True).value, cronbach_alpha(others).value
        found.append(WithoutOne(name, first, alpha, raw, first / (p - 1)))
    return tuple(found)


def subsampled(data: ArrayLike, size: int, draws: int, rng: np.random.Generator) -> Subsampled | None:
    """The one-factor solution in random subsamples of the models, without replacement.

    The paper says "bootstrap-sampled the 83 models to k = 60": its interval of the eigenvalue, 4.74 to 5.05, is as wide
    as draws without replacement make it; with replacement it would be twice as wide (simulated). The intervals say how
    far the solution depends on which of these models are in; they are not confidence intervals for other models.

    ``data``: shape (n_models, p); n > p >= 3 models have all variables. ``size``: models per subsample, more than p and
    at most n. Returns None where in every subsample some variable does not vary. Raises ValueError as ``factorable``
    does, for another size, and for fewer than one draw.
    """
    rows = factorable(data)
    n, p = rows.shape
    if not p < size <= n:
        raise ValueError(f"size must be from {p + 1} to {n} of the {n} models with all {p} variables, got {size}")
    check_draws(draws)
    chosen = [rows[rng.choice(n, size, replace=False)] for _ in range(draws)]
    samples = [sample for sample in chosen if varies(sample).all()]
    if not samples:
        return None
    firsts = np.array([eigenvalues(correlations(sample))[0] for sample in samples])
    return Subsampled(
        size=size,
        draws=len(samples),
        undefined=draws - len(samples),
        eigenvalue=_spread(firsts),
        alpha=_alphas(samples, standardised=True),
        raw_alpha=_alphas(samples, standardised=False),
        share=_spread(firsts / p),
    )


def _alphas(samples: Sequence[Numbers], standardised: bool) -> Spread | None:
    found = [alpha for sample in samples if (alpha := cronbach_alpha(sample, standardised).value) is not None]
    return _spread(np.array(found)) if len(found) == len(samples) else None


def residualised(data: ArrayLike, covariates: ArrayLike) -> Numbers:
    """Residuals of each variable from its regression on the covariates, with an intercept.

    Correlations of the residuals are partial correlations. All regressions are over the same models, those that have
    all variables and covariates, so that residuals and covariates are uncorrelated there.

    ``data``: shape (n, p). ``covariates``: shape (n, k), likewise; one that does not vary or repeats others removes
    nothing. Returns shape (n, p), with mean 0, in the units of the data; a model's row is NaN if any value is missing.
    A column that the covariates explain fully is 0 exactly. Raises ValueError as ``as_array`` does, for another number
    of models, and for no more than k + 1 complete ones.
    """
    table, controls = (
        as_array(data, "data", "n_models", "n_variables"),
        as_array(covariates, "covariates", "n_models", "n_covariates"),
    )
    if len(table) != len(controls):
        raise ValueError(f"data and covariates must have the same models, got {len(table)} and {len(controls)} rows")
    known = ~np.isnan(np.hstack([table, controls])).any(axis=1)
    n, k = int(known.sum()), controls.shape[1]
    if n <= k + 1:
        raise ValueError(
            f"data and covariates must share more than {k + 1} complete models for {k} covariates, got {n}"
        )
    x, z = table[known], controls[known]
    x = x - x.mean(axis=0)
    basis = unit_columns(z[:, varies(z)])
    left = x - basis @ np.linalg.lstsq(basis, x, rcond=None)[0]
    left[:, np.abs(left).max(axis=0) <= NEGLIGIBLE * np.abs(table[known]).max(axis=0)] = 0.0
    found = np.full(table.shape, np.nan)
    found[known] = left
    return found


def _spread(values: Numbers) -> Spread:
    low, high = np.quantile(values, [0.025, 0.975])
    return Spread(float(values.mean()), float(low), float(high))


def factorable(data: ArrayLike) -> Numbers:
    """The complete rows of a table, if a factor analysis can use them.

    With no more models than variables a correlation matrix is singular whatever the variables measure, and two
    variables do not determine a factor.

    ``data``: shape (n_models, p). Returns shape (n, p), without NaN; n > p >= 3, and every column varies. Raises
    ValueError as ``as_array`` does, for p below 3, for no more than p complete rows, and for a column that does not
    vary in them.
    """
    table = as_array(data, "data", "n_models", "n_variables")
    p = table.shape[1]
    if p < 3:
        raise ValueError(f"data must have at least 3 variables (columns) for a factor, got {p}")
    rows = complete_rows(table)
    if len(rows) <= p:
        raise ValueError(
            f"data must have more models with all {p} variables than variables, got {len(rows)} of {len(table)} "
            "models; leave out the variables that most models lack"
        )
    for column in np.flatnonzero(~varies(rows))[:1]:
        raise ValueError(
            f"data[:, {column}] must vary, got {rows[0, column]} for all {len(rows)} models with all variables; "
            "leave it out"
        )
    return rows


def unit_columns(rows: Numbers) -> Numbers:
    """Columns with mean 0 and sum of squares 1.

    ``rows``: shape (..., n, p), without NaN; every column varies. Returns the same shape. Its products of columns are
    correlations.
    """
    low, high = rows.min(axis=-2, keepdims=True) / 2, rows.max(axis=-2, keepdims=True) / 2
    moved = (rows / 2 - (low / 2 + high / 2)) / (high - low)  # from -1/2 to 1/2: no square overflows or vanishes
    moved = moved - moved.mean(axis=-2, keepdims=True)
    return np.asarray(moved / np.sqrt((moved**2).sum(axis=-2, keepdims=True)))


def correlations(rows: Numbers) -> Numbers:
    """Pearson's correlations of all pairs of columns.

    ``rows``: shape (..., n, p), without NaN; every column varies. Returns shape (..., p, p), symmetric, the diagonal
    exactly 1.
    """
    x = unit_columns(rows)
    found = np.clip(np.swapaxes(x, -1, -2) @ x, -1.0, 1.0)
    found = (found + np.swapaxes(found, -1, -2)) / 2
    diagonal = np.arange(found.shape[-1])
    found[..., diagonal, diagonal] = 1.0
    return np.asarray(found)


def eigenvalues(matrices: Numbers) -> Numbers:
    """Eigenvalues of correlation matrices.

    ``matrices``: shape (..., p, p). Returns shape (..., p), descending, from 0 to p; they add up to p.
    """
    return np.asarray(np.maximum(np.linalg.eigvalsh(matrices)[..., ::-1], 0.0))
