"""Ratings by the keys of dictionaries: {"originality": 7}, {"originality": {"score": "7/10", "reason": "..."}}."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.judging.replies.dicts import Container, Text, Value, read_containers
from helm_creativity.judging.replies.names import is_rating_name, key_words, name_rank
from helm_creativity.judging.replies.numbers import Number, agreed, can_be_rating, number_at
from helm_creativity.judging.replies.text import Reply
from helm_creativity.judging.replies.types import Scale

_MARKS = re.compile(r"[\s\"'(\[<{]{0,6}")
_OUT_OF = re.compile(r"(?<![\w.,-])(?=\d{1,15}(?:\.\d{1,6})?[ \t]{0,3}(?:/|out of)[ \t]{0,3}\d)")
_GLANCE = 300
_NAMING = frozenset({"dimension", "criterion", "criteria", "aspect", "category", "metric", "name", "facet", "label"})


class Entry(NamedTuple):
    """A number behind a key.

    Attributes:
        container: where the key stands.
        key: the key as it was written.
        number: the rating.
    """

    container: Container
    key: str
    number: Number


class Structured(NamedTuple):
    """What the dictionaries of a reply hold.

    Attributes:
        containers: in the order in which they end.
        entries: numbers behind keys, container by container.
        ends: where the outermost containers end, by where they open.
    """

    containers: list[Container]
    entries: list[Entry]
    ends: dict[int, int]


def read_structured(reply: Reply, scale: Scale) -> Structured:
    """All numbers behind keys of a reply."""
    found, ends = read_containers(reply.text)
    containers = [one for container in found for one in (*_within_strings(container), container)]
    return Structured(containers, [one for each in containers for one in _entries(each, reply, scale)], ends)


def dimensions_in(structured: Structured, labels: Sequence[str]) -> dict[str, Entry]:
    """The ratings of the dimensions: from the container that has most of them, the last of several; then the others."""
    wanted = {key_words(label): label for label in labels}
    by_container: dict[int, dict[str, Entry]] = {}
    for entry in structured.entries:
        label = wanted.get(key_words(entry.key)) or wanted.get(key_words(entry.key, bare=True))
        if label is not None:
            by_container.setdefault(id(entry.container), {})[label] = entry
    result: dict[str, Entry] = {}
    newest_first = list(by_container.values())[::-1]
    for ratings in sorted(newest_first, key=len, reverse=True):
        result = {**ratings, **result}
    return result


def rating_in(structured: Structured) -> Number | None:
    """The rating of the last outermost dictionary that has one under a word for a rating.

    There the key nearest to the outside counts, and of several keys the one that is most surely the rating; if they
    disagree, the number is marked as spread.
    """
    ranked = [(entry, rank) for entry in structured.entries if (rank := name_rank(entry.key)) is not None]
    if not ranked:
        return None
    root = ranked[-1][0].container.root
    best = min((entry.container.depth, -rank) for entry, rank in ranked if entry.container.root == root)
    return agreed(
        entry.number
        for entry, rank in ranked
        if entry.container.root == root and (entry.container.depth, -rank) == best
    )


def unnamed_rating_in(structured: Structured) -> Number | None:
    """The number of the last dictionary whose keys are no words for a rating; marked as spread if they differ."""
    entries = [entry for entry in structured.entries if entry.container.bracket == "{" and is_rating_name(entry.key)]
    return agreed(entry.number for entry in entries if entry.container.root == entries[-1].container.root)


def without(reply: Reply, structured: Structured, entries: Sequence[Entry]) -> Reply:
    """The reply without the outermost containers of the entries, so that no reason in them is read as a rating."""
    parts: list[str] = []
    position = 0
    for root in sorted({entry.container.root for entry in entries}):
        parts.append(reply.text[position:root])
        position = structured.ends[root]
    return replace(reply, text="\n".join([*parts, reply.text[position:]]))


def _within_strings(container: Container) -> Iterator[Container]:
    """What the strings of a container hold: tool calls give their arguments as JSON in a string."""
    for value in (*(value for _, value in container.pairs), *container.values):
        if isinstance(value, Text) and "{" in value.text and ":" in value.text:
            for inner in read_containers(value.text).found:
                yield replace(inner, root=container.root, depth=container.depth + 1 + inner.depth)


def _entries(container: Container, reply: Reply, scale: Scale) -> Iterator[Entry]:
    """The numbers behind the keys of one container."""
    named = [value.text for key, value in container.pairs if key_words(key) in _NAMING and isinstance(value, Text)]
    for key, value in container.pairs:
        number = _number_of(value, container, reply, scale)
        if number is None:
            continue
        yield Entry(container, key, number)
        if len(named) == 1 and (name_rank(key) or 0) > 0:
            yield Entry(container, named[0], number)


def _number_of(value: Value, container: Container, reply: Reply, scale: Scale) -> Number | None:
    """The number that a value is or begins with; of a container, its rating or its only number."""
    if isinstance(value, Text):
        number = number_in(value.text, scale)
        open_end = not (container.closed or reply.ended) and reply.open_end and value.end == len(reply.text)
        return None if number is None else number._replace(unfinished=open_end)
    inner: list[tuple[int, Number]] = []
    for key, part in (*value.pairs, *(("", part) for part in value.values)):
        number = _number_of(part, value, reply, scale) if isinstance(part, Text) else None
        if number is not None:
            inner.append((name_rank(key) or 0, number))
    rated = [number for rank, number in inner if rank > 0]
    return agreed(rated) if rated else inner[0][1] if len(inner) == 1 else None


def number_in(text: str, scale: Scale) -> Number | None:
    """The rating with which a text begins ("7", "7/10 - novel"), or else the only "7/10" in it ("High (7/10)")."""
    marks = _MARKS.match(text)
    number = number_at(text, marks.end() if marks else 0, scale)
    if number is not None and can_be_rating(text, number):
        return number
    return agreed(one for spot in _OUT_OF.finditer(text[:_GLANCE]) if (one := number_at(text, spot.start(), scale)))
