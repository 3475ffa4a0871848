"""The one table: columns that say how a value is written, rows, and notes. ``reports.render`` makes text of it.

A row is a dict by the keys of columns. A key that no column has goes into data files alone (JSON, CSV, Parquet, data
frames); one that begins with ``_`` into none. In the place of a value may stand ``Undefined(why)``, or a ``Cell`` with
what stands beside it.
"""

from __future__ import annotations

import json
import math
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from html import escape
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted, escaped, escaped_line, listed, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl

MOST_ROWS, LONGEST = 20, 80
"""Rows of a table in a notebook, and characters of a cell there that holds anything."""
Row = Mapping[str, Any]


@dataclass(frozen=True)
class Undefined:
    """A value that is undefined, and why; ``reason`` finishes the sentence "There is none because ..."."""

    reason: str


def or_undefined(value: Any, reason: str) -> Any:  # noqa: ANN401 - whatever a cell holds
    """A value, or why there is none in the place of None."""
    return Undefined(reason) if value is None else value


class Cell(NamedTuple):
    """A value with what stands beside it. A value alone stands for a cell without anything."""

    value: Any
    note: str = ""
    why: str = ""
    mark: str = ""
    format: Callable[[Any], str] | None = None
    instead: str = "-"  # of an undefined value

    def text(self, column: Column) -> str:
        """How the value is written in a column."""
        return (self.format or column.format)(self.value)

    @property
    def reason(self) -> str:
        """Why the value is undefined, or what must be known of it."""
        if isinstance(self.value, Undefined):
            return self.value.reason
        return "" if is_undefined(self.value) else self.why


@dataclass(frozen=True)
class Column:
    """One column of a table: the key of its value in a row, its title for people, and how a value is written."""

    key: str
    title: str
    format: Callable[[Any], str] = str
    left: bool = False  # whether it holds text
    parts: tuple[str, ...] = ()  # endings of fields, where the value is a tuple
    data_only: bool = False  # whether it is in data files alone
    in_text: bool = True  # whether text for a terminal has it
    below: str = ""  # a sentence about each row that has it, which text has below the table, with its sign in front
    mark: str = ""  # the class of its cells on pages
    rising: bool = False  # whether pages sort it from its least value
    wrapped: bool = False  # whether the last column is broken into lines
    of: tuple[str, ...] = ()  # keys of values that are written together, such as the two ends of an interval

    @property
    def printed(self) -> bool:
        """Whether people see it in a table of its own, as text, HTML or Markdown."""
        return not self.data_only

    @property
    def fields(self) -> list[str]:
        """Names of its fields in CSV and JSON."""
        return list(self.of) or [f"{self.key}_{part}" for part in self.parts] or [self.key]


MODEL = Column("model", "model", left=True)


class Plot(NamedTuple):
    """How a table is drawn, by keys of its columns.

    ``kind`` is ``interval`` (a value and its interval per row), ``scatter``, ``curve`` or ``heatmap`` (all columns of
    numbers that people see).
    """

    kind: str
    label: str  # what names a row
    x: str = ""  # the value, or the horizontal one
    y: str = ""  # the vertical value; of intervals, the column by which there are panels
    low: str = ""
    high: str = ""
    series: str = ""  # of curves, what tells lines apart; of points, the column that says which are on the front
    x_title: str = ""  # where it is not the column's title
    y_title: str = ""
    caption: str = ""
    cap: float = math.inf  # of intervals, the distance from 0 beyond which baselines are arrows at the edge
    levels: Sequence[tuple[str, float]] = ()  # named values that are dashed lines; of curves, what is enough
    bound: Sequence[tuple[float, float]] = ()  # of points, corners of a line beyond which none can lie


class Result(ABC):
    """What has records: plain dicts, in which undefined values are None. A notebook shows the first ones."""

    @abstractmethod
    def records(self) -> list[dict[str, Any]]:
        """One per row."""

    @property
    def fields(self) -> Mapping[str, Any]:
        """Columns of a data frame of no records, with their types where these are known."""
        return {}

    def to_polars(self) -> pl.DataFrame:
        """The records as a polars data frame."""
        return _frame(self.records(), self.fields)

    def to_pandas(self) -> pd.DataFrame:
        """The records as a pandas data frame."""
        import pandas as pd

        return pd.DataFrame(self.records() or {name: [] for name in self.fields})

    def _repr_html_(self) -> str:
        records = self.records()
        names = dict.fromkeys(name for row in records for name, value in row.items() if value not in (None, []))
        return Table("records", [Column(name, name, _in_one_line) for name in names], records, repr(self)).html()


