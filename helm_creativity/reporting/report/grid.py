"""Tables as plain values: what the template of all tables shows, and what they are sorted by."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from helm_creativity.reporting.numbers import DASH

TALL = 40
"""Rows from which a table scrolls in a box of its own."""
TEXT, NUMBER, PLOT = "text", "number", "plot"


class Head(NamedTuple):
    """The head of a column.

    Attributes:
        title: of the column.
        kind: text, number, or a plot of intervals, which is not sorted by.
        rising: whether the first click puts the least on top.
        sorted: "ascending" or "descending" where the rows come in the order of this column, else "".
        ends: of the axis, for a plot.
    """

    title: str
    kind: str = NUMBER
    rising: bool = False
    sorted: str = ""
    ends: tuple[str, str] | None = None


def heads(text: Iterable[str], numbers: Iterable[str], rising: Collection[str] = ()) -> tuple[Head, ...]:
    """Columns of text, then columns of numbers; of those in ``rising`` the first click puts the least on top."""
    return (*(Head(title, TEXT) for title in text), *(Head(title, rising=title in rising) for title in numbers))


class Span(NamedTuple):
    """A score and its interval as parts of an axis, 0 to 100.

    Attributes:
        low: end of the interval, None where there is none.
        middle: the score.
        high: end of the interval.
        beyond: "left" or "right" where the score lies beyond that end of the axis, else "".
    """

    low: float | None
    middle: float
    high: float | None
    beyond: str = ""


class GridCell(NamedTuple):
    """What stands in one cell.

    Attributes:
        text: for people.
        value: what a number is sorted by; None where there is none.
        why: why there is none, or why it does not count, which goes below the table.
        hidden: the same for those who do not see the rest of the row, where that says it.
        mark: how it looks.
        span: in a plot.
        href: where its text leads to.
        note: small, behind the text.
    """

    text: str
    value: float | None = None
    why: str = ""
    hidden: str = ""
    mark: str = ""
    span: Span | None = None
    href: str = ""
    note: str = ""


class GridRow(NamedTuple):
    """The cells of a row, the first of which is its head."""

    cells: tuple[GridCell, ...]
    mark: str = ""


@dataclass(frozen=True)
class Grid:
    """A table.

    Attributes:
        key: id of the table on the page.
        label: name of the table for those who do not see what is around it.
        heads: of the m columns.
        rows: m cells each.
        zero: where 0 is on the axis of a plot, 0 to 100; None where it is not on it.
        look: class of the table.
    """

    key: str
    label: str
    heads: tuple[Head, ...]
    rows: tuple[GridRow, ...]
    zero: float | None = None
    look: str = ""

    @property
    def tall(self) -> bool:
        """Whether it scrolls in a box of its own."""
        return len(self.rows) > TALL

    @cached_property
    def reasons(self) -> dict[str, str]:
        """The letter of each reason for which a cell is empty, in the order of rows."""
        why = dict.fromkeys(cell.why for row in self.rows for cell in row.cells if cell.why)
        return {reason: _letters(place) for place, reason in enumerate(why)}


def _letters(place: int) -> str:
    """A to z, then aa, ab, ..."""
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)


class Axis(NamedTuple):
    """From where to where a plot of intervals goes."""

    low: float
    high: float

    def place(self, value: float) -> float:
        """0 at the low end and before it, 100 at the high end and behind it; the middle where both are one."""
        if self.high == self.low:
            return 50.0
        return round(100 * (min(self.high, max(self.low, value)) - self.low) / (self.high - self.low), 1)

    def beyond(self, value: float) -> str:
        """On which side of it a value lies: "left", "right", or "" for none."""
        return "left" if value < self.low else "right" if value > self.high else ""

    @property
    def zero(self) -> float | None:
        """Where 0 is, if between the ends."""
        return self.place(0.0) if self.low < 0 < self.high else None


def missing(why: str) -> GridCell:
    """A dash, and the letter of a reason that stands below the table."""
    return GridCell(DASH, why=why)


def empty(hidden: str) -> GridCell:
    """A dash in a row or table that says why elsewhere."""
    return GridCell(DASH, hidden=hidden)
