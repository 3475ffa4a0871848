"""Queries drawn from a file of triples, as Algorithm 1 of Wadhwa et al. 2026 makes them.

A class (r, c) holds the entities that stand in the relation r to c. For two of them, one is chosen; of what else is
known of it, one triple (x, r', y) is chosen; the query asks for connections between the other one and whatever stands
in r' to y. So the source path leads from one member through c to the other, and from there to y.

Which classes there are. Of films and other works, classes are also those of the people of one work: the paper's Table 3
has (cast member, Goodfellas). A relation makes no classes if one of its classes has more than ``largest_class``
members, nor if its classes are very large in the world, however few of their members a file has (``COMMON``).

Which triples may be the last one (appendix A and prompt E.1):

* The entity at which paths begin does not itself stand in r' to y.
* r' is none of the relations that the paper removes (``REMOVED``), and has at most three words, as the prompt demands.
* y is none of the entities that the path has passed.

Every choice has a random generator of its own, seeded with the seed and the names of what is chosen for, so that the
order of rows changes nothing. Relations take turns, and within a relation its classes, so that no
large class makes most of the queries; an entity begins a second query only where no other is left. What is said of
entities is made by templates (the paper asks a text model).
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import combinations, groupby
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.benchmark.types import DrawnItems
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.create.graph import DRAWING, OWN, KnowledgeGraph, graph_label, read_graph
from helm_creativity.scenarios.create.paths import Target, Triple, folded, same_entity, same_relation, triple_key

LARGEST_CLASS = 499
"""From 500 members on, the scale of appendix D gives a connection 2 points of 5 or fewer."""

_KNOWN = read_yaml(Path(__file__).with_name("relations.yaml"))
REMOVED, COMMON, WORKS = (frozenset(_KNOWN[name]) for name in ("removed", "common", "works"))
"""Relations that no query uses, those whose classes are very large in the world, and those of a work to its people."""

_WITH_ARTICLE = re.compile(
    r"\b(?:Academy|Association|Award|Awards|Bank|College|Committee|Company|Council|Group|Institute|League|Medal|Ministry"
    r"|Orchestra|Order|Organization|Party|Prize|Society|Union|University of \w+)\b"
)
_AN = re.compile(r"(?!(?:eu|uni|use|one\b))[aeiou]|honou?r|hour|x-ray", re.IGNORECASE)
_MOST_WORDS = 3
_BRACKETED = re.compile(r"\s*\([^()]*\)\s*$")


@dataclass(frozen=True)
class DrawSettings(DeclaredOptions):
    """What is drawn, and from what."""

    triples: str = option(OWN, "own, this package's facts (own+drawing), or a file of triples: .tsv, .csv or .jsonl")
    queries: int = option(60, "number of queries", low=1, high=100_000)
    seed: str = option("1", "any text, such as 2026-11: another one draws other queries")
    largest_class: int = option(
        LARGEST_CLASS, "a relation with a class of more members makes no classes", low=2, high=1_000_000
    )


settings_type = DrawSettings


class EntityClass(NamedTuple):
    """Entities that share a relation to one entity, or from one."""

    relation: str
    shared: str
    is_from: bool
    members: tuple[str, ...]


class DrawnQuery(NamedTuple):
    """One query of Algorithm 1: the relation of its class, its source path, and the facts of which that is made."""

    relation: str
    source: tuple[Triple, ...]
    facts: tuple[Triple, ...]

    @property
    def target(self) -> Target:
        """From where to where paths must lead."""
        return Target(self.source[0].head, self.source[-1].relation, self.source[-1].tail)


def draw_items(settings: DrawSettings) -> DrawnItems:
    """Queries as a file of items has them."""
    name = DRAWING if settings.triples == OWN else settings.triples
    graph, origin = read_graph(name), {"graph": graph_label(name), "seed": settings.seed}
    world = World(graph)
    records = [
        {
            "query": world.question(query),
            **query.target._asdict(),
            "relation": query.relation,
            "source": [list(triple) for triple in query.source],
            **origin,
        }
        for query in draw_queries(world, settings.queries, settings.seed, settings.largest_class)
    ]
    made = f"{counted(len(records), 'query', 'queries')} from {counted(len(graph.triples), 'triple')}"
    notes = [f"{made} ({origin['graph']}), seed {settings.seed}"]
    if graph.problems:
        notes.append(f"left out {len(graph.problems):,} rows that are no triples: {'; '.join(graph.problems[:3])}")
    if left_out := sorted(world.too_large(settings.largest_class)):
        notes.append(f"no classes of {', '.join(left_out)}: more than {settings.largest_class} members")
    return DrawnItems(records, notes, f"graph={name}")


class World:
    """A graph by entity.

    Names are the spellings of the graph; of several of one entity the first in the alphabet.
    """

    def __init__(self, graph: KnowledgeGraph) -> None:
        self._graph = graph
        names: dict[Any, str] = {}
        for triple in graph.triples:
            for key, name in zip(triple_key(triple), triple, strict=True):
                names[key] = min(name, names.get(key, name))
        self._outgoing: dict[str, list[Triple]] = {}
        members: dict[tuple[str, str, bool], set[str]] = {}
        for triple in graph.triples:
            head, relation, tail = spelt = Triple(*(names[key] for key in triple_key(triple)))
            self._outgoing.setdefault(head, []).append(spelt)
            if folded(relation) not in REMOVED | COMMON:
                members.setdefault((relation, tail, False), set()).add(head)
            if folded(relation) in WORKS:
                members.setdefault((relation, head, True), set()).add(tail)
        several = sorted((key, sorted(found)) for key, found in members.items() if len(found) > 1)
        self._classes = [EntityClass(*key, tuple(found)) for key, found in several]

    def too_large(self, largest_class: int) -> set[str]:
        """Relations that make no classes since one has more members than that."""
        return {found.relation for found in self._classes if len(found.members) > largest_class}

    def classes(self, largest_class: int = LARGEST_CLASS) -> list[EntityClass]:
        """The classes that make queries, in the order of the alphabet."""
        large = self.too_large(largest_class)
        return [found for found in self._classes if found.relation not in large]

    def query(self, found: EntityClass, pair: tuple[str, str], seed: str) -> DrawnQuery | None:
        """The query that Algorithm 1 makes of a pair; None where the chosen member has no triple that may be last."""
        relation, shared, is_from, _ = found
        chance = random.Random("|".join((seed, relation, shared, str(is_from), *sorted(pair))))
        start, expanded = chance.sample(sorted(pair), 2)
        if same_entity(start, expanded) or any(same_entity(name, shared) for name in pair):
            return None
        last = [
            triple
            for triple in self._outgoing.get(expanded, ())
            if folded(triple.relation) not in REMOVED
            and len(triple.relation.split()) <= _MOST_WORDS
            and not self._graph.holds(triple._replace(head=start))
            and not any(same_entity(triple.tail, name) for name in (start, shared, expanded))
        ]
        if not last:
            return None
        chosen, inverse = chance.choice(last), _inverse(relation)
        there, back = (inverse, relation) if is_from else (relation, inverse)
        members = [Triple(shared, relation, x) if is_from else Triple(x, relation, shared) for x in (start, expanded)]
        path = (Triple(start, there, shared), Triple(shared, back, expanded), chosen)
        return DrawnQuery(relation, path, (*members, chosen))

    def question(self, query: DrawnQuery) -> str:
        """What is asked, in the form of the items of this package."""
        start, (entity, relation, tail) = query.source[0].head, query.source[-1]
        kind = self._kind(entity)
        noun, who = ("someone", "who") if kind == "human" else (_with_article(kind) if kind else "something", "that")
        the = f"the {tail}" if _WITH_ARTICLE.search(tail) and not tail.casefold().startswith("the ") else tail
        phrase = _KNOWN["phrases"].get(folded(relation), f"whose {relation} is {{tail}}")
        asked = re.sub(r"\{(who|the|tail)\}", lambda part: {"who": who, "the": the, "tail": tail}[part[1]], phrase)
        return f"What are different ways of connecting {start}{self._description(start)} and {noun} {asked}?"

    def _tail(self, head: str, relation: str) -> str:
        tails = (triple.tail for triple in self._outgoing.get(head, ()) if same_relation(triple.relation, relation))
        return min(tails, default="")

    def _kind(self, name: str) -> str:
        relations = {folded(triple.relation) for triple in self._outgoing.get(name, ())}
        known = "human" if relations & {*_KNOWN["of_people"]} else ""
        kinds = (kind for relation, kind in _KNOWN["kinds"].items() if relation in relations)
        return self._tail(name, "instance of") or known or next(kinds, "")

    def _description(self, name: str) -> str:
        kind = self._kind(name)
        usual = self._tail(name, "occupation") if kind == "human" else kind
        if not (text := _BRACKETED.sub("", self._tail(name, "description")) or usual):
            return ""
        return f", {text if re.match(r'(?:an?|the) ', text, re.IGNORECASE) else _with_article(text)},"


def draw_queries(world: World, n: int, seed: str, largest_class: int = LARGEST_CLASS) -> list[DrawnQuery]:
    """N queries whose targets are all different."""
    relations = [[*some] for _, some in groupby(world.classes(largest_class), key=lambda found: found.relation)]
    random.Random(f"{seed}|relations").shuffle(relations)
    drawn: dict[Target, DrawnQuery] = {}
    started: set[str] = set()
    waiting: list[list[DrawnQuery]] = [[] for _ in relations]
    streams = [_class_queries(world, classes, seed) for classes in relations]
    for again in (False, True):
        for place, query in _in_turns(map(iter, waiting) if again else streams):
            if query.target in drawn:
                continue
            if not again and query.target.entity_a in started:
                waiting[place].append(query)
                continue
            drawn[query.target] = query
            started.add(query.target.entity_a)
            if len(drawn) == n:
                return list(drawn.values())
    raise BadArguments(
        f"expected {n:,} queries, but the triples give {len(drawn):,}: ask for fewer with --queries, or name a larger "
        "file with --triples"
    )


def _class_queries(world: World, classes: list[EntityClass], seed: str) -> Iterator[DrawnQuery]:
    """All queries of the classes of a relation, which take turns; in an order that the seed makes."""
    random.Random(f"{seed}|{classes[0].relation}|classes").shuffle(classes)
    yield from (query for _, query in _in_turns(_pair_queries(world, found, seed) for found in classes))


def _pair_queries(world: World, found: EntityClass, seed: str) -> Iterator[DrawnQuery]:
    pairs = list(combinations(found.members, 2))
    random.Random(f"{seed}|{found.relation}|{found.shared}|{found.is_from}|pairs").shuffle(pairs)
    yield from filter(None, (world.query(found, pair, seed) for pair in pairs))


def _in_turns(streams: Iterable[Iterator[DrawnQuery]]) -> Iterator[tuple[int, DrawnQuery]]:
    """What the streams give, one after the other, each with the place of its stream."""
    turns = dict(enumerate(streams))
    while turns:
        for place in list(turns):
            if (query := next(turns[place], None)) is None:
                del turns[place]
            else:
                yield place, query


def _inverse(relation: str) -> str:
    """What leads back from the tail of a relation to its head."""
    ends_open = relation.rpartition(" ")[2] in ("of", "by", "at", "in", "to", "with")
    found: str | None = _KNOWN["inverse"].get(folded(relation))
    return found or (f"inverse of {relation}" if ends_open else f"{relation} of")


def _with_article(noun: str) -> str:
    return f"{'an' if _AN.match(noun) else 'a'} {noun}"
