"""Words with a reason each, as a reply gives them that was asked for objects of a word and its explanation."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, NamedTuple

from helm_creativity.parsing.json_values import json_in
from helm_creativity.parsing.list_lines import LONGEST, pick
from helm_creativity.parsing.lists import ENTRY_KEYS, REASON_KEYS, headword, parse_list, readable, unwrap
from helm_creativity.parsing.text import clean, enough, is_clause, is_short
from helm_creativity.parsing.turns import own_turn

_WORD_KEYS = (*ENTRY_KEYS, "association", "associate", "associated word", "next word", "associated", "next")
_NUMBERED = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}\.?")
_ARROW = re.compile(r"[ \t]{0,20}(?:-{1,3}>|={1,2}>|[→⇒⟶➔➜➝➞➡]\ufe0f?)[ \t]{0,20}|(?<=\S)[ \t]{1,9}>[ \t]{1,9}(?=\S)")
_ARROW_BREAK = re.compile(rf"\s{{0,9}}\n\s{{0,9}}(?=(?:{_ARROW.pattern}))|(?<=[>→⇒⟶])\s{{0,9}}\n\s{{0,9}}")
_COLON = r"[*_\"]{0,4}[ \t]?:[*_\"]{0,4}"
_LABELLED = re.compile(
    r"^[\s>*•#-]{0,20}(?:\d{1,5}[.):][ \t]{0,9})?[*_\"]{0,4}"
    rf"(?:associated |next |chosen )?(?:word|association|associate)(?: ?\d{{1,3}})?{_COLON}(?P<word>[^\n,;]{{1,80}})"
    rf"(?:(?:[,;]|\n{{1,2}})[ \t>*•\"_-]{{0,20}}(?:reason|explanation|connection){_COLON}(?P<reason>[^\n]*))?",
    re.IGNORECASE | re.MULTILINE,
)
_CSV = re.compile(r"^[^\w\n]{0,9}word\"?[,;\t] ?\"?(?:reason|explanation)", re.IGNORECASE | re.MULTILINE)
_START = re.compile(r"\A[\s>*•-]*(?:\d{1,5}[.):]\s*)?")
_FEWEST_LINKS, _MOST_WORDS, _MOST_DEPTH = 3, 3, 20


class ExplainedEntry(NamedTuple):
    """One entry: its headword, and the reason given for it on one line, "" where there is none."""

    word: str
    reason: str


def parse_pairs(text: str, expected: int | None = None) -> tuple[ExplainedEntry, ...] | None:
    """The entries of a reply that was asked for ``{"results": [{"word": "", "reason": ""}, ...]}``.

    Forms in order of trust: the longest list in JSON, of objects, strings, or words and reasons, or an object on each
    line; entries with labels ("Word: stone"); a chain with arrows ("rock -> stone -> pebble"); any list that
    ``parse_list`` reads, with what stands behind the headword as the reason. Blank words are dropped.
    """
    body = own_turn(text)
    found = json_in(body)
    if found.half:
        return None
    values = readable(found, body)
    lists = [pairs for value in values for pairs in _lists_in(value)]
    members = [member for value in values for member in (value.values() if isinstance(value, dict) else value)]
    single = len(values) > 1 and not any(isinstance(member, (list, dict)) for member in members)
    pairs = max([_entries(values) if single else (), *reversed(lists)], key=len)
    if len(pairs) < enough(expected):
        pairs = max(_pairs_in_text(found.rest(body), expected), pairs, key=len)
    return pairs or None


def _lists_in(value: Any, depth: int = 0) -> Iterator[tuple[ExplainedEntry, ...]]:  # noqa: ANN401 - decoded JSON
    if not isinstance(value, (list, dict)) or depth > _MOST_DEPTH:
        return
    yield _members(value) if isinstance(value, dict) else _entries(value)
    for child in _without_reasons(value) if isinstance(value, dict) else value:
        yield from _lists_in(child, depth + 1)


def _members(node: dict[str, Any]) -> tuple[ExplainedEntry, ...]:
    """The entries of an object: words and their reasons, entries by number, or one entry."""
    if len(node) > 1 and all(_is_reason_of(key, value) for key, value in node.items()):
        return _entries([*map(list, node.items())])
    if all(map(_NUMBERED.fullmatch, node)):
        return _entries(_without_reasons(node))
    return _entries([node]) if any(_key(key) in _WORD_KEYS for key in node) else ()


def _without_reasons(node: dict[str, Any]) -> list[Any]:
    return [value for key, value in node.items() if _key(key.rstrip("0123456789. #-_")) not in REASON_KEYS]


def _entries(elements: list[Any]) -> tuple[ExplainedEntry, ...]:
    return tuple(pair for pair in map(_entry, elements) if pair is not None and pair.word)


def _entry(element: Any) -> ExplainedEntry | None:  # noqa: ANN401 - decoded JSON
    if isinstance(element, str):
        return _explained(element)
    if isinstance(element, list) and [*map(type, element)] == [str, str]:
        return _pair(*element)
    if not isinstance(element, dict):
        return None
    written = {key: value for key, value in element.items() if isinstance(value, str)}
    strings = {_key(key): value for key, value in written.items()}
    reason = next((strings[key] for key in REASON_KEYS if key in strings), "")
    word = next((strings[key] for key in _WORD_KEYS if key in strings), None)
    others = [(key, value) for key, value in written.items() if _key(key) not in REASON_KEYS]
    if word is not None:
        return _pair(word, reason)
    if len(others) != 1:
        return None
    return _pair(*others[0]) if not reason and _is_reason_of(*others[0]) else _pair(others[0][1], reason)


def _is_reason_of(key: str, value: Any) -> bool:  # noqa: ANN401 - decoded JSON
    """Whether an object's member is a word and its reason: {"stone": "a piece of rock"}."""
    return isinstance(value, str) and " " in value.strip() and _key(key) not in (*_WORD_KEYS, *REASON_KEYS, "")


