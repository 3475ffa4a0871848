"""Scores and statistics that papers print, as tables, and which model of a paper a model of a suite is."""

from __future__ import annotations

import csv
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.errors import BadArguments

FOLDER = Path(__file__).parent / "reference"
NAMES = ("schapiro2026",)
"""What references there are."""
OVERALL = "overall"
"""Stands in the place of an embedding for the mean of z-scores over several."""

Numbers = NDArray[np.float64]


class ReferenceColumn(NamedTuple):
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
        benchmark: name of a column; its submetrics are ``benchmark/submetric``.
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
class ReferenceScores:
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
    columns: tuple[ReferenceColumn, ...]
    scores: Numbers
    printed: tuple[Printed, ...]
    regressions: tuple[Regression, ...]
    also_called: dict[str, tuple[str, str]]

    def of_kind(self, kind: str) -> tuple[ReferenceColumn, ...]:
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
def read_reference(name: str) -> ReferenceScores:
    """The tables of a paper.

    Raises:
        BadArguments: for a name that is none of ``NAMES``.
    """
    if name not in NAMES:
        raise BadArguments(f"expected a reference, one of {', '.join(NAMES)}, got {name!r}")
    columns = tuple(_column(row) for row in _rows(name, "columns"))
    scores = _rows(name, "scores")
    return ReferenceScores(
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


def _column(row: dict[str, str]) -> ReferenceColumn:
    return ReferenceColumn(
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


DATE = re.compile(r"-20\d\d-?(0[1-9]|1[0-2])-?(0[1-9]|[12]\d|3[01])$")
"""A full date at the end of a name. Shorter ones (``mistral-large-2411``) distinguish models and stay."""


class MatchedModels(NamedTuple):
    """Models of a suite and of a reference.

    Attributes:
        models: the reference's model by the suite's name.
        taken_as: a line for each of them whose name is not simply the reference's.
        unmatched: names that stand for none.
        ambiguous: a line for each model of the reference that several names stand for; these are left out.
        gave_way: a line for each name that stands for a model of which the suite has the plain name too.
    """

    models: dict[str, str]
    taken_as: tuple[str, ...]
    unmatched: tuple[str, ...]
    ambiguous: tuple[str, ...]
    gave_way: tuple[str, ...]


def plain_name(name: str) -> str:
    """A model's name without what differs from host to host.

    The part behind the last slash, in small letters, with a hyphen for a dot, a colon, an underscore or a space:
    ``openai/gpt-4.1-mini-2025-04-14`` is ``gpt-4-1-mini-2025-04-14``.
    """
    return re.sub(r"[.:_ ]+", "-", name.rsplit("/", 1)[-1].strip().lower())


def match_models(names: Sequence[str], reference: ReferenceScores) -> MatchedModels:
    """Finds the reference's model for each name.

    A name stands for the model that has the same plain name; else for the one that the reference's list gives for it;
    else both again without a full date at its end. Everything else (``-preview``, ``-thinking-10k``,
    ``-high-reasoning-effort``) makes another model of it. Where several names come to stand for one model, such as two
    snapshots, the one with its plain name counts, and without one none does.

    Args:
        names: of models in a suite, each once.
        reference: whose models.
    """
    claims: dict[str, list[tuple[str, str]]] = defaultdict(list)
    unmatched = []
    by_plain_name = {plain_name(model): model for model in reference.models}
    for name in names:
        model, why = _model_of(plain_name(name), by_plain_name, reference.also_called)
        if model is None:
            unmatched.append(name)
        else:
            claims[model].append((name, why))
    models, taken_as, ambiguous, gave_way = {}, [], [], []
    for model, some in claims.items():
        chosen = some if len(some) == 1 else [one for one in some if not one[1]]
        if len(chosen) != 1:
            ambiguous.append(f"{model}: {', '.join(name for name, _ in some)}")
            continue
        name, why = chosen[0]
        models[name] = model
        taken_as += [f"{name} as {model} ({why})"] if why else []
        gave_way += [f"{other} to {name} as {model}" for other, _ in some if other != name]
    return MatchedModels(models, tuple(taken_as), tuple(unmatched), tuple(ambiguous), tuple(gave_way))


def _model_of(
    plain: str, by_plain_name: Mapping[str, str], also_called: Mapping[str, tuple[str, str]]
) -> tuple[str | None, str]:
    """The reference's model and, unless the name is the same, why."""
    dateless = DATE.sub("", plain)
    for name, note in ((plain, ""), (dateless, "without its date")):
        if name in by_plain_name:
            return by_plain_name[name], note
        if name in also_called:
            model, why = also_called[name]
            return model, "; ".join(filter(None, (why, note)))
    return None, ""
