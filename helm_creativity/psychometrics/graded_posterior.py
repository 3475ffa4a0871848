"""The posterior of the graded response model's parameters, and the search for its mode, on distinct response patterns.

From top to bottom: the marginal likelihood with its gradient and curvature, the prior, start values, Newton's method.

With R judges, K categories (codes 0 to K-1), thresholds β_{r,1} < ... < β_{r,K-1} and F(z) = 1/(1+e^-z)::

    z_{r,t}(θ) = α_r (θ - β_{r,t}),    P(rating_r >= t) = F(z_{r,t})
    log P(rating_r = k) = log F(z_{r,k}) + log F(-z_{r,k+1}) + log(1 - exp(-α_r (β_{r,k+1} - β_{r,k})))

where terms with a threshold that the lowest or highest category lacks are left out. The last term does not
depend on θ, and no difference of two nearly equal numbers is ever formed.

Parameters are one array, shape (R, K): column 0 is log α, columns 1 to K-1 the thresholds. A sum over Q nodes of an
even grid approximates the integral over θ's standard normal distribution.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.rating_categories import MISSING, Patterns
from helm_creativity.psychometrics.tables import Numbers

REACH = 6.0
"""The grid over θ runs from -6 to 6: beyond it lie 2e-9 of a standard normal distribution."""
_BLOCK = 1 << 22
"""How many numbers the second moments of one block of patterns may take."""
DISCRIMINATION_SD, THRESHOLD_SD = 0.3, 2.0
"""Standard deviations of log α and of a threshold, both around 0 (S1, H.2)."""
FLATTER = 1.7
"""A logistic curve with discrimination α, averaged over θ, is close to one that is flatter by √(1 + α²/1.7²)."""
COARSEST = 0.8
"""Widest spacing of the grid, in standard deviations of the sharpest posterior of θ, that approximates an integral:
the even rule's relative error on a normal curve is 2·exp(-2π²/0.8²) = 8e-14."""
FINEST = 1 << 12
"""Most nodes of a grid."""
_SHARE = 1e-4
"""A step must bring this share of the rise that the slope promises."""


class Quadrature(NamedTuple):
    """Quadrature over θ."""

    nodes: Numbers  # shape (Q,), ascending, evenly spaced
    log_weights: Numbers  # shape (Q,), logarithms of the normal weights, which sum to 1

    @property
    def spacing(self) -> float:
        """Distance of neighbouring nodes."""
        return float(self.nodes[1] - self.nodes[0])


def make_grid(n: int) -> Quadrature:
    """``n`` even nodes. On smooth integrands that fade at both ends an even rule gains digits with each node."""
    nodes = np.linspace(-REACH, REACH, n)
    weights = np.exp(-(nodes**2) / 2)
    return Quadrature(nodes, np.log(weights / weights.sum()))


@dataclass(frozen=True)
class PatternTable:
    """The category of every judge in each pattern, in the forms that sums over patterns need."""

    codes: NDArray[np.int64]  # shape (N, R), 0 to K-1 or ``MISSING``; no row is all missing
    counts: Numbers  # shape (N,), units with each pattern
    n_categories: int  # K

    @classmethod
    def of(cls, patterns: Patterns, n_categories: int) -> PatternTable:
        """The patterns that hold a rating."""
        rated = (patterns.codes != MISSING).any(axis=1)
        return cls(patterns.codes[rated], patterns.counts[rated].astype(np.float64), n_categories)

    @cached_property
    def cells(self) -> NDArray[np.int64]:
        """Shape (N, M), M the most ratings of a pattern: indices r·K + k of its ratings, then R·K for none."""
        n_judges = self.codes.shape[1]
        observed = self.codes != MISSING
        flat = np.where(observed, self.codes + self.n_categories * np.arange(n_judges), n_judges * self.n_categories)
        return np.sort(flat, axis=1)[:, : observed.sum(axis=1).max()]

    @cached_property
    def indicator(self) -> Any:  # noqa: ANN401 - scipy has no types
        """Sparse, shape (N, R·K): 1 where a pattern holds judge r's category k."""
        from scipy.sparse import csr_matrix

        width = self.codes.shape[1] * self.n_categories
        real = self.cells < width
        ends = np.concatenate([[0], np.cumsum(real.sum(axis=1))])
        return csr_matrix((np.ones(ends[-1]), self.cells[real], ends), shape=(len(self.cells), width))

    @cached_property
    def transposed(self) -> Any:  # noqa: ANN401 - scipy has no types
        """The indicator's transpose, stored by its own rows."""
        return self.indicator.T.tocsr()


