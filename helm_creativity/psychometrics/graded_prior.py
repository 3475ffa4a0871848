"""The prior of the graded response model's parameters, shape (R, K) as in ``graded_likelihood``."""

from __future__ import annotations

import math

import numpy as np

from helm_creativity.psychometrics.graded_likelihood import Array, add_diagonal, add_gaps, spread

DISCRIMINATION_SD = 0.3
THRESHOLD_SD = 2.0
"""Standard deviations of log α and of a threshold, both around 0 (S1, H.2)."""


def log_prior(parameters: Array) -> float:
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


def prior_derivatives(parameters: Array) -> tuple[Array, Array]:
    """Gradient, shape (R, K), and negative second derivatives, shape (R, K, K), of ``log_prior`` by α's log and β."""
    n_judges, n_categories = parameters.shape
    precision = np.full(n_categories, THRESHOLD_SD**-2)
    precision[0] = DISCRIMINATION_SD**-2
    inverse = 1 / np.diff(parameters[:, 1:], axis=1)
    gradient = -parameters * precision
    gradient[:, 1:] += spread(inverse)
    information = np.zeros((n_judges, n_categories, n_categories))
    add_diagonal(information, np.broadcast_to(precision, parameters.shape))
    add_gaps(information[:, 1:, 1:], inverse**2)
    return gradient, information
