"""Orders what stands in columns so that few lines cross, and finds heights at which the lines are nearly straight."""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import accumulate, pairwise
from typing import NamedTuple

SWEEPS, SETTLINGS = 24, 60
_FIRM = 8.0
"""How much more a line is kept level that is the only one at both of its ends."""
_LOOSE = 1e-3


@dataclass(frozen=True)
class Item:
    """Something that has a place in a column.

    Attributes:
        column: from the left, from 0.
        height: in pixels, with the space that it keeps free around it.
    """

    column: int
    height: float


class Link(NamedTuple):
    """A line between two items, the first in the column left of the second's; the more weight, the more level it is."""

    left: int
    right: int
    weight: float = 1.0


def middles(items: Sequence[Item], links: Sequence[Link]) -> list[float]:
    """Heights of the middles of n items, in pixels from the top, the highest item's top at 0.

    Columns are ordered by the means of their neighbours' places, forth and back, and the order with fewest crossings
    is kept (the barycentric heuristic). Then every column in turn takes the places, in this order and without overlap,
    whose squared distances to the means of their neighbours are least. The same input gives the same places.

    Args:
        items: n things in columns.
        links: lines between those of neighbouring columns.
    """
    if not items:
        return []
    columns = _ordered(_columns(items), links)
    places, pulls = _stacked(items, columns), _pulls(links)
    for sweep in range(SETTLINGS):
        _settle(items, pulls, columns if sweep % 2 == 0 else columns[::-1], places)
    top = min(place - item.height / 2 for place, item in zip(places, items, strict=True))
    return [place - top for place in places]


def crossings(columns: Sequence[Sequence[int]], links: Sequence[Link]) -> int:
    """How many pairs of lines cross."""
    place = _places(columns)
    column = {item: i for i, some in enumerate(columns) for item in some}
    between: dict[int, list[tuple[int, int]]] = {}
    for link in links:
        between.setdefault(column[link.left], []).append((place[link.left], place[link.right]))
    return sum(map(_inversions, between.values()))


def _inversions(lines: list[tuple[int, int]]) -> int:
    seen: list[int] = []
    count = 0
    for _, right in sorted(lines):
        count += len(seen) - bisect_right(seen, right)
        insort(seen, right)
    return count


def _columns(items: Sequence[Item]) -> list[list[int]]:
    columns: list[list[int]] = [[] for _ in range(1 + max(item.column for item in items))]
    for number, item in enumerate(items):
        columns[item.column].append(number)
    return columns


def _places(columns: Sequence[Sequence[int]]) -> dict[int, int]:
    return {item: place for some in columns for place, item in enumerate(some)}


def _neighbours(links: Sequence[Link]) -> tuple[dict[int, list[int]], dict[int, list[int]]]:
    """Those to the left of each item, and those to the right."""
    left: dict[int, list[int]] = {}
    right: dict[int, list[int]] = {}
    for link in links:
        right.setdefault(link.left, []).append(link.right)
        left.setdefault(link.right, []).append(link.left)
    return left, right


def _pulls(links: Sequence[Link]) -> dict[int, list[tuple[int, float]]]:
    """The neighbours of each item, and how much each wants to have it at its height."""
    left, right = _neighbours(links)
    pulls: dict[int, list[tuple[int, float]]] = {}
    for link in links:
        alone = len(right[link.left]) == len(left[link.right]) == 1
        weight = link.weight * (_FIRM if alone else 1.0)
        pulls.setdefault(link.left, []).append((link.right, weight))
        pulls.setdefault(link.right, []).append((link.left, weight))
    return pulls


def _ordered(columns: list[list[int]], links: Sequence[Link]) -> list[list[int]]:
    """The order with fewest crossings of those that the sweeps pass."""
    left, right = _neighbours(links)
    best, fewest = columns, crossings(columns, links)
    for sweep in range(SWEEPS):
        if not fewest:
            break
        columns = [list(some) for some in columns]
        near = left if sweep % 2 == 0 else right
        place = _places(columns)
        for some in columns if sweep % 2 == 0 else columns[::-1]:
            some.sort(key=partial(_barycentre, place, near))
            place.update((item, i) for i, item in enumerate(some))
        count = crossings(columns, links)
        if count < fewest:
            best, fewest = columns, count
    return best


def _barycentre(place: Mapping[int, int], near: Mapping[int, Sequence[int]], item: int) -> float:
    """Mean place of an item's neighbours; its own where it has none."""
    some = [place[one] for one in near.get(item, [item])]
    return sum(some) / len(some)


def _stacked(items: Sequence[Item], columns: Sequence[Sequence[int]]) -> list[float]:
    """Every column as high as it must be, about a common middle."""
    places = [0.0] * len(items)
    for some in columns:
        top = -sum(items[one].height for one in some) / 2
        for one in some:
            places[one] = top + items[one].height / 2
            top += items[one].height
    return places


def _settle(
    items: Sequence[Item],
    pulls: Mapping[int, Sequence[tuple[int, float]]],
    columns: Sequence[Sequence[int]],
    places: list[float],
) -> None:
    """Moves each column in turn to where its neighbours are."""
    for some in columns:
        wanted, weights = [], []
        for one in some:
            near = pulls.get(one, [])
            total = sum(weight for _, weight in near)
            aim = sum(weight * places[other] for other, weight in near)
            wanted.append(aim / total if near else places[one])
            weights.append(total or _LOOSE)
        for one, place in zip(some, _apart(wanted, weights, [items[one].height for one in some]), strict=True):
            places[one] = place


def _apart(wanted: Sequence[float], weights: Sequence[float], heights: Sequence[float]) -> list[float]:
    """The middles nearest to those wanted at which n things of these heights stand below each other without overlap.

    Least squares with weights: what would overlap is pooled and shares the mean of what it wants (isotonic regression).
    """
    gaps = list(accumulate(((above + below) / 2 for above, below in pairwise(heights)), initial=0.0))
    pools: list[tuple[float, float, int]] = []  # mean, weight, how many
    for want, weight, gap in zip(wanted, weights, gaps, strict=False):
        mean, total, count = want - gap, weight, 1
        while pools and pools[-1][0] >= mean:
            other, more, many = pools.pop()
            mean, total, count = (mean * total + other * more) / (total + more), total + more, count + many
        pools.append((mean, total, count))
    flat = [mean for mean, _, count in pools for _ in range(count)]
    return [place + gap for place, gap in zip(flat, gaps, strict=False)]
