"""A user's own table of models: criteria, covariates, dates of release. A row that cannot be used is left out."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.given_lists import MISSING
from helm_creativity.core.names import meant
from helm_creativity.errors import BadArguments
from helm_creativity.io.spreadsheet import number_in, read_spreadsheet
from helm_creativity.results.options import MODEL, finite_number
from helm_creativity.results.rating_tables import numbered_records
from helm_creativity.safe_text import listed, quoted

RELEASE_DATE = "release_date"
_MISSING = frozenset({"nan", "none", "nat", "<na>", "-", *(text.casefold() for text in MISSING)})
"""What programs write into a cell without a value."""
_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ].*)?)?")
_THOUSANDS = re.compile(r"[+-]?\d{1,3}(,\d{3})+(\.\d*)?")
_DAYS = 365.25


class Criteria(NamedTuple):
    """Numbers by column and model of a suite.

    Attributes:
        values: by column, in the order of the table, and by model.
        released: when models came out, in years.
        problems: what was left out, a line each.
    """

    values: Mapping[str, Mapping[str, float]]
    released: Mapping[str, float]
    problems: tuple[str, ...]


def read_criteria(table: Any, models: Sequence[str]) -> Criteria:  # noqa: ANN401 - any data frame
    """Reads the columns of numbers of a table with a column ``model``.

    A column is one of numbers if at least half of its cells that hold anything hold one. A row is left out, with its
    reasons, if it names no model, or one that another row names too, or if it has a word in such a column.

    Args:
        table: path of a CSV file, a workbook or JSONL; a data frame, or mappings.
        models: of the suite. A row names one in full, or by what is behind the last slash where that is unique.

    Raises:
        BadArguments: for a table without a column ``model``.
        FileProblem: for a file that cannot be read.
    """
    rows, columns, problems = _rows(table)
    by_name = {name.casefold(): name for name in columns}
    if MODEL not in by_name:
        raise BadArguments(
            f"expected a column 'model' in {quoted(str(table)) if isinstance(table, (str, Path)) else 'the table'}; "
            f"it has {listed(columns) or 'no column'}"
        )
    dated = by_name.get(RELEASE_DATE)
    numeric = []
    for name in columns:
        why = _no_numbers(row.get(name) for _, row in rows)
        if name not in (by_name[MODEL], dated):
            problems += [f"column {quoted(name)}: {why}"] if why else []
            numeric += [] if why else [name]
    read: dict[str, list[tuple[str, dict[str, float]]]] = defaultdict(list)
    for where, row in rows:
        model, why = _model(row.get(by_name[MODEL]), models)
        found, wrong = _numbers(row, numeric, dated)
        reasons = [*([why] if why else []), *wrong]
        problems += [f"{where}: {'; '.join(reasons)}"] if reasons else []
        if not reasons:
            read[model].append((where, found))
    values, several = _by_column([*numeric, RELEASE_DATE], read)
    released = values.pop(RELEASE_DATE)
    return Criteria(values, released, (*problems, *several))


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
    """The model that a cell names, or why it names none."""
    name = "" if _is_missing(cell) else str(cell).strip()
    ends = [model for model in models if model.rsplit("/", 1)[-1] == name]
    if name in models or len(ends) == 1:
        return (name if name in models else ends[0]), ""
    if not name:
        return "", "it names no model"
    if ends:
        return "", f"{quoted(name)} may be {listed(ends)}; write the full name"
    return "", f"{quoted(name)} is no language model of the suite{meant(name, models)}"


def _no_numbers(cells: Iterable[object]) -> str:
    """Why a column is none of numbers, "" where it is one."""
    filled = [cell for cell in cells if not _is_missing(cell)]
    words = sum(map(_is_word, filled))
    if filled and 2 * words <= len(filled):
        return ""
    return f"{words} of {len(filled)} cells are no numbers" if filled else "it is empty"


def _is_word(cell: object) -> bool:
    try:
        _number(cell, "")
    except BadArguments:
        return True
    return False


def _numbers(row: Mapping[str, Any], numeric: Iterable[str], dated: str | None) -> tuple[dict[str, float], list[str]]:
    """The numbers of a row by column, and what is wrong with it."""
    found, wrong = {}, []
    readers = [*((name, name, _number) for name in numeric), *([(dated, RELEASE_DATE, _years)] if dated else [])]
    for name, key, read in readers:
        cell = row.get(name)
        if not _is_missing(cell):
            try:
                found[key] = read(cell, name)
            except BadArguments as error:
                wrong.append(str(error))
    return found, wrong


def _is_missing(cell: object) -> bool:
    if isinstance(cell, float):
        return math.isnan(cell)
    return cell is None or str(cell).strip().casefold() in _MISSING


def _number(cell: object, name: str) -> float:
    """The number in a cell of a column that is not empty, also with a decimal comma.

    Raises:
        BadArguments: where there is none, or where its comma may part thousands.
    """
    if isinstance(cell, str) and _THOUSANDS.fullmatch(cell.strip()):
        raise BadArguments(f"{name}: the comma of {quoted(cell)} may be decimal or part thousands; leave it out")
    comma = number_in(cell) if isinstance(cell, str) and "," in cell else None
    value = None if isinstance(cell, bool) else finite_number(cell if comma is None else comma, name)
    if value is None:
        raise BadArguments(f"{name}: expected a finite number, got {quoted(cell)}")
    return value


def _years(cell: object, name: str) -> float:
    """A date in years. That of a month alone is its 15th.

    Raises:
        BadArguments: for what is no date.
    """
    match = _DATE.fullmatch(str(cell).strip())
    try:
        if match:
            year, month, day = match.groups()
            return date(int(year), int(month), int(day or 15)).toordinal() / _DAYS
    except ValueError:
        pass
    raise BadArguments(f"{name}: expected a date such as 2025-04-14 or 2025-04, got {quoted(str(cell))}")
