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
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from types import MappingProxyType
from typing import Any, NamedTuple, TypeVar

from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted
from helm_creativity.scenarios.create.graph import OWN, KnowledgeGraph, graph_label, read_graph
from helm_creativity.scenarios.create.parse import Path, Target, Triple, folded, same_entity, same_relation, triple_key

LARGEST_CLASS = 499
"""From 500 members on, the scale of appendix D gives a connection 2 points of 5 or fewer."""

REMOVED = frozenset(
    (
        "native language",
        "instance of",
        "date of birth",
        "date of death",
        "gender",
        "sex or gender",
        "described at url",
        "subclass of",
        "description",
        "image",
        "given name",
        "family name",
    )
)
"""Relations that no query uses: those of appendix A, and others of the same kind that Wikidata has."""

COMMON = frozenset(
    (
        "occupation",
        "country of citizenship",
        "country",
        "place of birth",
        "place of death",
        "residence",
        "religion",
        "field of work",
        "ethnic group",
        "languages spoken, written or signed",
        "language of work or name",
        "genre",
    )
)
"""Relations whose classes are very large in the world. They may be the last relation of a query, as in Table 3."""

WORKS = frozenset(["director", "screenwriter", "cast member", "producer"])
"""Relations of a work to its people."""

_INVERSE: Mapping[str, str] = MappingProxyType(
    {
        "award received": "winner",
        "position held": "officeholder",
        "child": "parent",
        "member of": "has member",
        "member of sports team": "has member",
        "medical condition treated": "treated with",
        "genetic association": "genetic association",
        "spouse": "spouse",
        "sibling": "sibling",
    }
)
_PHRASES: Mapping[str, str] = MappingProxyType(
    {
        "award received": "{who} received {the}",
        "position held": "{who} held the position of {tail}",
        "child": "whose child is {tail}",
        "father": "whose father is {tail}",
        "mother": "whose mother is {tail}",
        "spouse": "{who} was married to {tail}",
        "sibling": "{who} is a sibling of {tail}",
        "place of birth": "{who} was born in {tail}",
        "place of death": "{who} died in {tail}",
        "educated at": "{who} was educated at {the}",
        "employer": "{who} worked for {the}",
        "member of": "{who} was a member of {the}",
        "cast member": "{who} has {tail} in its cast",
        "medical condition treated": "{who} is used to treat {tail}",
        "genetic association": "{who} has a genetic association with {tail}",
        "found in taxon": "{who} is found in {tail}",
        "physically interacts with": "{who} physically interacts with {tail}",
    }
)
_OF_PEOPLE = frozenset(
    (
        "occupation",
        "place of birth",
        "place of death",
        "position held",
        "child",
        "father",
        "mother",
        "spouse",
        "sibling",
        "educated at",
        "employer",
        "member of sports team",
        "country of citizenship",
        "date of birth",
    )
)
_KINDS: Mapping[str, str] = MappingProxyType(
    {
        **dict.fromkeys(sorted(WORKS), "work"),
        "medical condition treated": "substance",
        "genetic association": "gene",
    }
)
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

    triples: str = option(OWN, "own, this package's facts, or a file of triples: .tsv, .csv or .jsonl")
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
    """One query of Algorithm 1."""

    relation: str
    source: Path
    facts: tuple[Triple, Triple, Triple]

    @property
    def target(self) -> Target:
        """From where to where paths must lead."""
        return Target(self.source[0].head, self.source[-1].relation, self.source[-1].tail)


@dataclass(frozen=True)
class Drawn:
    """What was drawn."""

    records: list[dict[str, Any]]
    notes: list[str] = field(default_factory=list)


