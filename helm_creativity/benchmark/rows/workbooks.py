"""Rows of workbooks, of Parquet and of data frames, whose cells have types."""

from __future__ import annotations

import math
import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator, Sequence
from datetime import datetime, time
from functools import partial
from pathlib import Path
from typing import IO, Any

from helm_creativity.benchmark.files.untrusted_files import open_file
from helm_creativity.benchmark.rows.cells import Cell
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.extras import require
from helm_creativity.safe_text import listed

_SHOWN, _BLOCK, _LONGEST_MERGED = 5, 1 << 20, 200
_ZEROS = re.compile("00+")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^<>]{0,100}?ref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
_UNNAMED = re.compile(r"Unnamed: \d+_level_\d+")  # of pandas, for a cell without a text in one of several rows of names


_COLUMN = re.compile(rb'<(?:\w+:)?c r="([A-Z]{2,3})[0-9]')
_ROW = re.compile(rb'<(?:\w+:)?row\b(?:[^<>]{0,200}?\br="([0-9]{1,15})")?')
_MOST_BYTES, _MOST_ROWS, _MOST_CELLS, _LETTERS = 1 << 28, 1 << 20, 50_000_000, 26
"""Of a workbook: unzipped, and of a sheet, in which spreadsheet programs have no more rows."""


