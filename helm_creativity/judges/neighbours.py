"""Pairs of answers to one item, which arrive in threads, each alone."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from typing import Generic, TypeVar

T = TypeVar("T")


def pair_name(trial: int) -> str:
    """The answers of a trial and of the one after it, as one unit: ``0+1``."""
    return f"{trial}+{trial + 1}"


@dataclass(frozen=True)
class ResponsePair(Generic[T]):
    """Two answers to one item, of consecutive trials.

    Attributes:
        trial: of the first one.
        first: what was answered in it.
        second: what was answered in the trial after it.
    """

    trial: int
    first: T
    second: T

    @property
    def about(self) -> str:
        """As ``Unit.about`` names the pair."""
        return pair_name(self.trial)


class AdjacentTrials(Generic[T]):
    """Brings answers of consecutive trials together.

    HELM hands an annotator one answer at a time, in several threads. Whichever of two neighbours comes last gets the
    pair, so that each pair is returned once and no thread waits.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._waiting: dict[tuple[str, int], T] = {}

    def arrive(self, item: str, trial: int, value: T) -> list[ResponsePair[T]]:
        """The pairs that are complete with this answer: none, one or two.

        Args:
            item: id of the item.
            trial: which answer to it, from 0.
            value: the answer. One that can be in no pair does not arrive.
        """
        with self._lock:
            self._waiting[item, trial] = value
            before = self._waiting.get((item, trial - 1))
            after = self._waiting.get((item, trial + 1))
        pairs = [] if before is None else [ResponsePair(trial - 1, before, value)]
        return pairs if after is None else [*pairs, ResponsePair(trial, value, after)]