def _in_one_line(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.5g}"
    line = " ".join((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


@dataclass(frozen=True)
class Table(Result):
    """Rows of values under columns; ``facts`` hold for all rows, and ``totals`` are rows below the others."""

    name: str  # in data files and as ``tables["name"]``
    columns: Sequence[Column] = ()
    rows: Sequence[Any] = ()  # dicts; a sequence of values in the order of columns becomes one
    title: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()
    totals: Sequence[Any] = ()
    plot: Plot | None = None

    def __post_init__(self) -> None:
        """Makes dicts of rows. In CSV one of two fields of a name would take the place of the other."""
        names = Counter([*self.facts, *(name for column in self.columns for name in column.fields)])
        if twice := [name for name, n in names.items() if n > 1]:
            raise ValueError(f"{self.name}: two fields of a row are named {', '.join(twice)}")
        keys = [column.key for column in self.columns]
        for name in ("rows", "totals"):
            rows = getattr(self, name)
            whole = [row if isinstance(row, Mapping) else dict(zip(keys, row, strict=True)) for row in rows]
            object.__setattr__(self, name, whole)

    @property
    def fields(self) -> dict[str, None]:
        """Names of the fields of its columns."""
        return dict.fromkeys(name for column in self.columns for name in column.fields)

    @property
    def printed(self) -> bool:
        """Whether people see it; a table whose columns are in data files alone is in these alone."""
        return not self.rows or any(column.printed for column in self.columns)

    def cells(self, row: Row) -> list[Cell]:
        """The cell of each column; a key with ``_`` in front says what stands in the place of an undefined value."""
        return [as_cell(_value(column, row), row.get(f"_{column.key}", "-")) for column in self.columns]

    def records(self, rows: Sequence[Row] | None = None) -> list[dict[str, Any]]:
        """Plain dicts: undefined values are None, and ``undefined`` has the reasons by field."""
        return [self._record(row) for row in (self.rows if rows is None else rows)]

    def _record(self, row: Row) -> dict[str, Any]:
        values, why = dict[str, Any](), dict[str, str]()
        known = {name for column in self.columns for name in (column.key, *column.of)}
        for column, cell in zip(self.columns, self.cells(row), strict=True):
            fields, value = column.fields, cell.value
            several = isinstance(value, (tuple, list)) and len(fields) > 1
            values |= zip(fields, value if several else [value] * len(fields), strict=True)
            why |= {column.key: value.reason} if isinstance(value, Undefined) else {}
        values |= {key: as_cell(value).value for key, value in row.items() if key not in known and key[0] != "_"}
        record = {name: defined_or_none(value) for name, value in values.items()}
        return {**record, "undefined": why} if why else record

    def html(self, most: int | None = MOST_ROWS, below: Iterable[str] | None = None) -> str:
        """The first rows for a notebook, or all; below them its notes, or other lines."""
        every, title = (*self.rows, *self.totals), escape(escaped(self.title))
        more = len(every) - most if most is not None else 0
        notes = [f"and {more:,} more: to_polars() has all"] * (more > 0)
        notes += map(escaped, self.notes if below is None else below)

        def tag(name: str, column: Column, text: str, why: str = "") -> str:
            left, reason = ' class="left"' * column.left, f' title="{escape(why)}"' if why else ""
            return f"<{name}{left}{reason}>{escape(text)}</{name}>"

        parts = [f"<p><strong>{title}</strong></p>" * bool(title)]
        if every:
            heads = [tag("th", column, escaped_line(column.title)) for column in self.columns if column.printed]
            cells = (printed_cells(self, row) for row in every[:most])
            rows = ([tag("td", column, cell_text(column, cell), cell.reason) for column, cell in row] for row in cells)
            lines = ("".join(["<tr>", *row, "</tr>"]) for row in rows)
            head = f"<caption>{title}</caption>\n<thead><tr>{''.join(heads)}</tr></thead>"
            parts = ["<table>", head, "<tbody>", *lines, "</tbody>", "</table>"]
        parts += [f'<p class="note">{escape(note)}</p>' for note in notes]
        return "\n".join(["<section>", *filter(None, parts), "</section>"])


def _value(column: Column, row: Row) -> Any:  # noqa: ANN401 - whatever a cell holds
    if not column.of or column.key in row:
        return row.get(column.key)
    ends = tuple(row.get(name) for name in column.of)
    return next((end for end in ends if isinstance(end, Undefined)), ends)


class Tables(tuple[Table, ...]):
    """What an analysis found: tables by place or by name, the first of which is the main one."""

    @overload  # type: ignore[override]
    def __getitem__(self, which: int | str) -> Table: ...
    @overload
    def __getitem__(self, which: slice) -> tuple[Table, ...]: ...
    def __getitem__(self, which: int | str | slice) -> Table | tuple[Table, ...]:
        if not isinstance(which, str):
            return super().__getitem__(which)
        if found := self.named(which):
            return found[0]
        names = dict.fromkeys(table.name for table in self)
        raise BadArguments(f"there is no table {quoted(which)}; there are {listed(names)}")

    def __repr__(self) -> str:
        rows: Counter[str] = Counter()
        for table in self:
            rows[table.name] += len(table.rows)
        texts = (f"{name}: {counted(n, 'row')}" for name, n in rows.items() if n)
        return f"Tables({', '.join(texts)})"

    def named(self, name: str) -> list[Table]:
        """The tables of a name, or of that of the first."""
        return [table for table in self if table.name == (name or self[0].name)]

    @property
    def notes(self) -> list[str]:
        """What must be known of them, a line each."""
        return [note for table in self for note in table.notes]

    def records(self, name: str = "") -> list[dict[str, Any]]:
        """The rows of all tables of a name, or of that of the first, behind their facts."""
        return [{**table.facts, **record} for table in self.named(name) for record in table.records()]

    def to_polars(self, name: str = "") -> pl.DataFrame:
        """The records as a polars data frame."""
        keys = dict.fromkeys(key for table in self.named(name) for key in (*table.facts, *table.fields))
        return _frame(self.records(name), keys)

    def to_pandas(self, name: str = "") -> pd.DataFrame:
        """The records as a pandas data frame."""
        import pandas as pd

        return pd.DataFrame(self.records(name))

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self if table.printed)


def as_cell(value: Any, instead: str = "-") -> Cell:  # noqa: ANN401 - whatever a cell holds
    """The cell of a value."""
    return value if isinstance(value, Cell) else Cell(value, instead=instead)


def is_undefined(value: object) -> bool:
    """Whether a cell holds no value: an interval without both ends is none."""
    if isinstance(value, (tuple, list)):
        return any(map(is_undefined, value))
    return defined_or_none(value) is None


def defined_or_none(value: Any) -> Any:  # noqa: ANN401 - whatever a cell holds
    """A value; None where it is undefined, or no finite number."""
    return None if isinstance(value, Undefined) or (isinstance(value, float) and not math.isfinite(value)) else value


def cell_text(column: Column, cell: Cell) -> str:
    """What people see of a cell: one line, in which nothing steers a terminal."""
    text = cell.instead if is_undefined(cell.value) else escaped_line(cell.text(column))
    return f"{text} ({escaped_line(cell.note)})" if cell.note else text


def printed_cells(table: Table, row: Row) -> Iterator[tuple[Column, Cell]]:
    """Columns that people see in a table of its own, with their cells."""
    return (pair for pair in zip(table.columns, table.cells(row), strict=True) if pair[0].printed)


def _frame(records: Sequence[Row], columns: Mapping[str, Any]) -> pl.DataFrame:
    """A data frame of records; of none with the columns that they would have. Lists of no one type become JSON."""
    import polars as pl

    names = dict.fromkeys(name for row in records for name in row) or columns
    frame = pl.DataFrame([_series(name, [row.get(name) for row in records]) for name in names])
    unknown = [name for name, kind in frame.schema.items() if kind == pl.Null and columns.get(name)]
    return frame.with_columns(pl.col(name).cast(columns[name]) for name in unknown)


def _series(name: str, values: list[Any]) -> pl.Series:
    import polars as pl

    nested = (list, tuple, dict)
    if any(isinstance(value, nested) for value in values):
        try:
            series = pl.Series(name, values)
            if series.to_list() == [list(value) if type(value) is tuple else value for value in values]:
                return series
        except (TypeError, pl.exceptions.PolarsError):
            pass
        values = [json.dumps(value, ensure_ascii=False) if isinstance(value, nested) else value for value in values]
    return pl.Series(name, values, strict=False)
