"""Tables as plain values: what the template of all tables shows, and what they are sorted by."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import NamedTuple

from helm_creativity.core.pooling import is_baseline
from helm_creativity.results.numbers import DASH, typeset
from helm_creativity.results.table import Cell, Column, Table, Undefined, is_undefined

TALL = 40
"""Rows from which a table scrolls in a box of its own."""
UPRIGHT = 12
"""Columns from which the heads of shaded numbers are written upwards."""
TEXT, NUMBER, PLOT = "text", "number", "plot"
MODEL, BASELINE = "model", "baseline"
"""Key of a column of models, and what stands behind those that are baselines."""


class Head(NamedTuple):
    """The head of a column."""

    title: str
    kind: str = NUMBER
    rising: bool = False
    sorted: str = ""
    ends: tuple[str, str] | None = None


class Span(NamedTuple):
    """A score and its interval as parts of an axis, 0 to 100."""

    low: float | None
    middle: float
    high: float | None
    beyond: str = ""


class GridCell(NamedTuple):
    """What stands in one cell."""

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
    """A table."""

    key: str
    label: str
    heads: tuple[Head, ...]
    rows: tuple[GridRow, ...]
    zero: float | None = None
    look: str = ""

    @property
    def of_models(self) -> bool:
        """Whether its rows are models, of which a reader may look at some."""
        return self.heads[0].title.lower() == MODEL

    @property
    def wide(self) -> bool:
        """Whether the heads of its columns are written upwards."""
        return self.look == "heatmap" and len(self.heads) > UPRIGHT

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
    before, last = divmod(place, 26)
    return (_letters(before - 1) if before else "") + chr(ord("a") + last)


def page_grid(table: Table, key: str = "", label: str = "", look: str = "", axis: Axis | None = None) -> Grid:
    """A table as the page shows it."""
    columns = [column for column in table.columns if not column.data_only]
    shown = tuple(_head(column, axis) for column in columns)
    every = (*table.rows, *table.totals)
    marks = (*table.marks, *[""] * (len(every) - len(table.marks)))
    return Grid(
        key or f"{table.name}-table",
        label or table.title,
        shown,
        tuple(_grid_row(table.columns, table.cells(row), mark) for row, mark in zip(every, marks, strict=True)),
        axis.zero if axis else None,
        look,
    )


def _head(column: Column, axis: Axis | None) -> Head:
    title = column.title if column.named else _capital(column.title)
    if column.pages_only and axis:
        ends = typeset(column.format(axis.low)), typeset(column.format(axis.high))
        return Head(title, PLOT, ends=ends if axis.low < axis.high else None)
    return Head(title, TEXT if column.left else NUMBER, column.rising, column.order)


def _grid_row(columns: Sequence[Column], row: Sequence[Cell], mark: str) -> GridRow:
    cells = []
    for column, cell in zip(columns, row, strict=True):
        if column.key == MODEL and isinstance(cell.value, str) and is_baseline(cell.value):
            cell, mark = cell._replace(note=cell.note or BASELINE), " ".join(filter(None, (mark, BASELINE)))
        if not column.data_only:
            cells.append(_grid_cell(column, cell))
    return GridRow(tuple(cells), mark)


def _capital(title: str) -> str:
    """A title as pages begin it; what is a symbol of statistics stays as it is."""
    first = title.partition(" ")[0]
    return title[:1].upper() + title[1:] if first.isalpha() and len(first) > 1 else title


def _grid_cell(column: Column, cell: Cell) -> GridCell:
    mark = cell.mark or column.mark
    mark_of_dash = mark if mark == "rank" else ""
    if isinstance(cell.value, Undefined):
        return GridCell(DASH, why=cell.value.reason, mark=mark_of_dash)
    if isinstance(cell.value, Span):
        return GridCell("", span=cell.value)
    if column.pages_only:
        return GridCell(str(cell.value))
    if is_undefined(cell.value):
        return GridCell(DASH, hidden=cell.why or f"no {column.title}", mark=mark_of_dash)
    text = cell.text(column)
    if column.left:
        return GridCell(text, why=cell.why, href=cell.link, note=cell.note)
    value = cell.value[0] if isinstance(cell.value, (tuple, list)) else cell.value
    return GridCell(typeset(text), float(value), cell.why, mark=mark, href=cell.link, note=cell.note)


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
