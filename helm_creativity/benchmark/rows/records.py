"""Objects in files, a line or a row each: JSONL, CSV, TSV or Parquet are read, JSONL or CSV is written."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import math
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

from helm_creativity.benchmark.files.source_files import beside, cannot_write
from helm_creativity.benchmark.files.untrusted_files import LONGEST_LINE, lines_in, open_file, parse_json
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import EscapingStream, counted, listed, quoted

LONGEST_CELL = 1 << 27
Record = dict[str, Any]

GIVEN = "given_"
"""Begins the names of fields that keep what a record held before it was scored; not every record has them."""
COMPARABLE = "comparable"
"""The field of every scored record, by which a CSV file is known that ``write_records`` wrote."""

INVALID_ROW = "invalid_row"
"""The failure reason of a row that cannot be used; no response of a run has it."""
PROBLEM = "problem"
"""The field that says why a row cannot be used."""

# Of files with a header, by ending: what separates their columns, what it is called, and what may stand there instead.
_SEPARATORS = {".csv": (",", "commas", ";\t"), ".tsv": ("\t", "tabs", ",;")}
NO_NAMES = ' ,;\t\r\n\v\f"'
"""Of these signs alone are the lines that may stand above the names of columns, as spreadsheet programs write them."""
_ENDS = "\0\x1a"  # of which some programs write one behind the last line
# After these errors of the csv module nothing that follows can be told apart.
_ENDLESS = re.compile("unexpected end of data|field larger than")

# How texts begin that spreadsheet programs take for formulas, and how those begin once an apostrophe is in front.
_FORMULA = re.compile("['\\s]*[=+@\uff1d\uff0b\uff0d\uff20-]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def is_csv(path: Path | None) -> bool:
    """Whether the file's name ends in ``.csv``; everything else is JSONL."""
    return path is not None and path.suffix.lower() == ".csv"


def read_lines(path: Path | None) -> Iterator[str]:
    """Lines of a file, or of standard input: UTF-8, with or without a byte order mark."""
    name = path or "standard input"
    try:
        if path is None:
            if hasattr(sys.stdin, "reconfigure"):
                sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
            yield from lines_in(sys.stdin)
        else:
            with io.TextIOWrapper(open_file(path), encoding="utf-8-sig", newline="") as file:
                yield from lines_in(file)
    except UnicodeDecodeError as error:
        form = "CSV UTF-8, as spreadsheet programs call it" if is_csv(path) else "UTF-8"
        where = "" if path is None else _undecodable_line(path)
        raise FileProblem(f"cannot read {name}{where}: it is not UTF-8; save it as {form} ({error})") from error
    except OSError as error:
        raise FileProblem(f"cannot read {name}: {error.strerror or error}") from error
    except ValueError as error:
        raise FileProblem(f"cannot read {name}: {error}") from error


def _undecodable_line(path: Path) -> str:
    """Place of the first bytes that are not UTF-8; "" for what can be read only once, such as a pipe."""
    if path.is_file():
        with open_file(path) as file:
            for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
                try:
                    line.decode()
                except UnicodeDecodeError:
                    return f", line {number}"
    return ""


class BadRow(NamedTuple):
    """A row of which no object can be made."""

    problem: str
    record: Record


def read_rows(path: Path | None, ending: str | None = None) -> Iterator[tuple[int, Record | BadRow]]:
    """The rows of a file with their numbers: of lines, or of rows in Parquet, from 1. Blank lines are skipped.

    So are lines of separators alone below the last row, which spreadsheet programs write; above it they are rows of
    somebody who wrote nothing.

    ``.csv``, ``.tsv`` and ``.parquet`` are what their names say, everything else and standard input is JSONL.
    ``ending`` says what a file is whose name does not: those that are fetched have none.
    """
    if ending is None:
        ending = path.suffix.lower() if path else ""
    if path is not None and ending == ".parquet":
        return _read_parquet(path)
    if ending in _SEPARATORS:
        return _read_cells(read_lines(path), ending)
    return _read_jsonl(read_lines(path))


def read_records(path: Path | None, ending: str | None = None) -> Iterator[tuple[int, Record]]:
    """As ``read_rows``, for files of which every row is needed."""
    return all_usable(read_rows(path, ending))


