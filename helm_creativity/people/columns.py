"""What the columns of a table hold: who wrote a response, to which item, and how people rated it."""

from __future__ import annotations

import math
import re
import shlex
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import TYPE_CHECKING, Any

import numpy as np

from helm_creativity.benchmark.base import asked_rubrics
from helm_creativity.benchmark.item_responses import IDS, KnownItems, items_and_own
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.cells import (
    holds_nothing,
    is_missing,
    is_missing_rating,
    list_in,
    name_in,
    number_in,
)
from helm_creativity.benchmark.rows.columns import NUMBERED_PART, PART, part_columns
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.tables import Spreadsheet
from helm_creativity.benchmark.types import visible
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.programs import ITEM_NAMES
from helm_creativity.safe_text import listed, quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.ratings import Scale
    from helm_creativity.benchmark.rows.fields import Row
    from helm_creativity.benchmark.settings import Settings

PARTICIPANT = (
    *("participant", "participantid", "subject", "subjectid", "person", "personid", "respondent", "pid"),
    *("vp", "vpn", "prolificpid", "prolificid", "workerid", "recordid", "participantprivateid"),
)
ITEM = "item"
RESPONSE = ("response", "text", "reply")
RATERS = ("rater", "rating", "judge", "coder")
LABELS = ("class", "label")

Ends = tuple[float, float]

# How workbooks write the carriage return of a cell.
# Spreadsheet programs keep 15 digits of a number; others keep whole numbers as floats, exact up to this one.
_DIGITS_OF_WORKBOOKS = 10**15
# What a column may be called that says to which task or item people responded.
_TASKS = frozenset((ITEM, f"{ITEM}id", *ITEM_NAMES, "trial", "tasks"))
_SHOWN, _LONGEST = 5, 40
# Rows of unequal ratings from which a column that has their mean is no rater's, and how far it may be rounded.
_LEAST_DIFFERENT, _ROUNDED = 5, 0.051
_SEVERAL = re.compile(r"\s*[;/|]\s*|,\s+")


@dataclass(frozen=True)
class Columns:
    """What each column holds."""

    participant: str | None
    item: str | None
    response: tuple[str, ...]
    ratings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fields: tuple[str, ...] = ()
    unused: frozenset[str] = frozenset()
    summaries: Mapping[str, str] = field(default_factory=dict)

    def option(self, column: str, cell: object = None) -> str:
        """The option that names another column for what this one was taken for, or this one for the response."""
        if column in self.unused:
            return f"--response {shlex.quote(column)}" if isinstance(cell, str) and number_in(cell) is None else ""
        for dimension, its in self.ratings.items():
            if column in its:
                return f"--rating {dimension}=COLUMN"
        taken = {self.participant: "--participant COLUMN", self.item: "--item COLUMN"}
        return taken.get(column, "--response COLUMN" if column in self.response else "")

    def read_as(self, column: str) -> str:
        """What a column holds, for people."""
        for dimension, its in self.ratings.items():
            if column in its:
                return f"ratings: {dimension}" + (f", rater {its.index(column) + 1}" if len(its) > 1 else "")
        if column in self.response:
            place = self.response.index(column) + 1
            return "the response" if len(self.response) == 1 else f"part {place} of the response"
        if column in self.summaries:
            return f"not used: the {self.summaries[column]} of the raters"
        names = {self.participant: "the participant", self.item: "the item"}
        return names.get(column, "not used" if column in self.unused else f"field {column}")


