"""The paths in the tree of brackets that a reply is."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from enum import Enum
from math import isfinite

from helm_creativity.parsing.path_brackets import BracketContainer, BracketText, Root, Value
from helm_creativity.parsing.path_triples import holds_echo, in_text, is_echo, path_of, plain, triple_of
from helm_creativity.parsing.triples import Path

_ONE = frozenset(
    {
        "path",
        "chain",
        "connection",
        "route",
        "triples",
        "triplets",
        "links",
        "edges",
        "steps",
        "facts",
        "connection path",
    }
    | {"path triples", "triple", "sequence", "hops"}
)
_MANY = frozenset(
    {"paths", "chains", "connections", "routes", "connection paths", "answer", "answers", "result", "results", "output"}
)
_PROBABILITY = frozenset(
    {"path probability", "probability", "prob", "confidence", "confidence score", "path confidence", "likelihood", "p"}
    | {"score", "path prob"}
)
_NUMBERED = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}[.:)]?")


class _Place(Enum):
    """What a value should be, by where it stands: one path, or a collection of them."""

    PATH = 1
    PATHS = 2


@dataclass
class PathTree:
    """What a tree holds.

    Attributes:
        paths: the complete paths, in order.
        probabilities: the number beside each of them.
        malformed: how many entries in the place of a path are none.
        unfinished: how many of them never end.
        is_empty: whether the tree is an empty object or list of paths.
    """

    paths: list[Path] = field(default_factory=list)
    probabilities: list[float | None] = field(default_factory=list)
    malformed: int = 0
    unfinished: int = 0
    is_empty: bool = False


def find_paths(root: Root) -> PathTree:
    """The paths in a tree, however deep: keys, lists around lists and objects around paths are looked through.

    A list of triples is a path where it stands alone, under a number or under a name for paths; a list of texts only
    under a number, in a list of paths or as the whole tree.
    """
    search = _Search()
    search.run(root.container)
    if root.ended:
        search.found.malformed += search.found.unfinished
        search.found.unfinished = 0
    return search.found


class _Search:
    """The values that are still to be looked at, the next one last."""

    def __init__(self) -> None:
        self.found = PathTree()
        self._pending: list[tuple[Value, _Place, float | None]] = []

    def run(self, root: BracketContainer) -> None:
        """Look at every value that can be a path or hold one."""
        self._pending.append((root, _Place.PATHS, None))
        while self._pending:
            value, place, probability = self._pending.pop()
            if isinstance(value, BracketText):
                self._text(value, probability)
            elif value.height == 1 and value.keyed and (triple := triple_of(value)):
                self._take((triple,), probability)
            elif value.keyed:
                self._object(value, place)
            elif value.height < 3:
                self._list(value, place, probability)
            else:
                self._lists(value, place, probability)

    def _push(self, values: list[tuple[Value, _Place, float | None]]) -> None:
        """Look at these next, in their order."""
        self._pending.extend(reversed(values))

    def _take(self, path: Path, probability: float | None) -> None:
        """Keep a path."""
        if not is_echo(path):
            self.found.paths.append(path)
            self.found.probabilities.append(probability)

    def _refuse(self, node: BracketContainer) -> None:
        """Count a container in the place of a path that is none."""
        if node.closed or node.broken:
            self.found.malformed += not holds_echo(node)
        else:
            self.found.unfinished += 1

    def _text(self, value: BracketText, probability: float | None) -> None:
        """A text in the place of a path."""
        path = in_text(value.text) if value.kind == "string" else None
        if path:
            self._take(path, probability)
        elif value.kind != "dots":
            self.found.malformed += 1

    def _list(self, node: BracketContainer, place: _Place, probability: float | None) -> None:
        """A list of texts or of triples."""
        path = path_of(node) if node.closed else None
        if path is not None and place is _Place.PATHS and _are_apart(node, path):
            for triple in path:
                self._take((triple,), None)
        elif path is not None:
            self._take(path, probability)
        elif place is _Place.PATHS and any(len(path_of(inner) or ()) > 1 for inner in node.containers):
            self._push(_paths([value for _, value in node.entries]))
        elif place is _Place.PATHS and not node.entries and node.closed:
            self.found.is_empty = True
        elif place is _Place.PATH or node.height > 1 or not node.closed:
            self._refuse(node)

    def _lists(self, node: BracketContainer, place: _Place, probability: float | None) -> None:
        """A list of paths, or what is left of a path that was not closed before the next one."""
        values = [value for _, value in node.entries]
        higher = [value for value in node.containers if value.height > 1]
        if place is _Place.PATH and len(higher) < len(node.containers):
            self.found.malformed += 1
            values = list(higher)
        elif place is _Place.PATH:
            values = list(higher)
        only = probability if len(values) == 1 else None
        self._push([(value, _Place.PATH, only) for value in values])

    def _object(self, node: BracketContainer, place: _Place) -> None:
        """An object that is a path with its probability, that numbers triples or paths, or that stands around them."""
        paths = [value for key, value in node.entries if plain(key or "") in _ONE]
        numbers = [_number(value) for key, value in node.entries if plain(key or "") in _PROBABILITY]
        numbered = [value for key, value in node.entries if key is not None and _NUMBERED.fullmatch(key.strip())]
        inner = node.containers
        if paths:
            beside = [*numbers, *[None] * len(paths)]
            self._push([*((one, _Place.PATH, p) for one, p in zip(paths, beside, strict=False)), *_paths(numbered)])
        elif place is _Place.PATH and len(inner) == 1 and not inner[0].keyed and (node.closed or node.height > 2):
            self._push([(inner[0], _Place.PATH, numbers[0] if numbers else None)])
        elif place is _Place.PATH and node.height < 3:
            self._numbered_triples(node, numbers[0] if numbers else None)
        else:
            self._push(_members(node))

    def _numbered_triples(self, node: BracketContainer, probability: float | None) -> None:
        """An object in the place of a path, with one triple under each key."""
        triples = [triple_of(inner) for inner in node.containers]
        found = tuple(triple for triple in triples if triple is not None)
        if found and len(found) == len(triples) and node.closed:
            self._take(found, probability)
        else:
            self._refuse(node)


def _members(node: BracketContainer) -> list[tuple[Value, _Place, float | None]]:
    """What an object around paths holds: under numbers and without keys a path each, under names collections."""
    members: list[tuple[Value, _Place, float | None]] = []
    for key, value in node.entries:
        high = isinstance(value, BracketContainer) and value.height > 1
        if high if key is None else _NUMBERED.fullmatch(key.strip()):
            members.append((value, _Place.PATH, None))
        elif high or (isinstance(value, BracketContainer) and plain(key or "") in _MANY):
            members.append((value, _Place.PATHS, None))
    return members


def _paths(values: list[Value]) -> list[tuple[Value, _Place, float | None]]:
    """The values, each in the place of a path."""
    return [(value, _Place.PATH, None) for value in values]


def _are_apart(node: BracketContainer, path: Path) -> bool:
    """Whether the triples of a list are a path each: all begin with the same entity, and none goes on from another."""
    heads = {triple.head.casefold() for triple in path}
    tails = {triple.tail.casefold() for triple in path}
    return node.height > 1 and len(path) > 1 and len(heads) == 1 and not heads & tails


def _number(value: Value) -> float | None:
    """The number that a value is, a percentage as its hundredth."""
    text = value.text.strip() if isinstance(value, BracketText) and value.kind != "nothing" else ""
    try:
        number = float(text.removesuffix("%").strip()) / (100 if text.endswith("%") else 1)
    except ValueError:
        return None
    return number if isfinite(number) else None
