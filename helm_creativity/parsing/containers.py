"""Lists of entries inside decoded arrays and objects.

An array is a list here and an object a tuple of (key, value), because models repeat keys; a leaf is a string or None.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from helm_creativity.parsing.entries import unwrap

ITEM_KEYS = (
    *("word", "noun", "item", "text", "use", "name", "term", "concept"),
    *("idea", "entry", "value", "answer", "response"),
)
"""Keys under which an object that is one entry of a list keeps its text, the most telling first."""

_NUMBERED_KEY = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}\.?")
_PLACEHOLDER = re.compile(r"(?:word|noun|item|use|name|term|entry|example)[ _#-]?\d{1,3}", re.IGNORECASE)


def lists_in(value: object) -> Iterator[tuple[str, ...]]:
    """The lists of entries in a decoded value, in the order of the text: one an array or numbered object with any.

    Entries are unwrapped, blank ones dropped; a list that only holds placeholders ("word1", "word2") is an echo of the
    prompt. An array is a list, an object a tuple of pairs, because models repeat keys.
    """
    pending = [value]
    while pending:
        node = pending.pop()
        children = _values(node)
        yield from _entries(children if isinstance(node, list) or _is_numbered(node) else [])
        pending.extend(child for child in reversed(children) if isinstance(child, (list, tuple)))


def singles_in(values: list[object]) -> tuple[str, ...]:
    """One entry from each value that is itself one entry, as where every line is an object of a single string."""
    return next(_entries(values), ())


def entry_text(element: object) -> str:
    """The text of an element: a string, an array of one string, an object with one string or a telling key."""
    if isinstance(element, str):
        return element
    if isinstance(element, list):
        return element[0] if len(element) == 1 and isinstance(element[0], str) else ""
    if not isinstance(element, tuple):
        return ""
    strings = {key.strip().lower(): value for key, value in element if isinstance(value, str)}
    if len(strings) == 1:
        return next(iter(strings.values()))
    return next((strings[key] for key in ITEM_KEYS if key in strings), "")


def _values(node: object) -> list[object]:
    """The elements of an array, or the values of an object; those under a telling key last, where they win."""
    if isinstance(node, tuple):
        return [value for _, value in sorted(node, key=_is_telling)]
    return node if isinstance(node, list) else []


def _is_telling(pair: tuple[str, object]) -> bool:
    """Whether the key says that these are the entries ("words", "Noun") and not remarks about them ("reasons")."""
    return pair[0].strip().lower().removesuffix("s") in ITEM_KEYS


def _entries(elements: list[object]) -> Iterator[tuple[str, ...]]:
    """The entries of one array, once, if there are any."""
    items = tuple(item for item in (unwrap(entry_text(element)) for element in elements) if item)
    if any(not _PLACEHOLDER.fullmatch(item) for item in items):
        yield items


def _is_numbered(node: object) -> bool:
    """Whether an object is a list in disguise: its keys are numbered ("1", "word1", "Word 2"), or one key repeats."""
    if not isinstance(node, tuple) or not node:
        return False
    keys = [key for key, _ in node]
    return all(_NUMBERED_KEY.fullmatch(key) for key in keys) or (len(keys) > 1 and len(set(keys)) == 1)
