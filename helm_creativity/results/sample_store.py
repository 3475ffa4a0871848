"""The responses of many runs, sorted by task in a file that is read a task at a time, so that memory does not grow."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Callable, Iterator, Sequence
from types import ModuleType
from typing import IO, NamedTuple

import numpy as np

from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.errors import FileProblem
from helm_creativity.io.untrusted_files import UNREADABLE
from helm_creativity.results.samples import saved_samples
from helm_creativity.results.suite import Run

# Bytes that stay in memory before the file is on the disk.
IN_MEMORY = 1 << 26

Task = tuple[str, ...]


class StoredSample(NamedTuple):
    """One answer to a task.

    Attributes:
        run: number of its run.
        item: id of the task in that run.
        trial: which answer to it, from 0.
        found: its candidates.
    """

    run: int
    item: str
    trial: int
    found: tuple[Candidate, ...]


class SampleStore:
    """Takes answers run by run and gives them back task by task; a context, at whose end the file goes."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed with the object
        self._places: dict[Task, list[int]] = {}
        # Of each task by its order of arrival hashes of its texts: numbers alone, since there may be millions.
        self._hashes: list[array[int]] = []
        self._numbers: dict[Task, int] = {}

    def __enter__(self) -> SampleStore:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, run: int, item: str, trial: int, candidates: Candidates) -> None:
        """Takes the candidates of one answer.

        Raises:
            FileProblem: when the disk has no space for them.
        """
        number = self._numbers.setdefault(candidates.task, len(self._numbers))
        if number == len(self._hashes):
            self._hashes.append(array("q"))
        self._hashes[number].extend(hash(one.text) for one in candidates.found)
        try:
            self._places.setdefault(candidates.task, []).append(self._file.seek(0, 2))
            self._file.write(json.dumps([run, item, trial, candidates.found]).encode() + b"\n")
        except OSError as error:
            folder = tempfile.gettempdir()
            raise FileProblem(
                f"cannot keep candidates in {folder}: {error}; set TMPDIR to a folder with space"
            ) from error

    def tasks(self) -> Iterator[tuple[Task, list[StoredSample]]]:
        """Every task with its answers in the order in which they came; tasks in alphabetical order."""
        for task in sorted(self._places):
            yield task, [self._read(place) for place in self._places[task]]

    def shared(self) -> frozenset[int]:
        """Hashes of the texts that more than one task has."""
        distinct = [np.unique(np.frombuffer(one, dtype=np.int64)) for one in self._hashes if one]
        if not distinct:
            return frozenset()
        values, counts = np.unique(np.concatenate(distinct), return_counts=True)
        return frozenset(values[counts > 1].tolist())

    def _read(self, place: int) -> StoredSample:
        self._file.seek(place)
        run, item, trial, found = json.loads(self._file.readline())
        return StoredSample(run, item, trial, tuple(Candidate(*one) for one in found))


class StoredRuns(NamedTuple):
    """The runs that could be read, and how many valid paths of each were not judged."""

    runs: list[Run]
    unjudged: list[int]


def store_candidates(
    runs: Sequence[Run], benchmark: ModuleType, threshold: float, gathered: SampleStore, warn: Callable[[str], None]
) -> StoredRuns:
    """Reads runs one after the other, by name; ``warn`` gets a line for each that cannot be read.

    Args:
        runs: in whatever order.
        benchmark: the module ``across`` of their benchmark.
        threshold: share of a path's triples that must be facts.
        gathered: where the answers go, each under the number of its run among those returned.
        warn: takes a line for each run that is left out.
    """
    read = StoredRuns([], [])
    for run in sorted(runs, key=lambda run: (run.name, run.folder)):
        try:
            answers = _candidates(run, benchmark, threshold)
        except FileProblem as problem:
            warn(f"left out: {problem}")
            continue
        for item, trial, candidates in answers:
            gathered.add(len(read.runs), item, trial, candidates)
        read.runs.append(run)
        read.unjudged.append(sum(one.quality is None for _, _, some in answers for one in some.found))
    return read


def _candidates(run: Run, benchmark: ModuleType, threshold: float) -> list[tuple[str, int, Candidates]]:
    """All answers of a run, or none.

    Raises:
        FileProblem: when one of them cannot be read.
    """
    try:
        return [
            (sample.item, sample.trial, benchmark.candidates_of(sample.row, run.settings, threshold))
            for sample in saved_samples(run)
        ]
    except UNREADABLE as error:
        raise FileProblem(f"{run.name}: cannot read its answers: {type(error).__name__}: {error}") from error
