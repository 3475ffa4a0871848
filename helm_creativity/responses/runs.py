"""Which of several lists in one reply is the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def last_complete(runs: Iterable[Sequence[T]], expected: int | None) -> Sequence[T]:
    """The last list with at least `expected` entries, or else the last of the longest ones.

    The last, because an example that is echoed comes first and a revised attempt comes later.

    Returns:
        One of the runs, or an empty one where there is none.
    """
    best: Sequence[T] = ()
    for run in runs:
        complete = expected is not None and len(run) >= expected > 0
        if complete or len(run) >= len(best):
            best = run
    return best
