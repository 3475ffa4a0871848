"""A user's own table of models: numbers, dates of release, groups. A row of numbers that cannot be used is left out."""

from __future__ import annotations

import math
import re
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import date
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.given_lists import MISSING
from helm_creativity.core.names import meant
from helm_creativity.errors import BadArguments
from helm_creativity.io.spreadsheet import number_in, read_spreadsheet, require_different_heads
from helm_creativity.psychometrics.tables import LARGEST, SMALLEST, Numbers
from helm_creativity.results.rating_tables import numbered_records
from helm_creativity.safe_text import listed, quoted

MODEL, RELEASE_DATE, GROUP = "model", "release_date", "group"
"""Names of columns with a meaning."""
_MISSING = frozenset({"nan", "none", "nat", "<na>", "-", *(text.casefold() for text in MISSING)})
"""What programs write into a cell without a value."""
_THOUSANDS = re.compile(r"[+-]?[1-9]\d{0,2}(,\d{3})+(\.\d*)?")
_EITHER = re.compile(r"[+-]?[1-9]\d{0,2},\d{3}")
"""A comma that may be decimal or part thousands."""
_DATE = re.compile(r"(\d{4})-(\d{1,2})(?:-(\d{1,2})(?:[T ].*)?)?")
DECIMAL, PARTING = "decimal", "thousands"


class ModelTable(NamedTuple):
    """Numbers by column and model of a suite.

    Attributes:
        values: numbers by column and model.
        released: years by model, from ``release_date``.
        problems: what was left out and why, a line each.
        rows: how many the table has.
        unused: how many of them were left out.
    """

    values: Mapping[str, Mapping[str, float]]
    released: Mapping[str, float]
    problems: tuple[str, ...]
    rows: int
    unused: int

    @property
    def notes(self) -> list[str]:
        """What was left out, a line each."""
        some = [f"left out: {self.unused:,} of {self.rows:,} rows of the table"] if self.unused else []
        return [*some, *(f"left out: {problem}" for problem in self.problems)]


def read_model_table(table: Any, models: Sequence[str]) -> ModelTable:  # noqa: ANN401 - any data frame
    """Reads the columns of numbers of a file, a data frame or mappings with a column ``model``.

    A column is one of numbers, or of dates, if at least half of its cells that hold anything hold one. A row is left
    out, with its reasons, if it names no model, or one that another row names too, or if it has a word in such a
    column. A comma that may be decimal or part thousands is what the other cells of the column say.
    """
    rows, columns, problems = _rows(table)
    count = len(rows) + len(problems)
    named, dated = _column(columns, MODEL, table), _column(columns, RELEASE_DATE) or None
    values: dict[str, dict[int, float]] = {}
    wrong: dict[int, list[str]] = defaultdict(list)
    for name in columns:
        if name == named:
            continue
        cells = {at: cell for at, (_, row) in enumerate(rows) if not _is_missing(cell := row.get(name))}
        read, what = (_years, "dates") if name == dated else (_number_reader(cells.values()), "numbers")
        key = RELEASE_DATE if name == dated else name
        found, bad = {}, {}
        for at, cell in cells.items():
            try:
                found[at] = read(cell)
            except BadArguments as error:
                bad[at] = str(error)
        if not cells:
            problems.append(f"column {quoted(name)}: it is empty")
        elif 2 * len(bad) > len(cells):
            first = next(iter(bad.values()))
            problems.append(
                f"column {quoted(name)}: {len(bad)} of {len(cells)} cells are no {what}; the first: {first}"
            )
        else:
            values[key] = found
            for at, why in bad.items():
                wrong[at].append(f"{key}: {why}")
    places: dict[str, list[int]] = defaultdict(list)
    for at, (where, row) in enumerate(rows):
        model, why = _model(row.get(named), models)
        if reasons := [*([why] if why else []), *wrong[at]]:
            problems.append(f"{where}: {'; '.join(reasons)}")
        else:
            places[model].append(at)
    # Which of several rows of a model is right cannot be known.
    problems += [
        f"{', '.join(rows[at][0] for at in some)}: {model} has several rows"
        for model, some in places.items()
        if len(some) > 1
    ]
    single = {model: some[0] for model, some in places.items() if len(some) == 1}
    by_model = {
        name: {model: found[at] for model, at in single.items() if at in found} for name, found in values.items()
    }
    released = by_model.pop(RELEASE_DATE, {})
    return ModelTable(by_model, released, tuple(problems), count, count - len(single))


def read_groups(table: Any) -> dict[str, str]:  # noqa: ANN401 - any data frame
    """The group of each model, from a table with the columns ``model`` and ``group``, of which every row is needed.

    Raises:
        BadArguments: with the row that cannot be used.
    """
    rows, columns, problems = _rows(table)
    before = f"{table}, " if isinstance(table, (str, Path)) else ""
    if problems:
        raise BadArguments(before + problems[0])
    places = {key: _column(columns, key, table) for key in (MODEL, GROUP)}
    groups: dict[str, str] = {}
    for where, row in rows:
        model, group = (str(row.get(place) or "").strip() for place in places.values())
        if not model or not group:
            lacking = GROUP if model else MODEL
            raise BadArguments(f"{before}{where}: expected a {lacking} in the column {quoted(lacking)}, got none")
        if model in groups:
            raise BadArguments(f"{before}{where}: {model} stands there a second time")
        groups[model] = group
    return groups


