"""Rows of a table as records that a benchmark reads: who wrote the response, its parts, its item, and its ratings."""

from __future__ import annotations

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any, NamedTuple

from helm_creativity.benchmark.item_responses import IDS
from helm_creativity.benchmark.rows.cells import (
    folded_name,
    holds_nothing,
    is_missing,
    is_missing_rating,
    is_number,
    labelled_number,
    list_in,
    name_in,
    number_in,
)
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.tables import Spreadsheet
from helm_creativity.benchmark.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.people.columns import Columns, Ends, Wanted, shown
from helm_creativity.people.programs import ITEM, RESPONSE
from helm_creativity.safe_text import listed, quoted

USUAL_SCALES: tuple[Ends, ...] = ((0, 4), (0, 5), (1, 4), (1, 5), (1, 6), (1, 7), (0, 10), (1, 10), (0, 100), (1, 100))
"""Scales on which responses are rated in studies of creativity."""
# Spreadsheet programs keep 15 digits of a number; others keep whole numbers as floats, exact up to 2 ** 53.
_DIGITS_OF_WORKBOOKS = 10**15
_SEVERAL = re.compile(r"\s*[;/|]\s*|,\s+")


class PersonRecord(NamedTuple):
    """What a row, or several of one response, say of it."""

    line: int
    participant: str
    record: Record
    rows: int = 1
    item: str = ""
    sample: Sample | None = None


def table_records(
    sheet: Spreadsheet, columns: Columns, wanted: Wanted
) -> tuple[list[PersonRecord], list[tuple[int, str]]]:
    """The records of a table; and the lines of rows that cannot be read, with the reason."""
    found, problems = [], []
    for line, row in sheet.rows:
        try:
            record = _record(row, columns, wanted, "semicolons" in sheet.read_as)
            who = row[columns.participant] if columns.participant else f"row {line}"
            if who is None:
                raise BadArguments(f"expected a participant in the column {columns.participant}, got nothing")
            found.append(PersonRecord(line, " ".join(name_in(who).split()), record))
        except BadArguments as error:
            problems.append((line, str(error)))
    return found, problems


def _record(row: Mapping[str, Any], columns: Columns, wanted: Wanted, decimal_commas: bool) -> Record:
    record: Record = {}
    for column, name in columns.fields.items():
        if record.get(name) is None or column == name:
            record[name] = row[column]
    _read_item(record, row, columns.item, wanted)
    parts, several = _texts(row, columns.response), len(columns.response) > 1
    if several and wanted.list_field is not None:
        record[wanted.list_field] = parts
    elif columns.response and (parts or not several or record.get(RESPONSE) is None):
        numbered = (f"{place}. {part}" for place, part in enumerate(parts, start=1))
        record[RESPONSE] = "\n".join(numbered) if several else "".join(parts)
    for dimension, its in columns.ratings.items():
        value = _ratings(row, its, decimal_commas, dimension in wanted.row.rated_in_parts())
        if value is not None:
            record[dimension] = value
    return record


def as_list(record: Record, field: str) -> Record:
    """The record whose response is a list in a cell, unless nothing was written."""
    kept = {name: cell for name, cell in record.items() if name != RESPONSE}
    return {**kept, field: record[RESPONSE]} if record.get(RESPONSE) else record


def _read_item(record: Record, row: Mapping[str, Any], column: str | None, wanted: Wanted) -> None:
    field, items = wanted.item_field, wanted.own
    if column is not None:
        if not is_missing(row[column]):
            record |= items.read_name(row[column], field)
        elif field is not None and record.get(field) is None:
            raise BadArguments(f"expected the item in the column {column}, got nothing")
        else:
            record[ITEM] = row[column]
    if field in record and field is not None:
        if not is_missing(record[field]):
            record[field] = items.own_name(record[field], field)
        elif all(is_missing(record.get(other)) for other in (*IDS, *items.names)):
            raise BadArguments(f"expected the item in the column {field}, got nothing")


