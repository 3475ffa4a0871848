"""The responses of many runs, sorted by task in a file that is read a task at a time, so that memory does not grow."""

from __future__ import annotations

import json
import tempfile
from array import array
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import IO, NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.population import Candidate, Candidates
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
        self._hashes: dict[Task, array[int]] = defaultdict(partial(array, "q"))

    def __enter__(self) -> SampleStore:
        return self

    def __exit__(self, *error: object) -> None:
        self._file.close()

    def add(self, run: int, item: str, trial: int, candidates: Candidates) -> None:
        """Takes the candidates of one response."""
        self._hashes[candidates.task].extend(hash(candidate.text) for candidate in candidates.found)
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

    def shared(self) -> frozenset[int]:
        """Hashes of the texts that more than one task has."""
        distinct = [np.unique(np.array(hashes)) for hashes in self._hashes.values()]
        values, counts = np.unique(np.concatenate([*distinct, np.array([], np.int64)]), return_counts=True)
        return frozenset(values[counts > 1].tolist())


class KeptVectors:
    """Vectors of texts, each embedded once; in memory are those of one task, and of texts that several tasks share."""

    def __init__(self, embed: Callable[[list[str]], Sequence[NDArray[np.float32]]], shared: frozenset[int]) -> None:
        """``embed`` gives an array of shape (n, d) for each embedding; ``shared`` is that of the ``SampleStore``."""
        self._embed, self._shared = embed, shared
        self._kept: dict[str, tuple[NDArray[np.float32], ...]] = {}

    def of(self, texts: Sequence[str]) -> list[NDArray[np.float64]]:
        """For each embedding the vectors of n texts, n >= 1, shape (n, d)."""
        new = [text for text in texts if text not in self._kept]
        rows = dict(zip(new, zip(*self._embed(new), strict=True), strict=True)) if new else {}
        # Copies, since a row would keep the array of its whole task.
        self._kept |= {
            text: tuple(vector.copy() for vector in row) for text, row in rows.items() if hash(text) in self._shared
        }
        found = [rows[text] if text in rows else self._kept[text] for text in texts]
        return [np.array(vectors, np.float64) for vectors in zip(*found, strict=True)]