def understand(
    sheet: Spreadsheet,
    benchmark: Benchmark[Any],
    settings: Settings,
    *,
    participant: str | None = None,
    item: str | None = None,
    response: Sequence[str] = (),
    ratings: Mapping[str, Sequence[str]] | None = None,
    ignore: Collection[str] = (),
    own_participant: str | None = None,
    own_response: Sequence[str] = (),
) -> Columns:
    """What the columns of a table hold, by what they are called where it is not given."""
    named = [
        *filter(None, (participant, item)),
        *response,
        *(column for its in (ratings or {}).values() for column in its),
    ]
    for column in named:
        if column not in sheet.columns:
            raise BadArguments(f"there is no column {quoted(column)}; there are {listed(sheet.columns)}")
    if twice := sorted({column for column in named if named.count(column) > 1}):
        raise BadArguments(f"each column can be used once, but {listed(twice)} was named twice")
    free = [column for column in sheet.columns if column not in named and column not in ignore]
    there = [column for column in sheet.columns if column not in ignore]
    known = known_items(benchmark, settings)
    rated = {dimension: tuple(its) for dimension, its in (ratings or {}).items()} or _rated(
        free, rated_dimensions(benchmark, settings), rated_by_number(benchmark, settings)
    )
    summaries = {} if ratings else {column: what for its in rated.values() for column, what in _summaries(sheet, its)}
    free = [column for column in free if all(column not in its for its in rated.values())]
    rated = {name: tuple(column for column in its if column not in summaries) for name, its in rated.items()}
    named_so = response_columns(benchmark)
    written = tuple(response) or _response(free, row_type(benchmark).response_fields(), named_so)
    own_response = [column for column in own_response if column in free]
    if not written and own_response and not any(_name_in(column, named_so) for column in free):
        if len(own_response) > 1:
            raise BadArguments(
                f"several columns may hold the response: {listed(own_response)}; name yours with --response (response= "
                "in Python): one, each that is a part of it, or ITEM=COLUMN for each item"
            )
        written = tuple(own_response)
    free = [column for column in free if column not in written]
    item = item or _item(sheet, free, benchmark, known)
    others = [column for column in free if column != item]
    who = participant or _participant(sheet, others, known) or (own_participant if own_participant in others else None)
    enough = bool(written) or any(_name_in(column, named_so) for column in free)
    if not enough and not (rated and benchmark.record and not benchmark.row_type.needs_response()):
        raise BadArguments(_no_response(sheet, there, who, row_type(benchmark).response_fields()))
    fields = tuple(column for column in free if column not in (who, item))
    # An id that no item has is that of the response.
    ids = [column for column in fields if column.casefold() == IDS[0] and item is not None]
    fields = tuple(
        column for column in fields if column not in ids or any(known.has_id(row[column]) for _, row in sheet.rows)
    )
    read = {*IDS, *known.names, *row_type(benchmark).columns()}
    unused = {column for column in free if column in ids or _field(column, read) is None} - {item, who}
    own_field, says = row_type(benchmark).item_field(), says_item(benchmark, known)
    if item is None and own_field is not None and known.several and not any(_field(column, says) for column in fields):
        raise BadArguments(_no_item(there, own_field, known, written))
    return Columns(who, item, written, rated, fields, frozenset({*unused, *ignore, *summaries}), summaries)