def _key(key: str) -> str:
    """The spelling under which a key is known: "Associated_Words" is "associated word"."""
    return key.strip().lower().removesuffix("s").replace("_", " ").replace("-", " ")


def _pair(word: str, reason: str) -> ExplainedEntry:
    return ExplainedEntry(headword(word), " ".join(clean(reason).split()))


def _explained(entry: str) -> ExplainedEntry:
    entry = unwrap(entry)
    word = headword(entry)
    behind = entry.partition(word)[2] if word else ""
    return ExplainedEntry(word, " ".join(behind.lstrip(" \t-–—:=>→/|,;([{\"'*`”’").rstrip(" ])}").split()))


def _pairs_in_text(text: str, expected: int | None) -> tuple[ExplainedEntry, ...]:
    """Labels win over lists, to which "Reason: ..." is an entry; lists, whose reasons may hold arrows, over chains."""
    if len(text) > LONGEST or _CSV.search(text):
        return ()
    text = clean(text)
    pairs = (_pair(unwrap(match["word"]), match["reason"] or "") for match in _LABELLED.finditer(text))
    labelled = tuple(pair for pair in pairs if pair.word)
    listed = parse_list(text, expected)
    items = tuple(map(_explained, listed.items)) if listed else ()
    if labelled and 2 * len(labelled) >= len(items):
        return labelled
    lines = _ARROW_BREAK.sub(" ", text).split("\n")
    chain = tuple(pick((_links(_ARROW.split(line)) for line in lines if _ARROW.search(line)), expected))
    if not chain and listed and all(len(_ARROW.split(item)) == 2 for item in listed.items):
        return ()
    return max((items, chain), key=len)


def _links(parts: list[str]) -> list[ExplainedEntry]:
    pairs = [_explained(part) for part in (_START.sub("", parts[0].rpartition(":")[2]), *parts[1:])]
    fits = all(word and is_short(word, _MOST_WORDS) and not is_clause(word) for word, _ in pairs)
    return pairs if fits and len(parts) >= _FEWEST_LINKS else []
