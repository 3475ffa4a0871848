"""Triples and paths in single brackets: which brackets are one, and which only repeat the form that was asked for."""

from __future__ import annotations

import re

from helm_creativity.parsing.path_brackets import BracketContainer, BracketText, Value, read_inside
from helm_creativity.parsing.triples import Path, Triple

_HEADS = frozenset(
    {"head", "head entity", "subject", "source", "from", "start", "h", "s", "entity1", "entity 1", "entity a", "node1"}
    | {"source entity", "subject entity", "start entity", "first entity", "entity from"}
)
_RELATIONS = frozenset(
    {"relationship", "relation", "predicate", "rel", "r", "p", "edge", "property", "relation type", "link", "verb"}
    | {"relationship type", "connection", "label"}
)
_TAILS = frozenset(
    {"tail", "tail entity", "object", "target", "to", "end", "t", "o", "entity2", "entity 2", "entity b", "node2"}
    | {"target entity", "object entity", "end entity", "second entity", "entity to"}
)
_NOT_LETTERS = re.compile(r"[\W_]+")
# What the form itself calls the ends of a triple, with or without a number or letter behind it.
_ENTITY = re.compile(
    r"(?:the )?(?:(?:head|tail|start|starting|end|source|target|intermediate|first|second|third|next|last|another)"
    r"(?: entity| node)?|entity|node|subject|object)(?: ?(?:\d{1,2}|[a-z]))?|[a-z]"
)
_RELATION = re.compile(r"(?:the )?(?:relationship|relation|rel|predicate)(?: ?(?:\d{1,2}|[a-z]))?")


def plain(text: str) -> str:
    """The text in lower case, with a blank in the place of everything but letters and figures."""
    return _NOT_LETTERS.sub(" ", text).strip().lower()


def triple_of(value: Value) -> Triple | None:
    """The triple that a value is: three names, an object with the keys of a triple, or a text of either; else None."""
    if isinstance(value, BracketText):
        inside = read_inside(value.text) if value.kind == "string" else None
        inner = inside.containers if inside else []
        return _of_container(inner[0]) if inside and len(inside.entries) == len(inner) == 1 else None
    if len(value.entries) == 1 and not value.keyed and isinstance(value.entries[0][1], BracketText) and value.closed:
        return triple_of(value.entries[0][1])
    return _of_container(value)


def path_of(node: BracketContainer) -> Path | None:
    """The path that a list of triples is, or a list of texts, three to a triple; None if any entry is none.

    Keys are not looked at, but for those of the triples.
    """
    values = [value for _, value in node.entries]
    triples = [triple_of(value) for value in values]
    found = tuple(triple for triple in triples if triple is not None)
    if values and len(found) == len(values):
        return found
    if node.height > 1:
        return None
    own = _of_container(node)
    return (own,) if own else _flat(values)


def in_text(text: str) -> Path | None:
    """The path that a text holds in brackets: "[(A, knows, B), (B, knows, C)]", with or without the outer ones."""
    node = read_inside(text)
    while node is not None and node.height > 1 and len(node.entries) == 1 == len(node.containers):
        inner = node.containers[0]
        if inner.height == 1:
            break
        node = inner
    return path_of(node) if node is not None and node.height == 2 else None


def is_echo(values: Path) -> bool:
    """Whether a triple of the path names the parts of a triple and nothing real: (head, relation, tail)."""
    return any(
        _RELATION.fullmatch(plain(triple.relation))
        and (_ENTITY.fullmatch(plain(triple.head)) or _ENTITY.fullmatch(plain(triple.tail)))
        for triple in values
    )


def holds_echo(node: BracketContainer) -> bool:
    """Whether a list that is no path repeats the form of a triple all the same: [(head, relation, tail), ...]."""
    triples = (triple_of(value) for _, value in node.entries)
    return any(is_echo((triple,)) for triple in triples if triple)


def _of_container(node: BracketContainer) -> Triple | None:
    """The triple that a container without containers is."""
    if node.height > 1 or not node.closed:
        return None
    if node.keyed:
        return _of_keys(node)
    names = [value.name for _, value in node.entries if isinstance(value, BracketText) and value.is_name]
    return Triple(*names) if len(names) == len(node.entries) == 3 else None


def _of_keys(node: BracketContainer) -> Triple | None:
    """The triple that an object with the keys of one is; of equal keys the first."""
    parts: dict[int, str] = {}
    for key, value in node.entries:
        name = plain(key or "")
        for place, names in enumerate((_HEADS, _RELATIONS, _TAILS)):
            if name in names and isinstance(value, BracketText):
                parts.setdefault(place, value.name if value.is_name else "")
    return Triple(parts[0], parts[1], parts[2]) if len(parts) == 3 and all(parts.values()) else None


def _flat(values: list[Value]) -> Path | None:
    """Texts in a row, three to a triple."""
    names = [value.name for value in values if isinstance(value, BracketText) and value.is_name]
    if len(names) < len(values) or not names or len(names) % 3:
        return None
    return tuple(Triple(*names[i : i + 3]) for i in range(0, len(names), 3))