class Curves(NamedTuple):
    """The judges' response curves on the grid."""

    alpha: Numbers  # shape (R, 1)
    z: Numbers  # shape (R, K-1, Q)
    above: Numbers  # shape (R, K-1, Q), P(rating >= t)
    gaps: Numbers  # shape (R, K-2), α·(β_{k+1} - β_k) of the inner categories
    log_p: Numbers  # shape (R, K, Q), log-probability of each category


def make_curves(parameters: Numbers, nodes: Numbers) -> Curves:
    """Response curves for parameters of shape (R, K) with strictly ascending thresholds."""
    alpha, beta = np.exp(parameters[:, :1]), parameters[:, 1:]
    z = alpha[:, :, None] * (nodes - beta[:, :, None])
    small = np.exp(-np.abs(z))
    log_above = np.minimum(z, 0) - np.log1p(small)
    above = np.where(z >= 0, 1.0, small) / (1 + small)
    gaps = alpha * np.diff(beta, axis=1)
    log_p = np.zeros((z.shape[0], z.shape[1] + 1, z.shape[2]))
    log_p[:, 1:] += log_above
    log_p[:, :-1] += log_above - z
    log_p[:, 1:-1] += np.log(-np.expm1(-gaps))[:, :, None]
    return Curves(alpha, z, above, gaps, log_p)


def mean_ratings(parameters: Numbers, nodes: Numbers, categories: Numbers) -> Numbers:
    """The mean rating by each judge at each node, shape (R, Q), from the lowest to the highest category.

    ``parameters``: shape (R, K). ``nodes``: shape (Q,), θ. ``categories``: shape (K,), the ratings themselves.
    """
    above = make_curves(parameters, nodes).above
    ends = np.ones((len(parameters), 1, len(nodes)))
    shares = -np.diff(np.concatenate([ends, above, 0 * ends], axis=1), axis=1)
    # A sum of shares, not of gaps between categories, which could overflow.
    return np.asarray(np.clip(np.einsum("k,rkq->rq", categories, shares), categories[0], categories[-1]))


class Expectation(NamedTuple):
    """The posteriors of θ by pattern, for some parameters."""

    log_likelihood: Numbers  # shape (N,), of each pattern, θ integrated out
    posterior: Numbers  # shape (N, Q), probability of each node given the pattern; rows sum to 1


def expectation(design: PatternTable, curves: Curves, grid: Quadrature) -> Expectation:
    """The posterior of θ for each pattern."""
    joint = design.indicator @ curves.log_p.reshape(-1, len(grid.nodes))
    joint += grid.log_weights
    top = joint.max(axis=1, keepdims=True)
    joint -= top
    np.exp(joint, out=joint)
    total = joint.sum(axis=1, keepdims=True)
    joint /= total
    return Expectation((np.log(total) + top)[:, 0], joint)


def expected_counts(design: PatternTable, posterior: Numbers) -> Numbers:
    """Shape (R, K, Q): the expected number of units at each node with each of a judge's categories."""
    table = design.transposed @ (posterior * design.counts[:, None])
    return np.asarray(table).reshape(-1, design.n_categories, posterior.shape[1])


def complete_derivatives(curves: Curves, expected: Numbers) -> tuple[Numbers, Numbers]:
    """Gradient and curvature of the expected log likelihood of ratings and θ together.

    By Fisher's identity the gradient is also that of the marginal likelihood.

    ``curves``: at the parameters. ``expected``: shape (R, K, Q), from ``expected_counts`` at the same parameters.
    Returns the gradient, shape (R, K), and the negative second derivatives, shape (R, K, K); judges do not mix in them.
    """
    alpha, z, above, gaps, _ = curves
    up, both = expected[:, 1:], expected[:, 1:] + expected[:, :-1]
    error, weight = up - both * above, both * above * (1 - above)
    inner = expected[:, 1:-1].sum(axis=2)
    slope = np.exp(-gaps) / -np.expm1(-gaps)
    bend = -slope * (1 + slope)
    n_judges, n_categories = expected.shape[:2]

    gradient = np.empty((n_judges, n_categories))
    gradient[:, 0] = (error * z).sum(axis=(1, 2)) + (inner * slope * gaps).sum(axis=1)
    gradient[:, 1:] = alpha * (_gaps_to_thresholds(inner * slope) - error.sum(axis=2))

    information = np.zeros((n_judges, n_categories, n_categories))
    information[:, 0, 0] = ((weight * z - error) * z).sum(axis=(1, 2))
    information[:, 0, 0] -= (inner * (bend * gaps + slope) * gaps).sum(axis=1)
    mixed = (error - weight * z).sum(axis=2) - _gaps_to_thresholds(inner * (slope + bend * gaps))
    information[:, 0, 1:] = information[:, 1:, 0] = alpha * mixed
    blocks = information[:, 1:, 1:]
    _add_diagonal(blocks, alpha**2 * weight.sum(axis=2))
    _add_gaps(blocks, -(alpha**2) * inner * bend)
    return gradient, information


