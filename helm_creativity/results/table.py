"""The one table: columns that say how a value is written, rows, and notes. ``reports.render`` makes text of it.

A row is a dict by the keys of columns. A key that no column has goes into data files alone (JSON, CSV, Parquet, data
frames); one that begins with ``_`` into none. In the place of a value may stand ``Undefined(why)``, or a ``Cell`` with
what stands beside it.
"""

from __future__ import annotations

import json
import math
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import counted, escaped, escaped_line, listed, quoted

if TYPE_CHECKING:
    import pandas as pd
    import polars as pl


class Undefined(NamedTuple):
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
    link: str = ""
    format: Callable[[Any], str] | None = None

    def text(self, column: Column) -> str:
        """How the value is written in a column."""
        return (self.format or column.format)(self.value)


@dataclass(frozen=True)
class Column:
    """One column of a table.

    Attributes:
        key: of its value in a row.
        title: for people.
        format: how a value is written.
        left: whether it holds text, which stands at the left.
        of: keys of the values that are written together, such as the two ends of an interval; ``key`` is none then.
        data_only: whether it is in data files alone.
        pages_only: whether it is on pages alone.
        in_text: whether text for a terminal has it.
        below: a sentence about each row that has it, which text has below the table, with its sign in front.
        wrapped: whether the last column is broken into lines.
        named: whether pages leave its title as it is.
        mark: the class of its cells on pages.
        rising: whether pages sort it from its least value.
        order: how the rows are sorted by it already: "ascending", "descending" or "".
        parts: endings of fields, where the value is a tuple.
    """

    key: str
    title: str
    format: Callable[[Any], str] = str
    left: bool = False
    parts: tuple[str, ...] = ()
    data_only: bool = False
    in_text: bool = True
    below: str = ""
    pages_only: bool = False
    named: bool = False
    mark: str = ""
    rising: bool = False
    wrapped: bool = False
    order: str = ""
    of: tuple[str, ...] = ()

    @property
    def printed(self) -> bool:
        """Whether people see it in a table of its own, as text, HTML or Markdown."""
        return not self.data_only and not self.pages_only

    @property
    def fields(self) -> list[str]:
        """Names of its fields in CSV and JSON."""
        if self.pages_only:
            return []
        return list(self.of) or [f"{self.key}_{part}" for part in self.parts] or [self.key]


MODEL = Column("model", "model", left=True)


class Plot(NamedTuple):
    """How a table is drawn, by keys of its columns.

    Attributes:
        kind: ``interval`` (a value and its interval per row), ``scatter``, ``heatmap`` (all columns of numbers
            that people see) or ``curve``.
        label: what names a row.
        x: the value, or the horizontal one.
        y: the vertical value; of an interval plot, the column by which it has panels.
        low: lower end.
        high: upper end.
        series: of a curve, what tells lines apart; of points, the column that says which are on the front.
        x_title: of the horizontal axis, where it is not the column's title.
        y_title: of the vertical axis.
        caption: what it shows, in words.
        cap: of intervals, the distance from 0 beyond which baselines are arrows at the edge.
        levels: named values that are dashed lines: people's means; of curves, what is enough comes first.
        bound: of points, corners of a closed line beyond which none can lie.
    """

    kind: str
    label: str
    x: str = ""
    y: str = ""
    low: str = ""
    high: str = ""
    series: str = ""
    x_title: str = ""
    y_title: str = ""
    caption: str = ""
    cap: float = math.inf
    levels: Sequence[tuple[str, float]] = ()
    bound: Sequence[tuple[float, float]] = ()


Row = Mapping[str, Any]