def all_usable(rows: Iterable[tuple[int, Record | BadRow]]) -> Iterator[tuple[int, Record]]:
    """The rows, every one of which is needed."""
    for number, row in rows:
        if isinstance(row, BadRow):
            raise BadArguments(f"line {number}: {row.problem}")
        yield number, row


def _read_jsonl(lines: Iterable[str]) -> Iterator[tuple[int, Record | BadRow]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = parse_json(line)
        except ValueError as error:
            yield number, BadRow(f"not JSON: {error}", {})
            continue
        yield number, record if isinstance(record, dict) else BadRow(f"expected an object, got {quoted(record)}", {})


def _read_cells(lines: Iterable[str], ending: str) -> Iterator[tuple[int, Record | BadRow]]:
    csv.field_size_limit(LONGEST_CELL)
    separator, name, others = _SEPARATORS[ending]
    reader = csv.DictReader(lines, delimiter=separator, strict=True)  # an unclosed quote would swallow the rows behind
    try:
        columns: list[str] = next((cells for cells in reader.reader if any(cell.strip(NO_NAMES) for cell in cells)), [])
        reader.fieldnames = columns
    except csv.Error as error:
        raise BadArguments(f"line {reader.reader.line_num}: not {ending[1:].upper()}: {error}") from error
    line = max(reader.reader.line_num, 1)
    if sum(not column.strip() for column in columns) > 1:  # as spreadsheet programs write columns that were cleared
        columns = [column if column.strip() else f"column {place}" for place, column in enumerate(columns, start=1)]
        reader.fieldnames = columns
    if len(set(columns)) < len(columns):
        raise BadArguments(
            f"line {line}: duplicate columns: {listed(name for name, n in Counter(columns).items() if n > 1)}"
        )
    if len(columns) == 1 and any(other in columns[0] for other in others):
        problem = f"line {line}: expected columns separated by {name}, got {quoted(columns[0])}"
        raise BadArguments(f"{problem}; save it with {name}")
    blank: list[tuple[int, Record]] = []
    while True:
        try:
            record = next(reader, None)
        except csv.Error as error:
            if _ENDLESS.search(str(error)):
                problem = f"line {reader.line_num + 1}: not {ending[1:].upper()}: {error}"
                raise BadArguments(f"{problem}; a quote opened in this row is not closed") from error
            yield reader.reader.line_num, BadRow(f"not {ending[1:].upper()}: {error}", {})
            continue
        if record is None:
            return
        is_wide = any(map(str.strip, record.pop(None, ())))  # spreadsheet programs write separators behind a row
        row = as_written(record)
        if not is_wide and is_blank_row([*record.values()], len(columns)):
            blank.append((reader.line_num, row))
            continue
        yield from blank
        blank.clear()
        yield (
            reader.line_num,
            BadRow(f"more cells than {counted(len(columns), 'column')}; cells that contain {name} need quotes", row)
            if is_wide
            else row,
        )


def is_blank_row(cells: Sequence[str | None], n_columns: int) -> bool:
    """Whether a line of CSV holds nothing; quotes or white space alone in an only column are a cell without a value."""
    if n_columns == 1 and len(cells) == 1 and not (cells[0] or "").strip():
        return False
    return not any(cell and cell.strip().strip(_ENDS) for cell in cells)


def _read_parquet(path: Path) -> Iterator[tuple[int, Record | BadRow]]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with open_file(path) as file:
            batches = parquet.ParquetFile(file).iter_batches()
            rows = (row for batch in batches for row in batch.to_pylist())
            for number, row in enumerate(rows, start=1):
                yield number, {name: _json_value(value) for name, value in row.items()}
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path} as Parquet: {error}") from error


