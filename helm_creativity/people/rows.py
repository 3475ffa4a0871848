"""Rows of a table as records that a benchmark reads: who wrote the response, its parts, its item, and its ratings."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from helm_creativity.benchmark.item_responses import IDS
from helm_creativity.benchmark.rows.cells import (
    folded_name,
    holds_nothing,
    is_missing,
    is_number,
    join_raters,
    name_in,
    ratings_in,
)
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.tables import Spreadsheet
from helm_creativity.benchmark.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.people.columns import Columns, Ends, Wanted, shown
from helm_creativity.people.programs import ITEM, RESPONSE
from helm_creativity.safe_text import counted, listed, quoted

USUAL_SCALES: tuple[Ends, ...] = ((0, 4), (0, 5), (1, 4), (1, 5), (1, 6), (1, 7), (0, 10), (1, 10), (0, 100), (1, 100))
"""Scales on which responses are rated in studies of creativity."""
_ROUNDED = 10**15  # from which on spreadsheet programs round whole numbers


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
            who = row[columns.participant] if columns.participant else f"row {line}"
            if who is None:
                raise BadArguments(f"expected a participant in the column {columns.participant}, got nothing")
            record = _record(row, columns, wanted, sheet.decimal_commas)
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
    cells, several = [row[column] for column in columns.response if row[column] is not None], len(columns.response) > 1
    if wrong := [cell for cell in cells if isinstance(cell, (dict, list, bool))]:
        raise BadArguments(f"expected a text as a response, got {quoted(wrong[0])}")
    # Among several parts a code for a missing value is no part.
    parts = [re.sub("_x000D_", "", str(cell), flags=re.I).strip() for cell in cells]
    parts = [part for part in parts if not several or not holds_nothing(part)]
    if several and wanted.list_field is not None:
        record[wanted.list_field] = parts
    elif columns.response and (parts or not several or record.get(RESPONSE) is None):
        numbered = (f"{place}. {part}" for place, part in enumerate(parts, start=1))
        record[RESPONSE] = "\n".join(numbered) if several else "".join(parts)
    for dimension, its in columns.ratings.items():
        ratings = _ratings([row[column] for column in its], dimension, wanted, decimal_commas)
        if ratings is not None:
            record[dimension] = ratings
    return record


def _ratings(cells: Sequence[Any], dimension: str, wanted: Wanted, decimal_commas: bool) -> Any:  # noqa: ANN401
    """A cell alone may hold those of several raters, or one for each part; the benchmark says what is wrong with it."""
    in_parts = dimension in wanted.row.rated_in_parts()
    if len(cells) > 1:
        return join_raters(cells, in_parts, dimension, decimal_commas)
    each = ratings_in(cells[0], decimal_commas)
    ratings = [rating for rating in each if rating is not None]
    return None if not ratings else cells[0] if not all(map(is_number, ratings)) else each if in_parts else ratings


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
            parts = [part for part in (parts if isinstance(parts, list) else [parts]) if not holds_nothing(part)]
            kept += [(row.record, ", ".join(str(part).strip() for part in parts))] if parts else []
        joined = {name: cell for name, cell in rows[0].record.items() if name != RESPONSE}
        joined[field] = [text for _, text in kept]
        for dimension in columns.ratings.keys() & wanted.row.rated_in_parts():
            of_parts = [next(iter(record.get(dimension) or [None]), None) for record, _ in kept]
            joined[dimension] = of_parts if any(rating is not None for rating in of_parts) else None
        found.append(rows[0]._replace(record=joined, rows=len(rows)))
    return found


def rescaled(
    records: Sequence[PersonRecord], columns: Columns, wanted: Wanted, scale: Ends
) -> tuple[list[PersonRecord], list[tuple[int, str]], dict[str, str]]:
    """The records with ratings on the benchmark's scales; lines off the scale; and by dimension, what was converted."""
    own = {dimension: ends for dimension in columns.ratings if (ends := wanted.scale(dimension)) is not None}
    if not scale[0] < scale[1]:
        raise BadArguments(f"scale: expected the lowest rating, then the highest, got {scale[0]:g} {scale[1]:g}")
    if not own:
        raise BadArguments("scale: no column holds ratings; name one with --rating DIMENSION=COLUMN")
    found, problems = [], []
    for row in records:
        try:
            anew = {name: _on_scale(row.record[name], scale, own[name]) for name in own.keys() & row.record.keys()}
            found.append(row._replace(record={**row.record, **anew}))
        except BadArguments as error:
            problems.append((row.line, str(error)))
    others = {name: f"{_ends_text(scale)} on {_ends_text(ends)}" for name, ends in own.items() if ends != scale}
    return found, problems, others


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


