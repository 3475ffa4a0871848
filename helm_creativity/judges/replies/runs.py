"""Ratings in a row: "1: 4, 2: 3", "doorstop: 4; lamp: 3", and replies that are nothing but numbers."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from helm_creativity.judges.replies.echoes import ReplyLine
from helm_creativity.judges.replies.listed import AskedRatings
from helm_creativity.judges.replies.numbers import Number, number_at

_FIGURE = r"[-+]?(?:\d{1,15}(?:[.,]\d{1,6})?|\.\d{1,6})(?:[ \t]?(?:/|out of)[ \t]?\d{1,4}|[ \t]?%)?"
_PAIR = re.compile(
    r"[(\[{\"']{0,3}(?:(?:use|item|idea|text|response)\b[ \t]?)?[#№]?(?P<key>\d{1,4})[)\]\"']{0,3}"
    r"(?:[ \t]{0,3}(?:[:=→)–—]|->|=>|-(?=\s)|\.(?=\s))|(?<=\)))[ \t]{0,3}"
    r"(?:(?:score|rating)[ \t]?[:=]?[ \t]?)?[\"'(\[]{0,2}"
    rf"(?P<figure>{_FIGURE})(?=[\"')\]}}]{{0,3}}(?:[ \t]{{0,3}}[,;|.\n]|[ \t]|\Z))",
    re.IGNORECASE,
)
_TEXT_LINK = re.compile(
    rf"[\"')\]]{{0,3}}[ \t]{{0,3}}(?:[:=→(]|[–—]|-(?=\s)|->)[ \t]{{0,3}}[\"'(\[]{{0,2}}(?P<figure>{_FIGURE})",
    re.IGNORECASE,
)
_DELIMITER = re.compile(
    r"[\"')\]}]{0,3}[ \t]{0,3}(?:[,;|][ \t]{0,3}(?:and\b[ \t]{0,3})?|(?:and\b)?[ \t]{1,3}|(?=\n|\Z))"
)
_END = re.compile(r"[\"')\]}.; \t]{0,6}(?:\n|\Z)")
_PREFIX = re.compile(r"[^\n\d:]{0,60}:[ \t]{0,3}(?=\S)")
_MARKS = re.compile(r"[ \t>#•+*({\[\"'-]{0,6}")
_ONE = re.compile(
    rf"[ \t>•+*\[\"'-]{{0,6}}?(?:(?:score|rating)[ \t]?[:=][ \t]?)?(?P<figure>{_FIGURE})[ \t,;\]\"']{{0,6}}",
    re.IGNORECASE,
)
_LABEL_LINE = re.compile(
    r"[^\n\d,;|\t]{0,80}[:=]?[ \t]*|[ \t]*(?:json|python|text|plaintext|csv|markdown)[ \t]*", re.IGNORECASE
)
_ROW = re.compile(r"[ \t]*(\d{1,4}),\d{1,4}[ \t]*")
_PARTNER = {"[": "]", "(": ")", "{": "}"}
_ALONE = re.compile(r"[ \t]{0,3}[>•*-][ \t]{1,3}(?=[-+.\d])|[^\n\d{\"']{0,80}[:=][ \t]{0,3}(?=[-+.\d(\[])")


_LOST = Number(0, 0, 0, unfinished=True)
"""What truncation left of a number."""


class RatingBlock(NamedTuple):
    """A list of ratings in a reply.

    Attributes:
        start: where it begins in the reply.
        end: where it ends.
        numbers: the numbers that it has for each text, counted from 0.
    """

    start: int
    end: int
    numbers: dict[int, list[Number]]


def row_of(line: ReplyLine, asked: AskedRatings) -> list[tuple[int | None, int | None, Number]]:
    """The pairs of a line that consists of two or more: the number of the text or its place, and the rating.

    Of the last line of a truncated reply the pairs before its last count.
    """
    text = asked.reply.text
    for begin in _begins(text, line):
        pairs, position = _pairs(text, begin, line, asked)
        if pairs and _repeats(line, pairs[0], asked):
            return []
        whole = bool(_END.match(text, position, line.end)) and len(pairs) > 1
        truncated = asked.reply.truncated and line.end == len(text)
        if whole or (truncated and len(pairs) > 1):
            return pairs[:-1] if truncated else pairs
    return []


def _repeats(line: ReplyLine, pair: tuple[int | None, int | None, Number], asked: AskedRatings) -> bool:
    """Whether the number of a pair is part of a text that the line repeats behind the number of that text."""
    written, number = pair[0], pair[2]
    for place in () if written is None else (written - 1, written):
        end = asked.rated.own(asked.reply.text, line, number.start, place) if 0 <= place < asked.rated.count else None
        if end is not None and end > number.end:
            return True
    return False


def _begins(text: str, line: ReplyLine) -> Iterator[int]:
    """Where the first pair may begin: behind the marks of the line, at its head, behind words and a colon."""
    marks = _MARKS.match(text, line.start, line.end)
    yield marks.end() if marks else line.start
    prefix = _PREFIX.match(text, line.start, line.end)
    if prefix:
        yield prefix.end()


def _pairs(
    text: str, position: int, line: ReplyLine, asked: AskedRatings
) -> tuple[list[tuple[int | None, int | None, Number]], int]:
    """The pairs that follow one another, and where they end."""
    pairs: list[tuple[int | None, int | None, Number]] = []
    while position < line.end:
        pair = _pair(text, position, line, asked)
        if pair is None:
            break
        pairs.append(pair)
        delimiter = _DELIMITER.match(text, pair[2].end, line.end)
        position = delimiter.end() if delimiter else pair[2].end
        if delimiter is None:
            break
    return pairs, position


def _pair(
    text: str, position: int, line: ReplyLine, asked: AskedRatings
) -> tuple[int | None, int | None, Number] | None:
    """The pair at the position."""
    if found := _PAIR.match(text, position, line.end):
        number = _number(text, *found.span("figure"), asked)
        return None if number is None else (int(found["key"]), None, number)
    for end, places in asked.rated.any(text, line, position):
        link = _TEXT_LINK.match(text, end, line.end)
        if link and len(places) == 1 and (number := _number(text, *link.span("figure"), asked)):
            return None, places[0], number
    return None


def _number(text: str, start: int, end: int, asked: AskedRatings) -> Number | None:
    """The number that is this part of the reply."""
    number = number_at(text[start:end], 0, asked.scale)
    return None if number is None else number._replace(start=start, end=start + number.end)


def bare(asked: AskedRatings) -> tuple[list[Number], bool] | None:
    """The numbers of a reply that holds nothing else but perhaps a heading: one per line, or all in one line.

    Returns:
        The numbers, without the last of a truncated reply, and whether they are all of them; None for a reply that
        holds more.
    """
    lines = [line for line in asked.lines if asked.reply.text[line.start : line.end].strip(" \t`")]
    if len(lines) > 1 and _are_rows(lines, asked):
        return ([], True) if asked.scale.between or asked.scale.step % 1 else None
    if len(lines) > 1 and all(_is_text(line, asked) for line in lines):
        return [], True
    if len(lines) > 1 and _LABEL_LINE.fullmatch(asked.reply.text, lines[0].start, lines[0].end):
        lines = lines[1:]
    if not lines:
        return None
    found = _in_line(lines[0], asked) if len(lines) == 1 else [_alone(line, asked) for line in lines]
    if found and found[-1] is None and asked.reply.truncated:
        found[-1] = _LOST
    numbers = [one for one in found or () if one is not None]
    if not found or len(numbers) < len(found):
        return None
    return (numbers[:-1], False) if asked.reply.truncated else (numbers, True)


def _is_text(line: ReplyLine, asked: AskedRatings) -> bool:
    """Whether the whole line is one of the texts, which may read like a rating: "Rating: 5"."""
    text = asked.reply.text
    marks = _MARKS.match(text, line.start, line.end)
    begin = marks.end() if marks else line.start
    return any(_END.match(text, end, line.end) for end, _ in asked.rated.any(text, line, begin))


def _are_rows(lines: Sequence[ReplyLine], asked: AskedRatings) -> bool:
    """Whether each line is "1,4", counted from 1: a text and its rating, unless it is a decimal fraction."""
    rows = [_ROW.fullmatch(asked.reply.text, line.start, line.end) for line in lines]
    return [int(row[1]) for row in rows if row] == list(range(1, len(lines) + 1))


def _alone(line: ReplyLine, asked: AskedRatings) -> Number | None:
    """The number that is a whole line."""
    one = _ONE.fullmatch(asked.reply.text, line.start, line.end)
    return _number(asked.reply.text, *one.span("figure"), asked) if one else None


def _in_line(line: ReplyLine, asked: AskedRatings) -> list[Number | None] | None:
    """The numbers that are a whole line: between commas, semicolons or spaces.

    A comma between two figures is a decimal sign or parts two numbers: where the reading that gives as many numbers as
    there are texts is the only one, it counts.
    """
    text = asked.reply.text
    if asked.rated.count > 1 and any(asked.rated.any(text, line, line.start)):
        return None
    before = _ALONE.match(text, line.start, line.end)
    start = before.end() if before else line.start
    words = text[start : line.end].rstrip(" \t.")
    if words[:1] in _PARTNER and words[-1:] in (_PARTNER[words[:1]], *([words[-1:]] if asked.reply.truncated else [])):
        start, words = start + 1, words[1:].rstrip(_PARTNER[words[:1]])
    tight = bool(re.search(r"\d,\d", words))
    if tight and asked.reply.truncated:
        return None
    ways = [r"[^\s;,]+(?:,(?=\d)[^\s;,]+)*", r"[^\s;,]+"] if tight else [r"[^\s;,]+"]
    read = [_parts(pattern, words, start, asked) for pattern in ways]
    fitting = [one for one in read if one is not None and len(one) == asked.rated.count]
    return fitting[0] if fitting else read[-1]


def _parts(pattern: str, words: str, start: int, asked: AskedRatings) -> list[Number | None] | None:
    """The parts of a line as numbers; None if one of them is none."""
    found: list[Number | None] = []
    for part in re.finditer(pattern, words):
        core = part[0].strip("\"'")
        at = start + part.start() + part[0].index(core)
        if not re.fullmatch(_FIGURE, core):
            if not (asked.reply.truncated and found and part.end() == len(words)):
                return None
            found.append(_LOST)
            continue
        found.append(_number(asked.reply.text, at, at + len(core), asked))
    return found