def aligned_with(models: Sequence[str], values: Mapping[str, float]) -> Numbers:
    """Shape (n,): the value of each model, NaN where there is none."""
    return np.array([values.get(model, math.nan) for model in models], dtype=np.float64)


def unknown_models(named: Iterable[str], models: Iterable[str], where: str, lacking: str = "no run is of") -> list[str]:
    """What to say of models of a user's table that no run is of.

    A line for each that looks like a model which the table lacks; one for all others, as a table may be of many suites.
    """
    table, known = dict.fromkeys(named), dict.fromkeys(models)
    unknown = [name for name in table if name not in known]
    guesses = {name: meant(name, [model for model in known if model not in table]) for name in unknown}
    lines = [f"{where} names {quoted(name)}, which {lacking}{guess}" for name, guess in guesses.items() if guess]
    others = [name for name, guess in guesses.items() if not guess]
    return [*lines, f"{where} names models that {lacking}: {listed(map(quoted, others))}"] if others else lines


def _rows(table: Any) -> tuple[list[tuple[str, Mapping[str, Any]]], list[str], list[str]]:  # noqa: ANN401
    """Rows with where they are, names of columns, and problems."""
    if isinstance(table, (str, Path)):
        sheet = read_spreadsheet(Path(table), lenient=True)
        require_different_heads(sheet, Path(table))
        problems = [f"line {number}: {why}" for number, why in sheet.problems]
        return [(f"line {number}", row) for number, row in sheet.rows], list(sheet.columns), problems
    rows: list[tuple[str, Mapping[str, Any]]] = [
        (f"row {number}", {str(name): cell for name, cell in row.items()}) for number, row in numbered_records(table)
    ]
    return rows, list(dict.fromkeys(name for _, row in rows for name in row)), []


def _column(columns: Sequence[str], key: str, table: object = None) -> str:
    """The column of a key; "" where there is none, which is refused where a table is given, to be named."""
    found = [name for name in columns if name.casefold() == key]
    if len(found) > 1:
        raise BadArguments(f"the columns {listed(found)} differ in case alone; the table needs one column {key}")
    if not found and table is not None:
        where = quoted(str(table)) if isinstance(table, (str, Path)) else "the table"
        raise BadArguments(f"expected a column {quoted(key)} in {where}; it has {listed(columns) or 'no column'}")
    return found[0] if found else ""


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


def _is_missing(cell: object) -> bool:
    if isinstance(cell, float):
        return math.isnan(cell)
    return cell is None or str(cell).strip().casefold() in _MISSING


def _number_reader(cells: Iterable[object]) -> Callable[[object], float]:
    """How the numbers of a column are read: a comma is what it must be in cells where it can be one thing only."""
    texts = [cell.strip() for cell in cells if isinstance(cell, str)]
    clear = [text for text in texts if "," in text and not _EITHER.fullmatch(text)]
    parting = any(_THOUSANDS.fullmatch(text) for text in clear)
    decimal = any(number_in(text) is not None for text in clear)
    point = any("." in text for text in texts)
    commas = PARTING if parting and not decimal else DECIMAL if decimal and not parting and not point else ""
    return partial(_number, commas=commas)


def _number(cell: Any, commas: str) -> float:  # noqa: ANN401 - whatever a cell holds
    text = cell.strip() if isinstance(cell, str) and "," in cell else ""
    if _EITHER.fullmatch(text) and not commas:
        raise BadArguments(f"the comma of {quoted(cell)} may be decimal or part thousands; write a point, or no comma")
    parted = _THOUSANDS.fullmatch(text) and not (commas == DECIMAL and _EITHER.fullmatch(text))
    read = text.replace(",", "") if parted else number_in(text) if text else cell
    try:
        value = math.nan if isinstance(cell, bool) or read is None else float(read)
    except (TypeError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        raise BadArguments(f"expected a finite number, got {quoted(cell)}")
    if value != 0 and not SMALLEST <= abs(value) <= LARGEST:
        raise BadArguments(f"expected 0 or a number from {SMALLEST:g} to {LARGEST:g} in size, got {quoted(cell)}")
    return value


def _years(cell: object) -> float:
    """A date in years. That of a month alone is its 15th."""
    if match := _DATE.fullmatch(str(cell).strip()):
        year, month, day = match.groups()
        try:
            return date(int(year), int(month), int(day or 15)).toordinal() / 365.25
        except ValueError:
            pass
    raise BadArguments(f"expected a date such as 2025-04-14 or 2025-04, got {quoted(str(cell))}")
