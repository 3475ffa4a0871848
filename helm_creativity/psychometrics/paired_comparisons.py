"""Strengths from paired comparisons: the model of Bradley and Terry (1952)."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike

from helm_creativity.psychometrics.tables import Numbers

RIDGE = 0.1
"""Of two things that were compared once, one is then 1.9 logits above the other."""


class Strengths(NamedTuple):
    """A fit of the Bradley-Terry model.

    Attributes:
        values: shape (n_things,), in logits, with mean 0.
        log_likelihood: of the comparisons at these strengths, without the ridge.
        converged: whether the optimiser reached the maximum.
    """

    values: Numbers
    log_likelihood: float
    converged: bool

    def probability(self, first: ArrayLike, second: ArrayLike) -> Numbers:
        """That the first thing is preferred to the second, for places of things."""
        apart = self.values[np.asarray(first, dtype=np.intp)] - self.values[np.asarray(second, dtype=np.intp)]
        return np.asarray(np.exp(-np.logaddexp(0, -apart)))


def bradley_terry(
    preferred: ArrayLike, other: ArrayLike, n_things: int | None = None, *, ridge: float = RIDGE
) -> Strengths:
    """The strengths s that make comparisons most probable: i is preferred to j with probability 1/(1 + e^(s_j - s_i)).

    It maximises the log-likelihood less ridge/2 · Σ s_i², by L-BFGS. The ridge makes the maximum unique and finite: the
    model itself knows strengths up to a constant only, and has no maximum where a thing is preferred always or never,
    or where comparisons fall apart into groups. The strengths then add up to 0, since the likelihood does not change
    with their mean. It is the most probable value under a normal prior with variance 1/ridge.

    Comparisons count as independent, as those of many people are when none of them makes many. Ties cannot be given.

    Args:
        preferred: places of the things that were preferred, whole numbers from 0, one for each comparison.
        other: places of the things that they were preferred to.
        n_things: how many there are; None: up to the largest place. A thing that was never compared has strength 0.
        ridge: above 0.

    Raises:
        ValueError: for places that do not fit, a thing compared with itself, no comparison, or another ridge.
    """
    from scipy.optimize import minimize

    first, second = (np.asarray(values) for values in (preferred, other))
    if first.ndim != 1 or first.shape != second.shape or not len(first):
        raise ValueError(f"expected two lists of equal length with a comparison, got {first.shape} and {second.shape}")
    if not (np.issubdtype(first.dtype, np.integer) and np.issubdtype(second.dtype, np.integer)):
        raise ValueError(f"expected places as whole numbers, got {first.dtype} and {second.dtype}")
    n = int(max(first.max(), second.max())) + 1 if n_things is None else n_things
    if min(first.min(), second.min()) < 0 or max(first.max(), second.max()) >= n:
        raise ValueError(
            f"expected places from 0 to {n - 1}, got {min(first.min(), second.min())} to "
            f"{max(first.max(), second.max())}"
        )
    if (first == second).any():
        raise ValueError(f"expected two different things in a comparison, got {first[first == second][0]} twice")
    if not 0 < ridge < np.inf:
        raise ValueError(f"ridge must be a number above 0, got {ridge:g}")
    pairs, counts = np.unique(np.stack([first, second], axis=1), axis=0, return_counts=True)
    won, lost = pairs.T

    def loss(s: Numbers) -> tuple[float, Numbers]:
        apart = s[won] - s[lost]
        surprise = counts * np.exp(-np.logaddexp(0, apart))
        slope = ridge * s - np.bincount(won, surprise, n) + np.bincount(lost, surprise, n)
        return float((counts * np.logaddexp(0, -apart)).sum() + ridge / 2 * (s @ s)), slope

    precisely = {"maxiter": 10_000, "maxfun": 100_000, "ftol": 1e-15, "gtol": 1e-7}
    found = minimize(loss, np.zeros(n), jac=True, method="L-BFGS-B", options=precisely)
    values = found.x - found.x.mean()
    fit = -float((counts * np.logaddexp(0, values[lost] - values[won])).sum())
    return Strengths(values, fit, bool(found.success))
