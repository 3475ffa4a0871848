"""Different ways from one thing to another.

A path is n >= 2 triples (head, relation, tail) that lead from the start to the end::

    valid   head_1 = start, tail_n = end, head_(i+1) = tail_i, and no stop comes twice
    counts  it is valid and has no stop between start and end in common with a path before it that counts
    score   how many of the first five paths count: 0 to 5

Names are compared by ``fold``: without case, articles, the -s of a plural and final punctuation. Whether a relation
holds is not looked at. An answer that says that there is no path scores 0.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from helm_creativity.scenarios.create.parse import Path
from helm_creativity.text.one_use import fold

ASKED = 5
"""Paths that the prompt asks for; those behind do not count."""


def find_stops(path: Path, start: str, end: str) -> tuple[str, ...] | None:
    """The stops between start and end, folded; None for a path that is not valid."""
    stops = [fold(path[0].head), *(fold(triple.tail) for triple in path)]
    linked = all(fold(link.tail) == fold(following.head) for link, following in pairwise(path))
    if not linked or len(path) < 2 or len(set(stops)) < len(stops) or (stops[0], stops[-1]) != (fold(start), fold(end)):
        return None
    return tuple(stops[1:-1])


def different(paths: Sequence[Path], start: str, end: str) -> list[tuple[str, ...]]:
    """The stops of each path that counts, in the order of the answer."""
    found: list[tuple[str, ...]] = []
    for path in paths[:ASKED]:
        stops = find_stops(path, start, end)
        if stops and not any(set(stops) & set(other) for other in found):
            found.append(stops)
    return found
