"""Lists and objects of a reply as trees, however deep, truncated or mismatched; for answers that are paths of triples.

The readers of lists and of ratings know flat entries; here brackets stand in brackets, entries hold commas and
apostrophes, and one wrong quote among a hundred must not cost more than the path in which it stands.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

from helm_creativity.parsing.path_strings import QUOTES, exact, likely, tidy

_CLOSING = {"[": "]", "(": ")", "{": "}"}
_NOTHING = frozenset({"null", "none", "nan", "n/a", "true", "false", "undefined"})
# In prose, a bracket before plain words is no list.
_ROOT = re.compile(
    rf"\[(?=\s*(?:[{QUOTES}\[({{\d\]#/.…\\]|\Z))|\((?=\s*[\[({{])"
    rf"|\{{(?=\s*(?:[{QUOTES}\[({{\d}}#/\\]|[^\W\d][\w ]{{0,30}}:|\Z))"
)
_COMMON = rf"""(?P<blank>\s+|//[^\n]*|\#[^\n]*|/\*.*?(?:\*/|\Z))|(?P<fence>```)
    |(?P<open>[\[({{])|(?P<close>[\])}}])|(?P<comma>[,，;])|(?P<colon>=>|[:：])|(?P<quote>[{QUOTES}])
    |(?P<number>[-+]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[-+]?\d+)?%?)(?=\s*(?:[,，;:：\])}}\[({{\#{QUOTES}]|//|/\*|\Z))"""
_PLAIN = r"[^,，;:：\[\](){}\n]|\([^(),\n]{0,80}\)"
_FLAGS = re.VERBOSE | re.DOTALL | re.IGNORECASE
_IN_OBJECT = re.compile(rf"{_COMMON}|(?P<bare>(?:{_PLAIN})+)", _FLAGS)
# A colon in a list mostly belongs to a name: "Kareem: Minority of One".
_IN_LIST = re.compile(rf"{_COMMON}|(?P<bare>(?:{_PLAIN}|[:：](?!\s{{0,9}}[\[({{{QUOTES}]))+)", _FLAGS)
# What marks a name in Markdown or a wiki.
_MARKED = re.compile(r"(\*{1,3})([^*]+)\1|()\[\[([^\[\]|]+)(?:\|[^\[\]|]*)?\]\]")
# So many readings are given up because of their quotes; after that every string is guessed at once.
_MOST_EXACT = 20


class BracketText(NamedTuple):
    """A value that is no container.

    Attributes:
        text: as it was written, without quotes.
        kind: "string" in quotes, "bare" without, "number", "nothing" (null and its like) or "dots" ("...").
    """

    text: str
    kind: str

    @property
    def is_name(self) -> bool:
        """Whether it can be a part of a triple."""
        return self.kind in ("string", "bare") and bool(self.text.strip(" .…"))

    @property
    def name(self) -> str:
        """The text without the marks of bold type or of a link around all of it."""
        marked = _MARKED.fullmatch(self.text)
        return ((marked[2] or marked[4]).strip() if marked else "") or self.text


@dataclass
class BracketContainer:
    """A bracketed part of a reply.

    Attributes:
        bracket: "[", "(" or "{".
        entries: pairs of key and value; the key is None where there is none.
        closed: whether a bracket closed it.
        height: 1 where it holds no containers, else one more than the highest of them.
        broken: whether the text goes on behind it as if it had been closed.
    """

    bracket: str
    entries: list[tuple[str | None, Value]] = field(default_factory=list)
    closed: bool = False
    height: int = 1
    broken: bool = False
    key: str | None = None

    @property
    def containers(self) -> list[BracketContainer]:
        """The containers directly inside."""
        return [value for _, value in self.entries if isinstance(value, BracketContainer)]

    @property
    def keyed(self) -> bool:
        """Whether any value has a key."""
        return any(key is not None for key, _ in self.entries)

    def add(self, value: Value) -> None:
        """Add a value under the key that waits for one."""
        self.entries.append((self.key, value))
        self.key = None

    def last_word(self) -> str | None:
        """The last value, taken out again, if it can be a key."""
        if not self.entries or self.entries[-1][0] is not None or not isinstance(self.entries[-1][1], BracketText):
            return None
        word = self.entries.pop()[1]
        return word.text if isinstance(word, BracketText) else None


Value = BracketText | BracketContainer


class Root(NamedTuple):
    """An outermost container.

    Attributes:
        container: what was read.
        start: where it opens in the text.
        end: where it ends, or reading did.
        open: how many of its brackets never close; 0 if as many were closed in the wrong place.
        ended: whether the text behind it shows that nothing is missing there.
    """

    container: BracketContainer
    start: int
    end: int
    open: int
    ended: bool


def read_roots(text: str, ended: bool) -> list[Root]:
    """The outermost containers of the text, in time linear in its length.

    Args:
        text: an answer, or the part of it that is marked as such.
        ended: whether it is known to be whole, as in front of a closing tag.
    """
    roots: list[Root] = []
    position = given_up = 0
    while opening := _ROOT.search(text, position):
        start = opening.start()
        root = _Reader(text, start, ended, exact_strings=True).read() if given_up < _MOST_EXACT else None
        if root is None:
            given_up += 1
            root = _Reader(text, start, ended, exact_strings=False).read()
        if root is None:
            break
        roots.append(root)
        position = root.end
    return roots


def read_inside(text: str) -> BracketContainer | None:
    """A list of what a short text holds, as where a triple is itself a string; None if its brackets do not close."""
    roots = read_roots(f"[{text}]", ended=True) if text.startswith(("(", "[", "{")) else []
    return roots[0].container if len(roots) == 1 and not roots[0].open and roots[0].container.closed else None


class _Reader:
    """The open containers of one root, fed one token at a time."""

    def __init__(self, text: str, start: int, ended: bool, exact_strings: bool) -> None:
        self._text = text
        self._start = self._position = start
        self._ended = ended
        self._exact = exact_strings
        self._stack: list[BracketContainer] = []
        self._misplaced = 0
        self._open = {"[": 0, "(": 0, "{": 0}
        self._failed = False

    def read(self) -> Root | None:
        """The root; None if a string does not end where it should."""
        root = BracketContainer(self._text[self._start])
        self._push(root)
        self._position += 1
        fenced = False
        while self._stack and self._position < len(self._text) and not fenced:
            pattern = _IN_OBJECT if self._stack[-1].bracket == "{" else _IN_LIST
            token = pattern.match(self._text, self._position)
            if token is None:
                self._position += 1
                continue
            fenced = token.lastgroup == "fence"
            self._position = token.end()
            self._accept(str(token.lastgroup), token[0])
            if self._failed:
                return None
        unclosed = max(len(self._stack) - self._misplaced, 0)
        while self._stack:
            self._pop(closed=False)
        return Root(root, self._start, self._position, unclosed, fenced or self._ended)

    def _accept(self, kind: str, token: str) -> None:
        """Take one token."""
        if kind == "open":
            self._push(BracketContainer(token))
        elif kind == "close":
            self._close(token)
        elif kind == "colon":
            self._colon()
        elif kind == "quote":
            self._string()
        elif kind in ("number", "bare"):
            self._word(kind, token)

    def _word(self, kind: str, token: str) -> None:
        """Take what has no quotes; where the text ends behind it, the rest of it may be missing."""
        word = tidy(token).strip(QUOTES + " ")
        unfinished = self._position == len(self._text) and not self._ended
        if unfinished or word.lower() in _NOTHING:
            kind = "nothing"
        elif not word.strip(".… "):
            kind = "dots"
        self._stack[-1].add(BracketText(word, kind))

    def _string(self) -> None:
        """Take the string whose opening quote was the last token."""
        start = self._position - 1
        found = (exact if self._exact else likely)(self._text, start, self._ended)
        if found is None:
            self._failed = True
            return
        self._position = found.end
        if found.closed:
            self._stack[-1].add(BracketText(found.text, "string"))

    def _push(self, container: BracketContainer) -> None:
        """Go one level down."""
        if self._stack:
            self._stack[-1].add(container)
        self._stack.append(container)
        self._open[container.bracket] += 1

    def _pop(self, closed: bool) -> None:
        """Go one level up."""
        container = self._stack.pop()
        container.closed = closed
        self._open[container.bracket] -= 1
        if self._stack:
            self._stack[-1].height = max(self._stack[-1].height, container.height + 1)

    def _close(self, bracket: str) -> None:
        """Close the innermost container, by whichever bracket; only objects stay open at a bracket that closes lists.

        In an object of three texts such a bracket is a slip of the pen, else one too many.
        """
        top = self._stack[-1]
        if _CLOSING[top.bracket] == bracket:
            self._pop(closed=True)
        elif top.bracket != "{":
            self._misplaced += bracket == "}" and self._open["{"] > 0
            self._pop(closed=True)
        elif top.height == 1 and len(top.entries) == 3 and top.keyed:
            self._pop(closed=True)
        else:
            self._misplaced += 1

    def _colon(self) -> None:
        """Make the last value a key, of the object around the list in which it stands if that list was never closed."""
        top = self._stack[-1]
        key = top.last_word()
        if key is None:
            return
        if top.bracket != "{" and top.height > 1 and not top.keyed and self._open["{"]:
            while self._stack[-1].bracket != "{":
                self._stack[-1].broken = True
                self._pop(closed=False)
        self._stack[-1].key = key
