"""The graph that paths make together: their entities are its nodes and their relations its edges."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import NamedTuple

START, GOAL = 0, 1
"""Numbers of the nodes that every graph has."""


class Step(NamedTuple):
    """One step of a path; ``holds`` says whether it is true, None where that is unknown."""

    head: str
    relation: str
    tail: str
    holds: bool | None = None


@dataclass(frozen=True)
class Frame:
    """Where paths should begin and end, and which names mean the same.

    Attributes:
        start: the entity at which paths begin.
        relation: of the last step.
        goal: the entity at which paths end.
        same_entity: whether two names mean one entity; reflexive and symmetric, and need not be transitive.
        same_relation: the same for relations.
    """

    start: str
    relation: str
    goal: str
    same_entity: Callable[[str, str], bool] = operator.eq
    same_relation: Callable[[str, str], bool] = operator.eq


class Traffic(NamedTuple):
    """What leads through a part of the graph. Where several paths do, it shows the best that is known of any of them.

    Attributes:
        paths: their numbers, ascending.
        strength: of the strongest one, 1 to 5; None where none is known.
        holds: whether one of its steps holds; None where that is unknown of all.
        counts: whether one of the paths counts.
    """

    paths: tuple[int, ...]
    strength: float | None
    holds: bool | None
    counts: bool


def joined(parts: Iterable[Traffic]) -> Traffic:
    """All of it together; without parts, nothing that counts."""
    parts = list(parts)
    strengths = [part.strength for part in parts if part.strength is not None]
    known = [part.holds for part in parts if part.holds is not None]
    return Traffic(
        tuple(sorted({number for part in parts for number in part.paths})),
        max(strengths, default=None),
        any(known) if known else None,
        any(part.counts for part in parts),
    )


class GraphPath(NamedTuple):
    """A path that is to be drawn: the number by which readers know it, its steps, 1 to 5 or None, whether it counts."""

    number: int
    steps: tuple[Step, ...]
    strength: float | None = None
    counts: bool = True


@dataclass(frozen=True)
class Edge:
    """A relation between two entities, in however many paths."""

    head: int
    relation: str
    tail: int
    traffic: Traffic


@dataclass(frozen=True)
class Graph:
    """Entities and what leads from one to another.

    Attributes:
        names: of the n nodes, as first written; the first two are the frame's ``start`` and ``goal``.
        edges: no two of them have the same head, relation and tail.
        relation: of the edges by which paths should reach the goal.
    """

    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    relation: str

    def through(self, node: int) -> Traffic:
        """What leads through a node."""
        return joined(edge.traffic for edge in self.edges if node in (edge.head, edge.tail))


def graph_of(paths: Sequence[GraphPath], frame: Frame) -> Graph:
    """The graph of some paths; names that mean the same are one node, and a step that several paths take is one edge.

    Args:
        paths: the earlier a path, the rather its steps lead to the right.
        frame: gives the nodes ``START`` and ``GOAL``, which exist even without a path.
    """
    nodes, relations = _Merged(frame.same_entity, frame.start, frame.goal), _Merged(frame.same_relation, frame.relation)
    edges: dict[tuple[int, int, int], Edge] = {}
    for path in paths:
        for head, relation, tail, holds in _with_one_name_per_joint(path.steps, frame):
            key = (nodes.number(head), relations.number(relation), nodes.number(tail))
            new = Traffic((path.number,), path.strength, holds, path.counts)
            edge = edges.setdefault(key, Edge(key[0], relations.names[key[1]], key[2], new))
            edges[key] = replace(edge, traffic=joined([edge.traffic, new]))
    return Graph(nodes.names, tuple(edges.values()), frame.relation)


def _with_one_name_per_joint(path: Sequence[Step], frame: Frame) -> list[Step]:
    """Where two steps name the entity that joins them differently, the longer name stands in both."""
    steps = list(path)
    for i, (step, following) in enumerate(pairwise(path)):
        if frame.same_entity(step.tail, following.head):
            name = max(step.tail, following.head, key=len)
            steps[i : i + 2] = [steps[i]._replace(tail=name), following._replace(head=name)]
    return steps


class _Merged:
    """Numbers names. A name joins others only if it means the same as each of them."""

    def __init__(self, same: Callable[[str, str], bool], *first: str) -> None:
        self._same = same
        self._members = [[name] for name in first]
        self._seen: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The first name of each number."""
        return tuple(members[0] for members in self._members)

    def number(self, name: str) -> int:
        """The name's number; a new one if it means the same as none before."""
        if name not in self._seen:
            matching = (i for i, members in enumerate(self._members) if all(self._same(one, name) for one in members))
            found = next(matching, len(self._members))
            if found == len(self._members):
                self._members.append([])
            self._members[found].append(name)
            self._seen[name] = found
        return self._seen[name]
