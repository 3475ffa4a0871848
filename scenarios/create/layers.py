"""Which column an entity stands in: as many steps from the start as the longest way to it has."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from helm_creativity.scenarios.create.graph import GOAL, START, Edge, Graph


class Layers(NamedTuple):
    """Where the n nodes of a graph stand.

    Attributes:
        of: layer of each of n nodes; the start has 0, the target the highest, and no edge joins two of the same layer
            but a loop.
        back: numbers of the edges that lead to the left, because a circle must be closed somewhere.
    """

    of: tuple[int, ...]
    back: frozenset[int]


def layers_of(graph: Graph) -> Layers:
    """The layers of a graph's nodes; the edges that come first in it lead to the right."""
    ahead: dict[int, set[int]] = {node: set() for node in range(len(graph.names))}
    back = set()
    for number, edge in enumerate(graph.edges):
        if edge.head == edge.tail:
            continue
        left, right = edge.head, edge.tail
        if _must_turn(edge, ahead):
            back.add(number)
            left, right = right, left
        ahead[left].add(right)
    return Layers(_longest(ahead), frozenset(back))


def _must_turn(edge: Edge, ahead: dict[int, set[int]]) -> bool:
    if edge.tail == START or edge.head == GOAL:
        return True
    return edge.head != START and edge.tail != GOAL and edge.head in _reached(edge.tail, ahead)


def _reached(node: int, ahead: dict[int, set[int]]) -> set[int]:
    seen, waiting = {node}, [node]
    while waiting:
        new = ahead[waiting.pop()] - seen
        seen |= new
        waiting.extend(new)
    return seen


def _longest(ahead: dict[int, set[int]]) -> tuple[int, ...]:
    """Length of the longest way to each node; the target stands behind all others."""
    layer = [int(node != START) for node in range(len(ahead))]
    for node in _sorted(ahead):
        for other in ahead[node]:
            layer[other] = max(layer[other], layer[node] + 1)
    layer[GOAL] = max(_without(GOAL, layer), default=0) + 1
    return tuple(layer)


def _without(node: int, layer: Sequence[int]) -> Iterable[int]:
    return (one for other, one in enumerate(layer) if other != node)


def _sorted(ahead: dict[int, set[int]]) -> list[int]:
    """Every node behind those that lead to it."""
    waiting_for = dict.fromkeys(ahead, 0)
    for some in ahead.values():
        for node in some:
            waiting_for[node] += 1
    order = [node for node, count in waiting_for.items() if not count]
    for node in order:  # grows on the way
        for other in sorted(ahead[node]):
            waiting_for[other] -= 1
            if not waiting_for[other]:
                order.append(other)
    return order
