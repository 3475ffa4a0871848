"""How far judges agree with people in any table that has one row per response and a column per rater."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from helm_creativity.core.given_lists import MISSING, is_missing_rating
from helm_creativity.core.missing_codes import CodeWatch
from helm_creativity.errors import BadArguments
from helm_creativity.exams.statistics import Agreement, RatedResponses, measure_agreement
from helm_creativity.exams.types import ScaleKind, infer_scale_kind
from helm_creativity.io.sheets import folded_name, name_in
from helm_creativity.io.spreadsheet import number_in
from helm_creativity.psychometrics.tables import Numbers, ranges_apart
from helm_creativity.results.rating_tables import numbered_records
from helm_creativity.safe_text import listed, quoted

AUTOMATIC = "automatic"
KINDS = (AUTOMATIC, *(kind.value for kind in ScaleKind if kind is not ScaleKind.PAIRED))


@dataclass(frozen=True)
class TableAgreement:
    """A judge's column beside those of people."""

    judge: str
    kind: ScaleKind
    rows: int
    missing: int
    agreement: Agreement
    notes: tuple[str, ...] = ()


def table_agreement(
    table: Any,  # noqa: ANN401 - any data frame
    judges: Sequence[str],
    raters: Sequence[str],
    item: str = "",
    scale: str = AUTOMATIC,
) -> list[TableAgreement]:
    """Agreement of each judge with people."""
    if scale not in KINDS:
        raise BadArguments(f"scale must be one of {', '.join(KINDS)}, got {quoted(scale)}")
    if not judges or not raters:
        raise BadArguments("name at least one column of a judge and one of a person")
    columns = (*judges, *raters)
    if twice := sorted({name for name in columns if columns.count(name) > 1}):
        raise BadArguments(f"a column is a judge's or a person's, and {listed(twice)} was named twice")
    records = list(numbered_records(table))
    for number, record in records:
        if missing := [name for name in (*columns, *filter(None, [item])) if name not in record]:
            raise BadArguments(f"row {number}: there is no column {quoted(missing[0])}; there are {listed(record)}")
    cells = [[_cell(record[name]) for name in columns] for _, record in records]
    kind, numbers, names = _numbers(cells, [number for number, _ in records], columns, scale)
    items = tuple(name_in(record[item]) if item else str(number) for number, record in records)
    classes = tuple(np.unique(numbers[~np.isnan(numbers)]).tolist())
    of_classes = classes if kind in (ScaleKind.BINARY, ScaleKind.CLASSES) else ()
    people = numbers[:, len(judges) :]
    found = []
    for place, judge in enumerate(judges):
        rated = RatedResponses(kind, of_classes, people, numbers[:, place], items)
        missing_rows = int((np.isnan(numbers[:, place]) & ~np.isnan(people).all(axis=1)).sum())
        notes = tuple(_unlike(numbers[:, place], people, names))
        found.append(TableAgreement(judge, kind, len(records), missing_rows, measure_agreement(rated), notes))
    return found


def _cell(value: object) -> object:
    """A number, a text, or None for a cell that is empty, which is NaN in a data frame, or says so, such as NA or -."""
    if isinstance(value, str):
        text = value.strip()
        if text in MISSING or not any(map(str.isalnum, text)):
            return None
        number = number_in(text)
        return text if number is None else number
    if isinstance(value, bool):
        return float(value)
    if value is None or value != value:
        return None
    return value


def _numbers(
    cells: Sequence[Sequence[object]], lines: Sequence[int], columns: Sequence[str], scale: str
) -> tuple[ScaleKind, Numbers, Sequence[str]]:
    """The kind of scale, ratings of shape (rows, columns), and names of classes, by whose places these are numbered."""
    there = [value for row in cells for value in row if value is not None]
    if not there:
        raise BadArguments("the table has no ratings in these columns")
    has_names = all(isinstance(value, str) for value in there)
    if scale == ScaleKind.CLASSES.value or (has_names and scale == AUTOMATIC):
        names = sorted({folded_name(value) for value in there})
        codes: Mapping[str, float] = {name: float(place) for place, name in enumerate(names)}
        table = [[np.nan if value is None else codes[folded_name(value)] for value in row] for row in cells]
        return ScaleKind.CLASSES, np.array(table, dtype=np.float64), names
    # "none" may name a class; beside numbers it says that there is no rating.
    cells = [[None if isinstance(value, str) and is_missing_rating(value) else value for value in row] for row in cells]
    for line, row in zip(lines, cells, strict=True):
        for name, value in zip(columns, row, strict=True):
            if value is not None and not isinstance(value, (int, float, np.number)):
                raise BadArguments(
                    f"row {line}: expected a number in {name}, got {quoted(value)}; scale=classes takes names"
                )
    numbers = np.array([[np.nan if value is None else value for value in row] for row in cells], dtype=np.float64)
    if scale != ScaleKind.INTERVAL.value:
        _require_no_codes(numbers, lines)
    if np.isinf(numbers).any():
        raise BadArguments("a rating is infinite")
    values = numbers[~np.isnan(numbers)].tolist()
    kind = infer_scale_kind(values, min(values), max(values)) if scale == AUTOMATIC else ScaleKind(scale)
    if kind is ScaleKind.BINARY and not set(values) <= {0.0, 1.0}:
        raise BadArguments(f"binary ratings are 0 and 1, got {sorted(set(values) - {0.0, 1.0})[0]:g}")
    return kind, numbers, ()


def _unlike(judge: Numbers, people: Numbers, names: Sequence[str]) -> Iterator[str]:
    if names:
        others = sorted({*judge[~np.isnan(judge)].tolist()} - {*people[~np.isnan(people)].tolist()})
        if others:
            yield f"classes that no person names: {listed(names[int(place)] for place in others)}"
    elif apart := ranges_apart(judge, people):
        yield f"the judge's ratings are from {apart[0]}, people's from {apart[1]}: are they on one scale?"


def _require_no_codes(numbers: Numbers, lines: Sequence[int]) -> None:
    watch = CodeWatch()
    for line, row in zip(lines, numbers.tolist(), strict=True):
        for value in row:
            if value == value:
                watch.see(f"row {line}", value)
    watch.check("; scale=interval takes it as it is")
