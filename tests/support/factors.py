"""Tables of models by variables whose correlations are known."""

from __future__ import annotations

import numpy as np


def with_correlations(matrix, n, seed=0):
    """A table of n rows whose correlations are the given ones exactly; columns have mean 0 and variance 1."""
    matrix = np.asarray(matrix, dtype=float)
    p = len(matrix)
    noise = np.random.default_rng(seed).standard_normal((n, p))
    orthonormal = np.linalg.qr(np.column_stack([np.ones(n), noise]))[0][:, 1:]  # at right angles to the constant
    values, vectors = np.linalg.eigh(matrix)
    return np.sqrt(n - 1) * orthonormal @ (vectors * np.sqrt(np.maximum(values, 0.0))).T


def correlations_of(loadings):
    """What a one-factor model says: products of loadings, 1 on the diagonal."""
    matrix = np.outer(loadings, loadings)
    np.fill_diagonal(matrix, 1.0)
    return matrix


def one_factor_sample(rng, loadings, n):
    """Models from a normal one-factor model, and their values of the factor."""
    loadings = np.asarray(loadings, dtype=float)
    factor = rng.standard_normal(n)
    own = rng.standard_normal((n, len(loadings))) * np.sqrt(1 - loadings**2)
    return factor[:, None] * loadings + own, factor