@dataclass(frozen=True)
class Table:
    """Rows of values under columns.

    Attributes:
        name: in data files and as ``tables["name"]``.
        columns: how values are written, in order.
        rows: dicts; a sequence of values in the order of columns becomes one.
        title: for people.
        facts: what holds for all rows, by name.
        notes: below it, a line each.
        totals: rows below the others.
        marks: the class of each row on pages.
        plot: how it is drawn.
    """

    name: str
    columns: Sequence[Column] = ()
    rows: Sequence[Any] = ()
    title: str = ""
    facts: Mapping[str, Any] = field(default_factory=dict)
    notes: Sequence[str] = ()
    totals: Sequence[Any] = ()
    marks: Sequence[str] = ()
    plot: Plot | None = None

    def __post_init__(self) -> None:
        """Checks the names, and makes dicts of rows."""
        names = Counter([*self.facts, *(name for column in self.columns for name in column.fields)])
        if twice := [name for name, n in names.items() if n > 1]:
            raise ValueError(f"{self.name}: two fields of a row are named {', '.join(twice)}")
        keys = [column.key for column in self.columns]
        for name in ("rows", "totals"):
            rows = (
                row if isinstance(row, Mapping) else dict(zip(keys, row, strict=True)) for row in getattr(self, name)
            )
            object.__setattr__(self, name, list(rows))

    @property
    def printed(self) -> bool:
        """Whether people see it; a table whose columns are in data files alone is in these alone."""
        return not self.rows or any(column.printed for column in self.columns)

    def cells(self, row: Row) -> list[Cell]:
        """The cell of each column."""
        return [as_cell(_value(column, row)) for column in self.columns]

    def records(self, rows: Sequence[Row] | None = None) -> list[dict[str, Any]]:
        """Plain dicts: undefined values are None, and ``undefined`` has the reasons by field."""
        return [self._record(row) for row in (self.rows if rows is None else rows)]

    def _record(self, row: Row) -> dict[str, Any]:
        values: dict[str, Any] = {}
        reasons: dict[str, str] = {}
        for column, cell in zip(self.columns, self.cells(row), strict=True):
            value, names = cell.value, column.fields
            several = len(names) > 1 and isinstance(value, (tuple, list)) and not isinstance(value, Undefined)
            values |= zip(names, value if several else [value] * len(names), strict=True)
            if isinstance(value, Undefined):
                reasons[column.key] = value.reason
        known = {name for column in self.columns for name in (column.key, *column.of)}
        values |= {key: as_cell(value).value for key, value in row.items() if key not in known and key[0] != "_"}
        record = {name: defined_or_none(value) for name, value in values.items()}
        return {**record, "undefined": reasons} if reasons else record

    def to_polars(self) -> pl.DataFrame:
        """The records as a polars data frame."""
        return frame_of(self.records(), dict.fromkeys(name for column in self.columns for name in column.fields))

    def to_pandas(self) -> pd.DataFrame:
        """The records as a pandas data frame."""
        import pandas as pd

        names = [name for column in self.columns for name in column.fields]
        return pd.DataFrame(self.records(), columns=None if self.rows else names)

    def html(self) -> str:
        """The first rows for a notebook."""
        from html import escape

        shown = [column for column in self.columns if column.printed]
        head = "".join(f"<th>{escape(escaped_line(column.title))}</th>" for column in shown)
        lines = [
            "".join(f"<td>{escape(cell_text(*pair))}</td>" for pair in printed_cells(self, row))
            for row in self.rows[:MOST_ROWS]
        ]
        body = "".join(f"<tr>{line}</tr>" for line in lines)
        more = len(self.rows) - MOST_ROWS
        notes = [*([f"and {more:,} more: to_polars() has all"] if more > 0 else []), *self.notes]
        below = "".join(f"<p>{escape(escaped(note))}</p>" for note in notes)
        grid = f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>" if body else ""
        return f"<section><p><b>{escape(escaped(self.title))}</b></p>{grid}{below}</section>"


def table_of(title: str, records: Sequence[Row]) -> Table:
    """The records of a result as a table, without columns that are empty or the same long text in all rows."""
    columns, notes = [], []
    for name in dict.fromkeys(name for record in records for name in record):
        values = [record.get(name) for record in records]
        if len(values) > 1 and isinstance(values[0], str) and len(values[0]) > LONG and len({*map(str, values)}) == 1:
            notes.append(f"{name}: {values[0]}")
        elif any(value not in (None, []) for value in values):
            columns.append(Column(name, name, _in_one_line))
    return Table("records", columns, records, title, notes=notes)


LONG, LONGEST = 20, 80
"""Characters of a text that is shown once where all rows have it, and of a cell."""


