"""What a benchmark's module ``across`` offers, whose responses are compared with those of other runs.

It has ``candidates_of(row, settings, threshold) -> Candidates``, ``neighbours_of(embedding) -> Neighbours``, and the
names of the signature's parts that may differ between runs that are compared (``MAY_DIFFER``) and of those that move
the quality alone (``JUDGING``).
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import NamedTuple, Protocol

import numpy as np
from numpy.typing import NDArray


class Candidate(NamedTuple):
    """One valid thing in an answer.

    Attributes:
        shown: as people read it.
        text: what is embedded. Two things of the same text are at a distance of 0.
        quality: None where it was not judged.
    """

    shown: str
    text: str
    quality: float | None


class Candidates(NamedTuple):
    """The valid things in one answer.

    Attributes:
        task: what was asked, the same in all runs that asked it.
        found: in the order of the answer.
    """

    task: tuple[str, ...]
    found: tuple[Candidate, ...]


class NearestText(NamedTuple):
    """The nearest of several texts.

    Attributes:
        place: which.
        distance: how far.
    """

    place: int
    distance: float


class TextDistances(Protocol):
    """Distances between the texts of one task at a time."""

    @property
    def signature(self) -> str:
        """What makes the vectors."""

    def enter(self, texts: Sequence[str], again: Collection[str]) -> None:
        """Turns to another task.

        Args:
            texts: its n different texts.
            again: those of them that a later task has too, so that no text is embedded twice.
        """

    def nearest(self, places: Sequence[int], among: NDArray[np.bool_]) -> list[NearestText]:
        """For each of m texts the nearest of others.

        Args:
            places: m places among the texts of the task.
            among: shape (m, n): which of the n texts count for each, one or more.
        """
