"""Reads the scores of single answers, a column at a time, so that memory does not grow with the suite."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.errors import FileProblem
from helm_creativity.results.columns import Draft
from helm_creativity.results.items import ItemScores, item_scores
from helm_creativity.results.members import Cells
from helm_creativity.results.runs import Run
from helm_creativity.results.study import Answers

THREADS = 4


class Wanted(NamedTuple):
    """A run whose answers stand in a row, under a subject."""

    row: int
    subject: str
    run: Run


class AnswerReader:
    """What a study's ``answers_of`` is. The column that was read last is kept."""

    def __init__(self, columns: Sequence[tuple[Draft, Cells]], models: int, tell: Callable[[str], None]) -> None:
        """Reads nothing yet.

        Args:
            columns: runs by column.
            models: number of rows.
            tell: gets a line for each file that cannot be read.
        """
        self._columns, self._models, self._tell = columns, models, tell
        self._last: tuple[int, Answers | None] | None = None

    def __call__(self, place: int) -> Answers | None:
        """The answers of a column, None where none of its files can be read."""
        if self._last is None or self._last[0] != place:
            self._last = place, self._read(*self._columns[place])
        return self._last[1]

    def _read(self, draft: Draft, cells: Cells) -> Answers | None:
        wanted = [Wanted(row, subject, run) for row, cell in cells.items() for subject, run in cell.items()]
        found = list(self._scores(draft, wanted))
        if not found:
            return None
        items: dict[str, int] = {}
        places = [_places(want, one, items) for want, one in found]
        trials = max(int(one.trials.max(initial=0)) for _, one in found) + 1
        scores = np.full((self._models, len(items), trials), np.nan)
        for (want, one), at in zip(found, places, strict=True):
            scores[want.row, at, one.trials] = one.values
        return Answers(tuple(items), scores)

    def _scores(self, draft: Draft, wanted: Sequence[Wanted]) -> Iterator[tuple[Wanted, ItemScores]]:
        """The runs whose file can be read, in order."""

        def read(want: Wanted) -> ItemScores | FileProblem:
            try:
                return item_scores(want.run, draft.metric.stat, draft.metric.split)
            except FileProblem as problem:
                return problem

        with ThreadPoolExecutor(min(THREADS, os.cpu_count() or 1)) as threads:
            for want, one in zip(wanted, threads.map(read, wanted), strict=True):
                if isinstance(one, FileProblem):
                    self._tell(str(one))
                else:
                    yield want, one


def _places(want: Wanted, one: ItemScores, items: dict[str, int]) -> NDArray[np.int64]:
    """The place of each row's item; new ones are added. Subjects may have items of one id."""
    before = f"{want.subject}: " if want.subject else ""
    return np.fromiter(
        (items.setdefault(f"{before}{item}", len(items)) for item in one.items), np.int64, len(one.items)
    )
