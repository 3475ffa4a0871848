"""Tables as programs of surveys and experiments export them, each made a table of responses; see ``columns.yaml``."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.tables import Row, Spreadsheet, is_legacy_head, plain_name, survey_heads

NAMES: Mapping[str, Any] = read_yaml(Path(__file__).with_name("columns.yaml"))
"""What columns are called, by what they hold, and what is known of programs."""
ITEM, RESPONSE = "item", "response"


class Export(NamedTuple):
    """A table that a program exported, as a table of responses."""

    sheet: Spreadsheet
    program: str = ""
    participant: str | None = None
    response: tuple[str, ...] = ()  # columns one of which holds it
    parts: tuple[str, ...] = ()  # columns that together hold it
    own: frozenset[str] = frozenset()
    left_out: int = 0
    questions: Mapping[str, str] = {}
    notes: tuple[str, ...] = ()


def read_export(sheet: Spreadsheet, is_item: Callable[[object], bool]) -> Export:
    """The table without rows that are no responses; unchanged where no program is recognised."""
    plain, heads = [*map(plain_name, sheet.columns)], survey_heads(sheet.rows)
    for program, about in NAMES["programs"].items():
        known = any(all(fnmatch.filter(plain, name) for name in names) for names in about["known_by"])
        if not known and not (program == "Qualtrics" and heads):
            continue
        patterns = about["own"]
        if heads and is_legacy_head(sheet.rows[0][1]):
            sheet, patterns = _with_own_names(sheet), [*patterns, *about.get("legacy", ())]
        made = Export(sheet, program)
        who = next((name for name in sheet.columns if plain_name(name) == about.get("participant")), None)
        if program == "jsPsych":
            made = _trials(sheet, is_item)
        elif program == "PsychoPy":
            response = sorted((name for name in sheet.columns if name.casefold().endswith(".text")), key=natural_key)
            made = Export(sheet, program, response=tuple(response))
        taken = {who, *made.response, *made.parts, RESPONSE}
        own = frozenset(
            name
            for name in made.sheet.columns
            if name not in taken and any(fnmatch.fnmatchcase(plain_name(name), pattern) for pattern in patterns)
        )
        rows = [row for place, row in enumerate(made.sheet.rows) if place not in heads]
        if program == "PsychoPy":
            rows = [*_filled(rows, who, [name for name in sheet.columns if name not in own and name != who])]
        questions = {
            name: str(text)
            for place, is_ids in heads.items()
            for name, text in sheet.rows[place][1].items()
            if text is not None and not is_ids and name not in own and name != who
        }
        left_out = len(sheet.rows) - len({line for line, _ in rows})
        notes = tuple(_unfinished(sheet.columns, rows))
        cleaned = with_rows(made.sheet, made.sheet.columns, rows)
        return made._replace(
            sheet=cleaned, participant=who, own=own, left_out=left_out, questions=questions, notes=notes
        )
    return Export(sheet)


def with_rows(sheet: Spreadsheet, columns: Sequence[str], rows: Iterable[Row]) -> Spreadsheet:
    """The table with other rows and columns; a cell that a row lacks is None."""
    filled = tuple((line, {name: row.get(name) for name in columns}) for line, row in rows)
    return replace(sheet, columns=tuple(columns), rows=filled)


def _with_own_names(sheet: Spreadsheet) -> Spreadsheet:
    """A legacy export of Qualtrics whose own columns, V1 and so on, are called as the row below says."""
    first = sheet.rows[0][1]
    names = {name: str(first[name] or name) if re.fullmatch(r"V\d+", name) else name for name in sheet.columns}
    rows = [(line, {names[name]: cell for name, cell in row.items()}) for line, row in sheet.rows]
    return with_rows(sheet, tuple(names.values()), rows)


def _unfinished(columns: Sequence[str], rows: Sequence[Row]) -> Iterator[str]:
    for about in NAMES["unfinished"]:
        for column in (name for name in columns if name.casefold() == about["column"]):
            cells, values = Counter(str(row[column]) for _, row in rows), about["values"]
            usual = next((cell for cell, _ in cells.most_common() if cell.casefold() not in values), None)
            is_kept = (cell.casefold() not in values if values else cell == usual for cell in cells)
            number = sum(count for count, kept in zip(cells.values(), is_kept, strict=True) if not kept)
            only = f"; --only '{column}={usual}' leaves them out" if usual is not None else ""
            if number:
                yield f"rows {about['what']}: {number:,}{only}"


def _trials(sheet: Spreadsheet, is_item: Callable[[object], bool]) -> Export:
    """Of jsPsych. A row is a trial; what was written is an object of texts, by the question's name or its number."""
    by_name = {name.casefold(): name for name in sheet.columns}
    column = by_name.get(RESPONSE) or by_name.get("responses")
    if column is None:
        return Export(sheet, "jsPsych")
    rows: list[Row] = []
    for line, row in sheet.rows:
        texts = _texts_in(row[column]) or {}
        others = {name: cell for name, cell in row.items() if name != column}
        items = [name for name in texts if is_item(name)]
        if items:
            rows += [(line, {**others, ITEM: name, RESPONSE: texts[name]}) for name in items]
        elif len(texts) == 1:
            rows.append((line, {**others, RESPONSE: next(iter(texts.values()))}))
        elif texts and all(re.search(r"\d+$", name) for name in texts):  # other objects are of questionnaires
            in_order = sorted(texts, key=natural_key)
            rows.append((line, {**others, **{f"response{n}": texts[name] for n, name in enumerate(in_order, start=1)}}))
    if any(ITEM in row for _, row in rows) and ITEM not in sheet.columns:  # then it says the item of all rows
        asked = [by_name[name] for name in NAMES["task"] if name in by_name]
        rows = [
            (line, {ITEM: next((row[name] for name in asked if row[name] is not None), None), **row})
            for line, row in rows
        ]
    found = dict.fromkeys(name for _, row in rows for name in row)
    columns = tuple(dict.fromkeys([*(name for name in sheet.columns if name in found), *found])) or (RESPONSE,)
    made_up = {name for name in found if name not in sheet.columns} - {ITEM, RESPONSE}
    return Export(with_rows(sheet, columns, rows), "jsPsych", parts=tuple(sorted(made_up, key=natural_key)))


def _texts_in(cell: object) -> dict[str, Any] | None:
    """Texts by the names of their questions; None for a response that was no text, such as a key or a button."""
    value = cell
    if isinstance(cell, str) and cell.lstrip().startswith("{"):
        try:
            value = parse_json(cell)
        except ValueError:
            return None
    if not isinstance(value, dict) or not all(text is None or isinstance(text, str) for text in value.values()):
        return None
    return {str(name): text for name, text in value.items()}


def _filled(rows: Iterable[Row], participant: str | None, asked: Sequence[str]) -> Iterator[Row]:
    """Rows of PsychoPy in which something was asked; of whoever wrote nothing at all the first, an empty response."""
    rows = list(rows)
    kept = [any(row[name] is not None for name in asked) for _, row in rows]
    there = {row[participant] for (_, row), is_kept in zip(rows, kept, strict=True) if is_kept and participant}
    for (line, row), is_kept in zip(rows, kept, strict=True):
        is_new = participant is not None and row[participant] is not None and row[participant] not in there
        if is_kept or is_new:
            there.add(row[participant] if participant else None)
            yield line, row
