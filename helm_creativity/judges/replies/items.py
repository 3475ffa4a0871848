"""The items of a reply: what it says of each rated text, by a number or by the words of the text at a line's head."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import zip_longest

from helm_creativity.judges.replies.dicts import Containers
from helm_creativity.judges.replies.echoes import HIDDEN, Rated, ReplyLine
from helm_creativity.judges.replies.names import GENERIC

_WORD = (
    r"(?:(?:use|item|idea|text|response|answer|entry|option|statement|number|no|nr)\b\.?[ \t]{0,2}"
    r"|(?:rating|score)[ \t](?:(?:for|of)[ \t])?(?:use[ \t])?(?=[#№]?\d{1,4}[ \t]?[:=]))"
)
_MARKS = r"[ \t>#№•·+|(\[{\"'-]{0,8}"
KEY = (
    rf"(?:(?P<word>{_WORD})[#№(\[]{{0,2}})?(?<![\d.,])(?P<number>\d{{1,4}})(?P<close>[)\]}}\"'>]{{0,3}})[ \t]{{0,3}}"
    r"(?:(?P<mark>[:=|;→>]|->|=>|\.(?!\d)|[–—]|-(?=\s))|(?=(?:is|gets|receives|was|deserves)\b)|(?P<end>(?=\n|\Z))|(?P<gap>))"
)
_HEAD = re.compile(rf"{_MARKS}{KEY}", re.IGNORECASE)
_BRACKETS = re.compile(r"[\[\]{}\"']")
_HASH = re.compile(r"[#№][ \t]?\Z")
_BULLET = re.compile(r"[ \t>#•·+|(\[{\"'-]{0,8}")
_LABEL = re.compile(rf"(?:{GENERIC})(?![^\W\d_])", re.IGNORECASE)
_DASH = re.compile(r"[ \t>#•·+*-]{0,8}")
_BEHIND_TEXT = re.compile(
    r"[\"')\]}]{0,3}[ \t]{0,3}(?:[:=|→>,;(\[…]|\.{1,3}(?!\d)|[–—]|-(?=\s)|->|(?:is|gets)\b|\Z|\n|(?=\d))"
)
_CLOSING = re.compile(
    r"[ \t>#*•+\"'(\[|-]{0,8}(?:overall|total|summary|in summary|in conclusion|conclusion|final|finally|average|mean"
    r"|median|to conclude|combined|sum|note|notes|weighted|legend|scale|rating scale|corrected|correction|revised)\b",
    re.IGNORECASE,
)


@dataclass(frozen=True)
class TextRating:
    """What a reply says of one text.

    Attributes:
        place: which text, counted from 0.
        head: where the item begins.
        start: where what it says begins: behind its number, or behind the words of the text.
        end: where the next item, a closing line, or the end of the reply begins.
        line: the line in which it begins.
        numbered: its key is a number rather than the words of the text.
        conflict: its number and its words name two different texts, or it begins with either of two texts.
    """

    place: int
    head: int
    start: int
    end: int
    line: ReplyLine
    numbered: bool
    conflict: bool = False


def outside(lines: Sequence[ReplyLine], containers: Containers, text: str) -> list[ReplyLine]:
    """The lines that do not begin inside brackets, unless these never close and open inside a sentence."""
    roots = []
    for start, end in sorted(containers.ends.items()):
        head = text[text.rfind("\n", 0, start) + 1 : start].rstrip()
        if text[end - 1 : end] in "]}" or not head or head[-1] in ":=":
            roots.append((start, end))
    starts = [start for start, _ in roots]
    result = []
    for line in lines:
        words = text[line.start : line.end].strip()
        first = line.start + text[line.start : line.end].find(words[:1])
        at = bisect_right(starts, first) - 1
        if at < 0 or first + len(words) > roots[at][1]:
            result.append(line)
    return result


def numbered(text: str, lines: Sequence[ReplyLine], rated: Rated, base: int = 1) -> list[TextRating]:
    """The items that begin with a number, those whose number is beyond the last text included.

    Args:
        text: the reply.
        lines: the lines in which an item may begin.
        rated: the texts.
        base: the number of the first text.
    """
    heads: list[TextRating | int] = []
    for line in lines:
        head = _head(text, line)
        if head is None:
            if _CLOSING.match(text, line.start, line.end) or _is_text(text, line, rated):
                heads.append(line.start)
            continue
        place = int(head["number"]) - base
        if 0 <= place < rated.count:
            start = _behind(text, line, head, place, rated)
            conflict = _names_another(text, line, start, place, rated)
            heads.append(TextRating(place, line.start, start, line.end, line, True, conflict))
        elif rated.count <= place <= 2 * rated.count:
            heads.append(TextRating(place, line.start, head.end(), line.end, line, True))
        else:
            heads.append(line.start)
    return list(_ended(heads, len(text)))


def _is_text(text: str, line: ReplyLine, rated: Rated) -> bool:
    """Whether a line without a number begins with a text, and not with a word for a rating."""
    if _LABEL.match(text, line.start + len(_bullet(text, line)), line.end):
        return False
    return any(True for position in _positions(text, line) for _ in _texts_at(text, line, position, rated))


def _head(text: str, line: ReplyLine) -> re.Match[str] | None:
    """The number with which a line begins."""
    head = _HEAD.match(text, line.start, line.end)
    if head is None:
        return None
    named = head["word"] is not None or _HASH.search(
        text[max(line.start, head.start("number") - 2) : head.start("number")]
    )
    if head["gap"] is not None and not any(mark in head["close"] for mark in ")]"):
        return None
    bare = head["end"] is not None and not (named or head["close"])
    return None if bare else head


def _behind(text: str, line: ReplyLine, head: re.Match[str], place: int, rated: Rated) -> int:
    """Where the words behind the number begin; the mark before them may be their own first ("1. - sign: 4").

    Where the line begins with the text and the number is part of that ("Use 3 - 5"), where this ends.
    """
    whole = rated.own(text, line, line.start + len(_bullet(text, line)), place)
    if whole is not None and whole > head.end():
        return whole
    if rated.own(text, line, head.end(), place) is None and rated.own(text, line, head.end("close"), place) is not None:
        return head.end("close")
    return head.end()


def _names_another(text: str, line: ReplyLine, start: int, place: int, rated: Rated) -> bool:
    """Whether the words behind the number, or with it, are another text, and are not this one."""
    if rated.own(text, line, start, place) is not None:
        return False
    for position in (start, line.start + len(_bullet(text, line))):
        for end, places in rated.any(text, line, position):
            another = place not in places and _BEHIND_TEXT.match(text, end, line.end)
            if another and (any(map(str.isdigit, text[end : line.end])) or position < start < end):
                return True
    return False


def unbracketed(text: str, lines: Sequence[ReplyLine], rated: Rated) -> str:
    """The reply without the brackets and quotes of the texts that it repeats at the heads of its lines."""
    parts: list[str] = []
    done = 0
    for line in lines:
        span = _repeated(text, line, rated)
        if span is not None:
            parts += [text[done : span[0]], _BRACKETS.sub(HIDDEN, text[span[0] : span[1]])]
            done = span[1]
    return "".join([*parts, text[done:]])


def _repeated(text: str, line: ReplyLine, rated: Rated) -> tuple[int, int] | None:
    """Where the text stands that a line repeats at its head, behind a number or not; None for no such line."""
    head = _HEAD.match(text, line.start, line.end)
    for place in (int(head["number"]) - 1, int(head["number"])) if head else ():
        start = _behind(text, line, head, place, rated) if head and 0 <= place < rated.count else line.start
        if start > line.start:
            end = rated.own(text, line, start, place) or rated.beginning(text, line, start, place)
            if end > start:
                return line.places[line.at(start)], end
    if text[line.start : line.end].lstrip(" \t[{")[:1] in ('"', "'"):
        return None
    for position in _positions(text, line):
        for end, _ in _texts_at(text, line, position, rated):
            return position, end
        # A reply may be truncated in the middle of a text.
        if line.end == len(text) and any(
            rated.beginning(text, line, position, at) >= line.end for at in range(rated.count)
        ):
            return position, line.end
    return None


def _bullet(text: str, line: ReplyLine) -> str:
    """The marks before the words of a line."""
    marks = _BULLET.match(text, line.start, line.end)
    return marks[0] if marks else ""


def worded(text: str, lines: Sequence[ReplyLine], rated: Rated) -> list[TextRating]:
    """The items that begin with the words of a text: of a text and its beginning ("book end", "book") with the longer.

    The items of texts that are the same are taken in their order, if they are as many as the texts.
    """
    heads: list[TextRating | int] = []
    seen: Counter[tuple[int, ...]] = Counter()
    twins: dict[int, tuple[int, ...]] = {}
    for line in lines:
        ways = [list(_texts_at(text, line, position, rated)) for position in _positions(text, line)]
        found = next((way for way in ways if way), [])
        if not found:
            if _CLOSING.match(text, line.start, line.end) or _HEAD.match(text, line.start, line.end):
                heads.append(line.start)
            continue
        end, places = found[0]
        key = tuple(places)
        place = places[min(seen[key], len(places) - 1)]
        seen[key] += 1
        twins[place] = key
        conflict = len(found) > 1 and not text[end : line.end].strip(" \t\"')]}.,:")
        conflict |= len({tuple(way[0][1]) for way in ways if way}) > 1
        heads.append(TextRating(place, line.start, end, line.end, line, False, conflict))
    items = list(_ended(heads, len(text)))
    torn = {place for key, times in seen.items() if len(key) > 1 and times != len(key) for place in key}
    return [item if item.place not in torn else _torn(item) for item in items]


def _torn(item: TextRating) -> TextRating:
    """The item, marked as a conflict: another item has the same text."""
    return TextRating(item.place, item.head, item.start, item.end, item.line, item.numbered, True)


def _positions(text: str, line: ReplyLine) -> list[int]:
    """Where the words of a text may begin in a line: behind its marks, or its bullet alone, or at its head."""
    ends = (pattern.match(text, line.start, line.end) for pattern in (_BULLET, _DASH))
    return list(dict.fromkeys([*(end.end() for end in ends if end), line.start]))


def _texts_at(text: str, line: ReplyLine, position: int, rated: Rated) -> Iterator[tuple[int, list[int]]]:
    """The texts that begin at the position and are followed by what can stand between a text and its rating."""
    for end, places in rated.any(text, line, position):
        if _BEHIND_TEXT.match(text, end, line.end):
            yield end, places


def _ended(heads: Sequence[TextRating | int], length: int) -> Iterator[TextRating]:
    """The items, each up to where the next begins; a place alone ends the item before it."""
    places = [head.head if isinstance(head, TextRating) else head for head in heads]
    for head, end in zip_longest(heads, places[1:], fillvalue=length):
        if isinstance(head, TextRating):
            yield TextRating(head.place, head.head, head.start, end, head.line, head.numbered, head.conflict)
