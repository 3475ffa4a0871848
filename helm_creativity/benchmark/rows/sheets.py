"""Rows of a published table: the first sheet of a workbook, or a CSV file."""

from __future__ import annotations

import csv
import re
import warnings
import zipfile
from collections.abc import Collection, Iterable, Iterator, Sequence
from datetime import datetime, time
from functools import partial
from pathlib import Path
from typing import IO, Any, NamedTuple

from helm_creativity.benchmark.files.untrusted_files import open_file
from helm_creativity.benchmark.rows.records import LONGEST_CELL, is_csv, read_lines
from helm_creativity.errors import FileProblem
from helm_creativity.extras import require
from helm_creativity.safe_text import listed

Cell = str | float | int | None
_ZEROS = re.compile("00+")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^<>]{0,100}?ref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
_BLOCK, _LONGEST_MERGED = 1 << 20, 200


def read_sheet(path: Path) -> list[dict[str, Cell]]:
    """Rows of a sheet as dicts by the names in its first row; rows without any value are dropped."""
    return [row for _, row in numbered_rows(path)]


def numbered_rows(path: Path, as_csv: bool | None = None) -> list[tuple[int, dict[str, Cell]]]:
    """As ``read_sheet``, each row with its number in the file, counted from 1 with the header, for messages.

    ``as_csv`` says what the file is where its name does not: fetched files have no endings.
    """
    has_commas = is_csv(path) if as_csv is None else as_csv
    return named_rows(_csv_rows(path) if has_commas else read_workbook(path).rows, path)


def named_rows(rows: Sequence[Sequence[Cell]], path: Path) -> list[tuple[int, dict[str, Cell]]]:
    """As ``numbered_rows``, of the rows that a file has."""
    names = _header(rows[0] if rows else (), path)
    return list(_rows_by_name(names, rows[1:]))


def _rows_by_name(names: Sequence[str], rows: Iterable[Sequence[Cell]]) -> Iterator[tuple[int, dict[str, Cell]]]:
    for number, row in enumerate(rows, start=2):
        cells = [*row, *[None] * (len(names) - len(row))]
        named = {name: cell for name, cell in zip(names, cells, strict=False) if name}
        if any(cell is not None for cell in named.values()):
            yield number, named


def _header(cells: Sequence[Cell], path: Path) -> list[str]:
    names = [" ".join(str(cell).split()) if cell is not None else "" for cell in cells]
    given = [name for name in names if name]
    if not given:
        raise FileProblem(f"{path} has no header: expected the names of the columns in its first row, but it is empty")
    twice = sorted({name for name in given if given.count(name) > 1})
    if twice:
        raise FileProblem(f"{path} has duplicate columns: {listed(twice)}; every column needs its own name")
    return names


def _csv_rows(path: Path) -> list[Sequence[Cell]]:
    csv.field_size_limit(LONGEST_CELL)
    try:
        return [[_cell(text) for text in row] for row in csv.reader(read_lines(path), strict=True)]
    except csv.Error as error:
        raise FileProblem(f"{path} is not CSV: {error}") from error


class WorkbookSheet(NamedTuple):
    """A sheet of a workbook."""

    rows: list[Sequence[Cell]]
    name: str
    others: tuple[str, ...]
    not_computed: tuple[str, ...]


def read_workbook(path: Path, as_shown: bool = False) -> WorkbookSheet:
    """The first sheet of a workbook that is not hidden.

    The library's warnings about styles and extensions do not concern values.
    """
    require("openpyxl", f"reading the workbook {path}")
    import openpyxl

    try:
        with open_file(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            try:
                visible = (sheet for sheet in book.worksheets if sheet.sheet_state == "visible")
                found = next(visible, book.worksheets[0])
                others = tuple(other.title for other in book.worksheets if other is not found and _has_values(other))
                rows, blank = _values(found, as_shown)
                if as_shown:
                    with zipfile.ZipFile(file) as parts, parts.open(found._worksheet_path) as part:
                        _fill_merged(rows, part)
            finally:
                book.close()
            return WorkbookSheet(rows, found.title, others, _formulas(file, found.title, blank) if blank else ())
    except FileProblem:
        raise
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except Exception as error:  # whatever the parts of the library raise: of zip, of XML, of keys and types
        raise FileProblem(
            f"{path} is not a readable workbook (.xlsx): {error}; save it again as .xlsx or .csv"
        ) from error


def _values(worksheet: Any, as_shown: bool) -> tuple[list[Sequence[Cell]], set[str]]:  # noqa: ANN401
    """All rows, and the places of cells without a value; a sheet may claim too small a size."""
    worksheet.reset_dimensions()
    rows: list[Sequence[Cell]] = []
    blank: set[str] = set()
    for row in worksheet.iter_rows():
        rows.append([_cell_as_shown(cell) if as_shown else _cell(cell.value) for cell in row])
        unset = [cell for cell in row if cell.value is None and hasattr(cell, "coordinate")]  # not absent from the file
        blank.update(cell.coordinate for cell in unset if cell.data_type == "n")
    return rows, blank


def _cell_as_shown(cell: Any) -> Cell:  # noqa: ANN401
    value = _cell(cell.value)
    if isinstance(cell.value, datetime) and cell.value.time() == time():
        return cell.value.date().isoformat()
    if isinstance(value, (int, float)) and float(value).is_integer() and _ZEROS.fullmatch(form := _number_format(cell)):
        return str(int(value)).zfill(len(form))
    return value


def _number_format(cell: Any) -> str:  # noqa: ANN401
    try:
        return cell.number_format or ""
    except TypeError:  # SPSS writes cells that name no style, as s=""
        return ""


def _fill_merged(rows: list[Sequence[Cell]], parts: IO[bytes]) -> None:
    """From the text of the sheet, as a read-only workbook does not know which cells are merged."""
    from openpyxl.utils.cell import range_boundaries

    found: set[bytes] = set()
    last = b""
    for block in iter(partial(parts.read, _BLOCK), b""):
        found.update(_MERGED.findall(last + block))
        last = block[-_LONGEST_MERGED:]
    for cells in found:
        column, top, _, bottom = range_boundaries(cells.decode())
        if top == 1 or top > len(rows) or column > len(rows[top - 1]):  # empty cells may be merged anywhere
            continue
        for number in range(top, min(bottom, len(rows))):
            row = [*rows[number], *[None] * (column - len(rows[number]))]
            row[column - 1] = rows[top - 1][column - 1]
            rows[number] = row


def _has_values(worksheet: Any) -> bool:  # noqa: ANN401
    worksheet.reset_dimensions()
    return any(value is not None for row in worksheet.iter_rows(values_only=True) for value in row)


def _formulas(file: IO[bytes], sheet: str, places: Collection[str]) -> tuple[str, ...]:
    import openpyxl

    file.seek(0)
    book = openpyxl.load_workbook(file, read_only=True)
    try:
        book[sheet].reset_dimensions()
        cells = (cell for row in book[sheet].iter_rows() for cell in row if cell.value is not None)
        return tuple(cell.coordinate for cell in cells if cell.data_type == "f" and cell.coordinate in places)
    finally:
        book.close()


def name_in(cell: object) -> str:
    """What a cell names, such as a participant, with all digits; a whole number has no point.

    A file may hold one id as 7 and as 7.0.
    """
    return str(int(cell)) if isinstance(cell, float) and cell.is_integer() else str(cell)


def folded_name(cell: object) -> str:
    """What a cell names, as it is compared with others: without case, in single spaces."""
    return " ".join(name_in(cell).casefold().split())


def _cell(value: object) -> Cell:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    return (str(value).strip() or None) if value is not None else None
