"""A user's own table of models: criteria, covariates, dates of release. A row that cannot be used is left out."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.given_lists import MISSING
from helm_creativity.core.names import meant
from helm_creativity.errors import BadArguments
from helm_creativity.io.spreadsheet import number_in, read_spreadsheet, require_different_heads
from helm_creativity.results.options import MODEL, RELEASE_DATE, finite_number
from helm_creativity.results.rating_tables import numbered_records
from helm_creativity.safe_text import listed, quoted

_MISSING = frozenset({"nan", "none", "nat", "<na>", "-", *(text.casefold() for text in MISSING)})
"""What programs write into a cell without a value."""
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
"""A comma that may be decimal or part thousands."""
DECIMAL, THOUSANDS = "decimal", "thousands"


class Criteria(NamedTuple):
    """Numbers by column and model of a suite."""

    values: Mapping[str, Mapping[str, float]]
    released: Mapping[str, float]
    problems: tuple[str, ...]
    rows: int
    unused: int


def read_criteria(table: Any, models: Sequence[str]) -> Criteria:  # noqa: ANN401 - any data frame
    """Reads the columns of numbers of a table with a column ``model``.

    A column is one of numbers, or of dates, if at least half of its cells that hold anything hold one. A row is left
    out, with its reasons, if it names no model, or one that another row names too, or if it has a word in such a
    column. A comma that may be decimal or part thousands is what the other cells of the column say.
    """
    rows, columns, problems = _rows(table)
    count = len(rows) + len(problems)
    by_name = {name.casefold(): name for name in columns}
    for key in (MODEL, RELEASE_DATE):
        if len(both := [name for name in columns if name.casefold() == key]) > 1:
            raise BadArguments(f"the columns {listed(both)} differ in case alone; the table needs one column {key}")
    if MODEL not in by_name:
        raise BadArguments(
            f"expected a column 'model' in {quoted(str(table)) if isinstance(table, (str, Path)) else 'the table'}; "
            f"it has {listed(columns) or 'no column'}"
        )
    dated = by_name.get(RELEASE_DATE)
    readers: dict[str, _Reader] = {}
    for name in columns:
        if name == by_name[MODEL]:
            continue
        cells = [cell for cell in (row.get(name) for _, row in rows) if not _is_missing(cell)]
        reader = _Reader(RELEASE_DATE, "dates", _years) if name == dated else _Reader(name, "numbers", _reads(cells))
        if why := _unusable(cells, reader):
            problems.append(f"column {quoted(name)}: {why}")
        else:
            readers[name] = reader
    read: dict[str, list[tuple[str, dict[str, float]]]] = defaultdict(list)
    for where, row in rows:
        model, why = _model(row.get(by_name[MODEL]), models)
        found, wrong = _numbers(row, readers)
        reasons = [*([why] if why else []), *wrong]
        problems += [f"{where}: {'; '.join(reasons)}"] if reasons else []
        if not reasons:
            read[model].append((where, found))
    values, several = _by_column([*(name for name in readers if name != dated), RELEASE_DATE], read)
    released = values.pop(RELEASE_DATE)
    used = sum(len(rows) == 1 for rows in read.values())
    return Criteria(values, released, (*problems, *several), count, count - used)


def _by_column(
    names: Iterable[str], read: Mapping[str, Sequence[tuple[str, Mapping[str, float]]]]
) -> tuple[dict[str, dict[str, float]], list[str]]:
    """Values by column and model. Which of several rows of a model is right cannot be known, so none counts."""
    values: dict[str, dict[str, float]] = {name: {} for name in names}
    problems = []
    for model, rows in read.items():
        if len(rows) > 1:
            problems.append(f"{', '.join(where for where, _ in rows)}: {model} has several rows")
            continue
        for name, value in rows[0][1].items():
            values[name][model] = value
    return values, problems


def _rows(table: Any) -> tuple[list[tuple[str, Mapping[str, Any]]], list[str], list[str]]:  # noqa: ANN401
    """Rows with where they are, names of columns, and problems."""
    if isinstance(table, (str, Path)):
        sheet = read_spreadsheet(Path(table), lenient=True)
        require_different_heads(sheet, Path(table))
        problems = [f"line {number}: {why}" for number, why in sheet.problems]
        return [(f"line {number}", row) for number, row in sheet.rows], list(sheet.columns), problems
    rows: list[tuple[str, Mapping[str, Any]]] = []
    problems = []
    records: Iterable[tuple[int, Any]] = numbered_records(table)
    for number, row in records:
        if isinstance(row, Mapping):
            rows.append((f"row {number}", {str(name): cell for name, cell in row.items()}))
        else:
            problems.append(f"row {number}: expected a mapping, got {quoted(row)}")
    return rows, list(dict.fromkeys(name for _, row in rows for name in row)), problems


def _model(cell: object, models: Sequence[str]) -> tuple[str, str]:
    name = "" if _is_missing(cell) else str(cell).strip()
    ends = [model for model in models if model.rsplit("/", 1)[-1] == name]
    if name in models or len(ends) == 1:
        return (name if name in models else ends[0]), ""
    if not name:
        return "", "it names no model"
    if ends:
        return "", f"{quoted(name)} may be {listed(ends)}; write the full name"
    return "", f"{quoted(name)} is no language model of the suite{meant(name, models)}"


class _Reader(NamedTuple):
    key: str
    what: str
    read: Callable[[object, str], float]


def _reads(cells: Iterable[object]) -> Callable[[object, str], float]:
    """How the numbers of a column are read: a comma is what it must be in cells where it can be one thing only."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    clear = [text for text in texts if "," in text and not _EITHER.fullmatch(text)]
    thousands = any(_THOUSANDS.fullmatch(text) for text in clear)
    decimal = any(number_in(text) is not None for text in clear)
    point = any("." in text for text in texts)
    commas = THOUSANDS if thousands and not decimal else DECIMAL if decimal and not thousands and not point else ""
    return partial(_number, commas=commas)


