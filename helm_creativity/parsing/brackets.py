"""A bracketed list that JSON refuses: other quotes, trailing commas, comments, bare words, Python's tuples and sets."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from helm_creativity.parsing.text import is_clause, is_short

CLOSING = {"[": "]", "(": ")", "{": "}"}
_NOTHING = frozenset({"none", "null", "true", "false", "nan"})
_MAX_DEPTH = 50

_END = r'(?=[ \t]{0,20}(?:[,;:\])}\n#、،"]|//|$))'
_QUOTES = (('"', '"'), ("'", "'"), ("`", "`"), ("[“”„]", '[”“"]'), ("[‘’]", "[’']"))
_CORNERS = (("«", "»"), ("「", "」"), ("『", "』"))
_STRINGS = "|".join(rf"{left}(?:[^\n\\]|\\[^\n]){{0,500}}?{right}{_END}" for left, right in _QUOTES + _CORNERS)
_TOKEN = re.compile(
    rf"(?P<blank>\s+|//[^\n]*|#[^\n]*)|(?P<string>{_STRINGS})|(?P<open>[\[({{])|(?P<close>[\])}}])"
    r"|(?P<comma>[,;、،])|(?P<colon>:)"
    r"|(?P<bare>(?:[^,;、،:\[\](){}\n]|\([^()\n]{0,200}\))+)"
)


class BracketReading(NamedTuple):
    """The result of one attempt.

    Attributes:
        value: a list, or a tuple of (key, value) where there were keys; None if there is none to be had.
        end: where reading ended, behind the closing bracket or where it became clear that this is no list.
        unclosed: the brackets that were still open at the end of the text, outermost first; "" if none were.
    """

    value: object | None
    end: int
    unclosed: str = ""


def read_brackets(text: str, start: int) -> BracketReading:
    """Read the bracketed list that opens at `start`, in time linear in its length.

    Words without quotes must be short and no clauses, so that prose in brackets is not a list. Nesting deeper than 50
    is not read.
    """
    reader = _Reader()
    position = start
    while position < len(text):
        token = _TOKEN.match(text, position)
        if token is None or not reader.accept(str(token.lastgroup), token[0]):
            return BracketReading(None, position + 1)
        position = token.end()
        if not reader.stack:
            return BracketReading(reader.value, position)
    return BracketReading(None, position, "".join(container.bracket for container in reader.stack))


@dataclass
class _Container:
    """A bracket that has not closed yet, with what it holds so far."""

    bracket: str
    values: list[object] = field(default_factory=list)
    keys: list[str] = field(default_factory=list)

    def content(self) -> object | None:
        """The list, or the pairs where there were keys; None where only some values have a key."""
        if not self.keys:
            return self.values
        return tuple(zip(self.keys, self.values, strict=True)) if len(self.keys) == len(self.values) else None


class _Reader:
    """The open containers, fed one token at a time."""

    def __init__(self) -> None:
        self.stack: list[_Container] = []
        self.value: object | None = None
        self._separated = True

    def accept(self, kind: str, token: str) -> bool:
        """Take one token; False if no list can go on like this."""
        if kind == "blank":
            self._separated = self._separated or "\n" in token
            return True
        if kind == "string":
            self._separated = True  # quotes part two strings even where the comma is forgotten
            return self._add(re.sub(r"\\(.)", r"\1", token[1:-1]))
        if kind == "bare":
            word = token.strip()
            return self._add(None) if word.lower() in _NOTHING else _is_plausible(word) and self._add(word)
        if kind == "comma":
            self._separated = True
            return True
        return {"open": self._open, "close": self._close, "colon": self._colon}[kind](token)

    def _add(self, value: object) -> bool:
        """Add a value; between two of them stands a separator or at least a line end."""
        fits, self._separated = self._separated, False
        self.stack[-1].values.append(value)
        return fits

    def _open(self, token: str) -> bool:
        """Go one level down."""
        fits = self._separated and len(self.stack) < _MAX_DEPTH
        self.stack.append(_Container(token))
        self._separated = True
        return fits

    def _close(self, token: str) -> bool:
        """Go one level up, with the finished container as a value of the next one."""
        container = self.stack.pop()
        content = container.content()
        if CLOSING[container.bracket] != token or content is None:
            return False
        self._separated = True
        if self.stack:
            return self._add(content)
        self.value = content
        return True

    def _colon(self, _: str) -> bool:
        """Make the last value a key; only braces have any."""
        container = self.stack[-1]
        if container.bracket != "{" or len(container.values) != len(container.keys) + 1:
            return False
        key = container.values.pop()
        container.keys.append(str(key))
        self._separated = True
        return isinstance(key, str)


def _is_plausible(word: str) -> bool:
    """Whether words without quotes can be an entry."""
    return is_short(word) and not is_clause(word)
