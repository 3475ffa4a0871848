"""Tables as programs of surveys and experiments export them: Qualtrics, SurveyMonkey, SoSci Survey, jsPsych, PsychoPy.

Each is made a table of responses: without rows that are no responses, without what the program notes of itself, and
with the participant where the program has one.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.tables import (
    QUALTRICS,
    SOSCI,
    SURVEYMONKEY,
    Row,
    Spreadsheet,
    is_legacy_head,
    plain_name,
    survey_heads,
)

RESPONSE = "response"
ITEM_NAMES = ("prompt", "object", "task", "cue", "stimulus", "question")
"""What a column of items may be called where the benchmark has no field of that name."""

_QUALTRICS_OWN = frozenset(
    (
        *("startdate", "enddate", "status", "ipaddress", "progress", "duration(inseconds)", "finished"),
        *("recordeddate", "recipientlastname", "recipientfirstname", "recipientemail", "externalreference"),
        *("locationlatitude", "locationlongitude", "distributionchannel", "userlanguage", "qrecaptchascore"),
    )
)
_LEGACY_OWN = ("responseset", "name", "externaldatareference", "emailaddress")
_SURVEYMONKEY_OWN = frozenset(
    (
        *("collectorid", "startdate", "enddate", "datecreated", "datemodified", "ipaddress", "emailaddress"),
        *("firstname", "lastname", "customdata1", "custom1"),
    )
)
_SOSCI_OWN = frozenset(
    (
        *("serial", "ref", "questnnr", "mode", "started", "mailsent", "lastdata", "status", "finished", "qviewer"),
        *("lastpage", "maxpage", "missing", "missrel", "timesum", "timersi", "degtime"),
        *(f"time{page:03}" for page in range(1, 200)),
    )
)
_JSPSYCH_OWN = frozenset(
    (
        *("rt", "trial_type", "trial_index", "time_elapsed", "internal_node_id", "plugin_version", "question_order"),
        *("view_history", "success", "timeout", "failed_images", "failed_audio", "failed_video"),
    )
)
_PSYCHOPY_OWN = frozenset(
    (
        *("session", "date", "expname", "expversion", "psychopyversion", "framerate", "expstart", "os", "notes"),
        *("debugmode", "thisrow.t", "extrainfo"),
    )
)


@dataclass(frozen=True)
class Export:
    """A table that a program exported, as a table of responses."""

    sheet: Spreadsheet
    program: str = ""
    participant: str | None = None
    response: tuple[str, ...] = ()
    parts: tuple[str, ...] = ()
    own: frozenset[str] = frozenset()
    left_out: int = 0
    questions: Mapping[str, str] = field(default_factory=dict)
    notes: tuple[str, ...] = ()


def read_export(sheet: Spreadsheet, is_item: Callable[[object], bool]) -> Export:
    """The table as one of responses; unchanged where no program is recognised."""
    names = {name.casefold() for name in sheet.columns}
    plain = set(map(plain_name, sheet.columns))
    if plain >= SURVEYMONKEY:
        return _survey(sheet, "SurveyMonkey", "respondentid", _SURVEYMONKEY_OWN)
    if plain >= SOSCI:
        return _survey(sheet, "SoSci Survey", "case", _SOSCI_OWN)
    if survey_heads(sheet.rows) or plain >= QUALTRICS:
        return _survey(sheet, "Qualtrics", "responseid", _QUALTRICS_OWN)
    if "trial_type" in names and names & {"trial_index", "time_elapsed"}:
        return _jspsych(sheet, is_item)
    if "psychopyversion" in names or ("expname" in names and any(name.endswith(".started") for name in names)):
        return _psychopy(sheet)
    return Export(sheet)


def _own(sheet: Spreadsheet, is_own: Callable[[str], bool]) -> frozenset[str]:
    return frozenset(name for name in sheet.columns if is_own(name.casefold()))


def _survey(sheet: Spreadsheet, program: str, participant: str, own_names: Collection[str]) -> Export:
    """A survey's export. Below the names there may be the questions' texts and ids; see ``survey_heads``."""
    heads = survey_heads(sheet.rows)
    if heads and is_legacy_head(sheet.rows[0][1]):
        sheet, own_names = _with_own_names(sheet), {*own_names, *_LEGACY_OWN}
    rows = [row for place, row in enumerate(sheet.rows) if place not in heads]
    questions = {
        name: str(text)
        for place, is_ids in heads.items()
        for name, text in sheet.rows[place][1].items()
        if text is not None and not is_ids
    }
    by_name = {plain_name(name): name for name in sheet.columns}
    who, own = by_name.get(participant), frozenset(by_name[name] for name in own_names if name in by_name)
    shown = {name: text for name, text in questions.items() if name not in own and name != who}
    sheet = _with_rows(sheet, sheet.columns, rows)
    return Export(sheet, program, who, (), (), own, len(heads), shown, tuple(_unfinished(rows)))


def _with_own_names(sheet: Spreadsheet) -> Spreadsheet:
    """A legacy export of Qualtrics whose own columns, V1 and so on, are called as the row below says."""
    first = sheet.rows[0][1]
    names = {name: str(first[name] or name) if re.fullmatch(r"V\d+", name) else name for name in sheet.columns}
    rows = [(line, {names[name]: cell for name, cell in row.items()}) for line, row in sheet.rows]
    return _with_rows(sheet, tuple(names.values()), rows)


def _unfinished(rows: Sequence[Row]) -> Iterator[str]:
    for column, values, what in (
        ("Finished", ("false", "0"), "of people who did not finish"),
        ("FINISHED", ("false", "0"), "of people who did not finish"),
        ("Status", ("survey preview", "1", "survey test", "4"), "that are previews or tests"),
    ):
        number = sum(str(row.get(column)).casefold() in values for _, row in rows)
        if number:
            others = Counter(str(row.get(column)) for _, row in rows if str(row.get(column)).casefold() not in values)
            only = "".join(f"; --only '{column}={value}' leaves them out" for value, _ in others.most_common(1))
            yield f"rows {what}: {number:,}{only}"


def _jspsych(sheet: Spreadsheet, is_item: Callable[[object], bool]) -> Export:
    """A row is a trial. What was written is an object of texts, by the question's name or its number."""
    by_name = {name.casefold(): name for name in sheet.columns}
    column = by_name.get(RESPONSE) or by_name.get("responses")
    if column is None:
        return Export(sheet, "jsPsych", own=_own(sheet, lambda name: name in _JSPSYCH_OWN))
    rows: list[Row] = []
    for line, row in sheet.rows:
        texts = _texts_in(row[column])
        if texts is None:
            continue
        others = {name: cell for name, cell in row.items() if name != column}
        items = [name for name in texts if is_item(name)]
        if items:
            rows += [(line, {**others, "item": name, RESPONSE: texts[name]}) for name in items]
        elif len(texts) == 1:
            rows.append((line, {**others, RESPONSE: next(iter(texts.values()))}))
        elif all(re.search(r"\d+$", name) for name in texts):  # other objects are of questionnaires
            in_order = sorted(texts, key=natural_key)
            rows.append((line, {**others, **{f"response{n}": texts[name] for n, name in enumerate(in_order, start=1)}}))
    if any("item" in row for _, row in rows) and "item" not in sheet.columns:  # then it says the item of all rows
        asked = [by_name[name] for name in ITEM_NAMES if name in by_name]
        rows = [
            (line, {"item": next((row[name] for name in asked if row[name] is not None), None), **row})
            for line, row in rows
        ]
    found = dict.fromkeys(name for _, row in rows for name in row)
    columns = tuple(dict.fromkeys([*(name for name in sheet.columns if name in found), *found])) or (RESPONSE,)
    own = _own(sheet, lambda name: name in _JSPSYCH_OWN) - {column}
    made = _with_rows(sheet, columns, rows)
    made_up = {name for name in found if name not in sheet.columns} - {"item", RESPONSE}
    parts = tuple(sorted(made_up, key=natural_key))
    left_out = len(sheet.rows) - len({line for line, _ in rows})
    return Export(made, "jsPsych", by_name.get("run_id"), parts=parts, own=own, left_out=left_out)


