"""Paths that are written as people write them: triples in single brackets, a path a line or an item, tags and arrows.

Only what is nothing but triples is read, so that a remark in brackets stays a remark; what looks like a path and holds
an entry that is no triple is counted and never guessed.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from functools import partial
from itertools import pairwise

from helm_creativity.parsing.path_answers import Part, PathReading, best_reading
from helm_creativity.parsing.path_rows import CLOSES, OPENS, Row, row_of
from helm_creativity.parsing.path_triples import is_echo
from helm_creativity.parsing.triples import Triple

_TRIPLE_TAG, _PATH_TAG = (
    re.compile(rf"<\s{{0,3}}(/?)\s{{0,3}}{name}(?:[ _-]?\d{{1,4}}|\s[^<>\n]{{0,40}})?\s{{0,3}}>", re.IGNORECASE)
    for name in ("triple", "path")
)
# In a sentence, a tag is only spoken of.
_BEFORE_AN_OPEN_TAG = re.compile(r"(?:\A|[\n>:.)])\s{0,9}\Z")


@dataclass
class _Item:
    """Lines that belong together; the kind is that of the line that opens them, "title" where that holds no triple."""

    kind: str = ""
    number: int | None = None
    rows: list[Row] = field(default_factory=list)
    prose: bool = False
    closed: bool = False

    def paths(self) -> list[list[Triple | None]]:
        """The triples of each path."""
        rows: list[list[Triple | None]] = []
        leads_on = False
        for row in self.rows:
            if rows and (row.joined or leads_on):
                rows[-1].extend(row.triples)
            else:
                rows.append(list(row.triples))
            leads_on = row.leads_on
        if leads_on:
            rows[-1].append(None)
        together = [triple for row in rows for triple in row]
        if self.kind in (OPENS, "path", "number") and not any(self._is_own(row) for row in self.rows):
            return [together]
        if any(len(row) > 1 for row in rows) and (self.kind != "title" or any(map(self._is_own, self.rows))):
            return rows
        return _from_the_start(together)

    def _is_own(self, row: Row) -> bool:
        """Whether a line is a path in a list of several under one heading."""
        return row.kind == "bullet" and len(row.triples) > 1 and self.kind != OPENS and len(self.rows) > 1


def line_reading(text: str, at_limit: bool) -> PathReading:
    """The paths in a reply that writes them as lines: "1. (Ada, knew, Max), (Max, member of, Royal Society)".

    A triple is three names in parentheses or square brackets, with or without quotes; a comma inside further brackets
    or quotes belongs to a name. A path is a line, or a numbered item of several, with a short lead before a colon or
    none; what stands in path tags; triples one per line up to a blank one; or names between arrows, "A -> r -> B" or
    "A --r--> B". Lines with anything else in them are prose. Where any line of names between arrows has an even
    number of them, nothing tells relations from entities in the others, and all of them are malformed.

    Args:
        text: the reply, with its thoughts and answer tags.
        at_limit: whether it ended at the token limit, so that the last path may go on.

    Returns:
        The paths, in time linear in the length; which of several answer tags count is as for any other answer.
    """
    return best_reading(text, partial(_read, at_limit=at_limit))


def _read(part: Part, at_limit: bool) -> PathReading:
    """The paths of one part of a reply."""
    text = part.text.replace(OPENS, "").replace(CLOSES, "")
    text = _in_tags(text, _TRIPLE_TAG, _bracketed, lambda rest: rest if rest.lstrip()[:1] in "([" else f"({rest}")
    text = _in_tags(text, _PATH_TAG, lambda inside: f"\n{OPENS}\n{inside}\n{CLOSES}\n", lambda s: f"\n{OPENS}\n{s}")
    rows = [row_of(line) for line in text.split("\n")]
    last = next((row for row in reversed(rows) if row is not None), None)
    may_go_on = (
        last is not None and not part.ended and (last.open or last.leads_on or (at_limit and bool(last.triples)))
    )
    if any(row and row.arrows and None in row.triples and not (row is last and may_go_on) for row in rows):
        for row in (row for row in rows if row and row.arrows):
            row.triples = [None]
    for row in (row for row in rows if row and row.open and row.prose):
        row.prose = not (row is last and may_go_on)
        row.triples = [] if row.prose else row.triples
    items = list(_items(rows))
    stays_open = bool(items) and items[-1].kind == OPENS and not items[-1].closed
    return _taken(items, unfinished=not part.ended and bool(items) and (may_go_on or stays_open))


def _in_tags(text: str, tag: re.Pattern[str], change: Callable[[str], str], opened: Callable[[str], str]) -> str:
    """The text with each pair of tags and what they hold replaced, and with what follows a last one that stays open."""
    tags = list(tag.finditer(text))
    pieces: list[str] = []
    at = 0
    for one, following in pairwise(tags):
        if not one[1] and following[1]:
            pieces += [text[at : one.start()], change(text[one.end() : following.start()])]
            at = following.end()
    if tags and not tags[-1][1] and _BEFORE_AN_OPEN_TAG.search(text, max(tags[-1].start() - 10, 0), tags[-1].start()):
        return "".join([*pieces, text[at : tags[-1].start()], opened(text[tags[-1].end() :])])
    return "".join([*pieces, text[at:]])


def _bracketed(inside: str) -> str:
    """A triple on one line, in brackets."""
    line = " ".join(inside.split())
    return line if line[:1] in "([" and line[-1:] in ")]" else f"({line})"


def _taken(items: list[_Item], unfinished: bool) -> PathReading:
    """What the items hold; the last path of the last one does not count where it is unfinished."""
    reading = PathReading(numbers=frozenset(item.number for item in items if item.number is not None))
    for item in items:
        paths = item.paths()
        if unfinished and item is items[-1]:
            paths.pop()
            reading.truncated = True
        for path in paths:
            found = tuple(triple for triple in path if triple is not None)
            if item.prose or len(found) < len(path):
                reading.malformed += 1
            elif not is_echo(found):
                reading.paths.append(found)
    reading.probabilities = [None] * len(reading.paths)
    return reading


def _items(rows: list[Row | None]) -> Iterator[_Item]:
    """The lines that belong together; None is a blank line."""
    item = _Item()
    for row in rows:
        if row is None:
            ends = item.kind in ("", "number", "bullet")
        elif row.kind == CLOSES or item.kind != OPENS:
            ends = row.prose or row.kind in (OPENS, CLOSES) or _opens(row, item)
        else:
            ends = False
            item.prose = item.prose or row.prose
        if ends:
            item.closed = row is not None and row.kind == CLOSES
            if item.rows or item.prose:
                yield item
            item = _Item(*_head(row))
        if row is not None and row.triples:
            item.rows.append(row)
            item.number = row.number if item.number is None and item.kind == "number" else item.number
    if item.rows:
        yield item


def _opens(row: Row, item: _Item) -> bool:
    """Whether a line with a number or without opens another item; under the heading of a path numbers are steps."""
    step = item.kind == "path" and bool(row.triples) and len(row.triples) < 2
    return row.kind == "path" or (row.kind == "number" and not step)


def _head(row: Row | None) -> tuple[str, int | None]:
    """The kind and number of the item that a line opens."""
    if row is None or row.prose or row.kind in ("", "bullet", CLOSES) or (row.kind == "path" and row.number is None):
        return "", None
    return ("title" if row.kind == "number" and not row.triples else row.kind), row.number


def _from_the_start(triples: list[Triple | None]) -> list[list[Triple | None]]:
    """Triples without marks between paths: a new one begins where the first entity returns and nothing leads to it."""
    paths: list[list[Triple | None]] = [[]]
    first = next((triple.head.casefold() for triple in triples if triple), "")
    for triple in triples:
        before = paths[-1][-1] if paths[-1] else None
        if triple and paths[-1] and triple.head.casefold() == first and (before and before.tail.casefold() != first):
            paths.append([])
        paths[-1].append(triple)
    return paths