def _unusable(cells: Sequence[object], reader: _Reader) -> str:
    if not cells:
        return "it is empty"
    wrong = [problem for cell in cells if (problem := _problem(cell, reader))]
    if 2 * len(wrong) <= len(cells):
        return ""
    return f"{len(wrong)} of {len(cells)} cells are no {reader.what}; the first: {wrong[0]}"


def _problem(cell: object, reader: _Reader) -> str:
    try:
        reader.read(cell, "")
    except BadArguments as problem:
        return str(problem).removeprefix(": ")
    return ""


def _numbers(row: Mapping[str, Any], readers: Mapping[str, _Reader]) -> tuple[dict[str, float], list[str]]:
    found, wrong = {}, []
    for name, reader in readers.items():
        cell = row.get(name)
        if not _is_missing(cell):
            try:
                found[reader.key] = reader.read(cell, name)
            except BadArguments as error:
                wrong.append(str(error))
    return found, wrong


def _is_missing(cell: object) -> bool:
    if isinstance(cell, float):
        return math.isnan(cell)
    return cell is None or str(cell).strip().casefold() in _MISSING


def _number(cell: object, name: str, *, commas: str) -> float:
    text = cell.strip() if isinstance(cell, str) and "," in cell else ""
    if _EITHER.fullmatch(text) and not commas:
        raise BadArguments(
            f"{name}: the comma of {quoted(cell)} may be decimal or part thousands; write a point, or no comma"
        )
    parted = _THOUSANDS.fullmatch(text) and not (commas == DECIMAL and _EITHER.fullmatch(text))
    read = text.replace(",", "") if parted else number_in(text) if text else None
    value = None if isinstance(cell, bool) else finite_number(cell if read is None else read, name)
    if value is None:
        raise BadArguments(f"{name}: expected a finite number, got {quoted(cell)}")
    return value


def _years(cell: object, name: str) -> float:
    """A date in years. That of a month alone is its 15th."""
    match = re.fullmatch(r"(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ].*)?)?", str(cell).strip())
    try:
        if match:
            year, month, day = match.groups()
            return date(int(year), int(month), int(day or 15)).toordinal() / 365.25
    except ValueError:
        pass
    raise BadArguments(f"{name}: expected a date such as 2025-04-14 or 2025-04, got {quoted(str(cell))}")
