"""Rows of workbooks, of Parquet and of data frames, whose cells have types."""

from __future__ import annotations

import re
import warnings
import zipfile
from collections import Counter
from collections.abc import Iterator
from datetime import datetime, time
from pathlib import Path
from typing import Any, BinaryIO

from helm_creativity.benchmark.files.untrusted_files import open_file
from helm_creativity.benchmark.rows.cells import Cell
from helm_creativity.benchmark.rows.records import Record, plain_value
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.extras import require
from helm_creativity.safe_text import listed

_MOST_BYTES, _MOST_ROWS, _MOST_CELLS = 1 << 28, 1 << 20, 50_000_000
"""Of a workbook: unzipped, and of a sheet."""
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^<>]{0,100}?ref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')


def read_workbook(path: Path) -> tuple[list[list[Cell]], str, tuple[str, ...]]:
    """The rows and the name of a workbook's first sheet that is not hidden, and the names of others that hold anything.

    Rows are of one length. Cells are as they are shown: 7 may be 007, and merged ones have the value of the first.
    """
    require("openpyxl", f"reading the workbook {path}")
    try:
        with open_file(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # of styles and extensions, which concern no values
            return _read_first_sheet(path, file)
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except FileProblem:
        raise
    except Exception as error:  # whatever the parts of the library raise: of zip, of XML, of keys and types
        raise FileProblem(
            f"{path} is not a readable workbook (.xlsx): {error}; save it again as .xlsx or .csv"
        ) from error


def _read_first_sheet(path: Path, file: BinaryIO) -> tuple[list[list[Cell]], str, tuple[str, ...]]:
    with zipfile.ZipFile(file) as parts:
        if (size := sum(part.file_size for part in parts.infolist())) > _MOST_BYTES:
            raise FileProblem(f"{path} has {size:,} bytes when unzipped, more than {_MOST_BYTES:,}")
    sheets = _sheets(file, data_only=True)
    sheet = next((sheet for sheet in sheets if sheet.sheet_state == "visible"), sheets[0])
    rows: list[list[Cell]] = []
    width, without_value = 0, set[str]()
    for row in sheet.iter_rows():
        rows.append([_cell(cell) for cell in row])
        width = max(width, len(row))
        if len(rows) > _MOST_ROWS or len(rows) * width > _MOST_CELLS:
            raise FileProblem(
                f"{path} has a sheet of {len(rows):,} rows or more and up to {width:,} columns, most of them empty; "
                "copy the table into a new workbook"
            )
        # Of cells that are not in the file the library makes some without coordinates.
        empty = (cell for cell in row if cell.value is None and cell.data_type == "n" and hasattr(cell, "coordinate"))
        without_value.update(cell.coordinate for cell in empty)
    if without_value:
        formulas = next(other for other in _sheets(file, data_only=False) if other.title == sheet.title)
        written = (cell.coordinate for row in formulas.iter_rows() for cell in row if cell.data_type == "f")
        if cell := next((cell for cell in written if cell in without_value), None):
            raise FileProblem(
                f"{path} has formulas that no program has computed, such as that in the cell {cell}: "
                "open it in a spreadsheet program and save it"
            )
    rows = [[*row, *[None] * (width - len(row))] for row in rows]
    with zipfile.ZipFile(file) as parts:
        _fill_merged(rows, parts.read(sheet._worksheet_path))
    others = (other for other in sheets if other is not sheet)
    filled = (other for other in others if any({*row} != {None} for row in other.iter_rows(values_only=True) if row))
    return rows, sheet.title, tuple(other.title for other in filled)


def _sheets(file: BinaryIO, data_only: bool) -> list[Any]:
    import openpyxl

    sheets = openpyxl.load_workbook(file, read_only=True, data_only=data_only).worksheets
    for sheet in sheets:
        sheet.reset_dimensions()  # a sheet may claim too small a size
    return list(sheets)


def _fill_merged(rows: list[list[Cell]], sheet: bytes) -> None:
    """From the text of the sheet, as a read-only workbook does not know which cells are merged."""
    from openpyxl.utils.cell import range_boundaries

    for cells in set(_MERGED.findall(sheet)):
        column, top, _, bottom = range_boundaries(cells.decode())
        if 1 < top <= len(rows) and column <= len(rows[0]):  # empty cells may be merged anywhere
            for row in rows[top:bottom]:
                row[column - 1] = rows[top - 1][column - 1]


def _cell(cell: Any) -> Cell:  # noqa: ANN401 - of the library
    value = cell.value
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return None if value is None else str(value).strip() or None
    try:
        shown_as = cell.number_format or ""
    except TypeError:  # SPSS writes cells that name no style, as s=""
        return value
    return str(int(value)).zfill(len(shown_as)) if {*shown_as} == {"0"} and value == int(value) else value


def objects_in_parquet(path: Path) -> Iterator[tuple[int, Record]]:
    """The rows of a Parquet file: values that JSON does not have are texts."""
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with open_file(path) as file:
            rows = (row for batch in parquet.ParquetFile(file).iter_batches() for row in batch.to_pylist())
            for number, row in enumerate(rows, start=1):
                yield number, plain_value(row)
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path} as Parquet: {error}") from error


def rows_of_frame(table: Any) -> list[Any] | None:  # noqa: ANN401 - whatever a caller has
    """The rows of a frame of Polars or pandas, a lazy one among them, or of a table of PyArrow; None for all else.

    No library is imported for it. Named levels of an index of pandas are columns. NaN is None.
    """
    if hasattr(table, "collect") and hasattr(table, "collect_schema"):  # lazy, of Polars
        table = table.collect()
    if hasattr(table, "to_dicts"):  # of Polars
        return list(table.to_dicts())
    of_pandas = hasattr(table, "to_dict") and hasattr(table, "columns")
    if not of_pandas and not hasattr(table, "to_pylist"):
        return None
    names = Counter(map(str, table.columns if of_pandas else getattr(table, "column_names", ())))
    if twice := [name for name, n in names.items() if n > 1]:
        raise BadArguments(f"the table has duplicate columns: {listed(twice)}; every column needs its own name")
    if not of_pandas:  # of PyArrow
        return list(table.to_pylist())
    levels = [name for name in table.index.names if name is not None and name not in table.columns]
    table = table.reset_index(level=levels) if levels else table
    return list(table.astype(object).where(table.notna(), None).to_dict("records"))
