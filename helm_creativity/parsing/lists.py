"""A reply's list of entries, whatever form a model or a person gave it."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass

from helm_creativity.parsing.arrays import Arrays, find_arrays, longest
from helm_creativity.parsing.containers import entry_text
from helm_creativity.parsing.entries import headword, unwrap
from helm_creativity.parsing.marked import bulleted, numbered
from helm_creativity.parsing.plain import lines, separated, spaced
from helm_creativity.parsing.text import clean, enough
from helm_creativity.parsing.turns import own_turn

__all__ = ["ListParse", "headword", "parse_list", "too_long"]

TOO_LONG_FACTOR = 10
"""A reply with more than this many times the entries asked is a runaway, not an answer."""

_FENCE = re.compile(r"^[ \t>]*(?:```|~~~)[^\n`]*$", re.MULTILINE)
_FORMS = (
    ("numbered", numbered),
    ("bulleted", bulleted),
    ("lines", lines),
    ("separated", separated),
    ("spaced", spaced),
)


@dataclass(frozen=True)
class ListParse:
    """A list read from a reply.

    Attributes:
        items: the entries, unwrapped, in order, repeated ones kept, blank ones dropped; at least one.
        form: "json", "bracketed", "numbered", "bulleted", "lines", "separated" or "spaced".
    """

    items: tuple[str, ...]
    form: str


def parse_list(text: str, expected: int | None = None) -> ListParse | None:
    """The list in a reply, with everything around it left out.

    The forms are tried in order of trust: JSON, other brackets, numbers, bullets, lines, commas or semicolons, bare
    words. The first with half of the entries asked (two, where `expected` is None) is the answer, else the first with
    any: a short numbered plan before a long list of words must not hide it.

    Args:
        text: the reply, with or without the model's thoughts.
        expected: how many entries were asked, if a number was. It never cuts a list or fills it up.

    Returns:
        None if the reply holds no list: prose, or half an answer (an array that opens and never closes), from which
        nothing is guessed. Takes time linear in the length of the text.
    """
    body = own_turn(text)
    whole = _whole(body)
    if len(whole) >= enough(expected):
        return ListParse(whole, "json")
    arrays = find_arrays(body)
    if arrays.half:
        return None
    found: ListParse | None = None
    for form, items in _readings(arrays, expected):
        if len(items) >= enough(expected):
            return ListParse(items, form)
        found = found or (ListParse(items, form) if items else None)
    return found


def too_long(n_items: int, asked: int) -> bool:
    """Whether a reply has more than ten times as many entries as were asked, so that it is no answer."""
    return n_items > TOO_LONG_FACTOR * asked


def _whole(body: str) -> tuple[str, ...]:
    """The entries of a reply that is one array of strings and nothing else: the usual case, and far faster to read."""
    if not body.startswith("["):
        return ()
    try:
        value = json.loads(body, strict=False)
    except (ValueError, RecursionError):
        return ()
    return longest([value]) if all(isinstance(element, str) for element in value) else ()


def _readings(arrays: Arrays, expected: int | None) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The reply read in one form after the other, each with what it finds."""
    yield "json", longest(arrays.strict)
    loose = longest(arrays.loose)
    yield "bracketed", loose if len(loose) > 1 or len(loose) == expected else ()  # one remark in brackets is no list
    # One string in JSON that is itself a list: {"words": "cat, dog, tree"}.
    inner = clean(entry_text(arrays.strict[0])) if len(arrays.strict) == 1 else ""
    for body in (inner, _FENCE.sub("", arrays.rest)):
        for form, read in _FORMS:
            yield form, tuple(item for item in map(unwrap, read(body, expected)) if item)
