"""Where the search for the graded response model's parameters begins: moments of the codes."""

from __future__ import annotations

import math

import numpy as np

from helm_creativity.psychometrics.graded_likelihood import Array, Design

FLATTER = 1.7
"""A logistic curve with discrimination α, averaged over θ, is close to one that is flatter by √(1 + α²/1.7²)."""
_ROUNDS = 5


def starting_values(design: Design) -> Array:
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


def correlations(design: Design) -> Array:
    """Of the codes of each two judges, shape (R, R), over the units that they share; 0 where there are none."""
    rated = (design.codes >= 0).astype(np.float64)
    weights = rated * design.counts[:, None]
    centred = design.codes - (weights * design.codes).sum(axis=0) / weights.sum(axis=0)
    variance = (weights * centred**2).sum(axis=0) / weights.sum(axis=0)
    scaled = rated * centred / np.sqrt(variance + (variance == 0))
    return np.asarray(scaled.T @ (scaled * design.counts[:, None]) / np.maximum(rated.T @ weights, 1))


def common_variance(matrix: Array) -> Array:
    """Each judge's share of variance in one common factor (principal axes), shape (R,), held within 0.05 to 0.9."""
    matrix = matrix.copy()
    share = np.full(len(matrix), 0.5)
    for _ in range(_ROUNDS):
        np.fill_diagonal(matrix, share)
        values, vectors = np.linalg.eigh(matrix)
        share = np.clip(values[-1] * vectors[:, -1] ** 2, 0.05, 0.9)
    return share