def _texts(row: Mapping[str, Any], columns: Sequence[str]) -> list[str]:
    """The response or its parts, without empty cells; among several parts a code for a missing value is no part."""
    cells = [row[column] for column in columns if row[column] is not None]
    for cell in cells:
        if isinstance(cell, (dict, list, bool)):
            raise BadArguments(f"expected a text as a response, got {quoted(cell)}")
    texts = [re.sub("_x000D_", "", cell, flags=re.I).strip() if isinstance(cell, str) else cell for cell in cells]
    return [str(text) for text in texts if len(columns) == 1 or not holds_nothing(text)]


def _ratings(row: Mapping[str, Any], columns: Sequence[str], decimal_commas: bool, in_parts: bool) -> Any:  # noqa: ANN401
    """A cell may hold several, such as ``31, 36``: those of raters, or, under several raters, one for each part."""
    cells = [_rating(row[column], decimal_commas, column) for column in columns]
    cells = [cell for cell in cells if cell is not None]
    if not cells:
        return None
    if len(columns) == 1:
        if in_parts:
            return [cells] if is_number(cells[0]) else cells[0]
        return [rating for rating in cells[0] if rating is not None] if isinstance(cells[0], list) else cells[0]
    lists = [cell if isinstance(cell, list) else [cell] for cell in cells]
    if len({*map(len, lists)}) > 1:
        raise BadArguments(f"raters rated different numbers of parts: {listed(columns)}")
    single = len(lists[0]) == 1 and not in_parts
    return [numbers[0] for numbers in lists] if single else [list(part) for part in zip(*lists, strict=True)]


def _rating(cell: Any, decimal_commas: bool, column: str) -> Any:  # noqa: ANN401 - decoded JSON
    """A number, or a list with None for a missing one; None if all are missing, and the cell if it holds others."""
    value = None if is_missing_rating(cell) else list_in(labelled_number(cell))
    if isinstance(value, str):
        texts = _SEVERAL.split(value)
        if "," in _SEVERAL.sub("", value):
            if all(_is_rating(text) for text in texts):
                if not decimal_commas:
                    raise BadArguments(
                        f"{column}: {quoted(cell)} may be one number or several; write 3.5 for one, and 3; 5 for two"
                    )
            else:
                texts = value.split(",")
        if not all(map(_is_rating, texts)):
            return cell
        value = [None if is_missing_rating(text) else number_in(text) for text in texts]
        value = value if len(value) > 1 else value[0]
    if isinstance(value, list):
        value = [None if is_missing_rating(part) else part for part in value]
        return None if value and all(part is None for part in value) else value
    return value


def _is_rating(text: str) -> bool:
    return is_missing_rating(text) or number_in(text) is not None


def gathered(records: Sequence[PersonRecord], columns: Columns, wanted: Wanted) -> list[PersonRecord]:
    """A record for each participant and item, whose rows are the parts of the response, in the order of the file."""
    field = wanted.list_field
    if field is None:
        raise BadArguments("gather: a response to this benchmark is one text, each row holds one: leave it out")
    groups: dict[tuple[str, ...], list[PersonRecord]] = defaultdict(list)
    for row in records:
        said = (folded_name(row.record.get(name)) for name in (ITEM, "id", wanted.item_field) if name)
        groups[(row.participant, *said)].append(row)
    found = []
    for rows in groups.values():
        kept = []
        for row in rows:
            parts = row.record.get(field) or row.record.get(RESPONSE)
            texts = [
                str(part).strip() for part in (parts if isinstance(parts, list) else [parts]) if not holds_nothing(part)
            ]
            kept += [(row.record, ", ".join(texts))] if texts else []
        joined = {name: cell for name, cell in rows[0].record.items() if name != RESPONSE}
        joined[field] = [text for _, text in kept]
        for dimension in columns.ratings.keys() & wanted.row.rated_in_parts():
            ratings = [list_in(record.get(dimension)) for record, _ in kept]
            of_parts = [rating[0] if isinstance(rating, list) and rating else None for rating in ratings]
            joined[dimension] = of_parts if any(rating is not None for rating in of_parts) else None
        found.append(rows[0]._replace(record=joined, rows=len(rows)))
    return found


