"""Whether one factor stands behind several variables (Beaty et al. 2026, AGC-Bench, section 4.3 and appendix J).

Two things go by the name of a one-factor solution, and both are here. The *principal component* is the weighted sum of
the variables with the greatest variance; its eigenvalue over the number of variables is the "variance explained" that
the paper prints (4.89 of 6 is 81.5 %). The *common factor* explains only what variables share; its loadings are smaller
and leave each variable a variance of its own. The loadings of the paper (+0.87 to +0.94) fit the component, whose
squares add up to the eigenvalue: 4.89 is six times 0.903². Of a common factor, five of the six would have to be 0.87.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.minres import minimum_residuals
from helm_creativity.psychometrics.variables import as_table, correlations, factorable, unit_columns

IMPROPER = 1e-6
"""A communality closer to 1 than this has reached its bound."""
SINGULAR = 1e-10
"""An eigenvalue smaller than this is 0 but for rounding."""


class OneFactor(NamedTuple):
    """One factor of p variables, from their correlations.

    Attributes:
        eigenvalues: shape (p,), of the correlation matrix, descending, 0 to p; they add up to p.
        share: the first over p, 1/p to 1: the share of variance that the first principal component explains.
        loadings: shape (p,), correlations of variables with the common factor by minimum residuals, -1 to 1; the sign
            of the factor is such that their sum is not negative.
        component_loadings: shape (p,), correlations with the first principal component, likewise.
        communalities: shape (p,), squares of ``loadings``: the share of a variable's variance that is common.
        factor_share: mean of the communalities, 0 to 1; at most about ``share``.
        scores: shape (n_models,), the common factor's value estimated for each model by regression. NaN for a model
            that lacks a variable.
        converged: whether the loadings are a minimum; where not, do not use them.
        heywood: whether a communality reached 1, where the best solution would have it larger still, which no
            variable's can be: the common factor then is that variable. Read the component instead.
        n_models: complete rows, on which all of this rests.
    """

    eigenvalues: NDArray[np.float64]
    share: float
    loadings: NDArray[np.float64]
    component_loadings: NDArray[np.float64]
    communalities: NDArray[np.float64]
    factor_share: float
    scores: NDArray[np.float64]
    converged: bool
    heywood: bool
    n_models: int


def one_factor(data: ArrayLike) -> OneFactor:
    """The principal component and the common factor of a table of models by variables.

    With R the correlations, e its largest eigenvalue and v its vector, component loadings are √e·v. The common factor's
    loadings λ are those of ``minimum_residuals``, as R's ``psych::fa(fm="minres")`` has them wherever its solution is
    proper; psych keeps uniquenesses, not communalities, within bounds and so can print loadings above 1.
    With Z the standardised variables (divisor n - 1), scores are Z·w with R·w = λ (Thurstone's regression). They have
    mean 0; the model gives the factor a standard deviation of 1, and scores have less: their variance is λ'w, the
    squared correlation of scores and factor. Where R is singular, as with two columns that are multiples of one
    another, w is the shortest of all solutions, and the columns share their weight.

    Args:
        data: shape (n_models, p), NaN where missing; n > p >= 3 models have all variables.

    Raises:
        ValueError: for fewer models or variables, a variable that does not vary, another shape, or an infinity.
    """
    rows = factorable(data)
    n, p = rows.shape
    matrix = correlations(rows)
    values, vectors = np.linalg.eigh(matrix)
    solution = minimum_residuals(matrix)
    loadings = _upright(solution.loadings)
    weights = _weights(values, vectors, loadings)
    lacks = np.isnan(as_table(data, "data")).any(axis=1)
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
        converged=solution.converged,
        heywood=bool(communalities.max() > 1 - IMPROPER),
        n_models=n,
    )


def _upright(loadings: NDArray[np.float64]) -> NDArray[np.float64]:
    """The loadings or their opposites: those with the larger sum, or by the largest loading where both sums are 0."""
    total = float(loadings.sum())
    if abs(total) < IMPROPER:
        total = float(loadings[np.argmax(np.abs(loadings) > np.abs(loadings).max() - IMPROPER)])
    return -loadings if total < 0 else loadings


def _weights(
    values: NDArray[np.float64], vectors: NDArray[np.float64], loadings: NDArray[np.float64]
) -> NDArray[np.float64]:
    """The shortest solution w of R·w = λ (nearest, where there is none), by the eigenvectors of R."""
    inverse = np.divide(1.0, values, out=np.zeros_like(values), where=values > SINGULAR)
    return np.asarray(vectors @ (inverse * (vectors.T @ loadings)))
