"""Ratings sorted into cells: what judges said on one dimension of one instrument, as a table of units by judges."""

from __future__ import annotations

from array import array
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.results.ratings import RatingRow

Table = NDArray[np.float64]
"""Shape (n_units, n_judges), NaN where there is no rating."""


class Unit(NamedTuple):
    """What is rated: one answer, two that are compared, or one of several texts in an answer.

    Attributes:
        run: name of the run that it comes from; two runs of one model have answers to the same items.
        item: id of the item.
        trial: as in ``RatingRow``.
    """

    run: str
    item: str
    trial: str


@dataclass
class Cell:
    """The ratings of one dimension, as they arrive.

    Attributes:
        benchmark: run group.
        instrument: which question.
        dimension: what was rated.
        runs: the model of each run, by the run's name.
        asked: ratings asked of each judge.
        missing: how many of them are missing, by judge and reason.
    """

    benchmark: str
    instrument: str
    dimension: str
    runs: dict[str, str] = field(default_factory=dict)
    asked: Counter[str] = field(default_factory=Counter)
    missing: dict[str, Counter[str]] = field(default_factory=dict)
    _units: dict[tuple[str, str, str], int] = field(default_factory=dict)
    _judges: dict[str, int] = field(default_factory=dict)
    # Place of the unit, place of the judge and rating, one after the other: numbers alone, since there may be millions.
    _places: array[int] = field(default_factory=lambda: array("q"))
    _ratings: array[float] = field(default_factory=lambda: array("d"))

    def add(self, row: RatingRow) -> None:
        """Takes one rating, or the absence of one."""
        self.runs[row.run] = row.model
        self.asked[row.judge] += 1
        unit = self._units.setdefault((row.run, row.instance, row.trial), len(self._units))
        judge = self._judges.setdefault(row.judge, len(self._judges))
        if row.rating is None:
            self.missing.setdefault(row.judge, Counter())[row.reason] += 1
        else:
            self._places.extend((unit, judge))
            self._ratings.append(row.rating)

    def panel(self) -> list[str]:
        """Who was asked, by name."""
        return sorted(self._judges)

    def units(self) -> list[Unit]:
        """What was to be rated, by run, item and trial."""
        return [Unit(*unit) for unit in sorted(self._units)]

    def table(self) -> Table:
        """The ratings of ``units`` by ``panel``: the same in whatever order they arrived."""
        arrived = np.full((len(self._units), len(self._judges)), np.nan)
        units, judges = np.array(self._places, dtype=np.int64).reshape(-1, 2).T
        arrived[units, judges] = self._ratings
        rows = [self._units[unit] for unit in sorted(self._units)]
        columns = [self._judges[judge] for judge in self.panel()]
        return arrived[np.ix_(rows, columns)]

    def labels(self) -> dict[str, str]:
        """What stands for each run: its model, and where a model has several runs what makes them different."""
        return {run: self._label(run, model) for run, model in self.runs.items()}

    def _label(self, run: str, model: str) -> str:
        others = [set(_arguments(one)) for one, of in self.runs.items() if of == model]
        own = [argument for argument in _arguments(run) if not all(argument in some for some in others)]
        return f"{model} ({', '.join(own)})" if own else model


def _arguments(run: str) -> list[str]:
    """The arguments in a run's name, ``key=value`` each."""
    return run.partition(":")[2].split(",")


def cells_of(rows: Iterable[RatingRow]) -> list[Cell]:
    """Ratings sorted into cells, in the order in which these first occur."""
    cells: dict[tuple[str, str, str], Cell] = {}
    for row in rows:
        key = (row.benchmark, row.instrument, row.dimension)
        if key not in cells:
            cells[key] = Cell(*key)
        cells[key].add(row)
    return list(cells.values())
