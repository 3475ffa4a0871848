"""A user's own table of models: numbers, dates of release, groups, levels. A row that cannot be used is left out."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from datetime import date
from pathlib import Path
from typing import Any

import numpy as np

from helm_creativity.benchmark.names import meant
from helm_creativity.benchmark.rows.tables import read_spreadsheet, require_different_heads
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.tables import LARGEST, Numbers
from helm_creativity.results.rating_tables import numbered_records, value_in
from helm_creativity.safe_text import listed, quoted

MODEL, RELEASE_DATE, GROUP = "model", "release_date", "group"
"""Names of columns with a meaning."""
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
"""A comma that may be decimal or part thousands."""
Row = tuple[str, dict[str, Any]]
"""Where it is, and its cells by column; None for an empty one."""


def model_rows(
    table: object, models: Sequence[str] | None, needed: Sequence[str] = ()
) -> tuple[dict[str, Row], list[str]]:
    """The row of each model in a file, a data frame or mappings; and why others are left out, a line each.

    A row has a model's whole name, or what is behind its last slash (any name where ``models`` is None), and something
    in the ``needed`` columns. Of several rows of a model none counts, since which is right cannot be known.
    """
    where, problems = "the table", list[str]()
    if isinstance(table, (str, Path)):
        sheet, where = read_spreadsheet(Path(table), lenient=True), quoted(str(table))
        require_different_heads(sheet, Path(table))
        rows = [(f"line {number}", row) for number, row in sheet.rows]
        problems = [f"line {number}: {why}" for number, why in sheet.problems]
    else:
        rows = [(f"row {number}", dict(row)) for number, row in numbered_records(table)]
    columns = {str(name).casefold(): str(name) for _, row in rows for name in row}
    for key in (MODEL, *needed):
        if key.casefold() not in columns:
            there = "; ".join([listed(columns.values()) or "no row", *problems])
            raise BadArguments(f"expected a column {quoted(key)} in {where}; it has {there}")
    found: dict[str, list[Row]] = defaultdict(list)
    for at, record in rows:
        cells = {str(name): None if value_in(cell) is None else cell for name, cell in record.items()}
        row = cells | {key: cells.get(columns[key.casefold()]) for key in (MODEL, *needed)}
        named = str(row[MODEL]).strip()
        ends = [model for model in models or () if named in (model, model.rsplit("/", 1)[-1])]
        if lacking := [quoted(key) for key in (MODEL, *needed) if row[key] is None]:
            problems.append(f"{at}: there is nothing in the column {lacking[0]}")
        elif models is None or named in models or len(ends) == 1:
            found[named if models is None or named in models else ends[0]].append((at, row))
        else:
            problems.append(f"{at}: {quoted(named)} is no language model of the suite{meant(named, models, 2)}")
    twice = {model: ", ".join(at for at, _ in some) for model, some in found.items() if len(some) > 1}
    problems += (f"{places}: {model} has several rows" for model, places in twice.items())
    return {model: some[0] for model, some in found.items() if model not in twice}, problems


def read_model_table(
    table: object, models: Sequence[str]
) -> tuple[dict[str, dict[str, float]], dict[str, float], list[str]]:
    """Numbers by column and model, years of release by model, and what was left out and why, a line each.

    A column is one of numbers if at least half of its cells that hold anything hold one; a row with a word there is
    left out.
    """
    rows, problems = model_rows(table, models)
    values: dict[str, dict[str, float]] = {}
    wrong: dict[str, list[str]] = defaultdict(list)
    for name in dict.fromkeys(name for _, row in rows.values() for name in row if name.casefold() != MODEL):
        cells = {model: cell for model, (_, row) in rows.items() if (cell := row.get(name)) is not None}
        read, what = _number, "a finite number with a point (1,250 may be either)"
        if is_date := name.casefold() == RELEASE_DATE:
            read, what = _years, "a date such as 2025-04-14 or 2025-04"
        found = {model: value for model, cell in cells.items() if (value := read(cell)) is not None}
        bad = {model: f"{name}: expected {what}, got {quoted(cells[model])}" for model in cells if model not in found}
        if 2 * len(bad) > len(cells):
            first = next(iter(bad.values()))
            problems.append(f"column {quoted(name)}: {len(bad)} of {len(cells)} cells are none, such as: {first}")
        elif cells:
            values[RELEASE_DATE if is_date else name] = found
            for model, why in bad.items():
                wrong[model].append(why)
    problems += (f"{rows[model][0]}: {'; '.join(reasons)}" for model, reasons in wrong.items())
    right = {name: {model: x for model, x in some.items() if model not in wrong} for name, some in values.items()}
    return right, right.pop(RELEASE_DATE, {}), problems


def read_groups(table: object) -> dict[str, str]:
    """The group of each model, from a table with the columns ``model`` and ``group``, of which every row is needed."""
    rows, problems = model_rows(table, None, [GROUP])
    if problems:
        raise BadArguments(f"{table}, {problems[0]}")
    return {model: str(row[GROUP]).strip() for model, (_, row) in rows.items()}


def aligned_with(models: Sequence[str], values: Mapping[str, float]) -> Numbers:
    """Shape (n,): the value of each model, NaN where there is none."""
    return np.array([values.get(model, math.nan) for model in models], dtype=np.float64)


def _number(cell: object) -> float | None:
    text = str(cell).strip()
    try:
        value = float(text.replace(",", "" if _THOUSANDS.fullmatch(text) else "."))
    except ValueError:
        return None
    return None if _EITHER.fullmatch(text) or not abs(value) <= LARGEST else value


def _years(cell: object) -> float | None:
    """A date in years. That of a month alone is its 15th."""
    text = str(cell).strip()[:10]
    try:
        return date.fromisoformat(text if len(text) > len("2025-04") else f"{text}-15").toordinal() / 365.25
    except ValueError:
        return None
