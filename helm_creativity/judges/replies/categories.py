"""Categories of texts in dictionaries and lists: ["tools", "toys"], {"1": "tools"}, {"tools": [1, 3]}, records."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from helm_creativity.judges.replies.dicts import DictContainer, DictText, Value
from helm_creativity.judges.replies.listed import AskedRatings
from helm_creativity.judges.replies.names import is_prose_key, key_words
from helm_creativity.judges.replies.records import IDS, TEXTS, places_of

_CATEGORY = {
    "category",
    "group",
    "type",
    "class",
    "cluster",
    "theme",
    "label",
    "cat",
    "kind",
    "categories",
    "category name",
    "group name",
}
_MEMBERS = {"uses", "items", "ideas", "texts", "numbers", "members", "responses", "answers", "ids"}
_NAMES = {*_CATEGORY, "name", "title"}
_ARTICLE = re.compile(r"(?:the|an?)\s+(?=\S)", re.IGNORECASE)
_KIND = re.compile(r"(?:categor(?:y|ies)|group|cluster|class|type)(?:\s*[:=–—-]\s*|\s+)(?=\S)", re.IGNORECASE)
_NONE = re.compile(r"(?:null|none|n/?a|unknown|-|\?)?", re.IGNORECASE)
_LONGEST = 80
_AROUND = " \t.,:;\"'|*#>-–—"


class Sorted(NamedTuple):
    """A text and its category.

    Attributes:
        written: the number of the text as it is written; None for words.
        places: the places of the text, counted from 0, where its words stand; none for a number.
        label: the category.
    """

    written: int | None
    places: tuple[int, ...]
    label: str


def label_of(words: str) -> str | None:
    """A category in one spelling: without case, articles, marks, and the word "category"; None for no category."""
    label = _unwrapped(" ".join(words.split()))
    bare = _KIND.sub("", label, count=1)
    # The "A" of "Category A (tools)" is a name.
    label = _unwrapped(bare if bare != label else _ARTICLE.sub("", label, count=1)).casefold()
    return None if _NONE.fullmatch(label) or len(label) > _LONGEST else label


def _unwrapped(words: str) -> str:
    """Words without the marks around them; of brackets only those that belong to nothing inside."""
    words = words.strip(_AROUND)
    while (
        words
        and words[0] in "([{"
        and (words[-1] in ")]}" or words.count(")") + words.count("]") + words.count("}") == 0)
    ):
        words = words[1:].rstrip(")]}").strip(_AROUND)
    return words if any(mark in words for mark in "([{") else words.rstrip(")]}").strip(_AROUND)


def sorted_in(container: DictContainer, asked: AskedRatings, depth: int = 0) -> list[Sorted]:
    """What a container sorts into categories, by any of its forms."""
    if depth > 6:
        return []
    if container.bracket == "[" and not container.pairs:
        return _of_list(container, asked, depth)
    return (
        _record(container, asked)
        or _keyed(container, asked)
        or _groups(container, asked)
        or _inside(container, asked, depth)
    )


def _of_list(container: DictContainer, asked: AskedRatings, depth: int) -> list[Sorted]:
    """A label for each text in order, or records."""
    inner = [value for value in container.values if isinstance(value, DictContainer)]
    if not inner:
        labels = [label_of(value.text) for value in container.values if isinstance(value, DictText)]
        if len(labels) != asked.rated.count or None in labels:
            return []
        return [Sorted(None, (place,), label) for place, label in enumerate(labels) if label is not None]
    found = [one for value in inner for one in sorted_in(value, asked, depth + 1)]
    if found or len(inner) != asked.rated.count:
        return found
    labels = [_category(value) for value in inner]
    return (
        []
        if None in labels
        else [Sorted(None, (place,), label) for place, label in enumerate(labels) if label is not None]
    )


def _category(container: DictContainer) -> str | None:
    """The category that a record names."""
    named = [value for key, value in container.pairs if key_words(key) in _CATEGORY and isinstance(value, DictText)]
    return label_of(named[0].text) if len(named) == 1 else None


def _record(container: DictContainer, asked: AskedRatings) -> list[Sorted]:
    """{"id": 1, "use": "doorstop", "category": "tools"}, or {"category": "tools", "uses": [1, 3]}."""
    label = _category(container)
    if label is not None:
        for key, value in container.pairs:
            words = key_words(key)
            if isinstance(value, DictText) and (words in IDS | TEXTS or key.strip() in "#№") and words not in _CATEGORY:
                found = _member(value, asked, text_first=words in TEXTS)
                if found is not None:
                    return [found._replace(label=label)]
    named = [value for key, value in container.pairs if key_words(key) in _NAMES and isinstance(value, DictText)]
    lists = [value for _, value in container.pairs if isinstance(value, DictContainer) and value.bracket == "["]
    if len(named) != 1 or len(lists) != 1 or (label := label_of(named[0].text)) is None:
        return []
    return list(_members(lists[0], label, asked)) or []


def _keyed(container: DictContainer, asked: AskedRatings) -> list[Sorted]:
    """{"1": "tools", "doorstop": {"category": "tools"}}: every key is a text or the number of one."""
    found: list[Sorted] = []
    for key, value in container.pairs:
        if isinstance(value, DictContainer):
            label = _category(value) if value.bracket == "{" else _only(value)
        else:
            label = label_of(value.text)
        if is_prose_key(key) and not asked.rated.place_of(key):
            continue
        member = _member_of(key, asked)
        if member is None or label is None:
            return []
        found.append(member._replace(label=label))
    return found


def _only(container: DictContainer) -> str | None:
    """The label in a list that holds nothing else."""
    values = container.values
    label = label_of(values[0].text) if len(values) == 1 and isinstance(values[0], DictText) else None
    return None if label is None or label.isdigit() else label


def _groups(container: DictContainer, asked: AskedRatings) -> list[Sorted]:
    """{"tools": [1, 3], "toys": ["doorstop"]}."""
    found: list[Sorted] = []
    for key, value in container.pairs:
        label = label_of(key)
        if label is None or isinstance(value, DictText):
            member = _member(value, asked) if isinstance(value, DictText) else None
            found += [member._replace(label=label)] if label is not None and member is not None else []
            continue
        lists = [value] if value.bracket == "[" else [one for key, one in value.pairs if key_words(key) in _MEMBERS]
        for one in lists:
            found += _members(one, label, asked) if isinstance(one, DictContainer) else []
    return found


def _members(container: DictContainer, label: str, asked: AskedRatings) -> Iterator[Sorted]:
    """The texts in a list."""
    for value in container.values:
        member = _member(value, asked)
        if member is not None:
            yield member._replace(label=label)


def _member(value: Value, asked: AskedRatings, text_first: bool = True) -> Sorted | None:
    """The text that a value names."""
    if isinstance(value, DictContainer):
        named = [one for key, one in value.pairs if key_words(key) in IDS | TEXTS and isinstance(one, DictText)]
        return _member(named[0], asked) if named else None
    return _member_of(value.text, asked, text_first)


def _member_of(words: str, asked: AskedRatings, text_first: bool = True) -> Sorted | None:
    """The text that some words name, by its number or its own words."""
    places, written = places_of(words, asked, text_first)
    if written is None and not places:
        return None
    return Sorted(written, tuple(places), "")


def _inside(container: DictContainer, asked: AskedRatings, depth: int) -> list[Sorted]:
    """What the containers in a container sort."""
    inner = [value for _, value in container.pairs if isinstance(value, DictContainer)]
    return [one for value in inner for one in sorted_in(value, asked, depth + 1)]
