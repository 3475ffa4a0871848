"""Categories of texts in lines: "1: tools", "1. doorstop - tools", "Tools: 1, 3", and headings over texts."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import zip_longest

from helm_creativity.judges.replies.categories import Sorted, label_of
from helm_creativity.judges.replies.echoes import HIDDEN, ReplyLine
from helm_creativity.judges.replies.items import KEY, TextRating, numbered, worded
from helm_creativity.judges.replies.listed import AskedRatings

_LINK = re.compile(
    rf"(?:[\s\"')\]}}|:=→>,;…{HIDDEN}–—]|-(?=[\s>])|\.(?!\d)){{0,30}}(?:(?:is|belongs to|goes in|goes into)[ \t]+)?"
)
_NAMED = re.compile(
    r"(?<![^\W\d_])(?:category|group|cluster|class)[ \t]{0,2}(?:[:=–—]|-(?=\s))[ \t]{0,3}(?P<label>[^\n|]{1,120})",
    re.IGNORECASE,
)
_STOP = re.compile(r"[ \t]+[-–—(]|[.;]\s|\||,?[ \t]+(?:because|since|as it|due to)\b|\n|\t")
_STRONG = re.compile(r"[:=→|]|->")
_WEAK = re.compile(r"[ \t](?:-|–|—)[ \t]")
_DELIMITER = re.compile(
    r"[\"')\]]{0,3}[ \t]{0,3}(?:[,;&|/]|and\b|[ \t](?=[#\d]))?[ \t]{0,3}(?:and\b|&)?[ \t]{0,3}", re.IGNORECASE
)
_MEMBER = re.compile(
    r"(?:(?:uses?|items?|ideas?|texts?|responses?|numbers?|nos?\.)[ \t:]{0,3})?[#№(\[]{0,2}[ \t]?(?P<first>\d{1,4})"
    r"(?:[ \t]{0,2}(?:-|–|to)[ \t]{0,2}(?P<last>\d{1,4}))?[)\]]{0,2}(?![^\W\d_])",
    re.IGNORECASE,
)
_OWN = re.compile(r"[ \t]{0,2}(?:[.:)=]|[-–—])?[ \t]{0,2}")
_OPEN = re.compile(r"[\"'(\[]{0,2}")
_MARKS = re.compile(r"[ \t>#•·+*|(\[\"'-]{0,8}")
_HEAD = re.compile(rf"[ \t>#№•·+|(\[{{\"'-]{{0,8}}{KEY}", re.IGNORECASE)
_CSV = re.compile(r"[ \t\"]{0,3}(\d{1,4})\"?[ \t]{0,2}[,;\t][ \t]{0,2}(?=[^\n]{0,300}[^\W\d_])")
_SEPARATOR = re.compile(r"[:=→|]|->|[–—]|\s-\s")
_LONGEST_RANGE = 200
_MOST_WORDS = 10


def flat(lines: Sequence[ReplyLine], asked: AskedRatings) -> list[Sorted]:
    """The labels of items, by their numbers or by the words of the texts, whichever sorts more."""
    text, rated = asked.reply.text, asked.rated
    ways = []
    for base in (1, 0):
        items = [item for item in numbered(text, lines, rated, base) if item.place < rated.count]
        echoed = any(_is_named(item, asked) for item in items) or all(_repeats(item, asked) for item in items)
        found = [(item.place + base, _label(item, asked, echoed)) for item in items]
        ways.append([Sorted(written, (), label) for written, label in found if label is not None])
    by_number = ways[1] if any(one.written == 0 for one in ways[1]) else ways[0]
    by_number = by_number or list(_csv(lines, asked))
    by_words = [
        Sorted(None, (item.place,), label)
        for item in worded(text, lines, rated)
        if (label := _label(item, asked, True))
    ]
    return by_words if len(by_words) > len(by_number) else by_number


def _csv(lines: Sequence[ReplyLine], asked: AskedRatings) -> Iterator[Sorted]:
    """1,doorstop,tools."""
    text = asked.reply.text
    for line in lines:
        key = _CSV.match(text, line.start, line.end)
        if key is None or not 0 < int(key[1]) <= asked.rated.count:
            continue
        item = TextRating(int(key[1]) - 1, line.start, key.end(), line.end, line, True)
        echo = asked.rated.own(text, line, key.end(), item.place)
        label = label_of(text[echo if echo is not None else key.end() : line.end].rsplit(",", 1)[-1])
        if label is not None:
            yield Sorted(item.place + 1, (), label)


def _repeats(item: TextRating, asked: AskedRatings) -> bool:
    """Whether an item has the words of its text."""
    return asked.rated.own(asked.reply.text, item.line, item.start, item.place) is not None


def _is_named(item: TextRating, asked: AskedRatings) -> bool:
    """Whether an item has the words of its text and a label behind them."""
    echo = asked.rated.own(asked.reply.text, item.line, item.start, item.place)
    return echo is not None and bool(asked.reply.text[echo : item.end].strip(" \n\t.,;:\"')]}|"))


def _label(item: TextRating, asked: AskedRatings, echoed: bool) -> str | None:
    """The category that an item names; its text alone is one where no other item repeats its own."""
    text = asked.reply.text
    if item.conflict:
        return None
    echo = asked.rated.own(text, item.line, item.start, item.place) if item.numbered else item.start
    if item.numbered and echo is not None and not (echoed or _is_named(item, asked)):
        echo = None
    start = item.start if echo is None else echo
    named = _NAMED.search(text, start, item.end)
    if named:
        return label_of(_until_stop(named["label"]))
    link = _LINK.match(text, start, item.line.end)
    content = text[link.end() if link else start : item.line.end]
    if echo is not None:
        return label_of(_until_stop(content))
    return label_of(_until_stop(_behind_words(content, item, asked)))


def _behind_words(content: str, item: TextRating, asked: AskedRatings) -> str:
    """The part of a line that is the label, where the words of the text are there in other words, or not at all."""
    strong = list(_STRONG.finditer(content))
    if strong:
        return content[strong[-1].end() :]
    weak = list(_WEAK.finditer(content))
    if weak:
        words = set(re.findall(r"[^\W\d_]{4,}", content[: weak[0].start()].lower()))
        if any(asked.rated.holds(item.place, word) for word in words):
            return content[weak[0].end() :]
    return content


def _until_stop(words: str) -> str:
    """The label without the reason behind it."""
    stop = _STOP.search(words.lstrip(" \t(["))
    return words.lstrip(" \t([")[: stop.start()] if stop else words


def grouped(lines: Sequence[ReplyLine], asked: AskedRatings) -> tuple[list[Sorted], bool]:
    """The texts below or behind the names of categories, and whether any name has more than one text behind it."""
    text = asked.reply.text
    found: list[Sorted] = []
    label: str | None = None
    several = False
    for line, following in zip_longest(lines, lines[1:]):
        if not text[line.start : line.end].strip(" \t`|-"):
            continue
        row = _row(line, asked)
        if row is not None:
            found += row
            several |= len(row) > 1
            label = None
        elif (members := _members_of_line(line, following, asked)) is not None:
            found += [one._replace(label=label) for one in members if label is not None]
        else:
            label = _heading(line, asked)
    return found, several


def _row(line: ReplyLine, asked: AskedRatings) -> list[Sorted] | None:
    """One as "Category A (Tools): 1, 3, 5"; None for another line."""
    text = asked.reply.text
    marks = _MARKS.match(text, line.start, line.end)
    start = marks.end() if marks else line.start
    head = _HEAD.match(text, line.start, line.end)
    if head and (head["mark"] or head["close"]) and not head["end"]:
        start = head.end()
        place = int(head["number"]) - 1
        if 0 <= place < asked.rated.count and asked.rated.own(text, line, start, place) is not None:
            return None
    for separator in _SEPARATOR.finditer(text, start, line.end):
        words = text[start : separator.start()]
        label = label_of(words)
        if label is None or not any(character.isalpha() for character in label) or asked.rated.place_of(words):
            continue
        members = _members(line, separator.end(), asked)
        if members:
            return [one._replace(label=label) for one in members]
    return None


def _members(line: ReplyLine, position: int, asked: AskedRatings) -> list[Sorted] | None:
    """The numbers and texts that fill the line from the position on; None if anything else stands there."""
    text = asked.reply.text
    found: list[Sorted] = []
    position = _after(_MARKS, text, position, line.end)
    while position < line.end:
        member = _member(line, position, asked)
        if member is None:
            return found if found and not text[position : line.end].strip(" \t.,;)]}\"'|") else None
        sorted_, position = member
        found += sorted_
        position = _after(_DELIMITER, text, position, line.end)
    return found or None


def _after(pattern: re.Pattern[str], text: str, position: int, end: int) -> int:
    """Where what the pattern finds at the position ends."""
    found = pattern.match(text, position, end)
    return found.end() if found else position


def _member(line: ReplyLine, position: int, asked: AskedRatings) -> tuple[list[Sorted], int] | None:
    """The texts that stand at the position, and where they end."""
    text, rated = asked.reply.text, asked.rated
    for end, places in rated.any(text, line, position):
        return [Sorted(None, tuple(places), "")], end
    number = _MEMBER.match(text, position, line.end)
    if number is None:
        return None
    first, last = int(number["first"]), int(number["last"] or number["first"])
    if not first <= last <= first + _LONGEST_RANGE:
        return None
    end = number.end()
    if first == last and 0 < first <= rated.count:
        for behind in (
            _after(_OWN, text, end, line.end),
            _after(_OPEN, text, _after(_OWN, text, end, line.end), line.end),
        ):
            echo = rated.own(text, line, behind, first - 1)
            end = end if echo is None else echo
    return [Sorted(one, (), "") for one in range(first, last + 1)], end


def _members_of_line(line: ReplyLine, following: ReplyLine | None, asked: AskedRatings) -> list[Sorted] | None:
    """The texts that a line names, and nothing else; a text with a label behind it names none."""
    return _members(line, line.start, asked)


def _heading(line: ReplyLine, asked: AskedRatings) -> str | None:
    """The category that a line names, with or without a number before it."""
    text = asked.reply.text
    head = _HEAD.match(text, line.start, line.end)
    start = (
        head.end()
        if head and (head["mark"] or head["close"]) and not head["end"]
        else _after(_MARKS, text, line.start, line.end)
    )
    words = text[start : line.end].strip()
    return label_of(words) if len(words.split()) <= _MOST_WORDS else None
