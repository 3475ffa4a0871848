"""The outline of an answer: its headings, the entries with numbers, letters or bullets, and what stands under each."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import NamedTuple

Level = tuple[int, int, int]
"""Depth of a line: first 0 for headings, 1 for bold lines, 2 for lines before a colon, 3 for entries; then finer."""

_HASHES = re.compile(r"(#{1,6})[ \t]+")
_BULLET = re.compile(
    r"(?:[*+◦⁃○](?=[ \t])|[-•–—·▪‣●■►➤✓✔✅☐・](?![-–—*]|\d))[ \t]*(?:\[[ xX]?\][ \t]+)?(?=\S)(?![*_]{2,}\s*$)"
)
_NUMBER = re.compile(
    r"(?P<bold>\*\*|__)?(?:(?:use|usage|idea|option|way|no\.?|uso)[ \t]?(?=#?\d{1,3}[ \t]?[:.)–-]))?"
    r"[(\[#]?(?P<number>\d{1,5})"
    r"(?:\\?[.):\]、]+|\ufe0f?\u20e3|[ \t]?[-–—](?=[ \t])|(?P<bare>[ \t]|-(?=[^\W\d])))(?!\d)[ \t]*",
    re.IGNORECASE,
)
_LETTER = re.compile(r"(?P<bold>\*\*|__)?(?:\([a-zA-Z]\)|\([ivx]{1,5}\)|[a-zA-Z][.)]|[ivxIVX]{1,5}[.)])[ \t]+(?=\S)")
_BARE_PAIR = (re.compile(r"^[ \t]*1[ \t-]+\S", re.MULTILINE), re.compile(r"^[ \t]*2[ \t-]+\S", re.MULTILINE))
_BOLD_LINE = re.compile(r"(?:[^\w\s*_'\"“”()\[\]-]{1,4}[ \t]?)?(\*\*|__)(?=\S)(?:(?!\1).){1,200}?\1:?")
_RULE = re.compile(r"[-*_=~ \t]{3,}|(?:```|~~~).*|</?[a-z]{1,10}>")
_TABLE_RULE = re.compile(r"\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-{2,}:?[ \t]*){0,20}\|?")
_INDENT = 2
_ENTRY = 3


class _Mark(NamedTuple):
    """What stands at the start of a line: its depth, whether it is an entry, the text behind the mark, its number."""

    level: Level
    is_entry: bool
    content: str
    number: int = 0


@dataclass
class Node:
    """A heading or an entry.

    Attributes:
        title: its line without the mark.
        level: its depth.
        is_entry: whether a number, letter or bullet makes it an entry; otherwise it is a heading.
        body: the lines that belong to it without a mark of their own.
        loose: for an entry, paragraphs behind it that nothing ties to it, or to the heading above.
        children: the headings and entries below it.
    """

    title: str = ""
    level: Level = (-1, 0, 0)
    is_entry: bool = False
    body: list[str] = field(default_factory=list)
    loose: list[str] = field(default_factory=list)
    children: list[Node] = field(default_factory=list)


def outline(text: str) -> Node:
    """The tree of the lines of an answer; its root is the answer itself. Takes linear time."""
    bare = all(pattern.search(text) for pattern in _BARE_PAIR)
    open_nodes = [Node()]
    blank, last = False, 0
    for line in _lines(text):
        if not line.strip():
            blank = True
            continue
        mark = _mark(line, last + 1 if bare else 0)
        if mark is None:
            _add_text(open_nodes, line, blank)
        else:
            _add_node(open_nodes, mark)
            last = mark.number or last
        blank = False
    return open_nodes[0]


def size(node: Node) -> int:
    """How many entries stand below a node."""
    pending, count = [node], 0
    while pending:
        children = pending.pop().children
        count += sum(child.is_entry for child in children)
        pending.extend(children)
    return count


def _lines(text: str) -> list[str]:
    """The lines without fences and rules; a row of a table is an entry, bullets in a row get lines of their own."""
    lines: list[str] = []
    table = False
    for line in text.split("\n"):
        row = line.strip()
        if "|" in row and _TABLE_RULE.fullmatch(row):
            lines, table = lines[:-1], True
        elif table and "|" in row:
            cells = [cell.strip() for cell in row.strip("| ").split("|")]
            cells = [cell for cell in cells if cell and not cell.strip("#*. ").isdigit()]
            lines.append("- " + ": ".join(cells))
        elif row.count("•") > 1:
            lines.extend("• " + part.strip() if i else part for i, part in enumerate(line.split("•")) if part.strip())
        elif not (row and _RULE.fullmatch(row)):
            table = False
            lines.append(line)
    return lines


def _mark(line: str, due: int) -> _Mark | None:
    """What the start of a line says of it, or None for plain text; a bare number counts when due."""
    content = line.lstrip(" \t>")
    indent = len(line[: len(line) - len(content)].expandtabs(4))
    hashes = _HASHES.match(content)
    content = content[hashes.end() :].strip() if hashes else content.strip()
    bullet = None if hashes else _BULLET.match(content)
    inner = content[bullet.end() :] if bullet else content
    number = _NUMBER.match(inner)
    if number and number["bare"] and int(number["number"]) != due:
        number = None
    letter = None if number or bullet else _LETTER.match(inner)
    if numbered := number or letter:
        content = (numbered["bold"] or "") + inner[numbered.end() :].strip()
        level = (0, len(hashes[1]), 0) if hashes else (_ENTRY, indent, 1 if letter else 0)
        return _Mark(level, True, content, int(number["number"]) if number else 0)
    if hashes:
        return _Mark((0, len(hashes[1]), 0), False, content)
    if bullet:
        return _Mark((_ENTRY, indent, 2), True, inner)
    if _BOLD_LINE.fullmatch(content):
        return _Mark((1, 0, 0), False, content)
    return _Mark((2, 0, 0), False, content) if content.rstrip("*_ ").endswith((":", "：")) and not indent else None


def _add_node(open_nodes: list[Node], mark: _Mark) -> None:
    """Put a node below the last open one that is less deep."""
    while not _is_below(mark.level, open_nodes[-1].level):
        open_nodes.pop()
    node = Node(mark.content, mark.level, mark.is_entry)
    open_nodes[-1].children.append(node)
    open_nodes.append(node)


def _is_below(level: Level, above: Level) -> bool:
    """Whether a line of one depth belongs to an open one of another; entries differ by two columns or by marks."""
    if level[0] != _ENTRY or above[0] != _ENTRY:
        return level > above
    if abs(level[1] - above[1]) < _INDENT:
        return level[2] > above[2]
    return level[1] > above[1]


def _add_text(open_nodes: list[Node], line: str, blank: bool) -> None:
    """Give a plain line to the open entry or heading; behind a blank line it is loose unless it is indented."""
    node = open_nodes[-1]
    if not node.is_entry or not blank or line[:_INDENT].isspace():
        (node.loose if node.loose and blank else node.body).append(line.strip())
        return
    while open_nodes[-1].level[0] == _ENTRY and len(open_nodes) > 1 and open_nodes[-2].is_entry:
        open_nodes.pop()
    open_nodes[-1].loose.append(line.strip())
