"""Ratings of numbered texts in tables: Markdown, and values between commas, semicolons or tabs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby, zip_longest

from helm_creativity.judges.replies.echoes import ReplyLine
from helm_creativity.judges.replies.listed import AskedRatings
from helm_creativity.judges.replies.names import dimension_of, key_words, name_rank
from helm_creativity.judges.replies.numbers import Number, agreed, can_be_rating, number_at
from helm_creativity.judges.replies.records import Tally, names_a_text

_RULE = re.compile(r"[\s|:+=-]*-[\s|:+=-]*")
_KEY = re.compile(
    r"[ \t|\"'(\[]{0,6}(?:(?:use|item|idea|text|response)[ \t]?)?[#№]?[ \t]?(?P<number>\d{1,4})[.)\]\"']{0,3}[ \t]{0,8}"
    r"(?=[|,;\t]|\Z)",
    re.IGNORECASE,
)
_FIRST = re.compile(r"[ \t\"]{0,4}(\d{1,4})\"?[ \t]{0,2}[,;\t]")
_OPENING = re.compile(r"[ \t|\"']{0,8}")
_OPEN = re.compile(r"[\s\"'(\[<{]{0,5}")
_WORDY = 4

Cell = tuple[int, int]


def grids(lines: Sequence[ReplyLine], asked: AskedRatings) -> Iterator[tuple[list[ReplyLine], Tally]]:
    """The tables among the lines: their lines, and what they give."""
    for delimiter in "|\t,;":
        text = asked.reply.text
        for has, group in groupby(lines, key=lambda line: delimiter in text[line.start : line.end]):
            rows = list(group) if has else []
            yield from _grids(rows, delimiter, asked)


def _grids(rows: list[ReplyLine], delimiter: str, asked: AskedRatings) -> Iterator[tuple[list[ReplyLine], Tally]]:
    """The tables in lines that all have the delimiter: each from its heads to the next."""
    text = asked.reply.text
    heads = [at for at, line in enumerate(rows) if _is_head(rows, at, delimiter, asked)]
    for first, following in zip_longest(heads, heads[1:], fillvalue=len(rows)):
        names = _cells(text, rows[first].start, rows[first].end, delimiter)
        part = rows[first:following]
        yield part, _tally(part[1:], [text[start:end].strip() for start, end in names], delimiter, asked)
    if not heads and delimiter != "|" and _is_whole(rows, delimiter, asked):
        yield rows, _tally(rows, [], delimiter, asked)


def _is_head(rows: list[ReplyLine], at: int, delimiter: str, asked: AskedRatings) -> bool:
    """Whether the line names the columns: short words, one of them for texts, numbers or ratings."""
    text, line = asked.reply.text, rows[at]
    words = text[line.start : line.end]
    cells = [words_of.strip() for words_of in words.strip().strip("|").split(delimiter)]
    if (
        len(cells) < 2
        or any(cell[:1].isdigit() for cell in cells)
        or _RULE.fullmatch(words)
        or _KEY.match(text, line.start, line.end)
    ):
        return False
    if delimiter == "|" and at + 1 < len(rows) and _RULE.fullmatch(text[rows[at + 1].start : rows[at + 1].end]):
        return True
    known = [names_a_text(cell) or name_rank(cell) or _is_dimension(cell, asked) for cell in cells]
    return (
        all(len(cell.split()) <= _WORDY for cell in cells) and bool(known[0]) and (any(known[1:]) or delimiter == "|")
    )


def _is_dimension(cell: str, asked: AskedRatings) -> bool:
    """Whether the cell names what is rated."""
    return bool(asked.dimension) and dimension_of(cell, {key_words(asked.dimension): asked.dimension}) is not None


def _is_whole(rows: list[ReplyLine], delimiter: str, asked: AskedRatings) -> bool:
    """Whether rows without a head are the whole reply, and each begins with the number that follows the last one's."""
    text = asked.reply.text
    written = [line for line in asked.lines if text[line.start : line.end].strip(" \t`")]
    keys = [_FIRST.match(text, line.start, line.end) for line in rows]
    numbers = [int(key[1]) for key in keys if key]
    if (
        len(rows) != len(written)
        or len(numbers) < len(rows)
        or numbers not in (list(range(1, len(rows) + 1)), list(range(len(rows))))
    ):
        return False
    decimals = all(re.fullmatch(r"\s*\d+,\d+\s*", text[line.start : line.end]) for line in rows) and delimiter == ","
    fraction = asked.scale.between or asked.scale.step % 1 != 0
    return (len(rows) == asked.rated.count or asked.reply.truncated) and not (decimals and fraction)


