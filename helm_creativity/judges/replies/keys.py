"""Ratings by the keys of dictionaries: {"originality": 7}, {"originality": {"score": "7/10", "reason": "..."}}."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import NamedTuple

from helm_creativity.judges.replies.dicts import DictContainer, DictText, Value, read_containers
from helm_creativity.judges.replies.drafts import chosen
from helm_creativity.judges.replies.names import (
    dimension_of,
    is_prose_key,
    is_rating_name,
    is_wrapper,
    key_words,
    name_rank,
)
from helm_creativity.judges.replies.numbers import Number, agreed, can_be_rating, number_at
from helm_creativity.judges.replies.quotes import Span, blanked
from helm_creativity.judges.replies.text import Reply
from helm_creativity.judges.replies.types import Scale

_MARKS = re.compile(r"[\s\"'(\[<{]{0,6}")
_OUT_OF = re.compile(r"(?<![\w.,-])(?=\d{1,15}(?:\.\d{1,6})?[ \t]{0,3}(?:/|out of)[ \t]{0,3}\d)")
_GLANCE = 300
_LONGEST_NUMBER = 6
_NAMING = frozenset({"dimension", "criterion", "criteria", "aspect", "category", "metric", "name", "facet", "label"})


class KeyedNumber(NamedTuple):
    """A number behind a key.

    Attributes:
        container: where the key stands.
        key: the key as it was written.
        number: the rating.
    """

    container: DictContainer
    key: str
    number: Number


class Structured(NamedTuple):
    """What the dictionaries of a reply hold.

    Attributes:
        containers: in the order in which they end.
        entries: numbers behind keys, container by container.
        ends: where the outermost containers end, by where they open.
        prose: where strings under such keys as "reason" and "quote" stand.
    """

    containers: list[DictContainer]
    entries: list[KeyedNumber]
    ends: dict[int, int]
    prose: list[Span]


def read_structured(reply: Reply, scale: Scale) -> Structured:
    """All numbers behind keys of a reply."""
    found, ends = read_containers(reply.text)
    prose = [
        (value.start, value.end)
        for container in found
        for key, value in container.pairs
        if isinstance(value, DictText) and is_prose_key(key)
    ]
    containers = [one for container in found for one in (*_within_strings(container), container)]
    return Structured(containers, [one for each in containers for one in _entries(each, reply, scale)], ends, prose)


def dimensions_in(structured: Structured, labels: Sequence[str], text: str) -> dict[str, KeyedNumber]:
    """The ratings of the dimensions: from the container that has most of them, the last of several; then the others.

    Where several have all of them and differ, the text between them says which one is meant (`drafts.chosen`), or those
    that differ are marked as spread.
    """
    by_container = _by_container(structured.entries, {key_words(label): label for label in labels})
    complete = [ratings for ratings in by_container if len(ratings) == len(labels) > 1]
    if len(complete) > 1:
        return _chosen_ratings(complete, text)
    result: dict[str, KeyedNumber] = {}
    newest_first = by_container[::-1]
    for ratings in sorted(newest_first, key=len, reverse=True):
        result = {**ratings, **result}
    return result


def _by_container(entries: Sequence[KeyedNumber], wanted: Mapping[str, str]) -> list[dict[str, KeyedNumber]]:
    """The ratings of the dimensions in each container; of several keys for one, the most exact."""
    result: dict[int, dict[str, KeyedNumber]] = {}
    exact: dict[tuple[int, str], int] = {}
    for entry in entries:
        dimension = dimension_of(entry.key, wanted)
        if dimension is None:
            continue
        label, rank = dimension
        place = id(entry.container), label
        if rank >= exact.get(place, 0):
            result.setdefault(place[0], {})[label] = entry
            exact[place] = rank
    return list(result.values())


def _chosen_ratings(complete: Sequence[dict[str, KeyedNumber]], text: str) -> dict[str, KeyedNumber]:
    """The ratings of the dictionary that is meant; where none is, those that differ are marked as spread."""
    ordered = sorted(complete, key=lambda ratings: next(iter(ratings.values())).container.start)
    differing = {label for label in ordered[0] if len({_compared_value(ratings[label]) for ratings in ordered}) > 1}
    if not differing:
        return ordered[-1]
    index = chosen([next(iter(ratings.values())).container for ratings in ordered], text)
    if index is not None:
        return ordered[index]
    spread = {label: ordered[-1][label].number._replace(spread=True) for label in differing}
    return {
        label: entry._replace(number=spread[label]) if label in spread else entry
        for label, entry in ordered[-1].items()
    }


def _compared_value(entry: KeyedNumber) -> tuple[float, float | None, bool]:
    """The number as it is compared with another."""
    return entry.number.value, entry.number.top, entry.number.spread


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


def without(reply: Reply, structured: Structured, entries: Sequence[KeyedNumber]) -> Reply:
    """The reply without the outermost containers of the entries and all strings under keys of prose."""
    roots = {entry.container.root for entry in entries}
    spans = [*((root, structured.ends[root]) for root in roots), *structured.prose]
    return replace(reply, text=blanked(reply.text, spans, "\n"))


def _within_strings(container: DictContainer) -> Iterator[DictContainer]:
    """What the strings of a container hold: tool calls give their arguments as JSON in a string."""
    for key, value in container.pairs:
        if is_wrapper(key) and isinstance(value, DictText) and "{" in value.text and ":" in value.text:
            for inner in read_containers(value.text).found:
                depth = container.depth + 1 + inner.depth
                yield replace(inner, root=container.root, depth=depth, start=container.start, end=container.end)


def _entries(container: DictContainer, reply: Reply, scale: Scale) -> Iterator[KeyedNumber]:
    """The numbers behind the keys of one container."""
    named = [value.text for key, value in container.pairs if key_words(key) in _NAMING and isinstance(value, DictText)]
    for key, value in container.pairs:
        if _is_prose(key, value):
            continue
        number = _number_of(value, container, reply, scale)
        if number is None:
            continue
        yield KeyedNumber(container, key, number)
        if len(named) == 1 and (name_rank(key) or 0) > 0:
            yield KeyedNumber(container, named[0], number)


def _is_prose(key: str, value: Value) -> bool:
    """Whether the value is a reason, a comment or a quotation, longer than a number."""
    return isinstance(value, DictText) and is_prose_key(key) and len(value.text.strip()) > _LONGEST_NUMBER


def _number_of(value: Value, container: DictContainer, reply: Reply, scale: Scale) -> Number | None:
    """The number that a value is or begins with; of a container, its rating or its only number."""
    if isinstance(value, DictText):
        number = number_in(value.text, scale)
        open_end = not (container.closed or reply.ended) and reply.open_end and value.end == len(reply.text)
        return None if number is None else number._replace(unfinished=open_end)
    inner: list[tuple[int, Number]] = []
    for key, part in (*value.pairs, *(("", part) for part in value.values)):
        if not isinstance(part, DictText) or _is_prose(key, part):
            continue
        number = _number_of(part, value, reply, scale)
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
    return agreed(one for match in _OUT_OF.finditer(text[:_GLANCE]) if (one := number_at(text, match.start(), scale)))
