"""Reads the tables of a paper: files of this folder that begin with its name."""

from __future__ import annotations

import csv
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.errors import BadArguments

FOLDER = Path(__file__).parent
NAMES = ("schapiro2026",)
"""What references there are."""
OVERALL = "overall"
"""Stands in the place of an embedding for the mean of z-scores over several."""

Numbers = NDArray[np.float64]


class Column(NamedTuple):
    """One column of scores.

    Attributes:
        name: in the file.
        title: for people; of a test without its embedding.
        kind: "test", "benchmark" or "capability".
        embedding: of a test, "none" where it has none; "" for others.
        step: unit of the last digit that is printed.
        n: models above the benchmark's column in the paper's table of validity, None for others.
        coupling: R of the benchmark with the capability as the paper's text has it, None where it does not say.
    """

    name: str
    title: str
    kind: str
    embedding: str
    step: float
    n: int | None
    coupling: float | None


class Printed(NamedTuple):
    """Validity and specificity of one test for one benchmark, as printed.

    Attributes:
        source: table or section.
        test: title of the test.
        embedding: its name, "none" or ``OVERALL``.
        benchmark: name of a column; facets of one are ``benchmark/facet``.
        n: models, as the paper says.
        validity: to two decimals.
        validity_stars: for p below .05, .01 and .001.
        specificity: None where it is not printed.
        specificity_stars: likewise.
    """

    source: str
    test: str
    embedding: str
    benchmark: str
    n: int
    validity: float
    validity_stars: str
    specificity: float | None
    specificity_stars: str


class Regression(NamedTuple):
    """A multiple regression, as printed."""

    outcome: str
    predictors: tuple[str, ...]
    n: int
    r_squared: float


@dataclass(frozen=True)
class Reference:
    """What a paper prints.

    Attributes:
        name: of the reference.
        models: n names.
        columns: m columns of scores.
        scores: shape (n, m), NaN where a cell is empty.
        printed: validities and specificities.
        regressions: multiple regressions.
        also_called: plain names of models elsewhere, by which a model of this reference is meant, and why.
    """

    name: str
    models: tuple[str, ...]
    columns: tuple[Column, ...]
    scores: Numbers
    printed: tuple[Printed, ...]
    regressions: tuple[Regression, ...]
    also_called: dict[str, tuple[str, str]]

    def of_kind(self, kind: str) -> tuple[Column, ...]:
        """The tests, benchmarks or proxies of capability."""
        return tuple(column for column in self.columns if column.kind == kind)

    def values(self, name: str) -> Numbers:
        """Shape (n,): a column of scores by its name."""
        return self.scores[:, [column.name for column in self.columns].index(name)]

    @property
    def capability(self) -> Numbers:
        """Shape (n, k): the proxies of capability."""
        return np.column_stack([self.values(column.name) for column in self.of_kind("capability")])


@cache
def read_reference(name: str) -> Reference:
    """The tables of a paper.

    Raises:
        BadArguments: for a name that is none of ``NAMES``.
    """
    if name not in NAMES:
        raise BadArguments(f"expected a reference, one of {', '.join(NAMES)}, got {name!r}")
    columns = tuple(_column(row) for row in _rows(name, "columns"))
    scores = _rows(name, "scores")
    return Reference(
        name=name,
        models=tuple(row["model"] for row in scores),
        columns=columns,
        scores=np.array([[float(row[column.name] or "nan") for column in columns] for row in scores]),
        printed=tuple(_printed(row) for row in _rows(name, "validity")),
        regressions=tuple(_regression(row) for row in _rows(name, "regressions")),
        also_called={row["name"]: (row["model"], row["why"]) for row in _rows(name, "names")},
    )


def _rows(name: str, table: str) -> list[dict[str, str]]:
    with (FOLDER / f"{name}_{table}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file, strict=True))


def _column(row: dict[str, str]) -> Column:
    return Column(
        name=row["column"],
        title=row["title"],
        kind=row["kind"],
        embedding=row["embedding"],
        step=float(row["step"]),
        n=int(row["n"]) if row["n"] else None,
        coupling=float(row["coupling"]) if row["coupling"] else None,
    )


def _printed(row: dict[str, str]) -> Printed:
    return Printed(
        source=row["source"],
        test=row["test"],
        embedding=row["embedding"],
        benchmark=row["benchmark"],
        n=int(row["n"]),
        validity=float(row["validity"]),
        validity_stars=row["validity_stars"],
        specificity=float(row["specificity"]) if row["specificity"] else None,
        specificity_stars=row["specificity_stars"],
    )


def _regression(row: dict[str, str]) -> Regression:
    return Regression(row["outcome"], tuple(row["predictors"].split("+")), int(row["n"]), float(row["r_squared"]))
