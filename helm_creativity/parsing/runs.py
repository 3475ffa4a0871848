"""Which of several lists in one reply is the answer."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


def pick(runs: Iterable[Sequence[T]], expected: int | None) -> list[T]:
    """The last list with at least `expected` entries; or all, if only together they have as many; or the last longest.

    The last, because an example that is echoed comes first and a revised attempt comes later. Together, because some
    replies are parted by headings or into lines, and number every part anew.

    Returns:
        The entries, [] where there are none.
    """
    lists = [list(run) for run in runs]
    complete = [run for run in lists if expected is not None and len(run) >= expected]
    if complete:
        return complete[-1]
    together = [entry for run in lists for entry in run]
    return together if len(together) == expected else max(reversed(lists), key=len, default=[])