def _in_one_line(value: object) -> str:
    if isinstance(value, float):
        return f"{value:.5g}"
    line = " ".join((value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, default=str)).split())
    return line if len(line) <= LONGEST else f"{line[: LONGEST - 1]}…"


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
        for table in self:
            if table.name == which:
                return table
        raise BadArguments(f"there is no table {quoted(which)}; there are {listed(dict.fromkeys(map(_name, self)))}")

    def __repr__(self) -> str:
        counts = Counter(map(_name, self))
        rows = {name: sum(len(table.rows) for table in self if table.name == name) for name in counts}
        counted_rows = (f"{name}: {counted(n, 'row')}" for name, n in rows.items() if n)
        return f"Tables({', '.join(counted_rows)})"

    def named(self, name: str) -> Iterator[Table]:
        """The tables of a name."""
        return (table for table in self if table.name == name)

    @property
    def notes(self) -> list[str]:
        """What must be known of them, a line each."""
        return [note for table in self for note in table.notes]

    def records(self, name: str = "") -> list[dict[str, Any]]:
        """The rows of all tables of a name, or of that of the first, behind their facts."""
        wanted = name or (self[0].name if self else "")
        return [{**table.facts, **record} for table in self.named(wanted) for record in table.records()]

    def to_polars(self, name: str = "") -> pl.DataFrame:
        """The records as a polars data frame."""
        some = list(self.named(name or (self[0].name if self else "")))
        names = dict.fromkeys(
            field for table in some for field in (*table.facts, *(f for column in table.columns for f in column.fields))
        )
        return frame_of(self.records(name), names)

    def to_pandas(self, name: str = "") -> pd.DataFrame:
        """The records as a pandas data frame."""
        import pandas as pd

        return pd.DataFrame(self.records(name))

    def _repr_html_(self) -> str:
        return "".join(table.html() for table in self if table.printed)


MOST_ROWS = 20
"""Of a table in a notebook."""


def _name(table: Table) -> str:
    return table.name


def as_cell(value: Any) -> Cell:  # noqa: ANN401 - whatever a cell holds
    """The cell of a value."""
    return value if isinstance(value, Cell) else Cell(value)


def is_undefined(value: object) -> bool:
    """Whether a cell holds no value: an interval without both ends is none."""
    if isinstance(value, (tuple, list)) and not isinstance(value, Undefined):
        return any(is_undefined(part) for part in value)
    return defined_or_none(value) is None


def defined_or_none(value: Any) -> Any:  # noqa: ANN401 - whatever a cell holds
    """A value; None where it is undefined, or no finite number."""
    return None if isinstance(value, Undefined) or (isinstance(value, float) and not math.isfinite(value)) else value


def cell_text(column: Column, cell: Cell) -> str:
    """What people see of a cell: one line, in which nothing steers a terminal."""
    text = "-" if is_undefined(cell.value) else escaped_line(cell.text(column))
    return f"{text} ({escaped_line(cell.note)})" if cell.note else text


def printed_cells(table: Table, row: Row) -> Iterator[tuple[Column, Cell]]:
    """Columns that people see in a table of its own, with their cells."""
    return (pair for pair in zip(table.columns, table.cells(row), strict=True) if pair[0].printed)


def frame_of(records: Iterable[Mapping[str, Any]], columns: Mapping[str, Any]) -> pl.DataFrame:
    """A data frame of records; of none with the columns that they would have. Lists of no one type become JSON."""
    import polars as pl

    rows = list(records)
    if not rows:
        return pl.DataFrame(schema={name: kind or pl.Null for name, kind in columns.items()})
    names = dict.fromkeys(name for row in rows for name in row)
    frame = pl.DataFrame({name: _in_column([row.get(name) for row in rows]) for name in names}, strict=False)
    unknown = [name for name, kind in frame.schema.items() if kind == pl.Null and columns.get(name)]
    return frame.with_columns(pl.col(name).cast(columns[name]) for name in unknown)


def _in_column(values: list[Any]) -> list[Any]:
    """Values that one column can hold: lists that have no one type are JSON, as in CSV."""
    import polars as pl

    if not any(isinstance(value, (list, tuple, dict)) for value in values):
        return values
    try:
        if pl.Series(values).to_list() == [list(value) if type(value) is tuple else value for value in values]:
            return values
    except (TypeError, pl.exceptions.PolarsError):
        pass
    nested = (list, tuple, dict)
    return [json.dumps(value, ensure_ascii=False) if isinstance(value, nested) else value for value in values]