def draw_items(settings: DrawSettings) -> Drawn:
    """Queries as a file of items has them."""
    graph = read_graph(settings.triples)
    world = World(graph)
    found = draw_queries(world, settings.queries, settings.seed, settings.largest_class)
    origin = {"graph": graph_label(settings.triples), "seed": settings.seed}
    records = [
        {
            "query": world.question(query),
            **query.target._asdict(),
            "relation": query.relation,
            "source": [list(triple) for triple in query.source],
            **origin,
        }
        for query in found
    ]
    made = f"{counted(len(records), 'query', 'queries')} from {counted(len(graph.triples), 'triple')}"
    notes = [f"{made} ({origin['graph']}), seed {settings.seed}"]
    if graph.problems:
        first = "; ".join(graph.problems[:3])
        notes.append(f"left out {len(graph.problems):,} rows that are no triples: {first}")
    if left_out := sorted(world.too_large(settings.largest_class)):
        notes.append(f"no classes of {', '.join(left_out)}: more than {settings.largest_class} members")
    return Drawn(records, notes)


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
        self.triples: list[Triple] = []
        self._outgoing: dict[str, list[Triple]] = {}
        for triple in graph.triples:
            spelt = Triple(*(names[key] for key in triple_key(triple)))
            self.triples.append(spelt)
            self._outgoing.setdefault(spelt.head, []).append(spelt)
        self._classes = _classes(self.triples)

    def too_large(self, largest_class: int) -> set[str]:
        """Relations that make no classes since one has more members than that."""
        return {found.relation for found in self._classes if len(found.members) > largest_class}

    def classes(self, largest_class: int = LARGEST_CLASS) -> list[EntityClass]:
        """The classes that make queries, in the order of the alphabet."""
        large = self.too_large(largest_class)
        return [found for found in self._classes if found.relation not in large]

    def last_triples(self, start: str, passed: str, expanded: str) -> list[Triple]:
        """What may be the last triple of a path from ``start`` by way of ``passed`` to ``expanded``, in order."""
        return [
            triple
            for triple in self._outgoing.get(expanded, ())
            if folded(triple.relation) not in REMOVED
            and len(triple.relation.split()) <= _MOST_WORDS
            and not self._graph.holds(triple._replace(head=start))
            and not any(same_entity(triple.tail, name) for name in (start, passed, expanded))
        ]

    def query(self, found: EntityClass, pair: tuple[str, str], seed: str) -> DrawnQuery | None:
        """The query that Algorithm 1 makes of a pair; None where the chosen member has no triple that may be last."""
        chance = random.Random("|".join((seed, found.relation, found.shared, str(found.is_from), *sorted(pair))))
        start, expanded = chance.sample(sorted(pair), 2)
        if same_entity(start, expanded) or any(same_entity(name, found.shared) for name in pair):
            return None
        if not (last := self.last_triples(start, found.shared, expanded)):
            return None
        relation, inverse = found.relation, inverse_relation(found.relation)
        there, back = (inverse, relation) if found.is_from else (relation, inverse)
        chosen = chance.choice(last)
        members = [
            Triple(found.shared, relation, name) if found.is_from else Triple(name, relation, found.shared)
            for name in (start, expanded)
        ]
        path = (Triple(start, there, found.shared), Triple(found.shared, back, expanded), chosen)
        return DrawnQuery(relation, path, (members[0], members[1], chosen))

    def question(self, query: DrawnQuery) -> str:
        """What is asked, in the form of the items of this package."""
        start, last = query.source[0].head, query.source[-1]
        described = self._description(start)
        kind = self._kind(last.head)
        noun, who = ("someone", "who") if kind == "human" else (_with_article(kind) if kind else "something", "that")
        tail = last.tail
        the = f"the {tail}" if _WITH_ARTICLE.search(tail) and not tail.casefold().startswith("the ") else tail
        phrase = _PHRASES.get(folded(last.relation), f"whose {last.relation} is {{tail}}")
        asked = re.sub(r"\{(who|the|tail)\}", lambda part: {"who": who, "the": the, "tail": tail}[part[1]], phrase)
        return f"What are different ways of connecting {start}{described} and {noun} {asked}?"

    def _tails(self, head: str, relation: str) -> list[str]:
        return [triple.tail for triple in self._outgoing.get(head, ()) if same_relation(triple.relation, relation)]

    def _kind(self, name: str) -> str:
        if kinds := self._tails(name, "instance of"):
            return min(kinds)
        relations = {folded(triple.relation) for triple in self._outgoing.get(name, ())}
        if relations & _OF_PEOPLE:
            return "human"
        return next((kind for relation, kind in _KINDS.items() if relation in relations), "")

    def _description(self, name: str) -> str:
        said = self._tails(name, "description")
        text = _BRACKETED.sub("", min(said)) if said else ""
        if not text:
            kind = self._kind(name)
            text = min(self._tails(name, "occupation"), default="") if kind == "human" else kind
        if not text:
            return ""
        return f", {text if re.match(r'(?:an?|the) ', text, re.IGNORECASE) else _with_article(text)},"


