"""Parts of responses that stand in rows of their own, and the scales on which people rated."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from helm_creativity.benchmark.rows.cells import (
    folded_name,
    holds_nothing,
    is_missing_rating,
    is_number,
    list_in,
    number_in,
)
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.tables import Spreadsheet
from helm_creativity.errors import BadArguments
from helm_creativity.people.columns import ITEM, Columns, Ends, Reading, ends_text

USUAL_SCALES: tuple[Ends, ...] = ((0, 4), (0, 5), (1, 4), (1, 5), (1, 6), (1, 7), (0, 10), (1, 10), (0, 100), (1, 100))
"""Scales on which responses are rated in studies of creativity."""
_NUMBERS_IN = str.maketrans("[];|/", "     ")


def gathered(
    records: Sequence[tuple[int, str, Record]], columns: Columns, how: Reading
) -> tuple[list[tuple[int, str, Record]], dict[int, int]]:
    """A record for each participant and item, whose rows are the parts of the response, in the order of the file."""
    if how.list_field is None:
        raise BadArguments("gather: a response to this benchmark is one text, each row holds one: leave it out")
    said = (ITEM, "id", how.item_field)
    groups: dict[tuple[str, ...], list[tuple[int, str, Record]]] = {}
    for line, who, record in records:
        key = (who, *(folded_name(record.get(name)) for name in said if name))
        groups.setdefault(key, []).append((line, who, record))
    found = [(its[0][0], its[0][1], _joined([record for _, _, record in its], columns, how)) for its in groups.values()]
    return found, {its[0][0]: len(its) for its in groups.values()}


def _joined(records: Sequence[Record], columns: Columns, how: Reading) -> Record:
    assert how.list_field is not None
    texts = [_text(record, how.list_field) for record in records]
    kept = [(record, text) for record, text in zip(records, texts, strict=True) if text]
    joined = {**records[0], how.list_field: [text for _, text in kept]}
    joined.pop("response", None)
    for dimension in columns.ratings:
        if dimension in how.in_parts:
            ratings = [list_in(record.get(dimension)) for record, _ in kept]
            of_parts = [rating[0] if isinstance(rating, list) and rating else None for rating in ratings]
            joined[dimension] = of_parts if any(rating is not None for rating in of_parts) else None
    return joined


def _text(record: Record, list_field: str) -> str:
    found = record.get(list_field) or record.get("response")
    parts = found if isinstance(found, list) else [found]
    return ", ".join(str(part).strip() for part in parts if not holds_nothing(part))


def check_scales(sheet: Spreadsheet, columns: Columns, own: Mapping[str, Ends], scale: Ends | None) -> list[str]:
    """What must be said of the scale of people's ratings."""
    if scale is not None:
        if not scale[0] < scale[1]:
            raise BadArguments(f"scale: expected the lowest rating, then the highest, got {scale[0]:g} {scale[1]:g}")
        if not own:
            raise BadArguments("scale: no column holds ratings; name one with --rating DIMENSION=COLUMN")
        return [
            f"ratings: {name}, {ends_text(scale)}, read on {ends_text(ends)}"
            for name, ends in own.items()
            if ends != scale
        ]
    notes = []
    for name, ends in own.items():
        values = [
            (value, line)
            for line, row in sheet.rows
            for column in columns.ratings[name]
            for value in _numbers(row[column])
        ]
        if not values:
            continue
        (low, lowest), (high, highest) = min(values), max(values, key=lambda found: found[0])
        fitting = [usual for usual in USUAL_SCALES if usual[0] <= low and high <= usual[1]]
        what = f"ratings of {name} go from {low:g} to {high:g}"
        ask = "write --scale LOW HIGH (scale= in Python) with the ends of your scale"
        aside = f"or --ignore {columns.ratings[name][0]} if they are no ratings"
        if not ends[0] <= low <= high <= ends[1]:
            where = f" (lines {lowest} and {highest})"  # one of them may be a slip
            raise BadArguments(f"{what}{where}, and the benchmark's scale is {ends_text(ends)}: {ask}, {aside}")
        near = [usual for usual in fitting if usual != ends and usual[1] <= 2 * ends[1]]
        if near and (low, high) != ends:
            found = ", ".join(map(ends_text, near))
            raise BadArguments(
                f"{what}, which fits the benchmark's scale, {ends_text(ends)}, and {found}: {ask}, such as "
                f"--scale {ends[0]:g} {ends[1]:g}, {aside}"
            )
        notes.append(f"{what}; they are read on the benchmark's scale, {ends_text(ends)}")
    return notes


def _numbers(cell: Any) -> Iterable[float]:  # noqa: ANN401 - decoded JSON
    if is_missing_rating(cell):
        return []
    if isinstance(cell, list):
        return [number for part in cell for number in _numbers(part)]
    if isinstance(cell, str):
        if (whole := number_in(cell)) is not None:
            return [whole]
        parts = cell.translate(_NUMBERS_IN).replace(",", " ").split()
        numbers = [number_in(part) for part in parts if not is_missing_rating(part)]
        return [number for number in numbers if number is not None]
    return [float(cell)] if is_number(cell) else []
