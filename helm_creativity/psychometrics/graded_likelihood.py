"""The graded response model's marginal likelihood, its gradient and its curvature, on distinct response patterns.

With R judges, K categories (codes 0 to K-1), thresholds β_{r,1} < ... < β_{r,K-1} and F(z) = 1/(1+e^-z)::

    z_{r,t}(θ) = α_r (θ - β_{r,t}),    P(rating_r >= t) = F(z_{r,t})
    log P(rating_r = k) = log F(z_{r,k}) + log F(-z_{r,k+1}) + log(1 - exp(-α_r (β_{r,k+1} - β_{r,k})))

where a term with a threshold that the lowest or highest category does not have is left out. The last term does not
depend on θ, and no difference of two nearly equal numbers is ever formed.

Parameters are held as one array, shape (R, K): column 0 is log α, columns 1 to K-1 the thresholds. Q nodes of an even
grid over θ stand for the integral over its standard normal distribution.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.patterns import MISSING, Patterns

Array = NDArray[np.float64]

REACH = 6.0
"""The grid over θ runs from -6 to 6: beyond it lie 2e-9 of a standard normal distribution."""
FARTHEST = 1e9
"""A θ at which every judge has long reached its last category."""
_BLOCK = 1 << 22
"""How many numbers the second moments of one block of patterns may take."""


class Grid(NamedTuple):
    """Quadrature over θ.

    Attributes:
        nodes: shape (Q,), ascending, evenly spaced.
        log_weights: shape (Q,), logarithms of the normal weights, which sum to 1.
    """

    nodes: Array
    log_weights: Array

    @property
    def spacing(self) -> float:
        """Distance of neighbouring nodes."""
        return float(self.nodes[1] - self.nodes[0])


def make_grid(n: int) -> Grid:
    """``n`` even nodes. On smooth integrands that fade at both ends an even rule gains digits with each node."""
    nodes = np.linspace(-REACH, REACH, n)
    weights = np.exp(-(nodes**2) / 2)
    return Grid(nodes, np.log(weights / weights.sum()))


@dataclass(frozen=True)
class Design:
    """Which judge gave which category in each pattern, in the forms that sums over patterns need.

    Attributes:
        codes: shape (N, R), 0 to K-1 or ``MISSING``; no row is all missing.
        counts: shape (N,), units with each pattern.
        n_categories: K.
    """

    codes: NDArray[np.int64]
    counts: Array
    n_categories: int

    @classmethod
    def of(cls, patterns: Patterns, n_categories: int) -> Design:
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
    """The judges' response curves on the grid.

    Attributes:
        alpha: shape (R, 1).
        z: shape (R, K-1, Q).
        above: shape (R, K-1, Q), P(rating >= t).
        gaps: shape (R, K-2), α·(β_{k+1} - β_k) of the inner categories.
        log_p: shape (R, K, Q), log-probability of each category.
    """

    alpha: Array
    z: Array
    above: Array
    gaps: Array
    log_p: Array


def make_curves(parameters: Array, nodes: Array) -> Curves:
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


def mean_ratings(parameters: Array, nodes: Array, categories: Array) -> Array:
    """The mean rating by each judge at each node, shape (R, Q), from the lowest to the highest category.

    Args:
        parameters: shape (R, K).
        nodes: shape (Q,), θ; infinities give the limits and NaN gives NaN.
        categories: shape (K,), the ratings themselves.
    """
    above = make_curves(parameters, np.clip(nodes, -FARTHEST, FARTHEST)).above
    ends = np.ones((len(parameters), 1, len(nodes)))
    shares = -np.diff(np.concatenate([ends, above, 0 * ends], axis=1), axis=1)
    # A sum of shares, not of gaps between categories, which could overflow.
    return np.asarray(np.clip(np.einsum("k,rkq->rq", categories, shares), categories[0], categories[-1]))


class Expectation(NamedTuple):
    """What the patterns say about θ under given parameters.

    Attributes:
        log_likelihood: shape (N,), of each pattern, θ integrated out.
        posterior: shape (N, Q), probability of each node given the pattern; rows sum to 1.
    """

    log_likelihood: Array
    posterior: Array


def expectation(design: Design, curves: Curves, grid: Grid) -> Expectation:
    """The posterior of θ for each pattern."""
    joint = design.indicator @ curves.log_p.reshape(-1, len(grid.nodes))
    joint += grid.log_weights
    top = joint.max(axis=1, keepdims=True)
    joint -= top
    np.exp(joint, out=joint)
    total = joint.sum(axis=1, keepdims=True)
    joint /= total
    return Expectation((np.log(total) + top)[:, 0], joint)


def expected_counts(design: Design, posterior: Array) -> Array:
    """Shape (R, K, Q): how many units are expected at each node with each of a judge's categories."""
    table = design.transposed @ (posterior * design.counts[:, None])
    return np.asarray(table).reshape(-1, design.n_categories, posterior.shape[1])


def complete_derivatives(curves: Curves, expected: Array) -> tuple[Array, Array]:
    """Gradient and curvature of the expected log likelihood of ratings and θ together.

    By Fisher's identity the gradient is that of the marginal likelihood too.

    Args:
        curves: at the parameters.
        expected: shape (R, K, Q), from ``expected_counts`` at the same parameters.

    Returns:
        The gradient, shape (R, K), and the negative second derivatives, shape (R, K, K); judges do not mix in them.
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
    gradient[:, 1:] = alpha * (spread(inner * slope) - error.sum(axis=2))

    information = np.zeros((n_judges, n_categories, n_categories))
    information[:, 0, 0] = ((weight * z - error) * z).sum(axis=(1, 2))
    information[:, 0, 0] -= (inner * (bend * gaps + slope) * gaps).sum(axis=1)
    mixed = (error - weight * z).sum(axis=2) - spread(inner * (slope + bend * gaps))
    information[:, 0, 1:] = information[:, 1:, 0] = alpha * mixed
    blocks = information[:, 1:, 1:]
    add_diagonal(blocks, alpha**2 * weight.sum(axis=2))
    add_gaps(blocks, -(alpha**2) * inner * bend)
    return gradient, information


def missing_information(design: Design, curves: Curves, posterior: Array) -> Array:
    """What not knowing θ takes away from the curvature: the posterior covariance of the complete score (Louis 1982).

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


def _score_table(curves: Curves) -> tuple[Array, NDArray[np.int64]]:
    """The parts of one rating's score that vary with θ, and which parameters they belong to.

    Returns:
        Shape (R·K + 1, 3, Q): for log α, the lower and the upper threshold of each category of each judge, then a row
        of zeros for no rating; and shape (R·K + 1, 3), indices of the parameters. A threshold that does not exist has
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


def spread(values: Array) -> Array:
    """From one value a gap to one a threshold: + for the gap below it, - for the gap above it."""
    result = np.zeros((len(values), values.shape[1] + 1))
    result[:, 1:] = values
    result[:, :-1] -= values
    return result


def add_diagonal(blocks: Array, values: Array) -> None:
    """Adds to the diagonals of square matrices, in place."""
    places = np.arange(blocks.shape[1])
    blocks[:, places, places] += values


def add_gaps(blocks: Array, values: Array) -> None:
    """Adds curvature along differences of neighbours, shape (R, K-2), to matrices of shape (R, K-1, K-1), in place."""
    low = np.arange(values.shape[1])
    blocks[:, low, low] += values
    blocks[:, low + 1, low + 1] += values
    blocks[:, low, low + 1] -= values
    blocks[:, low + 1, low] -= values
