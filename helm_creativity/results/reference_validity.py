"""The cells of a paper's table of validity, recomputed from the scores that it prints.

Beside them stand how far the rounding of the printed scores can move a correlation, and what the stars of a printed
correlation say of how many models stand behind it.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.psychometrics.validity import Correlation, frontier, multiple_r, pearson, specificity
from helm_creativity.results.reference_scores import Numbers, Printed, ReferenceColumn, ReferenceScores


def rounding_error(x: Numbers, y: Numbers, controls: Numbers, steps: Numbers) -> float:
    """Standard deviation of r(X, Y - Ŷ_g) when every number is off by a rounding error of its own, to first order.

    An error is uniform between minus and plus half a step, with the variance step²/12. With M the projection off the
    controls and a constant, e = M·y, unit vectors x̂ (of x centred) and ê, coefficients β of the controls and
    g = M·(x̂ - r·ê)/|e|, the derivatives of r are::

        by x        (ê - r·x̂)/|x|
        by y        g
        by c_ij     -(g_i·β_j + e_i·(C⁺g)_j), with C⁺ the pseudoinverse of the centred controls and g before M

    Args:
        x: n numbers, none missing.
        y: n numbers.
        controls: shape (n, k), k of 0 for a plain correlation.
        steps: units of the last digits of x, y and each control, shape (2 + k,).

    Returns:
        0 for exact numbers. Meaningless where x or e has no spread.
    """
    centred = controls - controls.mean(axis=0)
    inverse = np.linalg.pinv(centred)
    beta = inverse @ (y - y.mean())
    e = y - y.mean() - centred @ beta
    deviations = x - x.mean()
    x_hat, e_hat = deviations / np.linalg.norm(deviations), e / np.linalg.norm(e)
    r = float(x_hat @ e_hat)
    before = (x_hat - r * e_hat) / np.linalg.norm(e)
    after = before - centred @ (inverse @ before)
    by_x = (e_hat - r * x_hat) / np.linalg.norm(deviations)
    by_controls = -(np.outer(after, beta) + np.outer(e, inverse @ before))
    squares = [(by_x**2).sum(), (after**2).sum(), *(by_controls**2).sum(axis=0)]
    return math.sqrt(float(np.dot(squares, steps**2)) / 12)


LEVELS = (0.05, 0.01, 0.001)
"""A star each."""
HALF = 0.005
"""How far a correlation printed to two decimals can be off."""
MOST = 1000


class PoolSizes(NamedTuple):
    """Sizes of a pool of models.

    Attributes:
        least: the smallest.
        most: the largest, None where there is no limit below ``MOST``.
    """

    least: int
    most: int | None


def pool_of_stars(r: float, stars: str, k: int) -> PoolSizes | None:
    """Sizes for which a correlation that is printed as ``r`` can have those stars.

    Args:
        r: to two decimals.
        stars: as printed.
        k: controls.

    Returns:
        None where no size below ``MOST`` has: with more models a correlation is more significant, so that the sizes
        that can be are those between the least and the most.
    """
    n = np.arange(k + 3, MOST)
    fewest, most = (_stars(_p(max(abs(r) + off, 0.0), n - 2 - k)) for off in (-HALF, HALF))
    sizes = n[(fewest <= len(stars)) & (len(stars) <= most)]
    if not sizes.size:
        return None
    return PoolSizes(int(sizes[0]), int(sizes[-1]) if sizes[-1] < MOST - 1 else None)


def _stars(p: Numbers) -> NDArray[np.int64]:
    """How many stars p-values have."""
    return np.asarray((p[:, None] < np.array(LEVELS)).sum(axis=1), dtype=np.int64)


def _p(r: float, df: NDArray[np.int64]) -> Numbers:
    """Two-sided p-values of a correlation."""
    from scipy.special import stdtr

    r = min(r, 1 - 1e-12)
    return np.asarray(2 * stdtr(df, -r * np.sqrt(df / (1 - r**2))), dtype=np.float64)


Reproduced = Literal["same", "rounding", "pool", "scores"]
"""``same``: within .005 of print. ``rounding``: within .005 and two standard deviations of what the rounding of the
printed scores does. ``pool``: neither, and the paper's pool can hold models whose score on the test it does not print.
``scores``: neither, though every model that has the benchmark and the capability has a printed score on the test."""


class PrintedComparison(NamedTuple):
    """One number beside the printed one.

    Attributes:
        ours: from the printed scores.
        printed: to two decimals.
        stars: as printed.
        difference: ours less the printed one.
        rounding: standard deviation of ours through the rounding of the printed scores.
        reproduced: whether it comes out, and why not.
    """

    ours: Correlation
    printed: float
    stars: str
    difference: float
    rounding: float
    reproduced: Reproduced


class ValidityCell(NamedTuple):
    """One test for one benchmark.

    Attributes:
        test: column of the test.
        benchmark: column of the benchmark.
        source: where the printed numbers stand.
        n: models with a printed score on the test, the benchmark and all proxies of capability.
        n_benchmark: models with the benchmark and the capability, whatever their tests.
        coupling: R of the benchmark with the capability, over the n models.
        ceiling: the most that the specificity can be with this validity and R.
        validity: beside the printed one.
        specificity: likewise.
    """

    test: ReferenceColumn
    benchmark: ReferenceColumn
    source: str
    n: int
    n_benchmark: int
    coupling: float
    ceiling: float
    validity: PrintedComparison
    specificity: PrintedComparison


def validity_cells(reference: ReferenceScores, embedding: str | None = None) -> Iterator[ValidityCell]:
    """Every cell of which the reference prints both the scores and the result, by benchmark and test.

    Args:
        reference: whose.
        embedding: hold the scores against the numbers under this one instead of their own.
    """
    for benchmark in reference.of_kind("benchmark"):
        for test in reference.of_kind("test"):
            wanted = embedding or test.embedding
            for printed in reference.printed:
                if (printed.test, printed.embedding, printed.benchmark) == (test.title, wanted, benchmark.name):
                    cell = _cell(reference, test, benchmark, printed)
                    if cell is not None:
                        yield cell


def coupling_of(reference: ReferenceScores, benchmark: ReferenceColumn) -> tuple[int, float | None]:
    """How many models have the benchmark and all proxies of capability, and R over these."""
    values = reference.values(benchmark.name)
    known = np.isfinite(np.column_stack([values, reference.capability])).all(axis=1)
    return int(known.sum()), multiple_r(values, reference.capability)


def r_squared(
    reference: ReferenceScores, outcome: str, predictors: tuple[str, ...], among: Numbers
) -> tuple[int, float | None]:
    """How many models enter, and the share of an outcome's variance that tests explain together.

    Args:
        reference: whose.
        outcome: name of a benchmark's column.
        predictors: titles of tests.
        among: shape (n, k): models that lack a number here are left out too.
    """
    by_title = {column.title: reference.values(column.name) for column in reference.of_kind("test")}
    columns = np.column_stack([by_title[title] for title in predictors])
    values = np.where(np.isfinite(among).all(axis=1), reference.values(outcome), np.nan)
    found = multiple_r(values, columns)
    return int(np.isfinite(np.column_stack([values, columns])).all(axis=1).sum()), None if found is None else found**2


def _cell(
    reference: ReferenceScores, test: ReferenceColumn, benchmark: ReferenceColumn, printed: Printed
) -> ValidityCell | None:
    """None where too few models have all of it, or where no specificity is printed."""
    x, y, controls = reference.values(test.name), reference.values(benchmark.name), reference.capability
    rows = np.isfinite(np.column_stack([x, y, controls])).all(axis=1)
    x, y, controls = x[rows], y[rows], controls[rows]
    valid, special, coupling = pearson(x, y), specificity(x, y, controls), multiple_r(y, controls)
    if valid is None or special is None or coupling is None or printed.specificity is None:
        return None
    steps = np.array([test.step, benchmark.step, *(column.step for column in reference.of_kind("capability"))])
    n_benchmark, _ = coupling_of(reference, benchmark)
    lacking: Reproduced = "pool" if valid.n < max(n_benchmark, printed.n) else "scores"
    return ValidityCell(
        test=test,
        benchmark=benchmark,
        source=printed.source,
        n=valid.n,
        n_benchmark=n_benchmark,
        coupling=coupling,
        ceiling=frontier(valid.r, coupling)[1],
        validity=_compared(
            valid, printed.validity, printed.validity_stars, rounding_error(x, y, controls[:, :0], steps[:2]), lacking
        ),
        specificity=_compared(
            special, printed.specificity, printed.specificity_stars, rounding_error(x, y, controls, steps), lacking
        ),
    )


def _compared(ours: Correlation, printed: float, stars: str, rounding: float, lacking: Reproduced) -> PrintedComparison:
    difference = ours.r - printed
    # A binary fraction of 0.005 may lie on either side of it.
    within = HALF + 1e-9
    reproduced: Reproduced = lacking
    if abs(difference) <= within:
        reproduced = "same"
    elif abs(difference) <= within + 2 * rounding:
        reproduced = "rounding"
    return PrintedComparison(ours, printed, stars, difference, rounding, reproduced)