def _summaries(sheet: Spreadsheet, columns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """With "mean" or "sum", which the column is in all rows; rows of equal ratings say nothing of a mean."""
    table = np.array([[_number(row[column]) for column in columns] for _, row in sheet.rows]).reshape(-1, len(columns))
    table = table[~np.isnan(table).any(axis=1)]
    for place, column in enumerate(columns):
        own, others = table[:, place], np.delete(table, place, axis=1)
        if others.shape[1] < 2 or np.count_nonzero(np.ptp(others, axis=1)) < _LEAST_DIFFERENT:
            continue
        for what, summary in (("mean", others.mean(axis=1)), ("sum", others.sum(axis=1))):
            if np.all(np.abs(own - summary) <= _ROUNDED):
                yield column, what


def _number(cell: Any) -> float:  # noqa: ANN401 - whatever a file holds
    number = None if is_missing_rating(cell) or isinstance(cell, (list, dict)) else number_in(cell)
    return math.nan if number is None else number


def doubled_heads(
    sheet: Spreadsheet,
    benchmark: Benchmark[Any],
    settings: Settings,
    *,
    named: Collection[str] = (),
    chosen: Collection[str] = (),
) -> list[str]:
    """What must be said of heads that several columns have."""
    known = known_items(benchmark, settings)
    uses: dict[str, Collection[str]] = {
        "participant": PARTICIPANT,
        ITEM: {_letters_only(name) for name in (f"{ITEM}id", *says_item(benchmark, known))},
        "response": {
            *map(_letters_only, (*RESPONSE, *response_columns(benchmark), *row_type(benchmark).response_fields()))
        },
    }
    notes = []
    in_any_case: dict[str, list[str]] = {}
    for column in sheet.columns:
        in_any_case.setdefault(column.casefold(), []).append(column)
    doubled = {columns[0]: tuple(columns) for columns in in_any_case.values() if len(columns) > 1}
    for head, columns in {**doubled, **sheet.doubled}.items():
        its = [place for place, column in enumerate(sheet.columns, start=1) if column in columns]
        if not its or set(columns) <= {*named}:
            continue
        said = f"{len(its)} columns have the head {quoted(head)}, at places {listed(map(str, its))}"
        use = next((use for use, names in uses.items() if _letters_only(head) in names), None)
        if use is None and NUMBERED_PART.fullmatch(head):
            use = "response"
        as_rating = _rated([head], rated_dimensions(benchmark, settings), rated_by_number(benchmark, settings))
        for dimension in as_rating:
            found = _rated(columns, (dimension,), rated_by_number(benchmark, settings)).get(dimension, ())
            use = None if len(found) == len(columns) else "rating"
        if use is not None and use not in chosen and not {*columns} & {*named}:
            option = f"--rating {next(iter(as_rating))}=" if use == "rating" else f"--{use} "
            raise BadArguments(
                f"{said}, so that it is not clear which holds the {use}: give each a head of its own in the file, or "
                f"name yours with {option}{shlex.quote(columns[0])}, as it is called here"
            )
        if head in sheet.doubled:
            lost = not as_rating and _field(head, row_type(benchmark).columns()) is not None
            unread = f", and none is read as {head}" if lost and not {*columns} & {*named} else ""
            notes.append(f"{said}; they are called {listed(columns)} here{unread}")
    return notes


def other_participants(sheet: Spreadsheet, columns: Columns) -> list[str]:
    """What must be said of columns that are called as those of participants, where another is read."""
    others = [column for column in sheet.columns if _letters_only(column) in PARTICIPANT and column in columns.unused]
    if not others or columns.participant is None:
        return []
    return [
        f"participants are those of the column {columns.participant}; {listed(others)} may name them, too: "
        f"--participant {shlex.quote(others[0])} reads these"
    ]


def alike_participants(names: Iterable[str]) -> list[str]:
    """What must be said of participants whose names differ in their case alone."""
    found: dict[str, dict[str, None]] = {}
    for name in names:
        found.setdefault(name.casefold(), {})[name] = None
    alike = [" and ".join(same) for same in found.values() if len(same) > 1]
    return [f"names that differ in case alone count as different participants: {listed(alike)}"] if alike else []


def row_type(benchmark: Benchmark[Any]) -> type[Row]:
    """How a benchmark reads a row; a row without fields where it reads no files."""
    from helm_creativity.benchmark.rows.fields import Row

    return benchmark.row_type if benchmark.record else Row


def expand(names: Iterable[str], columns: Sequence[str]) -> list[str]:
    """Names of columns, where ``*`` and ``?`` in one that is none stand for others: all that fit, by their numbers."""
    found: list[str] = []
    for name in names:
        fitting = [name] if name in columns else [column for column in columns if fnmatchcase(column, name)]
        if not fitting:
            raise BadArguments(f"there is no column {quoted(name)}; there are {listed(columns)}")
        found += sorted(fitting, key=natural_key)
    return found


def columns_by_item(
    sheet: Spreadsheet, benchmark: Benchmark[Any], settings: Settings, ignore: Collection[str] = ()
) -> dict[str, list[str]]:
    """Columns that are called as an item, perhaps with a number for each part of its response; by item."""
    known, own_field = known_items(benchmark, settings), row_type(benchmark).item_field()
    found: dict[str, list[str]] = {}
    for column in sheet.columns:
        stem = re.sub(r"[ _.-]*\d+$", "", column)
        name = next((name for name in (column, stem) if known.has_name(name, own_field)), None)
        if name is not None and column not in ignore:
            found.setdefault(name, []).append(column)
    return {name: sorted(columns, key=natural_key) for name, columns in found.items()}


def response_columns(benchmark: Benchmark[Any]) -> Mapping[str, str]:
    """Names of the columns in which a benchmark takes a response, each with the name of its field."""
    return benchmark.row_type.response_columns() if benchmark.record else {"response": "response"}


def says_item(benchmark: Benchmark[Any], known: KnownItems) -> set[str]:
    """Names of the fields by which a record says its item."""
    return {*IDS, *known.names, *filter(None, (row_type(benchmark).item_field(),))}


def _field(column: str, names: Collection[str]) -> str | None:
    """The one of some names that a column has, in any case and without signs around it, as in ``Solvable?``."""
    name = visible(column).strip().casefold()
    return name if name in names else next((found for found in (name.strip("?!.:*# "),) if found in names), None)


def _no_item(there: Sequence[str], own_field: str, known: KnownItems, written: Sequence[str]) -> str:
    column = written[0] if written else "COLUMN"
    return (
        f"no column says the item: expected a column {own_field}, item, id or prompt; there are "
        f"{listed(there)}. Name yours with --item (item= in Python). If all responses are to one item, "
        f"write --response {known.example(own_field)}={column}, and so for each item that has columns of its own"
    )


def _no_response(sheet: Spreadsheet, there: Sequence[str], who: str | None, fields: Sequence[str]) -> str:
    expected = f"expected a column {', '.join((*RESPONSE, *fields))}, or one for each part, such as word1 to word10"
    known = f"no column holds the response: {expected}; there are {listed(there)}"
    single = next((column for column in sheet.columns if re.fullmatch(PART, column, re.IGNORECASE)), None)
    people = [row[who] for _, row in sheet.rows] if who else []
    if single and len(set(people)) < len(people):
        return (
            f"{known}; {single} seems to hold a part of a response: --response {single} --gather joins the rows of a "
            "participant (response= and gather= in Python)"
        )
    others = f"; only the first sheet, {quoted(sheet.sheet)}, is read" if sheet.others else ""
    return f"{known}; name yours with --response (response= in Python){_such_as(there)}{others}"


def _such_as(columns: Sequence[str]) -> str:
    stems: dict[str, list[str]] = {}
    for column in columns:
        found = re.fullmatch(r"(.*\D)\d+", column)
        if found and not any(rater in column.casefold() for rater in RATERS):
            stems.setdefault(found[1], []).append(column)
    stem, its = max(stems.items(), key=lambda group: len(group[1]), default=("", []))
    return f", such as --response {shlex.quote(f'{stem}*')}" if len(its) > 1 else ""


def _name_in(column: str, names: Mapping[str, str]) -> str | None:
    return names.get(column.strip().casefold())


def known_items(benchmark: Benchmark[Any], settings: Settings, own: bool = False) -> KnownItems:
    """The items; none where they are not on this machine, as rows may say themselves what was asked."""
    try:
        return items_and_own(benchmark, settings) if own else KnownItems(list(benchmark.items(settings)))
    except FileProblem:
        return KnownItems([])


def items_not_asked(
    sheet: Spreadsheet, columns: Columns, known: KnownItems, own_field: str | None, records: Iterable[Record]
) -> list[str]:
    """What must be said of items that the benchmark does not have, and of a column that may say other tasks."""
    notes = []
    if own_field is not None and known.several:
        said = [record.get(own_field) for record in records]
        unknown = {name_in(name): None for name in said if not is_missing(name) and not known.has_name(name, own_field)}
        if unknown:
            notes.append(
                f"unknown items: {_some([*unknown])}; new items get their own scores; "
                f"known ones are such as {known.example(own_field)}"
            )
    for column in sheet.columns:
        if column in columns.unused and _letters_only(column) in _TASKS:
            values = [*dict.fromkeys(name_in(row[column]) for _, row in sheet.rows if row[column] is not None)]
            if len(values) > 1:
                notes.append(
                    f"the column {column} is not used, and it differs between rows: {_some(values)}; if it says "
                    f"to what people responded, --only {shlex.quote(f'{column}={values[0]}')} reads one task"
                )
    return notes


def _some(values: Sequence[str]) -> str:
    shown = [value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…" for value in values[:_SHOWN]]
    return listed(shown) + (f" and {len(values) - _SHOWN:,} more" if len(values) > _SHOWN else "")


def rated_dimensions(benchmark: Benchmark[Any], settings: Settings) -> tuple[str, ...]:
    """What people may have rated: the dimensions of the benchmark's judges."""
    found = dict.fromkeys(dimension for rubric in asked_rubrics(benchmark, settings) for dimension in rubric.dimensions)
    return tuple(found)


@dataclass(frozen=True)
class Reading:
    """How the cells of a row become what a benchmark reads."""

    list_field: str | None = None
    fields: Collection[str] = ()
    names: Mapping[str, str] = field(default_factory=dict)
    in_parts: Collection[str] = ()
    items: KnownItems | None = None
    item_field: str | None = None
    scales: Mapping[str, tuple[Ends, Ends]] = field(default_factory=dict)


def table_records(
    sheet: Spreadsheet, columns: Columns, how: Reading = Reading()
) -> tuple[list[tuple[int, str, Record]], list[tuple[int, str]]]:
    """Line, participant and record of each row, as ``sample_in_row`` reads it; and the rows that cannot be read."""
    found, problems = [], []
    for line, row in sheet.rows:
        try:
            record = _record(row, columns, how, "semicolons" in sheet.read_as)
            found.append((line, _name(row, columns.participant, line), record))
        except BadArguments as error:
            problems.append((line, str(error)))
    return found, problems


def _record(row: Mapping[str, Any], columns: Columns, how: Reading, decimal_commas: bool) -> Record:
    record: Record = {}
    for column in columns.fields:
        name = _name_in(column, how.names) or _field(column, how.fields) or column
        if record.get(name) is None or column == name:
            record[name] = row[column]
    _read_item(record, row, columns, how)
    if columns.response:
        parts = _texts(row, columns.response)
        several = len(columns.response) > 1
        if several and how.list_field is not None:
            record[how.list_field] = parts
        elif parts or not several or record.get("response") is None:
            numbered = (f"{place}. {part}" for place, part in enumerate(parts, start=1))
            record["response"] = "\n".join(numbered) if several else "".join(parts)
    for dimension, its in columns.ratings.items():
        value = _ratings(row, its, decimal_commas, dimension in how.in_parts)
        if value is not None:
            record[dimension] = _rescaled(value, *how.scales[dimension]) if dimension in how.scales else value
    return record


def without_unread_ratings(
    sheet: Spreadsheet,
    benchmark: Benchmark[Any],
    settings: Settings,
    records: Sequence[tuple[int, str, Record]],
) -> tuple[list[tuple[int, str, Record]], list[str]]:
    """The records, in which ratings of what the settings do not rate are read if they can be; and what must be said.

    Such a cell is no reason to leave out a row, as the score does not depend on it.
    """
    rated = rated_dimensions(benchmark, settings)
    names = row_type(benchmark).columns()
    scales = {name: scale for name in names if name not in rated and (scale := benchmark.row_type.rating_scale(name))}
    decimal_commas = "semicolons" in sheet.read_as
    unread = dict.fromkeys(scales, 0)
    found = []
    for line, who, record in records:
        kept = dict(record)
        for name in scales.keys() & record.keys():
            value = _whole_rating(record[name], decimal_commas, scales[name])
            if value is None:
                del kept[name]
                unread[name] += not is_missing_rating(record[name])
            else:
                kept[name] = value
        found.append((line, who, kept))
    other = rated[0] if rated else None
    notes = []
    for name, number in unread.items():
        if number:
            column = next(column for column in sheet.columns if _field(column, (name,)))
            option = f"--rating {other}={shlex.quote(column)}"
            hint = f"; if they are ratings of {other}, write {option}, with --scale LOW HIGH" if other else ""
            ends = ends_text((scales[name].low, scales[name].high))
            what = f"{number:,} cells of the column {column} are no ratings from {ends} and are not read"
            notes.append(f"{what}; no score needs them under these settings{hint}")
    return found, notes


def ends_text(ends: Ends) -> str:
    """``0 to 4``."""
    return f"{ends[0]:g} to {ends[1]:g}"


def _whole_rating(cell: object, decimal_commas: bool, scale: Scale) -> Any:  # noqa: ANN401 - a number or several
    try:
        value = _there(_numbers(cell, decimal_commas, ""))
    except BadArguments:
        return None
    numbers = value if isinstance(value, list) else [value]
    on_scale = [type(number) in (int, float) and scale.low <= number <= scale.high for number in numbers]
    return value if on_scale and all(on_scale) else None


def _read_item(record: Record, row: Mapping[str, Any], columns: Columns, how: Reading) -> None:
    if columns.item is not None:
        cell = row[columns.item]
        if is_missing(cell) and how.item_field is not None and record.get(how.item_field) is None:
            raise BadArguments(f"expected the item in the column {columns.item}, got nothing")
        record |= {ITEM: cell} if is_missing(cell) or how.items is None else how.items.read_name(cell, how.item_field)
    if how.items is None or how.item_field is None or how.item_field not in record:
        return
    name = record[how.item_field]
    if not is_missing(name):
        record[how.item_field] = how.items.own_name(name, how.item_field)
    elif all(is_missing(record.get(other)) for other in (*IDS, *how.items.names)):
        raise BadArguments(f"expected the item in the column {how.item_field}, got nothing")


def _rescaled(value: Any, people: Ends, own: Ends) -> Any:  # noqa: ANN401
    """Ratings on the benchmark's scale: as far between its ends as they are between people's."""
    if isinstance(value, list):
        return [_rescaled(part, people, own) for part in value]
    if not isinstance(value, (int, float)) or isinstance(value, bool):
        return value
    (low, high), (first, last) = people, own
    if not low <= value <= high:
        raise BadArguments(f"the rating {value:g} is not on the scale {low:g} to {high:g}")
    return first + (value - low) * (last - first) / (high - low)


def _letters_only(column: str) -> str:
    return re.sub(r"[\W_]+", "", column.casefold())


def _participant(sheet: Spreadsheet, free: Iterable[str], known: KnownItems) -> str | None:
    """A column that is called so, or else one of ids that no item has."""
    by_name = {_letters_only(column): column for column in free}
    for name in PARTICIPANT:
        if name in by_name:
            return by_name[name]
    own = by_name.get(IDS[0])
    ids = {row[own] for _, row in sheet.rows if row[own] is not None} if own else set()
    return own if ids and not any(map(known.has_id, ids)) else None


def rated_by_number(benchmark: Benchmark[Any], settings: Settings) -> str | None:
    """The dimension of ratings in columns such as ``rater1``: the only one, or the only one with a scale."""
    dimensions = rated_dimensions(benchmark, settings)
    scaled = {name for rubric in asked_rubrics(benchmark, settings) if rubric.scale for name in rubric.dimensions}
    known = dimensions if len(dimensions) == 1 else tuple(scaled)
    return known[0] if len(known) == 1 else None


def _item(sheet: Spreadsheet, free: Sequence[str], benchmark: Benchmark[Any], known: KnownItems) -> str | None:
    """The column called ``item``, or else one of another name in which items are, if no field says the item."""
    by_name = {column.strip().casefold(): column for column in free}
    for column in free:
        if _letters_only(column) in (ITEM, f"{ITEM}id"):
            return column
    own_field = row_type(benchmark).item_field()
    read = says_item(benchmark, known) - {*IDS, "prompt"}
    if by_name.keys() & read or ("id" in by_name and _has_items(sheet, by_name["id"], known)):
        return None
    for name in ITEM_NAMES:
        if name in by_name and (own_field is not None or _has_items(sheet, by_name[name], known)):
            return by_name[name]
    return None


def _has_items(sheet: Spreadsheet, column: str, known: KnownItems) -> bool:
    return any(known.has_id(row[column]) for _, row in sheet.rows)


def _response(free: Sequence[str], fields: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """One column that is called so, or columns such as word1 to word10, by their numbers; none beside ``fields``."""
    by_name = {column.casefold(): column for column in free}
    if any(name in by_name for name in fields):
        return ()
    for name in (*RESPONSE, *names):
        if name in by_name:
            return (by_name[name],)
    return part_columns(free)


def _rated(free: Sequence[str], dimensions: Sequence[str], single: str | None) -> dict[str, tuple[str, ...]]:
    stems = {dimension: [dimension] for dimension in (*dimensions, *(LABELS if dimensions else ()))}
    if single is not None:
        stems[single] += RATERS
    found = {}
    for dimension, names in stems.items():
        letters = "|[ _.-][a-z]" if RATERS[0] in names else ""
        number = rf"[ _.-]?(rater|judge|coder|r)?[ _.-]?\d+{letters}"
        pattern = re.compile(rf"({'|'.join(map(re.escape, names))})({number})?", re.IGNORECASE)
        its = [column for column in free if pattern.fullmatch(column)]
        who = [column for column in its if column.strip().casefold() in ("rater", "judge", "coder")]
        if its:  # beside ratings, "rater" says whose they are
            found[dimension] = tuple(column for column in its if column not in who or len(its) == len(who))
    return found


def _name(row: Mapping[str, Any], column: str | None, line: int) -> str:
    if column is None:
        return f"row {line}"
    if row[column] is None:
        raise BadArguments(f"expected a participant in the column {column}, got nothing")
    return " ".join(name_in(row[column]).split())


def rounded_ids(sheet: Spreadsheet, columns: Columns) -> list[str]:
    """What must be said of ids that are numbers of so many digits that the program which wrote them kept not all."""
    notes = []
    exact = _DIGITS_OF_WORKBOOKS if sheet.read_as.startswith("workbook") else None
    for what, column in (("participants", columns.participant), ("items", columns.item)):
        cells = [row[column] for _, row in sheet.rows] if column is not None else []
        if rounded := [cell for cell in cells if _is_rounded(cell, exact)]:
            notes.append(
                f"{what}: {len(rounded):,} ids in the column {column} are numbers of more than 15 digits, such as "
                f"{name_in(rounded[0])}; programs round such numbers, so different ids may have become one: write ids "
                "as texts"
            )
    return notes


def require_rows_of_responses(sheet: Spreadsheet, columns: Columns) -> None:
    """Refuses a table in which each row is a rater's, so that most responses stand in several rows."""
    if columns.participant is None or not columns.ratings:
        return
    names = [columns.participant, *filter(None, [columns.item]), *columns.response]
    names += [column for column in columns.fields if column not in columns.unused]
    seen: dict[str, list[int]] = {}
    for line, row in sheet.rows:
        if any(row[name] is not None for name in names[1:]):
            seen.setdefault(repr([row[name] for name in names]), []).append(line)
    several = [lines for lines in seen.values() if len(lines) > 1]
    if 2 * sum(map(len, several)) > sum(map(len, seen.values())):
        raise BadArguments(
            f"most rows repeat a response with other ratings, such as lines {several[0][0]} and {several[0][1]}: write "
            "one row for each response, or part of one, with a column for each rater, such as rater1 and rater2"
        )


def odd_rows(sheet: Spreadsheet, columns: Columns) -> list[str]:
    """What must be said of rows that are there twice, and of remarks below a table, in the column of participants.

    An id has no white space where no other id has; a row that is a remark holds nothing else.
    """
    column = columns.participant
    if column is None:
        return []
    seen: set[str] = set()
    again, remarks, has_spaces = [], [], False
    for line, row in sheet.rows:
        key = repr([row[name] for name in sheet.columns])
        if key in seen:
            again.append(line)
        seen.add(key)
        if not (isinstance(row[column], str) and len(row[column].split()) > 1):
            continue
        if any(cell is not None for name, cell in row.items() if name != column):
            has_spaces = True
        else:
            remarks.append((line, row[column]))
    notes = []
    if again:
        notes.append(
            f"rows that are the same as one above in every cell: {len(again):,}, the first in line {again[0]}; each is "
            "a response of its own"
        )
    if remarks and not has_spaces:
        line, text = remarks[0]
        notes.append(
            f"rows with a text as the participant and nothing else: {len(remarks):,}, the first in line {line}, "
            f"{quoted(text)}; each counts as somebody who wrote nothing: delete it if it is a remark"
        )
    return notes


def _is_rounded(cell: object, exact: int | None) -> bool:
    if isinstance(cell, bool) or not isinstance(cell, (int, float)):
        return False
    limit = exact or (2**53 if isinstance(cell, float) else None)
    return limit is not None and limit <= abs(cell) < math.inf


def _texts(row: Mapping[str, Any], columns: Sequence[str]) -> list[str]:
    """The response or its parts, without empty cells; among several parts a code for a missing value is no part."""
    cells = [row[column] for column in columns if row[column] is not None]
    for cell in cells:
        if isinstance(cell, (dict, list, bool)):
            raise BadArguments(f"expected a text as a response, got {quoted(cell)}")
    texts = [
        re.sub("_x000D_", "", cell, flags=re.IGNORECASE).strip() if isinstance(cell, str) else cell for cell in cells
    ]
    return [str(text) for text in texts if len(columns) == 1 or not holds_nothing(text)]


def _ratings(row: Mapping[str, Any], columns: Sequence[str], decimal_commas: bool, in_parts: bool) -> Any:  # noqa: ANN401
    """A cell may hold several, such as ``31, 36``: those of raters, or, under several raters, one for each part."""
    cells = [_numbers(row[column], decimal_commas, column) for column in columns]
    cells = [cell for cell in cells if cell is not None]
    if not cells:
        return None
    if len(columns) == 1:
        if in_parts:
            return [[cells[0]]] if isinstance(cells[0], (int, float)) else cells[0]
        return _there(cells[0])
    lists = [cell if isinstance(cell, list) else [cell] for cell in cells]
    if len({len(numbers) for numbers in lists}) > 1:
        raise BadArguments(f"raters rated different numbers of parts: {listed(columns)}")
    single = len(lists[0]) == 1 and not in_parts
    return [numbers[0] for numbers in lists] if single else [list(part) for part in zip(*lists, strict=True)]


def _there(value: Any) -> Any:  # noqa: ANN401 - as ``_numbers`` returns it
    return [number for number in value if number is not None] if isinstance(value, list) else value


def _ratings_in_cell(texts: Sequence[str]) -> list[float | None] | None:
    found = [None if is_missing_rating(text) else number_in(text) for text in texts]
    others = [text for text, number in zip(texts, found, strict=True) if number is None and not is_missing_rating(text)]
    return None if others else found


def _numbers(cell: Any, decimal_commas: bool, where: str) -> Any:  # noqa: ANN401 - decoded JSON
    if is_missing_rating(cell):
        return None
    read = list_in(cell)
    if isinstance(read, list):
        return _or_none([None if is_missing_rating(part) else part for part in read])
    if not isinstance(cell, str):
        return cell
    parts = _ratings_in_cell(_SEVERAL.split(cell))
    if parts is None:
        bare = _ratings_in_cell(cell.split(","))
        return cell if bare is None else _or_none(bare)
    if "," not in _SEVERAL.sub("", cell) or decimal_commas:
        return parts[0] if len(parts) == 1 else _or_none(parts)
    raise BadArguments(f"{where}: {quoted(cell)} may be one number or several; write 3.5 for one, and 3; 5 for two")


def _or_none(ratings: list[Any]) -> list[Any] | None:
    return None if ratings and all(rating is None for rating in ratings) else ratings