def read_workbook(path: Path, as_shown: bool = False) -> tuple[list[list[Cell]], str, tuple[str, ...]]:
    """The rows and the name of a workbook's first sheet that is not hidden, and the names of others that hold anything.

    The library's warnings about styles and extensions do not concern values.
    """
    require("openpyxl", f"reading the workbook {path}")
    import openpyxl

    try:
        with open_file(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            with zipfile.ZipFile(file) as parts:
                _require_size(parts, path)
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            sheet = next((sheet for sheet in book.worksheets if sheet.sheet_state == "visible"), book.worksheets[0])
            for other in book.worksheets:
                other.reset_dimensions()  # a sheet may claim too small a size
            rows: list[list[Cell]] = []
            blank: set[str] = set()
            for row in sheet.iter_rows():
                rows.append([_cell(cell, as_shown) for cell in row])
                unset = [cell for cell in row if cell.value is None and hasattr(cell, "coordinate")]
                blank.update(cell.coordinate for cell in unset if cell.data_type == "n")
            others = tuple(
                other.title
                for other in book.worksheets
                if other is not sheet
                and any(cell is not None for row in other.iter_rows(values_only=True) for cell in row)
            )
            if as_shown:
                with zipfile.ZipFile(file) as parts, parts.open(sheet._worksheet_path) as part:
                    _fill_merged(rows, part)
            if blank:
                formulas = openpyxl.load_workbook(file, read_only=True)[sheet.title]
                formulas.reset_dimensions()
                cells = (cell for row in formulas.iter_rows() for cell in row if cell.value is not None)
                blank = {cell.coordinate for cell in cells if cell.data_type == "f" and cell.coordinate in blank}
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except FileProblem:
        raise
    except Exception as error:  # whatever the parts of the library raise: of zip, of XML, of keys and types
        raise FileProblem(
            f"{path} is not a readable workbook (.xlsx): {error}; save it again as .xlsx or .csv"
        ) from error
    if blank:
        raise FileProblem(
            f"{path} has formulas that no program has computed, in the cells {first_names(sorted(blank))}: "
            "open it in a spreadsheet program and save it"
        )
    return rows, sheet.title, others


def _cell(cell: Any, as_shown: bool) -> Cell:  # noqa: ANN401 - of the library
    value = cell.value
    if as_shown and isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None if value is None else str(value).strip() or None
    try:
        form = cell.number_format or "" if as_shown and float(value).is_integer() else ""
    except TypeError:  # SPSS writes cells that name no style, as s=""
        form = ""
    return str(int(value)).zfill(len(form)) if _ZEROS.fullmatch(form) else value


def _require_size(parts: zipfile.ZipFile, path: Path) -> None:
    """Refuses what would take minutes or all memory, before the library reads it."""
    if (size := sum(part.file_size for part in parts.infolist())) > _MOST_BYTES:
        raise FileProblem(f"{path} has {size:,} bytes when unzipped, more than {_MOST_BYTES:,}; save it as .csv")
    for name in (name for name in parts.namelist() if name.startswith("xl/worksheets/") and name.endswith(".xml")):
        rows, last, width, rest = 0, 0, _LETTERS, b""
        with parts.open(name) as part:
            for block in iter(partial(part.read, _BLOCK), b""):
                whole, end, rest = (rest + block).rpartition(b">")
                found = _ROW.findall(whole + end)
                rows += len(found)
                last = max(last, rows, *map(int, filter(None, found)), 0)
                width = max([width, *map(_place, {*_COLUMN.findall(whole + end)})])
                if last > _MOST_ROWS or last * width > _MOST_CELLS:
                    raise FileProblem(
                        f"{path} has a sheet of {last:,} rows or more and up to {width:,} columns, most of them empty; "
                        "copy the table into a new workbook"
                    )


def _place(letters: bytes) -> int:
    place = 0
    for letter in letters:
        place = place * _LETTERS + letter - ord("A") + 1
    return place


def _fill_merged(rows: list[list[Cell]], part: IO[bytes]) -> None:
    """From the text of the sheet, as a read-only workbook does not know which cells are merged."""
    from openpyxl.utils.cell import range_boundaries

    found: set[bytes] = set()
    last = b""
    for block in iter(partial(part.read, _BLOCK), b""):
        found.update(_MERGED.findall(last + block))
        last = block[-_LONGEST_MERGED:]
    for cells in found:
        column, top, _, bottom = range_boundaries(cells.decode())
        if 1 < top <= len(rows) and column <= len(rows[top - 1]):  # empty cells may be merged anywhere
            for row in rows[top:bottom]:
                row += [None] * (column - len(row))
                row[column - 1] = rows[top - 1][column - 1]


def first_names(names: Sequence[str]) -> str:
    """The first of many names, and how many more there are."""
    return listed(names[:_SHOWN]) + (f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else "")


def objects_in_parquet(path: Path) -> Iterator[tuple[int, Record]]:
    """The rows of a Parquet file: values that JSON does not have are texts."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with open_file(path) as file:
            rows = (row for batch in parquet.ParquetFile(file).iter_batches() for row in batch.to_pylist())
            for number, row in enumerate(rows, start=1):
                yield number, _json_value(row)
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path} as Parquet: {error}") from error


def _json_value(value: Any) -> Any:  # noqa: ANN401 - whatever Parquet holds
    if isinstance(value, dict):
        return {str(name): _json_value(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return list(map(_json_value, value))
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (str, int)) else str(value)


def rows_of_frame(table: Any) -> list[Any] | None:  # noqa: ANN401 - whatever a caller has
    """The rows of a frame of Polars or pandas, a lazy one among them, or of a table of PyArrow; None for all else.

    No library is imported for it. Names of several parts, as pandas has them under a ``MultiIndex``, are joined by
    underscores. Named levels of the index are columns, unless a column has that name. NaN is None.
    """
    if hasattr(table, "collect") and hasattr(table, "collect_schema"):  # lazy, of Polars
        table = table.collect()
    if hasattr(table, "to_dicts"):  # of Polars
        return list(table.to_dicts())
    of_pandas = hasattr(table, "to_dict") and hasattr(table, "columns")
    if not of_pandas and not hasattr(table, "to_pylist"):
        return None
    if of_pandas:
        table = table.set_axis([_joined(name) for name in table.columns], axis=1)
    names = table.columns if of_pandas else getattr(table, "column_names", ())
    if twice := [name for name, n in Counter(map(str, names)).items() if n > 1]:
        raise BadArguments(f"the table has duplicate columns: {listed(twice)}; every column needs its own name")
    if not of_pandas:  # of PyArrow
        return list(table.to_pylist())
    levels = [name for name in table.index.names if name is not None and name not in table.columns]
    table = table.reset_index(level=levels) if levels else table
    return list(table.astype(object).where(table.notna(), None).to_dict("records"))


def _joined(name: Any) -> Any:  # noqa: ANN401 - whatever pandas allows
    if not isinstance(name, tuple):
        return name
    return "_".join(part for part in map(str, name) if part and not _UNNAMED.fullmatch(part))