def missing_information(design: PatternTable, curves: Curves, posterior: Numbers) -> Numbers:
    """The curvature lost because θ is unknown: the posterior covariance of the complete score (Louis 1982).

    Shape (R·K, R·K), summed over units. The observed information is the complete one minus this.
    """
    scores, index = _score_table(curves)
    n_cells, _, n_nodes = scores.shape
    size = n_cells - 1
    total = np.zeros(size * size)
    step = max(1, _BLOCK // (3 * design.cells.shape[1] * n_nodes))
    for start in range(0, len(design.cells), step):
        cells = design.cells[start : start + step]
        weights = posterior[start : start + step]
        values = scores[cells].reshape(len(cells), -1, n_nodes)
        means = values @ weights[:, :, None]
        moments = (values * weights[:, None, :]) @ values.transpose(0, 2, 1)
        moments -= means * means.transpose(0, 2, 1)
        moments *= design.counts[start : start + step, None, None]
        where = index[cells].reshape(len(cells), -1)
        places = where[:, :, None] * size + where[:, None, :]
        total += np.bincount(places.ravel(), weights=moments.ravel(), minlength=size * size)
    return total.reshape(size, size)


def _score_table(curves: Curves) -> tuple[Numbers, NDArray[np.int64]]:
    """The parts of one rating's score that vary with θ, and which parameters they belong to.

    Returns shape (R·K + 1, 3, Q): for log α, the lower and the upper threshold of each category of each judge, then a
    row of zeros for no rating; and shape (R·K + 1, 3), indices of the parameters. A threshold that does not exist has
    value 0 and the index of log α.
    """
    alpha, z, above, _, log_p = curves
    n_judges, n_categories, n_nodes = log_p.shape
    table = np.zeros((n_judges, n_categories, 3, n_nodes))
    table[:, 1:, 0] += z * (1 - above)
    table[:, :-1, 0] -= z * above
    table[:, 1:, 1] = table[:, :-1, 2] = alpha[:, :, None] * above
    index = np.zeros((n_judges, n_categories, 3), dtype=np.int64)
    thresholds = np.arange(1, n_categories)
    index[:, 1:, 1] = index[:, :-1, 2] = thresholds
    index += n_categories * np.arange(n_judges)[:, None, None]
    flat = table.reshape(-1, 3, n_nodes)
    return (
        np.concatenate([flat, np.zeros((1, 3, n_nodes))]),
        np.concatenate([index.reshape(-1, 3), np.zeros((1, 3), dtype=np.int64)]),
    )


def _gaps_to_thresholds(values: Numbers) -> Numbers:
    """From one value per gap to one per threshold: + for the gap below it, - for the gap above it."""
    result = np.zeros((len(values), values.shape[1] + 1))
    result[:, 1:] = values
    result[:, :-1] -= values
    return result


def _add_diagonal(blocks: Numbers, values: Numbers) -> None:
    places = np.arange(blocks.shape[1])
    blocks[:, places, places] += values


def _add_gaps(blocks: Numbers, values: Numbers) -> None:
    """Adds curvature along differences of neighbours, shape (R, K-2), to matrices of shape (R, K-1, K-1), in place."""
    low = np.arange(values.shape[1])
    blocks[:, low, low] += values
    blocks[:, low + 1, low + 1] += values
    blocks[:, low, low + 1] -= values
    blocks[:, low + 1, low] -= values


def log_prior(parameters: Numbers) -> float:
    """Log density of the prior in the coordinates log α, β_1, log(β_2 - β_1), log(β_3 - β_2), ...

    The density of K-1 ordered thresholds is (K-1)! times the product of their normal densities; changing the
    coordinates multiplies it by every gap.
    """
    log_alpha, beta = parameters[:, 0] / DISCRIMINATION_SD, parameters[:, 1:] / THRESHOLD_SD
    n_judges, n_thresholds = beta.shape
    constant = math.lgamma(n_thresholds + 1) - math.log(DISCRIMINATION_SD) - n_thresholds * math.log(THRESHOLD_SD)
    constant -= (n_thresholds + 1) * math.log(2 * math.pi) / 2
    squares = (log_alpha**2).sum() + (beta**2).sum()
    return float(n_judges * constant - squares / 2 + np.log(np.diff(parameters[:, 1:], axis=1)).sum())


def prior_derivatives(parameters: Numbers) -> tuple[Numbers, Numbers]:
    """Gradient, shape (R, K), and negative second derivatives, shape (R, K, K), of ``log_prior`` by α's log and β."""
    n_judges, n_categories = parameters.shape
    precision = np.full(n_categories, THRESHOLD_SD**-2)
    precision[0] = DISCRIMINATION_SD**-2
    inverse = 1 / np.diff(parameters[:, 1:], axis=1)
    gradient = -parameters * precision
    gradient[:, 1:] += _gaps_to_thresholds(inverse)
    information = np.zeros((n_judges, n_categories, n_categories))
    _add_diagonal(information, np.broadcast_to(precision, parameters.shape))
    _add_gaps(information[:, 1:, 1:], inverse**2)
    return gradient, information


def starting_values(design: PatternTable) -> Numbers:
    """Parameters, shape (R, K), from the judges' correlations and each judge's own distribution of categories.

    If codes were the latent αθ + ε themselves, with Var ε = π²/3, a judge's share of common variance would be
    α²/(α² + π²/3). One more rating of each category keeps thresholds apart.
    """
    common = common_variance(correlations(design))
    alpha = np.sqrt(math.pi**2 / 3 * common / (1 - common))[:, None]
    shares = np.stack(
        [
            np.bincount(codes[codes >= 0], weights=design.counts[codes >= 0], minlength=design.n_categories) + 1
            for codes in design.codes.T
        ]
    )
    above = np.cumsum(shares[:, ::-1], axis=1)[:, -2::-1]
    below = np.cumsum(shares, axis=1)[:, :-1]
    return np.concatenate([np.log(alpha), np.log(below / above) * np.sqrt(1 / alpha**2 + FLATTER**-2)], axis=1)


def correlations(design: PatternTable) -> Numbers:
    """Of the codes of each two judges, shape (R, R), over the units that they share; 0 where there are none."""
    rated = (design.codes >= 0).astype(np.float64)
    weights = rated * design.counts[:, None]
    centred = design.codes - (weights * design.codes).sum(axis=0) / weights.sum(axis=0)
    variance = (weights * centred**2).sum(axis=0) / weights.sum(axis=0)
    scaled = rated * centred / np.sqrt(variance + (variance == 0))
    return np.asarray(scaled.T @ (scaled * design.counts[:, None]) / np.maximum(rated.T @ weights, 1))


def common_variance(matrix: Numbers) -> Numbers:
    """Each judge's share of variance in one common factor (principal axes), shape (R,), held within 0.05 to 0.9."""
    matrix = matrix.copy()
    share = np.full(len(matrix), 0.5)
    for _ in range(5):
        np.fill_diagonal(matrix, share)
        values, vectors = np.linalg.eigh(matrix)
        share = np.clip(values[-1] * vectors[:, -1] ** 2, 0.05, 0.9)
    return share


class Point(NamedTuple):
    """The posterior and what it is made of, for one set of parameters."""

    parameters: Numbers  # shape (R, K)
    grid: Quadrature  # quadrature over θ
    curves: Curves  # response curves on it
    expected: Expectation  # the posteriors of θ
    log_likelihood: float  # marginal, over all units
    log_posterior: float  # with the log density of the prior


class Slope(NamedTuple):
    """Derivatives of the log posterior by log α and β."""

    gradient: Numbers  # shape (R·K,)
    complete: Numbers  # shape (R·K, R·K), negative second derivatives as if θ were known up to its present posterior
    observed: Numbers  # shape (R·K, R·K), negative second derivatives


class Fit(NamedTuple):
    """The end of the search."""

    point: Point  # the mode, if converged
    # shape (R·K, R·K), inverse of the observed information; NaN where that is not positive definite
    covariance: Numbers
    distance: float  # length of the next step, in posterior standard deviations
    n_iter: int  # steps taken before the last one, which is shorter than the tolerance
    converged: bool  # whether ``distance`` fell below the tolerance
    stalled: bool  # whether the search ended because no step in its direction was uphill


def maximise(design: PatternTable, n_quadrature: int, max_iter: int, tol: float) -> Fit:
    """The mode of the posterior.

    Newton's method with Louis's observed information, halving steps that do not climb. Where the observed information
    is not positive definite the step uses the complete information instead, which makes it one of the EM gradient
    algorithm (Lange 1995): a single Newton step of EM's maximisation.

    ``design``: the patterns. ``n_quadrature``: nodes to begin with. ``max_iter``: most steps before the last one.
    ``tol``: the search ends when the whole Newton step is shorter than this, in posterior standard deviations.
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


def evaluate(design: PatternTable, grid: Quadrature, parameters: Numbers) -> Point | None:
    """The posterior at some parameters; None where the thresholds are not in order."""
    if not (np.diff(parameters[:, 1:], axis=1) > 0).all():
        return None
    curves = make_curves(parameters, grid.nodes)
    expected = expectation(design, curves, grid)
    log_likelihood = float(design.counts @ expected.log_likelihood)
    return Point(parameters, grid, curves, expected, log_likelihood, log_likelihood + log_prior(parameters))


def derivatives(design: PatternTable, point: Point) -> Slope:
    """The slope of the log posterior at a point."""
    from scipy.linalg import block_diag

    gradient, complete = complete_derivatives(point.curves, expected_counts(design, point.expected.posterior))
    prior_gradient, prior_information = prior_derivatives(point.parameters)
    whole = block_diag(*(complete + prior_information))
    missing = missing_information(design, point.curves, point.expected.posterior)
    return Slope((gradient + prior_gradient).ravel(), whole, whole - missing)


def refine(design: PatternTable, point: Point) -> Point:
    """The same parameters on a grid that is fine enough for them."""
    grid = refined(design, point.curves.alpha, point.grid)
    return point if grid is point.grid else evaluate(design, grid, point.parameters) or point


def refined(design: PatternTable, alpha: Numbers, grid: Quadrature) -> Quadrature:
    """The grid, its spacing halved until it is fine enough for the design, or would have too many nodes."""
    while not grid_is_fine(design, alpha, grid) and 2 * len(grid.nodes) - 1 <= FINEST:
        grid = make_grid(2 * len(grid.nodes) - 1)
    return grid


def grid_is_fine(design: PatternTable, alpha: Numbers, grid: Quadrature) -> bool:
    """Whether no posterior of θ is too sharp for it.

    The prior has precision 1. A rating adds at most α²/2, that of a narrow category between two others, and α²/3 on
    average over many narrow ones, which is what counts here: posteriors may be sharper than that by a factor of 1.2 in
    standard deviation, at which the relative error of a pattern's likelihood was measured to be at most 4.5e-8.
    """
    precision = 1 + ((design.codes >= 0) @ (alpha[:, 0] ** 2)).max() / 3
    return bool(grid.spacing * math.sqrt(precision) <= COARSEST)


def _newton(slope: Slope) -> tuple[Numbers | None, Numbers]:
    """None where only the EM gradient step is safe, else the observed information's Cholesky factor; and the step."""
    factor = _factor(slope.observed)
    return (None, _em_gradient(slope)) if factor is None else (factor, _solve(factor, slope.gradient))


def _covariance(factor: Numbers | None, size: int) -> Numbers:
    return np.full((size, size), np.nan) if factor is None else _solve(factor, np.eye(size))


def _em_gradient(slope: Slope) -> Numbers:
    """Damped by its own diagonal until positive definite; a short step uphill where that never happens."""
    diagonal = np.abs(np.diag(slope.complete))
    for damping in (0.0, *(1e-3 * 2.0 ** np.arange(40))):
        factor = _factor(slope.complete + damping * np.diag(diagonal))
        if factor is not None:
            return _solve(factor, slope.gradient)
    return np.asarray(slope.gradient / (1 + diagonal))


def _search(design: PatternTable, point: Point, slope: Slope, step: Numbers) -> Point | None:
    rise = float(slope.gradient @ step)
    rounding = 8 * np.finfo(float).eps * abs(point.log_posterior)
    for size in 0.5 ** np.arange(30):
        found = evaluate(design, point.grid, point.parameters + size * step.reshape(point.parameters.shape))
        if found is not None and found.log_posterior + rounding >= point.log_posterior + _SHARE * size * rise:
            return found
    return None


def _factor(matrix: Numbers) -> Numbers | None:
    from scipy.linalg.lapack import dpotrf

    factor, info = dpotrf(matrix, lower=1)
    return None if info else factor


def _solve(factor: Numbers, right: Numbers) -> Numbers:
    """Solves factor·factorᵀ·x = right."""
    from scipy.linalg.lapack import dpotrs

    return np.asarray(dpotrs(factor, right, lower=1)[0])
