"""Lists in brackets: where they are in a reply, in JSON or in what models write for it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass, field

from helm_creativity.parsing.brackets import CLOSING, read_brackets
from helm_creativity.parsing.containers import lists_in, singles_in

_JSON = re.compile(r'[\[{]\s*["\d\[\]{}tfnNI-]')

# A bracket is worth a second look if a quote or another bracket follows, or where it begins a line or follows a lead;
# a parenthesis only with a quote inside as well.
_OPENING = re.compile(
    r"""\[(?=\s*["'`“”„‘’«「『\[{])|(?:^[ \t>*`]*|[:=][ \t]*|\\boxed)(?:[\[{]|\((?=\s*["'“‘]))"""
    r'|[\[{](?=\s*["\d\[\]{}tfnNI-])',
    re.MULTILINE,
)

# A failed attempt costs the time to its end and, for JSON, a count of the lines before it. Both are rationed, so that
# hostile input takes a second or two. No honest reply comes near: it holds a few arrays, nearly all of them sound.
_FAILURES = 2000
_WASTED_CHARACTERS = 2_000_000
_TOO_DEEP = 10_000


@dataclass
class Arrays:
    """What a reply holds in brackets.

    Attributes:
        strict: values decoded as JSON, the outermost, in the order of the text.
        loose: values that JSON refuses, read all the same.
        rest: the text with a blank in the place of every value.
        half: an array opens and never closes, or an object does and no list stands in it: half an answer.
    """

    strict: list[object] = field(default_factory=list)
    loose: list[object] = field(default_factory=list)
    rest: str = ""
    half: bool = False


def find_arrays(text: str) -> Arrays:
    """Everything in brackets that can be a list, each part of the text in at most one value."""
    return _Search(text).run()


def longest(values: list[object]) -> tuple[str, ...]:
    """The entries of the longest list in the values, of equals the last, because an echoed example comes first.

    Where every value is a single entry (one object or one array of one word per line), they are one list together.
    """
    lists = [items for value in values for items in lists_in(value)]
    best = max(reversed(lists), key=len, default=())
    together = singles_in(values)
    return together if len(together) > len(best) else best


class _Search:
    """One pass over the opening brackets of a text."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._decoder = json.JSONDecoder(
            object_pairs_hook=tuple,
            parse_int=lambda _: None,
            parse_float=lambda _: None,
            parse_constant=lambda _: None,
            strict=False,
        )
        self._found = Arrays()
        self._rest: list[str] = []
        self._done = 0
        self._copied = 0
        self._failures = 0
        self._wasted = 0
        self._open_object = False

    def run(self) -> Arrays:
        """Look behind every opening bracket that is not inside a value already found."""
        for opening in _OPENING.finditer(self._text):
            start = opening.end() - 1
            if start < self._done:
                continue
            if self._failures >= _FAILURES or self._wasted >= _WASTED_CHARACTERS or self._found.half:
                break
            if not self._decode(start):
                self._read(start)
        found = self._found
        found.rest = " ".join([*self._rest, self._text[self._copied :]])
        found.half = found.half or (self._open_object and not longest(found.strict + found.loose))
        return found

    def _decode(self, start: int) -> bool:
        """Take the value at `start` if it is JSON."""
        if not _JSON.match(self._text, start):
            return False
        try:
            value, end = self._decoder.raw_decode(self._text, start)
        except json.JSONDecodeError as error:
            self._fail(error.pos - start)
            return False
        except RecursionError:
            self._fail(_TOO_DEEP)
            return False
        self._take(self._found.strict, value, start, end)
        return True

    def _read(self, start: int) -> None:
        """Take the value at `start` if it is a list in other brackets, or note that it never closes."""
        reading = read_brackets(self._text, start)
        if reading.value is not None:
            self._take(self._found.loose, reading.value, start, reading.end)
            return
        self._fail(reading.end - start)
        bracket = self._text[start]
        unclosed = reading.unclosed or (bracket if self._text.find(CLOSING[bracket], start) < 0 else "")
        self._found.half = "[" in unclosed or "(" in unclosed
        self._open_object = self._open_object or "{" in unclosed

    def _take(self, values: list[object], value: object, start: int, end: int) -> None:
        """Keep a value and go on behind it; one without text ("[1]" before an entry) stays in the rest."""
        self._done = end
        if values is self._found.loose or '"' in self._text[start:end]:
            values.append(value)
            self._rest.append(self._text[self._copied : start])
            self._copied = end

    def _fail(self, characters: int) -> None:
        """Count a failed attempt and what it cost."""
        self._failures += 1
        self._wasted += characters