def _cells(text: str, start: int, end: int, delimiter: str) -> list[Cell]:
    """The parts of a line between the delimiters, without the marks at its edges."""
    if delimiter == "|":
        while start < end and text[start] in " \t|":
            start += 1
        while end > start and text[end - 1] in " \t|":
            end -= 1
    cells = []
    for part in text[start:end].split(delimiter):
        cells.append((start, start + len(part)))
        start += len(part) + 1
    return cells


def _tally(rows: Sequence[ReplyLine], names: Sequence[str], delimiter: str, asked: AskedRatings) -> Tally:
    """The ratings of the rows of one table."""
    tally = Tally()
    text = asked.reply.text
    for line in rows:
        if _RULE.fullmatch(text, line.start, line.end):
            continue
        written, places, end, used = _row_key(line, asked)
        if written is None and not places:
            continue
        cells = _cells(text, end, line.end, delimiter)
        if text[end : line.end].lstrip(" \t\"'")[:1] == delimiter and delimiter != "|":
            cells = cells[1:]
        number = _rating(cells, names, used, asked)
        if number is None:
            continue
        number = number._replace(unfinished=asked.reply.truncated and line.end == len(text))
        if written is not None:
            tally.by_number.setdefault(written, []).append(number)
        else:
            for place in places:
                one = number if len(places) == 1 else number._replace(spread=True)
                tally.numbers.setdefault(place, []).append(one)
    return tally


def _row_key(line: ReplyLine, asked: AskedRatings) -> tuple[int | None, list[int], int, int]:
    """The number of a row, or the places of its text; where they end, and how many columns they take."""
    text, rated = asked.reply.text, asked.rated
    key = _KEY.match(text, line.start, line.end)
    if key is not None:
        written = int(key["number"])
        begin = key.end() + 1
        for place in (written - 1, written):
            end = rated.own(text, line, begin, place) if 0 <= place < rated.count else None
            if end is not None and _is_cell_end(text, end, line) and text[end : line.end].strip(" |,;\t\"'"):
                return written, [], end, 2
        return written, [], key.end(), 1
    opening = _OPENING.match(text, line.start, line.end)
    begin = opening.end() if opening else line.start
    for end, places in rated.any(text, line, begin):
        if _is_cell_end(text, end, line):
            return None, places, end, 1
    return None, [], line.start, 0


def _is_cell_end(text: str, end: int, line: ReplyLine) -> bool:
    """Whether a cell ends at the position."""
    return text[end : line.end].lstrip(" \t\"'")[:1] in ("", "|", ",", ";", "\t")


def _rating(cells: Sequence[Cell], names: Sequence[str], used: int, asked: AskedRatings) -> Number | None:
    """The number in the column of the rating; without a name for it, the only number."""
    numbers = [_number(cell, asked) for cell in cells]
    behind = list(names[used:])
    ranks: dict[int, int] = {}
    wanted = {key_words(asked.dimension): asked.dimension} if asked.dimension else {}
    for column, name in enumerate(behind):
        own, rank = dimension_of(name, wanted), name_rank(name)
        if own or rank:
            ranks[column] = 3 + own[1] if own else rank or 0
    if ranks and len(numbers) >= len(behind):
        best = [column for column, rank in ranks.items() if rank == max(ranks.values())]
        more = len(numbers) - len(behind)
        return agreed(one for column in best if (one := numbers[column + more]) is not None)
    return agreed(one for one in numbers if one is not None)


def _number(cell: Cell, asked: AskedRatings) -> Number | None:
    """The number with which a cell begins."""
    text = asked.reply.text
    opening = _OPEN.match(text, *cell)
    start = opening.end() if opening else cell[0]
    part = text[start : cell[1]]
    number = number_at(part, 0, asked.scale)
    if number is None or not can_be_rating(part, number):
        return None
    return number._replace(start=start, end=start + number.end)