def draw_queries(world: World, n: int, seed: str, largest_class: int = LARGEST_CLASS) -> list[DrawnQuery]:
    """N queries whose targets are all different."""
    by_relation: dict[str, list[EntityClass]] = {}
    for found in world.classes(largest_class):
        by_relation.setdefault(found.relation, []).append(found)
    relations = sorted(by_relation)
    random.Random(f"{seed}|relations").shuffle(relations)
    drawn: dict[Target, DrawnQuery] = {}
    started: set[str] = set()
    waiting: dict[str, list[DrawnQuery]] = {relation: [] for relation in relations}
    streams = {relation: class_queries(world, by_relation[relation], seed) for relation in relations}
    for again in (False, True):
        turns = {relation: iter(waiting[relation]) for relation in relations} if again else streams
        for relation, query in _in_turns(turns):
            if query.target in drawn:
                continue
            if not again and query.target.entity_a in started:
                waiting[relation].append(query)
                continue
            drawn[query.target] = query
            started.add(query.target.entity_a)
            if len(drawn) == n:
                return list(drawn.values())
    raise BadArguments(
        f"expected {n:,} queries, but the triples give {len(drawn):,}: ask for fewer with --queries, or name a larger "
        "file with --triples"
    )


def class_queries(world: World, classes: Sequence[EntityClass], seed: str) -> Iterator[DrawnQuery]:
    """All queries of some classes, which take turns; classes and pairs in an order that the seed makes."""
    mixed = sorted(classes)
    random.Random(f"{seed}|{mixed[0].relation}|classes").shuffle(mixed)
    for _, query in _in_turns({place: _pair_queries(world, found, seed) for place, found in enumerate(mixed)}):
        yield query


def _pair_queries(world: World, found: EntityClass, seed: str) -> Iterator[DrawnQuery]:
    pairs = list(combinations(found.members, 2))
    random.Random(f"{seed}|{found.relation}|{found.shared}|{found.is_from}|pairs").shuffle(pairs)
    for pair in pairs:
        if (query := world.query(found, pair, seed)) is not None:
            yield query


_Key = TypeVar("_Key")


def _in_turns(streams: Mapping[_Key, Iterator[DrawnQuery]]) -> Iterator[tuple[_Key, DrawnQuery]]:
    turns = dict(streams)
    while turns:
        for key in list(turns):
            query = next(turns[key], None)
            if query is None:
                del turns[key]
            else:
                yield key, query


def _classes(triples: Sequence[Triple]) -> list[EntityClass]:
    members: dict[tuple[str, str, bool], set[str]] = {}
    for head, relation, tail in triples:
        plain = folded(relation)
        if plain in REMOVED or plain in COMMON:
            continue
        members.setdefault((relation, tail, False), set()).add(head)
        if plain in WORKS:
            members.setdefault((relation, head, True), set()).add(tail)
    return [EntityClass(*key, tuple(sorted(names))) for key, names in sorted(members.items()) if len(names) > 1]


def inverse_relation(relation: str) -> str:
    """What leads back from the tail of a relation to its head."""
    ends_open = relation.rpartition(" ")[2] in ("of", "by", "at", "in", "to", "with")
    return _INVERSE.get(folded(relation)) or (f"inverse of {relation}" if ends_open else f"{relation} of")


def _with_article(noun: str) -> str:
    return f"{'an' if _AN.match(noun) else 'a'} {noun}"
