"""An answer to "write down as many unusual uses of an object as you can", parted into distinct uses."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.parsing.arrays import find_arrays
from helm_creativity.parsing.marked import numbered
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import own_turn
from helm_creativity.parsing.use_headings import closes, is_category, names_uses, tells_more
from helm_creativity.parsing.use_lines import flat_uses
from helm_creativity.parsing.use_outlines import Node, outline, size
from helm_creativity.parsing.use_records import before_brackets, complete_part, record_uses
from helm_creativity.parsing.use_texts import fold, is_talk, tidy

# Small models apologise before a list of three. Where they announce one, two entries make it an answer all the same.
_FEW = 4
_HEAD = 300
_ANNOUNCED = re.compile(r"\b(?:ideas?|uses?|ways|examples?|suggestions?|possibilities)\b[^.!?:\n]*:", re.IGNORECASE)
_INLINE = re.compile(r"[^\s#>*-][ \t]+[(\[#]?2[.):\]]")
_ANOTHER = re.compile(r"\W*(?:another|also|one more|additionally|plus|bonus)\b", re.IGNORECASE)
_MOST_DEPTH = 100


@dataclass(frozen=True)
class UsesParse:
    """The uses in an answer, or why there are none. Exactly one of `uses` and `unscored` says something.

    Attributes:
        uses: texts of one line, in the order of the answer, no two of which are the same use; k >= 0 of them.
        duplicates: how many further uses repeated one of them, and are left out.
        failure_reason: why the answer has no uses.
    """

    uses: tuple[str, ...]
    duplicates: int
    failure_reason: FailureReason | None


def parse_uses(answer: Response) -> UsesParse:
    """The distinct uses in an answer.

    Forms in order of trust: JSON (strings, objects of a use and its explanation, lists under categories; of an array
    that never closes the complete entries), an outline (numbers, letters, bullets, tables, headings), semicolons,
    lines, commas, prose. The outermost structure parts the uses: commas or semicolons inside an entry do not. An
    explanation belongs to its use, and so do entries below an entry, unless that is a category: it ends with a colon
    or is the name of a place or field. Talk around the uses is left out. A sentence is one use, or several where
    purposes stand in a row ("as a doorstop, to crush garlic, or as a step").

    Two uses are the same if they differ in case, articles, "use it as" and its like before them, final punctuation or
    the -s of a plural; the first stays. Nothing limits their number.

    Args:
        answer: the answer as it arrived. One that ended at the token limit is truncated, whatever it holds.

    Returns:
        The uses, or why there are none: as ``unanswered`` says, or UNPARSABLE for text without a use. Takes time about
        linear in the length of the text.
    """
    announced = _ANNOUNCED.search(own_turn(answer.text)[:_HEAD]) is not None
    reason = unanswered(answer, _FEW if announced else None)
    if reason is not None:
        return UsesParse((), 0, reason)
    found = [use for use in map(tidy, _read(own_turn(answer.text))) if use]
    distinct: dict[str, str] = {}
    for use in found:
        distinct.setdefault(fold(use), use)
    return UsesParse(tuple(distinct.values()), len(found) - len(distinct), None if found else FailureReason.UNPARSABLE)


def _read(body: str) -> list[str]:
    """The uses as they stand in the text, repeated ones kept."""
    arrays = find_arrays(body)
    values = [*arrays.strict, *(value for value in arrays.loose if len(record_uses([value])) > 1)]
    values = values or (complete_part(body) if arrays.half else [])
    records = [use for use in record_uses(values) if tidy(use)]
    if len(records) == 1 and isinstance(values[0], tuple):
        records = _written(records[0]) or records  # {"answer": "doorstop; paperweight"}
    if not records:
        return _written(before_brackets(body) if arrays.half else arrays.rest if arrays.strict else body)
    rest = "" if arrays.half else arrays.rest
    return records if size(outline(rest)) < len(records) else _written(body)


def _written(text: str) -> list[str]:
    """The uses of a text without brackets."""
    if text[:2] in ("- ", "* ") and "\n" not in text and text.count(f" {text[:2]}") > 1:
        text = text.replace(f" {text[:2]}", f"\n{text[:2]}")
    root = outline(text)
    inline = _inline(text, size(root))
    if inline:
        return inline
    uses = list(_below(root, 0))
    if len(uses) == 1 and size(root) == 1 and ";" in uses[0]:
        return flat_uses(uses)
    return uses


def _inline(text: str, entries: int) -> list[str]:
    """The entries of a list with its numbers run together on a line; [] where more entries have lines of their own."""
    if not _INLINE.search(text):
        return []
    items = numbered(text, None) or numbered(text, 2)
    return items if len(items) > max(entries, 1) else []


def _below(node: Node, depth: int) -> Iterator[str]:
    """The uses of a heading: of the headings and entries below it, or else of its lines."""
    if not node.children or not any(child.is_entry or child.title for child in node.children):
        yield from flat_uses(node.body)
        return
    yield from _before(node)
    explained = sum(bool(child.loose) for child in node.children[:-1])
    for i, child in enumerate(node.children):
        last = i + 1 == len(node.children) or not node.children[i + 1].is_entry
        own = bool(child.loose) and (explained > 0 if last else True)
        yield from _uses(child, depth + 1, own, only=len(node.children) == 1 and depth == 0)


def _before(node: Node) -> Iterator[str]:
    """The uses in the lines between a heading and the first entry below it, which mostly are an introduction.

    A list between semicolons before a heading is none.
    """
    if node.title or any(map(is_talk, node.body)):
        return
    listed = len(node.body) == 1 and ";" in node.body[0] and not node.children[0].is_entry
    uses = flat_uses(node.body) if listed or len(node.body) > 1 else []
    if len(node.body) > 1 or len(uses) > 1:
        yield from uses


def _uses(node: Node, depth: int, own: bool, only: bool) -> Iterator[str]:
    """The uses of one node.

    Args:
        node: a heading or an entry.
        depth: how many nodes stand above it.
        own: whether the loose paragraphs behind the entry belong to it.
        only: whether it is all that the answer consists of.
    """
    if not node.is_entry:
        yield from _of_heading(node, depth, only)
        return
    if not (node.title or node.body or node.children or node.loose):
        return
    children = [child for child in node.children if depth < _MOST_DEPTH]
    if children and is_category(node.title, len(children)) and not all(tells_more(child.title) for child in children):
        yield from _below(node, depth)
        return
    if not node.title.rstrip("*_ ").endswith(":") or node.body or node.children or node.loose:
        yield _with_elaboration(node, own)
    if not own and node.loose:
        yield from _further(node.loose)


def _of_heading(node: Node, depth: int, only: bool) -> Iterator[str]:
    """The uses of a heading: those below it, or itself where it titles a paragraph or stands in a row of bold lines."""
    if closes(node.title):
        return
    uses = list(_below(node, depth)) if depth < _MOST_DEPTH else []
    category = is_category(node.title, len(uses) or 2) or is_talk(node.title.strip("*_ ").rstrip(":：*_ "))
    if node.children or len(uses) > 1 or (uses and (only or category)):
        yield from uses
    elif uses or (not is_talk(node.title) and not (category and (only or node.body or names_uses(node.title)))):
        yield _with_elaboration(node, own=True)


def _further(paragraphs: list[str]) -> Iterator[str]:
    """What paragraphs behind a list add to it: only what they call another use."""
    yield from flat_uses([line for line in paragraphs if _ANOTHER.match(line)])


def _with_elaboration(node: Node, own: bool) -> str:
    """A use with what stands below it, on one line."""
    below: list[str] = []
    pending = list(reversed(node.children))
    while pending:
        child = pending.pop()
        below.append(" ".join([child.title, *child.body]).rstrip(" ."))
        pending.extend(reversed(child.children))
    body = [line for line in node.body if node.is_entry or not is_talk(line)]
    loose = [line for line in node.loose if own and not is_talk(line)]
    return _joined([node.title, *body, *loose, "; ".join(below)])


def _joined(lines: list[str]) -> str:
    """A title and what follows it on further lines, with a colon where nothing else stands between two."""
    lines = [line for line in lines if line]
    pieces = lines[:1]
    for before, line in pairwise(lines):
        bare = before.rstrip('*_ "”')
        open_end = bare and bare[-1] not in ".!?:,;—–-" and not line[:1].islower()
        pieces.append(f": {line}" if open_end else f" {line}")
    return "".join(pieces)
