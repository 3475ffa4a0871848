"""Tables as files, whose endings say in which format."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from types import MappingProxyType

from helm_creativity.benchmark.files.source_files import beside, cannot_write
from helm_creativity.benchmark.rows.records import check_ending, csv_cell, is_special, writing
from helm_creativity.errors import BadArguments
from helm_creativity.extras import require
from helm_creativity.reports.tables import render, table_records
from helm_creativity.results.table import Table
from helm_creativity.safe_text import escaped

TEXT_FORMATS = MappingProxyType({".txt": "text", ".csv": "csv", ".json": "json", ".html": "html", ".md": "markdown"})
"""Formats of ``render`` by the ending of a file."""
BINARY = (".xlsx", ".parquet")
ENDINGS = (*TEXT_FORMATS, *BINARY)
OR_FORMAT = ", or --format say how it is written"


def require_format(path: Path, form: str | None) -> None:
    """Refuses a file whose name says no format where ``form`` does not, or another one than that."""
    if form is None:
        check_ending(path, ENDINGS, instead=OR_FORMAT)
    elif path.suffix.lower() in BINARY and not is_special(path):
        raise BadArguments(f"--format {form} writes text, which {path.name} is not: leave --format out")


def write_tables(tables: Sequence[Table], path: Path, form: str | None = None) -> None:
    """Writes tables into a file, which appears under its name only when all of it is there."""
    require_format(path, form)
    ending = path.suffix.lower()
    if ending in BINARY and not is_special(path):
        _write_binary(tables, path, ending)
        return
    with writing(path) as file:
        file.write(render(tables, form or TEXT_FORMATS.get(ending, "text")) + "\n")


def _write_binary(tables: Sequence[Table], path: Path, ending: str) -> None:
    names, records = table_records(tables)
    try:
        with beside(path.resolve()) as draft:
            if ending == ".parquet":
                import polars as pl

                columns = {name: [_cell_value(record.get(name)) for record in records] for name in names}
                pl.DataFrame(columns, strict=False).write_parquet(draft)
            else:
                require("openpyxl", f"writing the workbook {path}")
                import openpyxl

                book = openpyxl.Workbook(write_only=True)
                sheet = book.create_sheet("tables")
                sheet.append(list(map(_workbook_cell, names)))
                for record in records:
                    sheet.append([_workbook_cell(record.get(name)) for name in names])
                book.save(draft)
            draft.replace(path.resolve())
    except OSError as error:
        raise cannot_write(path, error) from error


def _cell_value(value: object) -> object:
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)


def _workbook_cell(value: object) -> object:
    """A value that a workbook takes: no formula, and escapes for characters that XML does not have."""
    cell = csv_cell(_cell_value(value))
    return escaped(cell) if isinstance(cell, str) else cell