def _texts_in(cell: object) -> dict[str, Any] | None:
    """Texts by the names of their questions; None for a response that was no text, such as a key or a button."""
    value = cell
    if isinstance(cell, str) and cell.lstrip().startswith("{"):
        try:
            value = parse_json(cell)
        except ValueError:
            return None
    if not isinstance(value, dict) or not value:
        return None
    are_texts = all(text is None or isinstance(text, str) for text in value.values())
    return {str(name): text for name, text in value.items()} if are_texts else None


def _psychopy(sheet: Spreadsheet) -> Export:
    written = tuple(sorted((name for name in sheet.columns if name.casefold().endswith(".text")), key=natural_key))
    participant = next((name for name in sheet.columns if name.casefold() == "participant"), None)
    own = _own(sheet, lambda name: name in _PSYCHOPY_OWN or ("." in name and not name.endswith(".text")))
    asked = [name for name in sheet.columns if name not in own and name != participant]
    kept = [place for place, (_, row) in enumerate(sheet.rows) if any(row[name] is not None for name in asked)]
    if participant is not None:  # whoever wrote nothing at all is somebody with an empty response
        there = {sheet.rows[place][1][participant] for place in kept}
        for place, (_, row) in enumerate(sheet.rows):
            if row[participant] is not None and row[participant] not in there:
                there.add(row[participant])
                kept.append(place)
    rows = [sheet.rows[place] for place in sorted(kept)]
    made = _with_rows(sheet, sheet.columns, rows)
    return Export(made, "PsychoPy", participant, written, (), own, len(sheet.rows) - len(rows))


def _with_rows(sheet: Spreadsheet, columns: Sequence[str], rows: Sequence[Row]) -> Spreadsheet:
    filled = tuple((line, {name: row.get(name) for name in columns}) for line, row in rows)
    return replace(sheet, columns=tuple(columns), rows=filled)


def spread(sheet: Spreadsheet, by_item: Mapping[str, Sequence[str]]) -> tuple[Spreadsheet, tuple[str, ...]]:
    """A row for each item, of a table that has one or more columns for each; and the columns of its response."""
    most = max(map(len, by_item.values()))
    parts = tuple(f"response {place}" for place in range(1, most + 1)) if most > 1 else ()
    taken = {column for columns in by_item.values() for column in columns}
    others = [name for name in sheet.columns if name not in taken]
    rows = []
    for line, row in sheet.rows:
        kept = {name: row[name] for name in others}
        for item, columns in by_item.items():
            named = parts if len(columns) > 1 else (RESPONSE,)
            cells = dict(zip(named, (row[name] for name in columns), strict=False))
            rows.append((line, {**kept, "item": item, **cells}))
    return _with_rows(sheet, (*others, "item", RESPONSE, *parts), rows), parts or (RESPONSE,)