def notes_of_scales(records: Sequence[PersonRecord], columns: Columns, wanted: Wanted) -> Iterator[str]:
    """That ratings are on the benchmark's scale; refuses those that another usual one fits as well, or it does not."""
    for name, its in columns.ratings.items():
        own = wanted.scale(name)
        values = sorted((value, row.line) for row in records for value in _numbers(row.record.get(name)))
        if own is None or not values:
            continue
        (low, lowest), (high, highest) = values[0], values[-1]
        fitting = [usual for usual in USUAL_SCALES if usual[0] <= low and high <= usual[1] <= 2 * own[1]]
        near = [_ends_text(usual) for usual in fitting if usual != own]
        what, scale = f"ratings of {name} go from {low:g} to {high:g}", f"the benchmark's scale is {_ends_text(own)}"
        problem = ""
        if not own[0] <= low <= high <= own[1]:
            problem = f"{what} (lines {lowest} and {highest}), and {scale}"
        elif near and (low, high) != own:
            problem = f"{what}, {scale}, and these fit as well: {', '.join(near)}"
        if problem:
            raise BadArguments(
                f"{problem}: write --scale LOW HIGH (scale= in Python) with the ends of your scale, "
                f"or --ignore {its[0]} if they are no ratings"
            )
        yield f"{what}; {scale}"


def _numbers(value: Any) -> Iterator[float]:  # noqa: ANN401 - a rating or lists of them
    if isinstance(value, list):
        yield from (number for part in value for number in _numbers(part))
    elif is_number(value):
        yield value


def _ends_text(ends: Ends) -> str:
    return f"{ends[0]:g} to {ends[1]:g}"


def without_unread_ratings(
    records: Sequence[PersonRecord], wanted: Wanted, decimal_commas: bool
) -> tuple[list[PersonRecord], list[str]]:
    """The records without cells that are no ratings, of what these settings do not rate: no score needs them."""
    scales = {name: ends for name in wanted.row.columns() - {*wanted.dimensions} if (ends := wanted.scale(name))}
    unread = Counter[str]()
    found = []
    for row in records:
        kept = dict(row.record)
        for name in scales.keys() & kept.keys():
            ratings, (low, high) = join_raters([kept.pop(name)], False, name, decimal_commas), scales[name]
            if ratings and all(is_number(rating) and low <= rating <= high for rating in ratings):
                kept[name] = ratings
            elif ratings:
                unread[name] += 1
        found.append(row._replace(record=kept))
    return found, [
        f"{number:,} cells of {name} are no ratings from {_ends_text(scales[name])} and are not read: no score needs "
        f"them here; if they are ratings of {listed(wanted.dimensions)}, name them with --rating"
        for name, number in unread.items()
    ]


def require_rows_of_responses(sheet: Spreadsheet, columns: Columns) -> None:
    """Refuses a table in which each row is a rater's, so that most responses stand in several rows."""
    if columns.participant is None or not columns.ratings:
        return
    names = [*filter(None, [columns.item]), *columns.response, *(columns.fields.keys() - columns.unused)]
    lines: dict[str, list[int]] = defaultdict(list)
    for line, row in sheet.rows:
        if any(row[name] is not None for name in names):
            lines[repr([row[name] for name in (columns.participant, *names)])].append(line)
    several = [its for its in lines.values() if len(its) > 1]
    if 2 * sum(map(len, several)) > sum(map(len, lines.values())):
        raise BadArguments(
            f"most rows repeat a response with other ratings, such as lines {several[0][0]} and {several[0][1]}: write "
            "one row for each response, or part of one, with a column for each rater, such as rater1 and rater2"
        )


def row_notes(sheet: Spreadsheet, columns: Columns, wanted: Wanted, records: Iterable[PersonRecord]) -> Iterator[str]:
    """What must be said of ids that were rounded, equal rows, unknown items and names that are nearly one."""
    for column in filter(None, (columns.participant, columns.item)):
        numbers = [row[column] for _, row in sheet.rows if is_number(row.get(column)) and abs(row[column]) >= _ROUNDED]
        # JSON has whole numbers exactly; workbooks and fractions have not.
        if rounded := [number for number in numbers if sheet.sheet or isinstance(number, float)]:
            yield (
                f"{len(rounded):,} ids in the column {column} are numbers of more than 15 digits, such as "
                f"{name_in(rounded[0])}; programs round such numbers, so different ids may have become one: write ids "
                "as texts"
            )
    lines: dict[str, list[int]] = defaultdict(list)
    for line, cells in sheet.rows if columns.participant is not None else ():
        lines[repr(cells)].append(line)
    if again := sorted(line for same in lines.values() for line in same[1:]):
        yield f"rows that are the same as one above: {len(again):,}, the first in line {again[0]}; each is a response"
    if (field := wanted.item_field) is not None and wanted.known.several:
        items = Counter(name_in(row.record[field]) for row in records if not is_missing(row.record.get(field)))
        if unknown := [f"{name} ({counted(n, 'row')})" for name, n in items.items() if not wanted.is_item(name)]:
            example = wanted.known.example(field)
            yield f"unknown items: {shown(unknown)}; new items get their own scores; known ones are such as {example}"
    names: dict[str, set[str]] = defaultdict(set)
    for row in records:
        names[row.participant.casefold()].add(row.participant)
    if alike := [" and ".join(sorted(same)) for same in names.values() if len(same) > 1]:
        yield f"names that differ in case alone count as different participants: {listed(alike)}"
