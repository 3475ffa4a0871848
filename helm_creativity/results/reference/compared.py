"""The cells of a paper's table of validity, recomputed from the scores that it prints."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Literal, NamedTuple

import numpy as np

from helm_creativity.psychometrics.validity import Correlation, frontier, multiple_r, pearson, specificity
from helm_creativity.results.reference.rounding import rounding_error
from helm_creativity.results.reference.stars import HALF
from helm_creativity.results.reference.tables import Column, Numbers, Printed, Reference

Verdict = Literal["same", "rounding", "pool", "scores"]
"""``same``: within .005 of print. ``rounding``: within .005 and two standard deviations of what the rounding of the
printed scores does. ``pool``: neither, and the paper's pool can hold models whose score on the test it does not print.
``scores``: neither, though every model that has the benchmark and the capability has a printed score on the test."""


class Compared(NamedTuple):
    """One number beside the printed one.

    Attributes:
        ours: from the printed scores.
        printed: to two decimals.
        stars: as printed.
        difference: ours less the printed one.
        rounding: standard deviation of ours through the rounding of the printed scores.
        verdict: whether it comes out, and why not.
    """

    ours: Correlation
    printed: float
    stars: str
    difference: float
    rounding: float
    verdict: Verdict


class Cell(NamedTuple):
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

    test: Column
    benchmark: Column
    source: str
    n: int
    n_benchmark: int
    coupling: float
    ceiling: float
    validity: Compared
    specificity: Compared


def cells_of(reference: Reference, embedding: str | None = None) -> Iterator[Cell]:
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


def coupling_of(reference: Reference, benchmark: Column) -> tuple[int, float | None]:
    """How many models have the benchmark and all proxies of capability, and R over these."""
    values = reference.values(benchmark.name)
    known = np.isfinite(np.column_stack([values, reference.capability])).all(axis=1)
    return int(known.sum()), multiple_r(values, reference.capability)


def r_squared(
    reference: Reference, outcome: str, predictors: tuple[str, ...], among: Numbers
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


def _cell(reference: Reference, test: Column, benchmark: Column, printed: Printed) -> Cell | None:
    """None where too few models have all of it, or where no specificity is printed."""
    x, y, controls = reference.values(test.name), reference.values(benchmark.name), reference.capability
    rows = np.isfinite(np.column_stack([x, y, controls])).all(axis=1)
    x, y, controls = x[rows], y[rows], controls[rows]
    valid, special, coupling = pearson(x, y), specificity(x, y, controls), multiple_r(y, controls)
    if valid is None or special is None or coupling is None or printed.specificity is None:
        return None
    steps = np.array([test.step, benchmark.step, *(column.step for column in reference.of_kind("capability"))])
    n_benchmark, _ = coupling_of(reference, benchmark)
    lacking: Verdict = "pool" if valid.n < max(n_benchmark, printed.n) else "scores"
    return Cell(
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


def _compared(ours: Correlation, printed: float, stars: str, rounding: float, lacking: Verdict) -> Compared:
    difference = ours.r - printed
    # A binary fraction of 0.005 may lie on either side of it.
    within = HALF + 1e-9
    verdict: Verdict = lacking
    if abs(difference) <= within:
        verdict = "same"
    elif abs(difference) <= within + 2 * rounding:
        verdict = "rounding"
    return Compared(ours, printed, stars, difference, rounding, verdict)
