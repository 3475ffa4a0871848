"""Objects in files, a line or a row each: JSONL or CSV."""

from __future__ import annotations

import contextlib
import csv
import io
import json
import re
import sys
import tempfile
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import Any, TextIO, cast

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.files import beside
from helm_creativity.safe_text import EscapingStream, listed, quoted
from helm_creativity.untrusted_files import LONGEST_LINE, lines_in, open_file, parse_json

LONGEST_CELL = 1 << 27
Record = dict[str, Any]

GIVEN = "given_"
"""Begins the names of fields that keep what a record held before it was scored; not every record has them."""
COMPARABLE = "comparable"
"""The field of every scored record, by which a CSV file is known that ``write_records`` wrote."""

# How texts begin that spreadsheet programs take for formulas, and how those begin once an apostrophe is in front.
_FORMULA = re.compile("['\\s]*[=+@\uff1d\uff0b\uff0d\uff20-]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


def is_csv(path: Path | None) -> bool:
    """Whether the file's name ends in ``.csv``; everything else is JSONL."""
    return path is not None and path.suffix.lower() == ".csv"


def read_lines(path: Path | None) -> Iterator[str]:
    """Lines of a file, or of standard input: UTF-8, with or without a byte order mark.

    Raises:
        FileProblem: when it cannot be read, is not UTF-8, or has a line that no response is as long as.
    """
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
    """Where a file ceases to be UTF-8; "" where it can be read but once, like a pipe."""
    if path.is_file():
        with open_file(path) as file:
            for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
                try:
                    line.decode()
                except UnicodeDecodeError:
                    return f", line {number}"
    return ""


def read_records(lines: Iterable[str], as_csv: bool) -> Iterator[tuple[int, Record]]:
    """Line numbers and objects. Blank lines are skipped.

    Raises:
        BadArguments: for a line that is not what it should be; the message has its number.
    """
    return _read_csv(lines) if as_csv else _read_jsonl(lines)


def _read_jsonl(lines: Iterable[str]) -> Iterator[tuple[int, Record]]:
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = parse_json(line)
        except ValueError as error:
            raise BadArguments(f"line {number}: not JSON: {error}") from error
        if not isinstance(record, dict):
            raise BadArguments(f"line {number}: expected an object, got {type(record).__name__}")
        yield number, record


def _read_csv(lines: Iterable[str]) -> Iterator[tuple[int, Record]]:
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.DictReader(lines, strict=True)  # an unclosed quote would swallow the rows behind it
    try:
        columns = list(reader.fieldnames or ())
        if len(set(columns)) < len(columns):
            raise BadArguments(
                f"line 1: a column stands there twice: {listed(name for name, n in Counter(columns).items() if n > 1)}"
            )
        if len(columns) == 1 and ";" in columns[0]:
            raise BadArguments(f"line 1: expected columns separated by commas, got {quoted(columns[0])}")
        for record in reader:
            if None in record:
                raise BadArguments(f"line {reader.line_num}: more cells than the {len(columns)} columns")
            yield reader.line_num, _as_written(record) if COMPARABLE in record else dict(record)
    except csv.Error as error:
        raise BadArguments(f"line {reader.line_num}: not CSV: {error}") from error


def _as_written(record: Record) -> Record:
    """A row of a file of ours, without the apostrophes of ``csv_cell``."""
    return {_bare(name): _bare(cell) if isinstance(cell, str) else cell for name, cell in record.items()}


def csv_cell(value: object) -> object:
    """A value as a cell of CSV: lists as JSON, and no text that spreadsheet programs take for a formula.

    A text that begins with ``=``, ``+``, ``-`` or ``@``, perhaps behind white space, and is no number gets an
    apostrophe in front. So does one that begins so behind apostrophes: thus ``_bare`` brings back every text.
    """
    if isinstance(value, (list, dict)):
        return json.dumps(value, ensure_ascii=False)
    formula = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if formula else value


def _bare(text: str) -> str:
    return text[1:] if text.startswith("'") and _FORMULA.match(text) else text


@contextlib.contextmanager
def writing(path: Path | None) -> Iterator[TextIO]:
    """A file that appears under its name only when all of it has been written; None is standard output.

    A terminal gets everything as ``escaped`` makes it; a file or a program behind a pipe gets it as it is.
    Links are followed, and what is no regular file (a pipe, a device) is written to as it is.

    Raises:
        FileProblem: when it cannot be written.
    """
    try:
        if path is None:
            yield cast("TextIO", EscapingStream(sys.stdout)) if sys.stdout.isatty() else sys.stdout
            sys.stdout.flush()
            return
        if path.exists() and not path.is_file():  # asked before links are followed: that of /dev/stdout names no file
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
        raise FileProblem(f"cannot write {path or 'standard output'}: {error}") from error


def write_records(records: Iterable[Record], out: TextIO, as_csv: bool) -> None:
    """JSONL, or CSV with the columns of the first record, behind them all that begin with ``given_``.

    In CSV, lists are JSON, and texts are as in ``csv_cell``.

    Raises:
        BadArguments: for a record with other fields that the first one lacks, or text that no file can hold, in CSV.
    """
    if as_csv:
        _write_csv(iter(records), out)
        return
    for record in records:
        out.write(_json(record) + "\n")


def _write_csv(records: Iterator[Record], out: TextIO) -> None:
    """The header comes first, and the last row may bring a column of its own: until then rows wait in a file."""
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
                raise BadArguments(f"answer {number} cannot be written as CSV: {error}; write JSONL instead") from error


def _collect(records: Iterator[Record], waiting: TextIO) -> list[str]:
    """Writes a line of JSON a record, in signs that every encoding has; returns the columns of all of them."""
    columns: dict[str, None] = {}
    for number, record in enumerate(records, start=1):
        unknown = sorted(name for name in record if number > 1 and name not in columns and not name.startswith(GIVEN))
        if unknown:
            raise BadArguments(
                f"answer {number} has fields that the first lacks: {quoted(unknown)}; write JSONL instead"
            )
        columns |= dict.fromkeys(record)
        waiting.write(json.dumps(record) + "\n")
    return list(columns)


def _json(record: Record) -> str:
    """One line of JSON; escaped where the text holds half a character, which no encoding has."""
    text = json.dumps(record, ensure_ascii=False)
    return json.dumps(record) if any("\ud800" <= character <= "\udfff" for character in text) else text
