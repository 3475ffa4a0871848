"""Records of a file, and how they are written: as JSONL or CSV."""

from __future__ import annotations

import contextlib
import csv
import json
import math
import re
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import date, time, timedelta
from decimal import Decimal
from pathlib import Path
from typing import Any, NamedTuple, TextIO, cast

from helm_creativity.benchmark.files.source_files import beside, cannot_write
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import EscapingStream, listed

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

# What spreadsheet programs take for a formula, also behind white space and apostrophes.
_FORMULA = re.compile("['\\s]*[=+@\uff1d\uff0b\uff0d\uff20-]")
_NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")


class BadRow(NamedTuple):
    """A row of which no object can be made."""

    problem: str
    record: Record


def csv_cell(value: object) -> object:
    """A value as a cell of CSV: lists as JSON, and an apostrophe before what spreadsheet programs take for a formula.

    So does a text get one that begins so behind apostrophes: thus ``without_apostrophe`` brings all back.
    """
    if isinstance(value, (list, tuple, dict)):
        return _as_json(value)
    is_formula = isinstance(value, str) and _FORMULA.match(value) and not _NUMBER.fullmatch(value)
    return f"'{value}" if is_formula else value


def without_apostrophe(text: Any) -> Any:  # noqa: ANN401 - whatever a cell holds
    """A cell of CSV without the apostrophe that ``csv_cell`` put in front."""
    return text[1:] if isinstance(text, str) and text.startswith("'") and _FORMULA.match(text) else text


def plain_value(value: Any) -> Any:  # noqa: ANN401 - whatever a frame or Parquet holds
    """A value as JSON could hold it: arrays and series become lists, NaN and NA None, and times texts."""
    if value is None or type(value) in (str, int, bool):
        return value
    if isinstance(value, Mapping):
        return {str(name): plain_value(part) for name, part in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain_value(part) for part in value]
    if isinstance(value, float):
        return float(value) if math.isfinite(value) else None
    if type(value).__name__ in ("NAType", "NaTType"):  # of pandas, which is not imported for it
        return None
    if getattr(getattr(value, "dtype", None), "kind", "") in ("m", "M"):  # times, of which "tolist" makes numbers
        value = value.astype(str)
    for way in ("tolist", "to_list", "to_pylist", "as_py"):
        if hasattr(value, way):
            return plain_value(getattr(value, way)())
    return str(value) if isinstance(value, (date, time, timedelta, Decimal, bytes)) else value


def is_csv(path: Path | None) -> bool:
    """Whether the file's name ends in ``.csv``; everything else is JSONL."""
    return path is not None and path.suffix.lower() == ".csv"


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
        elif is_special(path):  # asked before links are followed: that of /dev/stdout names no file
            with path.open("w", encoding="utf-8", newline="") as file:
                yield file
        else:
            with beside(path.resolve()) as draft:
                with draft.open("w", encoding="utf-8", newline="") as file:
                    yield file
                draft.replace(path.resolve())
    except BrokenPipeError:
        raise
    except OSError as error:
        if path is None:
            raise FileProblem(f"cannot write standard output: {error.strerror or error}") from error
        raise cannot_write(path, error) from error


def write_records(records: Iterable[Record], out: TextIO, as_csv: bool) -> None:
    """JSONL, or CSV with the columns of the first record, behind them ``problem`` and all that begin with ``given_``.

    A record with a problem may bring any columns. In CSV, lists are JSON, and texts are as in ``csv_cell``.
    """
    if not as_csv:
        out.writelines(f"{_as_json(record)}\n" for record in records)
        return
    rows, columns = list(records), dict[str, None]()
    for number, record in enumerate(rows, start=1):
        brings_any = number == 1 or record.get("failure_reason") == INVALID_ROW
        unknown = sorted(name for name in record if name not in columns and not name.startswith(GIVEN))
        if unknown and not brings_any:
            raise BadArguments(
                f"response {number} has fields that the first lacks: {listed(unknown)}; write JSONL instead"
            )
        columns |= dict.fromkeys(record)
    writer = csv.writer(out)
    if columns:
        writer.writerow(map(csv_cell, columns))
    for number, record in enumerate(rows, start=1):
        try:
            writer.writerow(csv_cell(record.get(name)) for name in columns)
        except UnicodeEncodeError as error:
            raise BadArguments(f"response {number} cannot be written as CSV: {error}; write JSONL instead") from error


def _as_json(value: object) -> str:
    """A value as JSON, in which NaN and infinities become null, and half of a surrogate pair is escaped."""
    try:
        text = json.dumps(value, ensure_ascii=False, allow_nan=False)
        text.encode()
    except UnicodeEncodeError:
        return json.dumps(value)
    except ValueError:
        return _as_json(json.loads(json.dumps(value), parse_constant=lambda _: None))
    return text
