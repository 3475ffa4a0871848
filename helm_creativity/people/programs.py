"""Tables as programs of surveys and experiments export them, each made a table of responses; see ``columns.yaml``."""

from __future__ import annotations

import fnmatch
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.files.yaml_files import read_yaml
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.tables import Row, Spreadsheet, plain_name, survey_heads

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
    plain, heads = {name: plain_name(name) for name in sheet.columns}, survey_heads(sheet.rows)
    for program, about in NAMES["programs"].items():
        known = any(all(fnmatch.filter(plain.values(), name) for name in names) for names in about["known_by"])
        if not known and not (program == "Qualtrics" and heads):
            continue
        who = next((name for name in sheet.columns if plain[name] == about.get("participant")), None)
        rows = [row for place, row in enumerate(sheet.rows) if place not in heads]
        response: tuple[str, ...] = ()
        parts: tuple[str, ...] = ()
        if program == "PsychoPy":
            response = tuple(sorted((name for name in plain if plain[name].endswith(".text")), key=natural_key))
        own = frozenset(
            name
            for name in sheet.columns
            if name not in {who, RESPONSE, *response}
            and any(fnmatch.fnmatchcase(plain[name], pattern) for pattern in about["own"])
        )
        if program == "PsychoPy":
            rows = [*_filled(rows, who, [name for name in sheet.columns if name not in own and name != who])]
        read = with_rows(sheet, sheet.columns, rows)
        if program == "jsPsych":
            read, parts = _trials(read, is_item)
        questions = {
            name: str(text)
            for place, is_ids in heads.items()
            for name, text in sheet.rows[place][1].items()
            if text is not None and not is_ids and name not in own and name != who
        }
        left_out, notes = len(sheet.rows) - len({line for line, _ in read.rows}), tuple(_unfinished(read))
        return Export(read, program, who, response, parts, own, left_out, questions, notes)
    return Export(sheet)


def with_rows(sheet: Spreadsheet, columns: Sequence[str], rows: Iterable[Row]) -> Spreadsheet:
    """The table with other rows and columns; a cell that a row lacks is None."""
    filled = tuple((line, {name: row.get(name) for name in columns}) for line, row in rows)
    return replace(sheet, columns=tuple(columns), rows=filled)


def _unfinished(sheet: Spreadsheet) -> Iterator[str]:
    for about in NAMES["unfinished"]:
        for column in (name for name in sheet.columns if name.casefold() == about["column"]):
            cells, others = Counter(str(row[column]) for _, row in sheet.rows), about["values"]
            usual = next((cell for cell, _ in cells.most_common() if cell.casefold() not in others), None)
            left = [cell for cell in cells if (cell.casefold() in others if others else cell != usual)]
            only = f"; --only '{column}={usual}' leaves them out" if usual is not None else ""
            if left:
                yield f"rows {about['what']}: {sum(cells[cell] for cell in left):,}{only}"


def _trials(sheet: Spreadsheet, is_item: Callable[[object], bool]) -> tuple[Spreadsheet, tuple[str, ...]]:
    """Of jsPsych, with the columns of a response in parts.

    A row is a trial; what was written is an object of texts, by the question's name or its number.
    """
    by_name = {name.casefold(): name for name in sheet.columns}
    column = by_name.get(RESPONSE) or by_name.get("responses")
    if column is None:
        return sheet, ()
    rows: list[Row] = []
    for line, row in sheet.rows:
        texts = _texts_in(row[column])
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
    return with_rows(sheet, columns, rows), tuple(sorted(made_up, key=natural_key))


def _texts_in(cell: object) -> dict[str, Any]:
    """Texts by the names of their questions; none for a response that was no text, such as a key or a button."""
    if isinstance(cell, str) and cell.lstrip().startswith("{"):
        with suppress(ValueError):
            cell = parse_json(cell)
    is_of_texts = isinstance(cell, dict) and all(text is None or isinstance(text, str) for text in cell.values())
    return {str(name): text for name, text in cell.items()} if isinstance(cell, dict) and is_of_texts else {}


def _filled(rows: Sequence[Row], participant: str | None, asked: Sequence[str]) -> Iterator[Row]:
    """Rows of PsychoPy in which something was asked; of whoever wrote nothing at all the first, an empty response."""
    kept = [any(row[name] is not None for name in asked) for _, row in rows]
    there = {row[participant] for (_, row), is_kept in zip(rows, kept, strict=True) if is_kept and participant}
    for (line, row), is_kept in zip(rows, kept, strict=True):
        who = row[participant] if participant else None
        if is_kept or (who is not None and who not in there):
            there.add(who)
            yield line, row
