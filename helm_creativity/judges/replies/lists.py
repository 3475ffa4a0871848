"""All lists of ratings in a reply, each rating under the place of its text."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from helm_creativity.judges.replies.dicts import read_containers
from helm_creativity.judges.replies.echoes import ReplyLine
from helm_creativity.judges.replies.grids import grids
from helm_creativity.judges.replies.items import TextRating, numbered, outside, unbracketed, worded
from helm_creativity.judges.replies.listed import AskedRatings, ItemRating, rating_of
from helm_creativity.judges.replies.numbers import Number
from helm_creativity.judges.replies.records import Tally, tallies
from helm_creativity.judges.replies.runs import RatingBlock, row_of


@dataclass(frozen=True)
class Misfit:
    """There is a list that does not fit the texts.

    Attributes:
        total: it is numbered, so that no other number of the reply can be trusted either.
    """

    total: bool


class NumberedRating(NamedTuple):
    """A rating under a number as it is written, or under the place of a text.

    Attributes:
        start: where its item begins.
        end: where its line ends.
        written: the number; None for words.
        place: the place of the text, counted from 0; None for a number.
        number: the rating.
    """

    start: int
    end: int
    written: int | None
    place: int | None
    number: Number


def lists_in(asked: AskedRatings) -> tuple[list[RatingBlock], Misfit | None]:
    """The lists of the reply in their order, and whether one of them does not fit the texts."""
    containers = read_containers(unbracketed(asked.reply.text, asked.lines, asked.rated))
    found = tallies(containers, asked)
    lines = outside(asked.lines, containers, asked.reply.text) if found else asked.lines
    parts: list[tuple[int, int, Tally]] = [(one.start, one.end, tally) for one, tally in found]
    for rows, tally in grids(lines, asked):
        if tally.found:
            parts.append((rows[0].start, rows[-1].end, tally))
            taken = {line.start for line in rows}
            lines = [line for line in lines if line.start not in taken]
    runs, lines = _runs(lines, asked)
    parts += [(part[0].start, part[-1].end, _tally(part)) for part in _parts(runs)]
    items = _entries(lines, asked, (tally for _, _, tally in parts))
    parts += [(part[0].start, part[-1].end, _tally(part)) for part in _parts(items)]
    return _blocks(sorted(parts, key=lambda part: part[:2]), asked)


def _runs(lines: Sequence[ReplyLine], asked: AskedRatings) -> tuple[list[NumberedRating], list[ReplyLine]]:
    """The pairs in a row, and the lines that have none."""
    entries: list[NumberedRating] = []
    rest = []
    for line in lines:
        row = row_of(line, asked)
        if not row:
            rest.append(line)
        entries += [NumberedRating(line.start, line.end, written, place, number) for written, place, number in row]
    return entries, rest


def _entries(lines: Sequence[ReplyLine], asked: AskedRatings, others: Iterable[Tally]) -> list[NumberedRating]:
    """The items of the reply: by their numbers or by the words of the texts, whichever gives more."""
    text = asked.reply.text
    from_zero = any(0 in tally.by_number for tally in others)
    zero = numbered(text, lines, asked.rated, base=0)
    if from_zero or any(item.place == 0 for item in zero):
        shifted = _rated(zero, asked, 0)
        if any(entry.written == 0 for entry in shifted):
            return shifted
    by_number = _rated(numbered(text, lines, asked.rated), asked, 1)
    by_words = _rated(worded(text, lines, asked.rated), asked, 1)
    return by_words if _sound(by_words) > _sound(by_number) else by_number


def _sound(entries: Sequence[NumberedRating]) -> int:
    """How many texts have a number that is not spread."""
    return len({(one.written, one.place) for one in entries if not one.number.spread})


def _rated(items: Sequence[TextRating], asked: AskedRatings, base: int) -> list[NumberedRating]:
    """The items that have a rating."""
    found: list[tuple[TextRating, ItemRating]] = []
    for item in items:
        rating = _beyond_rating(item, asked) if item.place >= asked.rated.count else rating_of(item, asked)
        if rating is not None:
            found.append((item, rating))
    own = any(one.own for _, one in found) or asked.reply.truncated
    # A judge that only repeats the texts, one of which is "Rating: 5", has rated none.
    quoting = own or not any(not one.pure for _, one in found)
    entries = []
    for item, one in found:
        if one.pure and quoting:
            continue
        number = _at_truncation(one.number, asked)
        number = number._replace(spread=True) if item.conflict else number
        written = item.place + base if item.numbered else None
        line_end = asked.reply.text.find("\n", number.end)
        end = line_end if line_end >= 0 else len(asked.reply.text)
        entries.append(NumberedRating(item.head, end, written, None if item.numbered else item.place, number))
    return entries


def _beyond_rating(item: TextRating, asked: AskedRatings) -> ItemRating | None:
    """The rating of an item of no text: it only shows that the numbers are others than those of the texts."""
    return rating_of(TextRating(0, item.head, item.start, min(item.end, item.line.end), item.line, True), asked)


def _at_truncation(number: Number, asked: AskedRatings) -> Number:
    """The number, marked as unfinished in the last line of a truncated reply."""
    last = asked.reply.truncated and "\n" not in asked.reply.text[number.end :]
    return number._replace(unfinished=last)


def _parts(entries: Sequence[NumberedRating]) -> list[list[NumberedRating]]:
    """The entries as lists: a text that comes again begins another."""
    parts: list[list[NumberedRating]] = []
    seen: set[tuple[int | None, int | None]] = set()
    for entry in sorted(entries, key=lambda one: (one.start, one.number.start)):
        key = entry.written, entry.place
        if key in seen or not parts:
            parts.append([])
            seen = set()
        seen.add(key)
        parts[-1].append(entry)
    return parts


def _tally(entries: Sequence[NumberedRating]) -> Tally:
    """The entries under their numbers and places."""
    tally = Tally()
    for entry in entries:
        if entry.written is not None:
            tally.by_number.setdefault(entry.written, []).append(entry.number)
        elif entry.place is not None:
            tally.numbers.setdefault(entry.place, []).append(entry.number)
    return tally


def _blocks(parts: Sequence[tuple[int, int, Tally]], asked: AskedRatings) -> tuple[list[RatingBlock], Misfit | None]:
    """The lists with all their ratings under places."""
    blocks = []
    misfit: Misfit | None = None
    for start, end, tally in parts:
        numbers = {place: list(found) for place, found in tally.numbers.items()}
        base = _base(tally.by_number, asked.rated.count)
        if base is None or tally.misfit:
            misfit = Misfit(total=base is None or (misfit is not None and misfit.total))
        for written, found in tally.by_number.items():
            if base is not None and 0 <= written - base < asked.rated.count:
                numbers.setdefault(written - base, []).extend(found)
        if numbers:
            blocks.append(RatingBlock(start, end, numbers))
    return blocks, misfit


def _base(by_number: Mapping[int, object], count: int) -> int | None:
    """The number of the first text: 1, or 0 where the numbers are complete from there; None where they do not fit."""
    if 0 in by_number:
        return 0 if set(by_number) == set(range(count)) else None
    return None if any(count < number <= 2 * count + 1 for number in by_number) else 1
