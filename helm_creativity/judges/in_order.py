"""Responses to one item in the order of their trials, though they arrive in threads, each alone and in any order."""

from __future__ import annotations

import threading
from collections.abc import Generator
from dataclasses import dataclass, field
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass
class _Queue(Generic[T]):
    waiting: dict[int, T] = field(default_factory=dict)
    due: int = 0
    busy: bool = False


class InOrder(Generic[T]):
    """Hands every response out once, an item's in order and to one thread at a time; no thread waits.

    The thread that brings the response that is due also gets those that were waiting for it, and those that arrive
    meanwhile.
    """

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._queues: dict[str, _Queue[T]] = {}

    def arrive(self, item: str, trial: int, value: T) -> Generator[tuple[int, T], None, None]:
        """The responses that can be dealt with now, with their trials: none, one or several."""
        with self._lock:
            queue = self._queues.setdefault(item, _Queue())
            queue.waiting[trial] = value
            if queue.busy:
                return
            queue.busy = True
        broken = True
        try:
            while (found := self._due(queue)) is not None:
                yield found
            broken = False
        finally:
            if broken:  # the thread that dealt with the last one broke off: the next to arrive goes on
                with self._lock:
                    queue.busy = False

    def _due(self, queue: _Queue[T]) -> tuple[int, T] | None:
        with self._lock:
            if queue.due not in queue.waiting:
                queue.busy = False
                return None
            queue.due += 1
            return queue.due - 1, queue.waiting.pop(queue.due - 1)
