"""Whether one factor is still there with other variables, other models, or a covariate taken out.

These are the checks of AGC-Bench, appendix J. Alpha is Cronbach's of the variables as they are (``cronbach_alpha``).
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.resampling import check_draws
from helm_creativity.psychometrics.variables import (
    NEGLIGIBLE,
    as_table,
    correlations,
    eigenvalues,
    factorable,
    unit_columns,
    varies,
)


class WithoutOne(NamedTuple):
    """The first eigenvalue without one of the variables.

    Attributes:
        name: of the variable that was left out.
        eigenvalue: the first, of the others' correlation matrix.
        alpha: Cronbach's over the others; None where undefined.
        share: eigenvalue over the number of the others.
    """

    name: str
    eigenvalue: float
    alpha: float | None
    share: float


class Spread(NamedTuple):
    """A statistic over subsamples.

    Attributes:
        mean: over the draws.
        low: 2.5 % quantile.
        high: 97.5 % quantile.
    """

    mean: float
    low: float
    high: float


class Subsampled(NamedTuple):
    """The first eigenvalue in subsamples of the models.

    Attributes:
        size: models a subsample.
        draws: subsamples that count.
        undefined: subsamples left out because some variable did not vary in them.
        eigenvalue: the first.
        alpha: Cronbach's; None where some draw has none.
        share: eigenvalue over variables.
    """

    size: int
    draws: int
    undefined: int
    eigenvalue: Spread
    alpha: Spread | None
    share: Spread


def dropped(data: ArrayLike, names: Sequence[str]) -> tuple[WithoutOne, ...]:
    """The one-factor solution without each variable in turn, over the models that have all of them.

    Args:
        data: shape (n_models, p), NaN where missing; n > p >= 3 models have all variables.
        names: p names.

    Returns:
        One entry a variable, in their order; none for three variables, because two determine no factor.

    Raises:
        ValueError: for data that ``one_factor`` refuses, or another number of names.
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
        found.append(WithoutOne(name, first, cronbach_alpha(others).value, first / (p - 1)))
    return tuple(found)


def subsampled(data: ArrayLike, size: int, draws: int, rng: np.random.Generator) -> Subsampled | None:
    """The one-factor solution in random subsamples of the models, without replacement.

    The paper says "bootstrap-sampled the 83 models to k = 60": its interval of the eigenvalue, 4.74 to 5.05, is as wide
    as draws without replacement make it; with replacement it would be twice as wide (simulated). The intervals say how
    far the solution depends on which of these models are in; they are no confidence intervals for other models.

    Args:
        data: shape (n_models, p), NaN where missing; n > p >= 3 models have all variables.
        size: models a subsample, more than p and at most n.
        draws: number of subsamples.
        rng: source of the random choice.

    Returns:
        None where in every subsample some variable does not vary.

    Raises:
        ValueError: for data that ``one_factor`` refuses, another size, or fewer than one draw.
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
    alphas = [alpha for sample in samples if (alpha := cronbach_alpha(sample).value) is not None]
    return Subsampled(
        size=size,
        draws=len(samples),
        undefined=draws - len(samples),
        eigenvalue=_spread(firsts),
        alpha=_spread(np.array(alphas)) if len(alphas) == len(samples) else None,
        share=_spread(firsts / p),
    )


def residualised(data: ArrayLike, covariates: ArrayLike) -> NDArray[np.float64]:
    """What is left of each variable when its regression on the covariates, with an intercept, is taken out.

    Correlations of the residuals are partial correlations. All regressions are over the same models, those that have
    all variables and covariates, so that residuals and covariates are uncorrelated there.

    Args:
        data: shape (n, p), NaN where missing.
        covariates: shape (n, k), likewise; one that does not vary or repeats others takes nothing out.

    Returns:
        Shape (n, p), with mean 0, in the units of the data; NaN in all of a model's row if it lacks anything. A column
        that the covariates explain fully is 0 exactly.

    Raises:
        ValueError: for another shape, an infinity, by position, or no more than k + 1 models that lack nothing.
    """
    table, controls = as_table(data, "data"), as_table(covariates, "covariates", "n_covariates")
    if len(table) != len(controls):
        raise ValueError(f"data and covariates must have the same models, got {len(table)} and {len(controls)} rows")
    known = ~np.isnan(np.hstack([table, controls])).any(axis=1)
    n, k = int(known.sum()), controls.shape[1]
    if n <= k + 1:
        raise ValueError(
            f"data and covariates must share more than {k + 1} models that lack nothing for {k} covariates, got {n}"
        )
    x, z = table[known], controls[known]
    x = x - x.mean(axis=0)
    basis = unit_columns(z[:, varies(z)])
    left = x - basis @ np.linalg.lstsq(basis, x, rcond=None)[0]
    left[:, np.abs(left).max(axis=0) <= NEGLIGIBLE * np.abs(table[known]).max(axis=0)] = 0.0
    found = np.full(table.shape, np.nan)
    found[known] = left
    return found


def _spread(values: NDArray[np.float64]) -> Spread:
    """Mean and the middle 95 %."""
    low, high = np.quantile(values, [0.025, 0.975])
    return Spread(float(values.mean()), float(low), float(high))