def _json_value(value: Any) -> Any:  # noqa: ANN401 - whatever Parquet holds
    if isinstance(value, dict):
        return {str(name): _json_value(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_json_value(part) for part in value]
    if isinstance(value, float):
        return value if math.isfinite(value) else None
    return value if value is None or isinstance(value, (str, int)) else str(value)


def as_written(record: Mapping[str, Any]) -> Record:
    """A row of CSV; one of a file of ours is without the apostrophes that ``csv_cell`` puts in front."""
    if COMPARABLE not in record:
        return dict(record)
    return {_bare(name): _bare(cell) if isinstance(cell, str) else cell for name, cell in record.items()}


def csv_cell(value: object) -> object:
    """A value as a cell of CSV: lists as JSON, and no text that spreadsheet programs take for a formula.

    A text that begins with ``=``, ``+``, ``-`` or ``@``, perhaps behind white space, and is no number gets an
    apostrophe in front. So does one that begins so behind apostrophes: thus ``_bare`` brings back every text.
    """
    if isinstance(value, (list, dict)):
        return _as_json(value)
    formula = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if formula else value


def _bare(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


def is_special(path: Path) -> bool:
    """Whether a path is that of a pipe, a device or a folder, whose name says nothing of a format."""
    return path.exists() and not path.is_file()


def check_ending(path: Path, endings: Sequence[str], name: str = "--out", instead: str = "") -> None:
    """Refuses a name that says nothing of the format, unless it is that of a pipe or a device."""
    if path.suffix.lower() not in endings and not is_special(path):
        raise BadArguments(f"{name} must end in {', '.join(endings)}{instead}, got {path}")


@contextlib.contextmanager
def writing(path: Path | None) -> Iterator[TextIO]:
    """A file that appears under its name only when all of it has been written; None is standard output.

    A terminal gets everything as ``escaped`` makes it; a file or a program behind a pipe gets it as it is.
    Links are followed, and what is no regular file (a pipe, a device) is written to as it is.
    """
    try:
        if path is None:
            yield cast("TextIO", EscapingStream(sys.stdout)) if sys.stdout.isatty() else sys.stdout
            sys.stdout.flush()
            return
        if is_special(path):  # asked before links are followed: that of /dev/stdout names no file
            with path.open("w", encoding="utf-8", newline="") as file:
                yield file
            return
        target = path.resolve()
        with beside(target) as draft:
            with draft.open("w", encoding="utf-8", newline="") as file:
                yield file
            draft.replace(target)
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            raise FileProblem(f"cannot write standard output: {error.strerror or error}") from error
        raise cannot_write(path, error) from error


def write_records(records: Iterable[Record], out: TextIO, as_csv: bool) -> None:
    """JSONL, or CSV with the columns of the first record, behind them ``problem`` and all that begin with ``given_``.

    A record with a problem may bring any columns.

    In CSV, lists are JSON, and texts are as in ``csv_cell``.
    """
    if as_csv:
        _write_csv(iter(records), out)
        return
    for record in records:
        out.write(_json(record) + "\n")


def _write_csv(records: Iterator[Record], out: TextIO) -> None:
    """Writes rows under a header. They wait in a temporary file, since the last may add a column."""
    with tempfile.TemporaryFile("w+", encoding="utf-8") as waiting:
        columns = _collect(records, waiting)
        if not columns:
            return
        waiting.seek(0)
        writer = csv.writer(out)
        writer.writerow(map(csv_cell, columns))
        for number, line in enumerate(waiting, start=1):
            record = json.loads(line)
            try:
                writer.writerow(csv_cell(record.get(name)) for name in columns)
            except UnicodeEncodeError as error:
                raise BadArguments(
                    f"response {number} cannot be written as CSV: {error}; write JSONL instead"
                ) from error


def _collect(records: Iterator[Record], waiting: TextIO) -> list[str]:
    columns: dict[str, None] = {}
    for number, record in enumerate(records, start=1):
        may = number == 1 or record.get("failure_reason") == INVALID_ROW
        unknown = sorted(name for name in record if not may and name not in columns and not name.startswith(GIVEN))
        if unknown:
            raise BadArguments(
                f"response {number} has fields that the first lacks: {listed(unknown)}; write JSONL instead"
            )
        columns |= dict.fromkeys(record)
        waiting.write(json.dumps(record) + "\n")
    return list(columns)


def _json(record: Record) -> str:
    """One line of JSON. Lone surrogates, which no encoding has, are escaped."""
    text = _as_json(record)
    found = any("\ud800" <= character <= "\udfff" for character in text)
    return json.dumps(json.loads(text)) if found else text


def _as_json(value: object) -> str:
    """A value as JSON, which has no NaN and no infinity, though Python reads and writes them: they become null."""
    try:
        return json.dumps(value, ensure_ascii=False, allow_nan=False)
    except ValueError:
        return json.dumps(_finite(value), ensure_ascii=False, allow_nan=False)


def _finite(value: object) -> object:
    if isinstance(value, Mapping):
        return {name: _finite(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [_finite(part) for part in value]
    return None if isinstance(value, float) and not math.isfinite(value) else value
