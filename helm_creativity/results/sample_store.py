"""The responses of many runs, sorted by task in a file that is read a task at a time, so that memory does not grow."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections.abc import Iterator
from typing import IO, NamedTuple

import numpy as np

from helm_creativity.core.population import Candidate, Candidates
from helm_creativity.errors import FileProblem

# Bytes that stay in memory before the file is on the disk.
IN_MEMORY = 1 << 26

Task = tuple[str, ...]


class StoredSample(NamedTuple):
    """One response to a task."""

    run: int
    item: str
    trial: int
    found: tuple[Candidate, ...]


class SampleStore:
    """Takes responses run by run and gives them back task by task; a context, at whose end the file goes."""

    def __init__(self) -> None:
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(IN_MEMORY)  # noqa: SIM115 - closed with the object
        self._places: dict[Task, list[int]] = {}
        # Of each task hashes of its texts: numbers alone, since there may be millions.
        self._hashes: dict[Task, array[int]] = {}

    def __enter__(self) -> SampleStore:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, run: int, item: str, trial: int, candidates: Candidates) -> None:
        """Takes the candidates of one response."""
        hashes = self._hashes.setdefault(candidates.task, array("q"))
        hashes.extend(hash(candidate.text) for candidate in candidates.found)
        try:
            self._places.setdefault(candidates.task, []).append(self._file.seek(0, 2))
            self._file.write(json.dumps([run, item, trial, candidates.found]).encode() + b"\n")
        except OSError as error:
            folder = tempfile.gettempdir()
            raise FileProblem(
                f"cannot keep candidates in {folder}: {error}; set TMPDIR to a folder with space"
            ) from error

    def tasks(self) -> Iterator[tuple[Task, list[StoredSample]]]:
        """Every task with its responses in the order in which they came; tasks in alphabetical order."""
        for task in sorted(self._places):
            yield task, [self._read(place) for place in self._places[task]]

    def shared(self) -> frozenset[int]:
        """Hashes of the texts that more than one task has."""
        distinct = [np.unique(np.frombuffer(hashes, dtype=np.int64)) for hashes in self._hashes.values() if hashes]
        if not distinct:
            return frozenset()
        values, counts = np.unique(np.concatenate(distinct), return_counts=True)
        return frozenset(values[counts > 1].tolist())

    def _read(self, place: int) -> StoredSample:
        self._file.seek(place)
        run, item, trial, found = json.loads(self._file.readline())
        return StoredSample(run, item, trial, tuple(Candidate(*fields) for fields in found))
