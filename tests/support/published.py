"""The raw replies that the authors of the Multimodal Creative Thinking Benchmark publish, and what was read in them.

They are read from a clone of github.com/theGreen-Coder/MCTB; nothing of it is part of this package.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

from support.replies import naive_list

from helm_creativity.benchmark.types import Response
from helm_creativity.parsing.lists import parse_list
from helm_creativity.parsing.text import clean
from helm_creativity.parsing.uses import parse_uses

SETS = ("DAT", "HardDAT", "SDAT", "AUT")
USES = "AUT"


class PublishedReply(NamedTuple):
    """A raw reply: file and place in it, how much was asked, and what the authors made of it, where published."""

    name: str
    text: str
    asked: int
    entries: list[str] | None


class Compared(NamedTuple):
    """Replies of a benchmark: all, the shares read as theirs and as a naive reader does, and those without a list."""

    replies: int
    as_theirs: float
    as_naive: float
    none: int


def replies(folder: Path, benchmark: str) -> Iterator[PublishedReply]:
    """All raw replies to one benchmark."""
    for path in sorted((folder / "responses").glob(f"{benchmark}_*.json")):
        if path.stem.endswith("_clean"):
            continue
        of_authors = path.with_name(f"{path.stem}_clean.json")
        entries = json.loads(of_authors.read_text("utf-8")) if of_authors.exists() else None
        for place, text in _leaves(json.loads(path.read_text("utf-8")), ()):
            where = place[:-1] if benchmark != "HardDAT" else (place[1], place[2], place[0])
            yield PublishedReply(f"{path.stem} {place}", text, _asked(path.stem, benchmark), _at(entries, where))


def read(one: PublishedReply, benchmark: str) -> list[str] | None:
    """The words of a reply, or its uses."""
    if benchmark == USES:
        return list(parse_uses(Response(one.text, "stop")).uses) or None
    parsed = parse_list(one.text, one.asked)
    return list(parsed.items) if parsed else None


def compared(folder: Path, benchmark: str) -> Compared:
    """All replies to one benchmark, read in both ways."""
    n = same = known = naive = none = 0
    for reply in replies(folder, benchmark):
        found = read(reply, benchmark)
        n += 1
        none += found is None
        known += reply.entries is not None
        same += reply.entries is not None and plain(found or []) == plain(reply.entries)
        naive += plain(found or []) == plain(naive_list({"text": reply.text}) or [])
    return Compared(n, same / known if known else 0.0, naive / n if n else 0.0, none)


def plain(entries: list[str]) -> list[str]:
    """Entries in one spelling: without case, emphasis and final stop."""
    return [" ".join(clean(entry).replace("*", "").split()).strip(" .").casefold() for entry in entries]


def _asked(stem: str, benchmark: str) -> int:
    if benchmark == "HardDAT":
        return 45
    if benchmark == "DAT":
        return 10 if "classic" in stem else 20
    return 25 if "25_words" in stem else 10


def _leaves(node: Any, place: tuple[Any, ...]) -> Iterator[tuple[tuple[Any, ...], str]]:
    if isinstance(node, str):
        yield place, node
    children = enumerate(node) if isinstance(node, list) else node.items() if isinstance(node, dict) else ()
    for key, child in children:
        if key != "config":
            yield from _leaves(child, (*place, key))


def _at(node: Any, place: tuple[Any, ...]) -> list[str] | None:
    try:
        for key in place:
            node = node[key]
    except (KeyError, IndexError, TypeError):
        return None
    return node if isinstance(node, list) and all(isinstance(entry, str) for entry in node) else None
