"""The graded response model written out: simulation, and a likelihood that is slow and obvious."""

from __future__ import annotations

from itertools import pairwise

import numpy as np
from scipy.integrate import quad
from scipy.special import expit
from scipy.stats import norm


def category_probabilities(theta, alpha, thresholds):
    """P(rating = k) of one judge at one θ, as differences of cumulative probabilities."""
    above = [1.0, *(1 / (1 + np.exp(-alpha * (theta - beta))) for beta in thresholds), 0.0]
    return [higher - lower for higher, lower in pairwise(above)]


def unit_posterior(codes, alpha, thresholds):
    """Likelihood of one unit's codes (NaN missing), mean and standard deviation of θ, by adaptive integrals."""

    def joint(theta, power=0):
        value = norm.pdf(theta) * theta**power
        for judge, code in enumerate(codes):
            if not np.isnan(code):
                value *= category_probabilities(theta, alpha[judge], thresholds[judge])[int(code)]
        return value

    total, first, second = (quad(joint, -9, 9, args=(power,), epsabs=1e-13, limit=200)[0] for power in range(3))
    mean = first / total
    return total, mean, np.sqrt(second / total - mean**2)


def simulate(rng, n_units, alpha, thresholds, *, draw=None):
    """Codes 0 to K-1 of units with θ ~ N(0, 1), each rated by ``draw`` of the judges (None: all).

    Returns:
        Codes as floats, shape (n_units, R), and θ.
    """
    alpha, thresholds = np.asarray(alpha), np.asarray(thresholds)
    theta = rng.normal(size=n_units)
    above = expit(alpha[:, None] * (theta[:, None, None] - thresholds))
    codes = (rng.random((n_units, len(alpha), 1)) < above).sum(axis=2).astype(float)
    if draw is not None:
        places = rng.permuted(np.tile(np.arange(len(alpha)), (n_units, 1)), axis=1)
        codes[places >= draw] = np.nan
    return codes, theta


def prior_draw(rng, n_judges, n_categories):
    """Discriminations and thresholds from the model's own prior."""
    alpha = np.exp(rng.normal(0, 0.3, n_judges))
    return alpha, np.sort(rng.normal(0, 2, (n_judges, n_categories - 1)), axis=1)
