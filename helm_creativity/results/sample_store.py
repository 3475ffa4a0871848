"""The responses of many runs, sorted by task in a file that is read a task at a time, so that memory does not grow."""

from __future__ import annotations

import json
import tempfile
from collections import defaultdict
from collections.abc import Iterator
from typing import IO, NamedTuple

from helm_creativity.benchmark.types import Candidate, Candidates
from helm_creativity.errors import FileProblem

IN_MEMORY = 1 << 26
"""Bytes that stay in memory before the file is on the disk."""
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
        self._places: dict[Task, list[int]] = defaultdict(list)

    def __enter__(self) -> SampleStore:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, run: int, item: str, trial: int, candidates: Candidates) -> None:
        """Takes the candidates of one response."""
        try:
            self._places[candidates.task].append(self._file.seek(0, 2))
            self._file.write(json.dumps([run, item, trial, candidates.found]).encode() + b"\n")
        except OSError as error:
            problem = f"cannot write into {tempfile.gettempdir()}: {error}; set TMPDIR to a folder with space"
            raise FileProblem(problem) from error

    def tasks(self) -> Iterator[tuple[Task, list[StoredSample]]]:
        """Every task with its responses in the order in which they came; tasks in alphabetical order."""
        for task, places in sorted(self._places.items()):
            yield task, [self._read(place) for place in places]

    def _read(self, place: int) -> StoredSample:
        self._file.seek(place)
        run, item, trial, found = json.loads(self._file.readline())
        return StoredSample(run, item, trial, tuple(Candidate(*fields) for fields in found))
