"""What a user may choose about the statistics, and tables of the user's own, one row per model: numbers or groups."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.names import meant
from helm_creativity.errors import BadArguments
from helm_creativity.exams.card import JudgeCard
from helm_creativity.io.records import Record
from helm_creativity.io.spreadsheet import records_in_file
from helm_creativity.people.sample import PeopleSample
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.psychometrics.tables import LARGEST, SMALLEST
from helm_creativity.safe_text import listed, quoted

LEVEL = 0.95
"""Of all intervals."""


@dataclass(frozen=True)
class Options:
    """Settings of an analysis."""

    title: str = ""
    draws: int = 1000
    seed: int = 0
    covariates: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    capability: tuple[str, ...] = ()
    groups: Mapping[str, str] | None = None
    least_scored: float = LEAST_SCORED
    norms: bool = False
    people: tuple[PeopleSample, ...] = ()
    cards: Mapping[str, JudgeCard] = field(default_factory=dict)

    def __post_init__(self) -> None:
        check_share(self.least_scored)
        if self.draws < 100:
            raise BadArguments(f"expected at least 100 draws for an interval of {LEVEL:.0%}, got {self.draws}")

    def generator(self, *purpose: int) -> np.random.Generator:
        """Random numbers for one purpose, the same whatever else is computed."""
        return np.random.default_rng([self.seed, *purpose])


def check_share(least_scored: float) -> None:
    """Refuses a floor of scored responses that is no share."""
    if not 0 <= least_scored <= 1:
        raise BadArguments(f"expected a share of scored responses from 0 to 1, such as 0.5, got {least_scored:g}")


@dataclass(frozen=True)
class Absent:
    """A statistic that these data do not have; ``reason`` finishes the sentence "There is none because ..."."""

    reason: str


MODEL, RELEASE_DATE, GROUP = "model", "release_date", "group"
"""Names of columns of a table with one row per model."""


def read_covariates(path: Path) -> dict[str, dict[str, float]]:
    """Numbers by column and model, from a CSV or JSONL file with a column ``model``; empty cells are left out.

    A column ``release_date`` is passed over, so that the file may be the one that ``read_criteria`` reads.
    """
    table: dict[str, dict[str, float]] = {}
    for model, number, record in _rows(path):
        for name, cell in record.items():
            value = finite_number(cell, f"{path}, line {number}, {name}") if name not in (MODEL, RELEASE_DATE) else None
            if value is not None:
                table.setdefault(name, {})[model] = value
    if not table:
        raise BadArguments(f"expected {path} to have a column 'model' and columns of numbers, got no number")
    return table


def read_groups(path: Path) -> dict[str, str]:
    """The group of each model, from a CSV or JSONL file with the columns ``model`` and ``group``."""
    groups = {}
    for model, number, record in _rows(path):
        group = str(record.get(GROUP) or "").strip()
        if not group:
            there = _columns_there(record, GROUP)
            raise BadArguments(f"{path}, line {number}: expected a 'group' for {model}, got none{there}")
        groups[model] = group
    return groups


def aligned_with(models: tuple[str, ...], values: Mapping[str, float]) -> NDArray[np.float64]:
    """Shape (n,): the value of each model, NaN where there is none."""
    return np.array([values.get(model, math.nan) for model in models], dtype=np.float64)


def _rows(path: Path) -> list[tuple[str, int, Record]]:
    rows, seen = [], set()
    for number, record in records_in_file(path):
        model = str(record.get(MODEL) or "").strip()
        if not model:
            raise BadArguments(
                f"{path}, line {number}: expected a name in the column 'model', got none{_columns_there(record, MODEL)}"
            )
        if model in seen:
            raise BadArguments(f"{path}, line {number}: {model} stands there a second time")
        seen.add(model)
        rows.append((model, number, record))
    return rows


def _columns_there(record: Record, wanted: str) -> str:
    """Finishes a message about an empty cell where the whole column is missing, "" where it is there."""
    if wanted in record:
        return ""
    return f": there is no column {quoted(wanted)}, there are {', '.join(map(quoted, record)) or 'none'}"


def unknown_models(named: Iterable[str], models: Iterable[str], where: str, lacking: str = "no run is of") -> list[str]:
    """What to say of models of a user's table that no run is of.

    A line for each that looks like a model which the table lacks; one for all others, as a table may be of many suites.
    """
    table, known = dict.fromkeys(named), dict.fromkeys(models)
    unknown = [name for name in table if name not in known]
    guesses = {name: meant(name, [model for model in known if model not in table]) for name in unknown}
    lines = [f"{where} names {quoted(name)}, which {lacking}{guess}" for name, guess in guesses.items() if guess]
    others = [name for name, guess in guesses.items() if not guess]
    return [*lines, f"{where} names models that {lacking}: {listed(map(quoted, others))}"] if others else lines


def finite_or_none(value: float) -> float | None:
    """A number that was computed; None for NaN, which stands for none, and for an infinity."""
    return float(value) if math.isfinite(value) else None


def finite_number(cell: object, where: str) -> float | None:
    """The number in a cell, None in a blank one."""
    if cell is None or (isinstance(cell, str) and not cell.strip()):
        return None
    try:
        value = float(cell) if isinstance(cell, (int, float, str)) else math.nan
    except ValueError:
        value = math.nan
    if not math.isfinite(value):
        raise BadArguments(f"{where}: expected a finite number, got {quoted(cell)}")
    if value != 0 and not SMALLEST <= abs(value) <= LARGEST:
        raise BadArguments(
            f"{where}: expected 0 or a number from {SMALLEST:g} to {LARGEST:g} in size, got {quoted(cell)}"
        )
    return value
