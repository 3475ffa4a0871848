"""Dictionaries in a reply, as JSON, Python or something near it, whole or truncated, with prose around them.

The reader never fails. Missing commas, other quotes, comments, bare words and brackets that do not match cost at most
the entry in which they stand, because a judge that forgets a comma has rated all the same.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple, Union

_OPENS = {"}": "{", "]": "["}
_OPENING = re.compile(r"[\[{]")
_BEHIND = r"(?:\s{0,20}(?:[,;:}\]=]|//|/\*|\#|$)|[ \t]{0,20}\n)"
_STRING = {
    '"': re.compile(rf'"((?:[^"\\]|\\.|"(?!{_BEHIND}))*)"(?={_BEHIND})', re.DOTALL),
    "'": re.compile(rf"'((?:[^'\\\n]|\\[^\n]|'(?!{_BEHIND}))*)'(?={_BEHIND})"),
}
_TOKEN = re.compile(
    r"""(?P<blank>\s+|//[^\n]*|\#[^\n]*)
    |(?P<quote>["'])|(?P<open>[\[{])|(?P<close>[\]}])|(?P<comma>[,;])|(?P<colon>=>|[:=])
    |(?P<bare>(?:[^\s,;:=\[\]{}"/\#]|/(?!/)|[ \t](?![\s\#"']|//))+)
    |(?P<other>.)""",
    re.VERBOSE | re.DOTALL,
)
_ESCAPE = re.compile(r"\\(.)", re.DOTALL)


class DictText(NamedTuple):
    """A value that is no container: what a string holds, or bare words and numbers.

    Attributes:
        text: the value without its quotes.
        start: where it begins in the reply.
        end: where it ends in the reply.
    """

    text: str
    start: int
    end: int


Value = Union["DictContainer", DictText]


@dataclass
class DictContainer:
    """A bracketed part of a reply.

    Attributes:
        bracket: "{" or "[".
        root: where the outermost bracket around it opens.
        depth: how many brackets stand around it.
        start: where it opens.
        end: where it ends; where the reply does, if it is not closed.
        pairs: what has a key, in order.
        values: what has none.
        closed: whether it ends before the reply does.
    """

    bracket: str
    root: int
    depth: int
    start: int
    end: int
    pairs: list[tuple[str, Value]] = field(default_factory=list)
    values: list[Value] = field(default_factory=list)
    closed: bool = False
    _key: str | None = None
    _pending: Value | None = None

    @property
    def awaits(self) -> bool:
        """Whether its last key has no value yet."""
        return self._key is not None and self._pending is None

    def take(self, value: Value) -> None:
        """Add a value; one that waits for its comma is stored first."""
        self.flush()
        self._pending = value

    def name(self) -> None:
        """Make the waiting value the key of the next one."""
        if isinstance(self._pending, DictText):
            self._key, self._pending = self._pending.text, None

    def flush(self) -> None:
        """Store the waiting value, with its key if it has one."""
        if self._pending is not None and self._key is None:
            self.values.append(self._pending)
        elif self._pending is not None and self._key is not None:
            self.pairs.append((self._key, self._pending))
            self._key = None
        self._pending = None


class Containers(NamedTuple):
    """What stands in brackets.

    Attributes:
        found: all containers in the order in which they end; then those that never do, the innermost first.
        ends: where each outermost container ends, by where it opens; the length of the text where it never does.
    """

    found: list[DictContainer]
    ends: dict[int, int]


def read_containers(text: str) -> Containers:
    """All containers of the text, in time linear in its length."""
    reader = _Reader(text)
    while reader.step():
        pass
    for container in reversed(reader.stack):
        reader.end(container)
        reader.found.append(container)
    if reader.stack:
        reader.ends[reader.stack[0].root] = len(text)
    return Containers(reader.found, reader.ends)


class _Reader:
    """A position in the text and the containers that are open there."""

    def __init__(self, text: str) -> None:
        self.stack: list[DictContainer] = []
        self.found: list[DictContainer] = []
        self.ends: dict[int, int] = {}
        self._text = text
        self._position = 0
        self._open = {"{": 0, "[": 0}
        self._no_string_before = 0

    def step(self) -> bool:
        """Read one token; False at the end of the text, or where a string begins that never ends."""
        if not self.stack:
            opening = _OPENING.search(self._text, self._position)
            if opening is None:
                return False
            self._position = opening.start()
        token = _TOKEN.match(self._text, self._position)
        if token is None:
            return False
        if token["quote"] and not self._string(token["quote"]):
            return token["quote"] == "'"
        self._position = max(self._position, token.end())
        self._accept(str(token.lastgroup), token[0])
        return True

    def end(self, container: DictContainer) -> None:
        """End a container that nothing closes; what stands behind its last key began and never ended."""
        container.flush()
        if container.awaits:
            container.take(DictText("", self._position, len(self._text)))
            container.flush()

    def _accept(self, kind: str, token: str) -> None:
        """Take one token other than a string."""
        top = self.stack[-1] if self.stack else None
        if kind == "open":
            self._push(token)
        elif top is None:
            return
        elif kind == "close":
            self._pop(token)
        elif kind == "comma":
            top.flush()
        elif kind == "colon":
            top.name()
        elif kind == "bare":
            top.take(DictText(token.strip(), self._position - len(token), self._position))

    def _string(self, quote: str) -> bool:
        """Take a string, or pass over a quote that begins none."""
        start = self._position
        match = _STRING[quote].match(self._text, start) if start >= self._no_string_before else None
        if match is None and quote == "'":
            # No apostrophe of this line can end a string, so none is tried again: that would take quadratic time.
            line_end = self._text.find("\n", start)
            self._no_string_before = len(self._text) if line_end < 0 else line_end
            self._position = start + 1
        if match is None:
            return False
        self._position = match.end()
        content = _ESCAPE.sub(lambda escape: "\n" if escape[1] == "n" else escape[1], match[1])
        self.stack[-1].take(DictText(content, start, match.end()))
        return True

    def _push(self, bracket: str) -> None:
        """Go one level down."""
        start = self._position - 1
        root = self.stack[0].root if self.stack else start
        self.stack.append(DictContainer(bracket, root, len(self.stack), start, len(self._text)))
        self._open[bracket] += 1

    def _pop(self, bracket: str) -> None:
        """Go up to the bracket that this one closes, past those that were left open; nowhere if there is none."""
        opening = _OPENS[bracket]
        if not self._open[opening]:
            return
        while True:
            container = self.stack.pop()
            container.flush()
            container.closed = True
            container.end = self._position
            self.found.append(container)
            self._open[container.bracket] -= 1
            if self.stack:
                self.stack[-1].take(container)
            if container.bracket == opening:
                break
        if not self.stack:
            self.ends[container.root] = self._position
