"""The graph of an answer's paths: entities are its nodes and relations its edges. Knows nothing of places on a page."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.scenarios.create.structure import Target, same_entity, same_relation

if TYPE_CHECKING:
    from helm_creativity.responses.triples import Path

START, GOAL = 0, 1
"""Numbers of the nodes that every graph has: ``entity_a`` and ``entity_b``."""


class Traffic(NamedTuple):
    """What leads through a part of the graph. Where several paths do, it shows the best that is known of any of them.

    Attributes:
        paths: their numbers, ascending.
        specificity: of the most specific one, 1 to 5; None where none was judged.
        fact: whether judges call it a fact; None where none was asked or told.
        counts: whether one of the paths counts towards the score.
    """

    paths: tuple[int, ...]
    specificity: float | None
    fact: bool | None
    counts: bool


def joined(some: Iterable[Traffic]) -> Traffic:
    """All of it together; none of it is nothing that counts."""
    each = list(some)
    known = [one.specificity for one in each if one.specificity is not None]
    facts = [one.fact for one in each if one.fact is not None]
    return Traffic(
        tuple(sorted({number for one in each for number in one.paths})),
        max(known, default=None),
        any(facts) if facts else None,
        any(one.counts for one in each),
    )


class GraphPath(NamedTuple):
    """A path that is to be drawn.

    Attributes:
        number: by which readers know it.
        path: n triples.
        specificity: 1 to 5, or None.
        facts: of each of the n triples, whether it is a fact, or None.
        counts: whether it counts towards the score.
    """

    number: int
    path: Path
    specificity: float | None
    facts: tuple[bool | None, ...]
    counts: bool


@dataclass(frozen=True)
class Edge:
    """A relation between two entities, whichever paths state it."""

    head: int
    relation: str
    tail: int
    traffic: Traffic


@dataclass(frozen=True)
class Graph:
    """Entities and what leads from one to the other.

    Attributes:
        names: of the nodes, as first written.
        edges: no two of them with the same head, relation and tail.
        target: what every path should lead to.
    """

    names: tuple[str, ...]
    edges: tuple[Edge, ...]
    target: Target

    def through(self, node: int) -> Traffic:
        """What leads through a node."""
        return joined(edge.traffic for edge in self.edges if node in (edge.head, edge.tail))


def graph_of(paths: Sequence[GraphPath], target: Target) -> Graph:
    """The graph of some paths; entities and relations that are the same in different spellings are one.

    Args:
        paths: in the order in which they should be drawn, from top to bottom.
        target: gives the nodes ``START`` and ``GOAL``, which exist even without a path.
    """
    nodes, relations = _Merged(same_entity, target.entity_a, target.entity_b), _Merged(same_relation, target.rel_b)
    edges: dict[tuple[int, int, int], Edge] = {}
    for one in paths:
        for (head, relation, tail), fact in zip(_joints(one.path), one.facts, strict=True):
            key = (nodes.number(head), relations.number(relation), nodes.number(tail))
            new = Traffic((one.number,), one.specificity, fact, one.counts)
            edge = edges.setdefault(key, Edge(key[0], relations.names[key[1]], key[2], new))
            edges[key] = replace(edge, traffic=joined([edge.traffic, new]))
    return Graph(nodes.names, tuple(edges.values()), target)


def _joints(path: Path) -> Path:
    """A path in which two triples name the entity that joins them alike, as the one does that says more of it."""
    triples = list(path)
    for i, (one, following) in enumerate(pairwise(path)):
        if same_entity(one.tail, following.head):
            name = max(one.tail, following.head, key=len)
            triples[i : i + 2] = [triples[i]._replace(tail=name), following._replace(head=name)]
    return tuple(triples)


class _Merged:
    """Numbers texts, the same ones alike. A text joins others only if it is the same as each: see ``same_entity``."""

    def __init__(self, same: Callable[[str, str], bool], *first: str) -> None:
        self._same = same
        self._members = [[text] for text in first]
        self._seen: dict[str, int] = {}

    @property
    def names(self) -> tuple[str, ...]:
        """The first text of each number."""
        return tuple(some[0] for some in self._members)

    def number(self, text: str) -> int:
        """The text's number; a new one if it is the same as none before."""
        if text not in self._seen:
            of_text = (i for i, some in enumerate(self._members) if all(self._same(one, text) for one in some))
            found = next(of_text, len(self._members))
            if found == len(self._members):
                self._members.append([])
            self._members[found].append(text)
            self._seen[text] = found
        return self._seen[text]