def rescaled(
    records: Sequence[PersonRecord], columns: Columns, wanted: Wanted, scale: Ends | None
) -> tuple[list[PersonRecord], list[tuple[int, str]], dict[str, Ends], list[str]]:
    """The records with ratings on the benchmark's scales; lines off the scale; scales that are others; what to say."""
    own = {dimension: ends for dimension in columns.ratings if (ends := wanted.scale(dimension)) is not None}
    if scale is None:
        return (
            list(records),
            [],
            {},
            [note for name in own for note in _on_own_scale(name, records, columns, own[name])],
        )
    if not scale[0] < scale[1]:
        raise BadArguments(f"scale: expected the lowest rating, then the highest, got {scale[0]:g} {scale[1]:g}")
    if not own:
        raise BadArguments("scale: no column holds ratings; name one with --rating DIMENSION=COLUMN")
    other = {dimension: ends for dimension, ends in own.items() if ends != scale}
    found, problems = [], []
    for row in records:
        try:
            anew = {name: _on_scale(row.record[name], scale, own[name]) for name in own.keys() & row.record.keys()}
            found.append(row._replace(record={**row.record, **anew}))
        except BadArguments as error:
            problems.append((row.line, str(error)))
    notes = [f"ratings: {name}, {ends_text(scale)}, read on {ends_text(ends)}" for name, ends in other.items()]
    return found, problems, other, notes


def _on_scale(value: Any, scale: Ends, own: Ends) -> Any:  # noqa: ANN401 - a rating or lists of them
    """As far between the benchmark's ends as between people's."""
    if isinstance(value, list):
        return [_on_scale(part, scale, own) for part in value]
    if not is_number(value):
        return value
    (low, high), (first, last) = scale, own
    if not low <= value <= high:
        raise BadArguments(f"the rating {value:g} is not on the scale {low:g} to {high:g}")
    return first + (value - low) * (last - first) / (high - low)


def _on_own_scale(name: str, records: Sequence[PersonRecord], columns: Columns, ends: Ends) -> Iterator[str]:
    """That ratings are on the benchmark's scale; asks where another usual one fits them as well, or theirs does not."""
    values = [(value, row.line) for row in records for value in _numbers(row.record.get(name))]
    if not values:
        return
    (low, lowest), (high, highest) = min(values), max(values, key=lambda found: found[0])
    what = f"ratings of {name} go from {low:g} to {high:g}"
    ask = "write --scale LOW HIGH (scale= in Python) with the ends of your scale"
    aside = f"or --ignore {columns.ratings[name][0]} if they are no ratings"
    if not ends[0] <= low <= high <= ends[1]:
        where = f" (lines {lowest} and {highest})"  # one of them may be a slip
        raise BadArguments(f"{what}{where}, and the benchmark's scale is {ends_text(ends)}: {ask}, {aside}")
    fitting = [usual for usual in USUAL_SCALES if usual[0] <= low and high <= usual[1] <= 2 * ends[1]]
    near = [ends_text(usual) for usual in fitting if usual != ends]
    if near and (low, high) != ends:
        raise BadArguments(
            f"{what}, which fits the benchmark's scale, {ends_text(ends)}, and {', '.join(near)}: {ask}, such as "
            f"--scale {ends[0]:g} {ends[1]:g}, {aside}"
        )
    on = (
        "which is the benchmark's scale"
        if (low, high) == ends
        else f"and are read on the benchmark's scale, {ends_text(ends)}"
    )
    yield f"{what}, {on}"


def _numbers(value: Any) -> Iterator[float]:  # noqa: ANN401 - a rating or lists of them
    if isinstance(value, list):
        yield from (number for part in value for number in _numbers(part))
    elif is_number(value):
        yield value


def ends_text(ends: Ends) -> str:
    """``0 to 4``."""
    return f"{ends[0]:g} to {ends[1]:g}"


