"""Words with a reason each, as a reply gives them that was asked for objects of a word and its explanation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Any

from helm_creativity.parsing.arrays import find_arrays
from helm_creativity.parsing.containers import ITEM_KEYS, entry_text
from helm_creativity.parsing.entries import unwrap
from helm_creativity.parsing.explained import MOST_WORDS, ExplainedEntry, explained, pair, written_pairs
from helm_creativity.parsing.text import enough, is_short
from helm_creativity.parsing.turns import own_turn

__all__ = ["ExplainedEntry", "parse_pairs"]

WORD_KEYS = (*ITEM_KEYS, "association", "associate", "associated word", "next word", "associated", "next")
"""Keys under which an entry keeps its word, the most telling first."""

REASON_KEYS = (
    *("reason", "explanation", "connection", "rationale", "justification", "description", "why"),
    *("because", "relation", "relationship", "link", "reasoning", "explain", "note", "comment"),
)
"""Keys under which an entry keeps its explanation."""

_FENCES = ("```", "~~~")
_NUMBERED = re.compile(r"[^\W\d]{0,20}[ _#.-]{0,3}\d{1,5}\.?")

# Made once: with hooks, `json.loads` builds a decoder for every reply. The same hooks as in `arrays`.
_DECODER = json.JSONDecoder(
    object_pairs_hook=tuple,
    parse_int=lambda _: None,
    parse_float=lambda _: None,
    parse_constant=lambda _: None,
    strict=False,
)


def parse_pairs(text: str, expected: int | None = None) -> tuple[ExplainedEntry, ...] | None:
    """The entries of a reply that was asked for ``{"results": [{"word": "", "reason": ""}, ...]}``.

    Forms in order of trust: the longest list of objects, of strings or of word and reason in JSON or other brackets, or
    one object per line; then the longest of entries with labels ("Word: stone"), a chain with arrows ("rock -> stone ->
    pebble", three words or more, or a line a step), and any list that ``parse_list`` reads, with what stands behind the
    headword as the reason. The first with half of the entries asked is the answer, else the first with any. Blank words
    are dropped, so that an echo of the empty form is nothing.

    Args:
        text: the reply, with or without the model's thoughts.
        expected: how many entries were asked, if a number was. It never cuts a list or fills it up.

    Returns:
        At least one pair, in order, repeated words kept. None if the reply holds no list: prose, or half an answer (an
        array that opens and never closes), from which nothing is guessed. Takes time linear in the length of the text.
    """
    body = own_turn(text)
    pairs = _whole(body)
    if len(pairs) >= enough(expected):
        return pairs
    arrays = find_arrays(body)
    if arrays.half:
        return None
    found = _pairs_of([*arrays.strict, *arrays.loose])
    if len(found) >= enough(expected):
        return found
    # One string in JSON may be a list itself: {"results": "stone, roll, cliff"}.
    inner = entry_text(arrays.strict[0]) if len(arrays.strict) == 1 and not found else ""
    best = written_pairs(inner, expected) or written_pairs(arrays.rest, expected)
    return (best if len(best) >= enough(expected) else found or best) or None


def _whole(body: str) -> tuple[ExplainedEntry, ...]:
    """The pairs of a reply that is JSON and nothing else: the usual case, and ten times as fast as looking for it."""
    if body.startswith(_FENCES) and body.endswith(_FENCES):
        body = body[:-3].partition("\n")[2].strip()
    if not body.startswith(("{", "[")):
        return ()
    try:
        return _pairs_of([_DECODER.decode(body)])
    except (json.JSONDecodeError, RecursionError):
        return ()


def _pairs_of(values: list[object]) -> tuple[ExplainedEntry, ...]:
    """The longest list of pairs in the values, of equals the last; where every value is one entry, all together."""
    lists = [pairs for value in values for pairs in _lists_in(value)]
    best = max(reversed(lists), key=len, default=())
    flat = len(values) > 1 and all(isinstance(value, tuple) and not _holds_more(value) for value in values)
    singles = _entries(values) if flat else ()
    return singles if len(singles) > len(best) else best


def _lists_in(value: object) -> Iterator[tuple[ExplainedEntry, ...]]:
    """The lists of pairs in a decoded value, in the order of the text; what explains a list is not one."""
    pending: list[Any] = [value]
    while pending:
        node = pending.pop()
        if isinstance(node, list):
            entries = _entries(node)
            yield entries
            # What was read as an entry is looked into again only if it holds more than its word and its reason.
            children = [child for child in node if len(entries) < len(node) or _holds_more(child)]
        else:
            yield _members(node)
            children = [child for key, child in node if _key(key) not in REASON_KEYS]
        pending.extend(child for child in reversed(children) if isinstance(child, (list, tuple)))


def _holds_more(node: object) -> bool:
    """Whether an array or object holds further ones."""
    if isinstance(node, tuple):
        node = [value for _, value in node]
    if isinstance(node, list):
        for value in node:
            if isinstance(value, (list, tuple)):
                return True
    return False


def _members(node: tuple[tuple[str, object], ...]) -> tuple[ExplainedEntry, ...]:
    """The pairs that an object itself is: one entry, named or numbered entries, or words as keys of their reasons."""
    if all(isinstance(value, tuple) for _, value in node):
        return _entries([value for _, value in node])
    if len(node) > 1 and all(_is_reason_of(key, value) for key, value in node):
        pairs = (pair(key, str(value)) for key, value in node)
        return tuple(one for one in pairs if one.word)
    if all(_NUMBERED.fullmatch(key) for key, _ in node):
        return _entries([value for key, value in node if _key(key.rstrip("0123456789. #-_")) not in REASON_KEYS])
    return _entries([node]) if any(_key(key) in WORD_KEYS for key, _ in node) else ()


def _entries(elements: list[object]) -> tuple[ExplainedEntry, ...]:
    """The pairs of one array, without blank words."""
    pairs = (_entry(element) for element in elements)
    return tuple(one for one in pairs if one is not None and one.word)


def _entry(element: object) -> ExplainedEntry | None:
    """An object with a word, a string, or an array of a word and its reason."""
    if isinstance(element, tuple):
        return _object(element)
    if isinstance(element, str):
        return explained(unwrap(element))
    if isinstance(element, list) and 0 < len(element) < 3 and all(isinstance(part, str) for part in element):
        word, reason = (*element, "")[:2]
        return pair(word, reason) if reason or len(element) == 1 else None
    return None


def _object(node: tuple[tuple[str, object], ...]) -> ExplainedEntry | None:
    """The word under a telling key, or the only string that is not the reason."""
    if len(node) == 2 and node[0][0] == "word" and node[1][0] == "reason":  # as asked
        word, reason = node[0][1], node[1][1]
        if isinstance(word, str) and isinstance(reason, str):
            return pair(word, reason)
    strings = {_key(key): value for key, value in node if isinstance(value, str)}
    reason = next((strings[key] for key in REASON_KEYS if key in strings), "")
    word = next((strings[key] for key in WORD_KEYS if key in strings), None)
    if word is None:
        others = [(key, value) for key, value in node if isinstance(value, str) and _key(key) not in REASON_KEYS]
        if len(others) != 1:
            return None
        key, word = others[0]
        if not reason and _is_reason_of(key, word):
            word, reason = key, word
    return pair(word, reason)


def _is_reason_of(key: str, value: object) -> bool:
    """Whether an object's member is a word and its reason: {"stone": "a piece of rock"}."""
    if not isinstance(value, str) or " " not in value.strip() or not is_short(key, MOST_WORDS):
        return False
    return key.strip() != "" and _key(key) not in WORD_KEYS and _key(key) not in REASON_KEYS


def _key(key: str) -> str:
    """The spelling under which a key is known: "Associated_Words" is "associated word"."""
    if key in ("word", "reason"):
        return key
    return key.strip().lower().removesuffix("s").replace("_", " ").replace("-", " ")