def without_unread_ratings(
    sheet: Spreadsheet, records: Sequence[PersonRecord], wanted: Wanted
) -> tuple[list[PersonRecord], list[str]]:
    """The records without cells that are no ratings, of what these settings do not rate: no score needs them."""
    scales = {name: wanted.scale(name) for name in wanted.row.columns() - {*wanted.dimensions}}
    unread = Counter[str]()
    found = []
    for row in records:
        kept = dict(row.record)
        for name, ends in scales.items():
            if ends is not None and name in kept:
                cell, read = kept.pop(name), None
                with suppress(BadArguments):
                    read = _rating(cell, "semicolons" in sheet.read_as, name)
                numbers = [value for value in (read if isinstance(read, list) else [read]) if value is not None]
                if numbers and all(is_number(value) and ends[0] <= value <= ends[1] for value in numbers):
                    kept[name] = numbers if isinstance(read, list) else read
                elif not is_missing_rating(cell):
                    unread[name] += 1
        found.append(row._replace(record=kept))
    return found, [
        f"{number:,} cells of {name} are no ratings from {ends_text(scales[name] or (0, 0))} and are not read: no score"
        f" needs them here; if they are ratings of {listed(wanted.dimensions)}, name them with --rating"
        for name, number in unread.items()
    ]


def require_rows_of_responses(sheet: Spreadsheet, columns: Columns) -> None:
    """Refuses a table in which each row is a rater's, so that most responses stand in several rows."""
    if columns.participant is None or not columns.ratings:
        return
    fields = [column for column in columns.fields if column not in columns.unused]
    names = [columns.participant, *filter(None, [columns.item]), *columns.response, *fields]
    seen: dict[str, list[int]] = defaultdict(list)
    for line, row in sheet.rows:
        if any(row[name] is not None for name in names[1:]):
            seen[repr([row[name] for name in names])].append(line)
    several = [lines for lines in seen.values() if len(lines) > 1]
    if 2 * sum(map(len, several)) > sum(map(len, seen.values())):
        raise BadArguments(
            f"most rows repeat a response with other ratings, such as lines {several[0][0]} and {several[0][1]}: write "
            "one row for each response, or part of one, with a column for each rater, such as rater1 and rater2"
        )


def row_notes(sheet: Spreadsheet, columns: Columns, wanted: Wanted, records: Iterable[PersonRecord]) -> Iterator[str]:
    """What must be said of ids that were rounded, equal rows, unknown items and names that are nearly one."""
    is_workbook = sheet.read_as.startswith("workbook")
    for what, column in (("participants", columns.participant), ("items", columns.item)):
        numbers = [row[column] for _, row in sheet.rows if column is not None and is_number(row.get(column))]
        inexact = [cell for cell in numbers if (is_workbook or isinstance(cell, float)) and abs(cell) < math.inf]
        if rounded := [cell for cell in inexact if abs(cell) >= (_DIGITS_OF_WORKBOOKS if is_workbook else 2**53)]:
            yield (
                f"{what}: {len(rounded):,} ids in the column {column} are numbers of more than 15 digits, such as "
                f"{name_in(rounded[0])}; programs round such numbers, so different ids may have become one: write ids "
                "as texts"
            )
    lines = defaultdict[str, list[int]](list)
    for line, cells in sheet.rows if columns.participant is not None else ():
        lines[repr(cells)].append(line)
    if again := sorted(line for same in lines.values() for line in same[1:]):
        yield (
            f"rows that are the same as one above in every cell: {len(again):,}, the first in line {again[0]}; each is "
            "a response of its own"
        )
    if (field := wanted.item_field) is not None and wanted.known.several:
        said = dict.fromkeys(name_in(row.record[field]) for row in records if not is_missing(row.record.get(field)))
        if unknown := [name for name in said if not wanted.is_item(name)]:
            yield (
                f"unknown items: {shown(unknown)}; new items get their own scores; known ones are such as "
                f"{wanted.known.example(field)}"
            )
    names: dict[str, set[str]] = defaultdict(set)
    for row in records:
        names[row.participant.casefold()].add(row.participant)
    if alike := [" and ".join(sorted(same)) for same in names.values() if len(same) > 1]:
        yield f"names that differ in case alone count as different participants: {listed(alike)}"
