"""What the columns of a table hold: who wrote a response, to which item, and how people rated it."""

from __future__ import annotations

import re
import shlex
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fnmatch import fnmatchcase
from itertools import chain
from typing import TYPE_CHECKING, Any

import numpy as np

from helm_creativity.benchmark.base import asked_rubrics
from helm_creativity.benchmark.item_responses import IDS, KnownItems
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.rows.cells import is_missing, name_in, number_in
from helm_creativity.benchmark.rows.columns import NUMBERED_PART, letters_of, list_columns, part_columns
from helm_creativity.benchmark.rows.records import Record
from helm_creativity.benchmark.rows.tables import Spreadsheet
from helm_creativity.benchmark.types import visible
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people.programs import ITEM, NAMES, RESPONSE, Export, with_rows
from helm_creativity.safe_text import listed, quoted

if TYPE_CHECKING:
    from helm_creativity.benchmark.base import Benchmark
    from helm_creativity.benchmark.settings import Settings

Ends = tuple[float, float]
# Rows of unequal ratings from which a column that has their mean is no rater's, and how far it may be rounded.
_LEAST_DIFFERENT, _ROUNDED = 5, 0.051
_SHOWN, _LONGEST = 5, 40


class Wanted:
    """What a benchmark reads in a row of a file, under its settings."""

    def __init__(self, benchmark: Benchmark[Any], settings: Settings) -> None:
        from helm_creativity.benchmark.rows.fields import Row

        self.benchmark, self.settings = benchmark, settings
        self.row: type[Row] = benchmark.row_type if benchmark.record else Row
        try:
            items = list(benchmark.items(settings))
        except FileProblem:  # they are not on this machine; rows may say themselves what was asked
            items = []
        self.known = KnownItems(items)
        self.own = KnownItems(items, lambda fields: benchmark.own_item(fields, settings))  # and a row's own ones
        self.item_field, self.list_field = self.row.item_field(), self.row.list_field()
        self.response = self.row.response_columns() if benchmark.record else {RESPONSE: RESPONSE}
        self.says_item = {*IDS, *self.known.names, *filter(None, (self.item_field,))}
        rubrics = list(asked_rubrics(benchmark, settings))
        self.dimensions = tuple(dict.fromkeys(name for rubric in rubrics for name in rubric.dimensions))
        self._scaled = {name: rubric.scale for rubric in rubrics if rubric.scale for name in rubric.dimensions}
        single = self.dimensions if len(self.dimensions) == 1 else tuple(self._scaled)
        self.by_number = single[0] if len(single) == 1 else None
        """The dimension of ratings in columns such as ``rater1``: the only one, or the only one with a scale."""

    def is_item(self, name: object) -> bool:
        """Whether an item is called so."""
        return self.known.has_name(name, self.item_field)

    def has_items(self, sheet: Spreadsheet, column: str) -> bool:
        """Whether a column has ids of items."""
        return any(self.known.has_id(row[column]) for _, row in sheet.rows)

    def scale(self, dimension: str) -> Ends | None:
        """The scale on which ratings of a dimension are read."""
        found = self.row.rating_scale(dimension) or self._scaled.get(dimension)
        return None if found is None else (found.low, found.high)

    def ratings(self, columns: Sequence[str]) -> dict[str, tuple[str, ...]]:
        """Columns that are called as ratings, by dimension; beside ratings, "rater" says whose they are."""
        found = {}
        for dimension in (*self.dimensions, *(NAMES["label"] if self.dimensions else ())):
            names, letters = [dimension], ""
            if dimension == self.by_number:
                names, letters = [dimension, *NAMES["rater"]], "|[ _.-][a-z]"
            number = rf"[ _.-]?(rater|judge|coder|r)?[ _.-]?\d+{letters}"
            pattern = re.compile(rf"({'|'.join(map(re.escape, names))})({number})?", re.IGNORECASE)
            its = [column for column in columns if pattern.fullmatch(column)]
            who = [column for column in its if column.strip().casefold() in ("rater", "judge", "coder")]
            if its:
                found[dimension] = tuple(column for column in its if column not in who or len(its) == len(who))
        return found


@dataclass(frozen=True)
class Columns:
    """What each column holds."""

    participant: str | None
    item: str | None
    response: tuple[str, ...]
    ratings: Mapping[str, tuple[str, ...]]
    fields: Mapping[str, str]  # the names under which others stand in a record
    unused: frozenset[str]
    summaries: Mapping[str, str]

    def described(self, column: str) -> str:
        """What a column holds, for people."""
        roles = {self.participant: "the participant", self.item: "the item"}
        for place, part in enumerate(self.response, start=1):
            roles[part] = "the response" if len(self.response) == 1 else f"part {place} of the response"
        for dimension, its in self.ratings.items():
            roles |= {rating: f"ratings: {dimension}, rater {place}" for place, rating in enumerate(its, start=1)}
        roles |= dict.fromkeys(self.unused, "not used")
        roles |= {column: f"not used: the {what} of the raters" for column, what in self.summaries.items()}
        return roles.get(column, f"field {column}")


def understand(
    sheet: Spreadsheet,
    wanted: Wanted,
    export: Export,
    ignored: Collection[str],
    participant: str | None,
    item: str | None,
    response: Sequence[str],
    ratings: Mapping[str, Sequence[str]],
) -> Columns:
    """What the columns of a table hold, by what they are called where no argument says it."""
    named = Counter([*filter(None, (participant, item)), *response, *chain.from_iterable(ratings.values())])
    for column, number in named.items():
        require_column(sheet, column)
        if number > 1:
            raise BadArguments(f"each column can be used once, but {quoted(column)} was named twice")
    there = [column for column in sheet.columns if column not in ignored]
    free = [column for column in there if column not in named]
    rated = {dimension: tuple(its) for dimension, its in ratings.items()} or wanted.ratings(free)
    summaries = {} if ratings else dict(chain.from_iterable(_summaries(sheet, its) for its in rated.values()))
    free = [column for column in free if not any(column in its for its in rated.values())]
    rated = {name: tuple(column for column in its if column not in summaries) for name, its in rated.items()}
    written = tuple(response) or _response(free, wanted)
    by_field = any(column.strip().casefold() in wanted.response for column in free)
    if not written and not by_field:
        written = tuple(column for column in export.response if column in free)
        if len(written) > 1:
            raise BadArguments(
                f"several columns may hold the response: {listed(written)}; name yours with --response (response= "
                "in Python): one, each that is a part of it, or ITEM=COLUMN for each item"
            )
    free = [column for column in free if column not in written]
    item = item or _item(sheet, free, wanted)
    free = [column for column in free if column != item]
    who = participant or _participant(sheet, free, wanted)
    who = who or (export.participant if export.participant in free else None)
    ratings_do = rated and wanted.benchmark.record and not wanted.row.needs_response()
    if not (written or by_field or ratings_do):
        names = ", ".join((*NAMES["response"], *wanted.row.response_fields()))
        how = "name yours with --response (response= in Python)"
        raise BadArguments(
            f"no column holds the response: expected a column {names}, or one for each part, such as word1 to word10; "
            f"there are {listed(there)}; {'; '.join(filter(None, [how, sheet.note_of_others]))}"
        )
    read = {*IDS, *wanted.known.names, *wanted.row.columns()}
    fields, unused = {}, {*ignored, *summaries}
    for column in (column for column in free if column != who):
        name = _field(column, read)
        if column.casefold() == IDS[0] and item is not None and not wanted.has_items(sheet, column):
            unused.add(column)  # an id that no item has is that of the response
            continue
        fields[column] = wanted.response.get(column.strip().casefold()) or name or column
        if name is None:
            unused.add(column)
    if item is None and wanted.item_field and wanted.known.several and not wanted.says_item & {*fields.values()}:
        example = f"{wanted.known.example(wanted.item_field)}={written[0] if written else 'COLUMN'}"
        raise BadArguments(
            f"no column says the item: expected a column {wanted.item_field}, item, id or prompt; there are "
            f"{listed(there)}. Name yours with --item (item= in Python). If all responses are to one item, "
            f"write --response {example}, and so for each item that has columns of its own"
        )
    return Columns(who, item, written, rated, fields, frozenset(unused), summaries)


def require_column(sheet: Spreadsheet, column: str) -> None:
    """Refuses the name of a column that is not there."""
    if column not in sheet.columns:
        raise BadArguments(f"there is no column {quoted(column)}; there are {listed(sheet.columns)}")


def expand(names: Iterable[str], sheet: Spreadsheet) -> list[str]:
    """Names of columns, where ``*`` and ``?`` in one that is none stand for others: all that fit, by their numbers."""
    found: list[str] = []
    for name in names:
        fitting = [name] if name in sheet.columns else [column for column in sheet.columns if fnmatchcase(column, name)]
        if not fitting:
            require_column(sheet, name)
        found += sorted(fitting, key=natural_key)
    return found


def row_per_item(
    sheet: Spreadsheet, wanted: Wanted, response: Sequence[str], item: str | None, ignored: Collection[str]
) -> tuple[Spreadsheet, Sequence[str], str | None]:
    """A row for each item, of a table that has columns for each; with the columns of the response and the item.

    Columns are those that ``response`` names as ITEM=COLUMN, or, where no column can hold the response, those that are
    called as an item, perhaps with a number for each part of the response.
    """
    by_item: dict[str, list[str]] = defaultdict(list)
    pairs = [name.partition("=") for name in response if "=" in name and name not in sheet.columns]
    if pairs and len(pairs) < len(response):
        raise BadArguments(f"name the item of each column, as --response ITEM=COLUMN, or of none: {listed(response)}")
    for name, _, pattern in pairs:
        by_item[name] += expand([pattern], sheet)
    holding = {*NAMES["response"], *wanted.response}
    if not (response or item or any(column.strip().casefold() in holding for column in sheet.columns)):
        for column in (column for column in sheet.columns if column not in ignored):
            for called in [*filter(wanted.is_item, (column, re.sub(r"[ _.-]*\d+$", "", column)))][:1]:
                by_item[called].append(column)
        for its in by_item.values():
            its.sort(key=natural_key)
    if not by_item:
        return sheet, expand(response, sheet), item
    most = max(map(len, by_item.values()))
    parts = tuple(f"response {place}" for place in range(1, most + 1)) if most > 1 else ()
    others = [column for column in sheet.columns if not any(column in columns for columns in by_item.values())]
    rows = []
    for line, row in sheet.rows:
        for name, columns in by_item.items():
            cells = zip(parts if len(columns) > 1 else (RESPONSE,), (row[column] for column in columns), strict=False)
            rows.append((line, {**{column: row[column] for column in others}, ITEM: name, **dict(cells)}))
    return with_rows(sheet, (*others, ITEM, RESPONSE, *parts), rows), parts or (RESPONSE,), ITEM


def doubled_heads(sheet: Spreadsheet, wanted: Wanted, named: Collection[str], chosen: Collection[str]) -> Iterator[str]:
    """What must be said of heads that several columns have, in any case; refuses one whose columns would be read."""
    doubled: dict[str, list[str]] = defaultdict(list)
    for column in sheet.columns:
        doubled[column.casefold()].append(column)
    uses = {
        "participant": NAMES["participant"],
        ITEM: {*NAMES["item"], *map(letters_of, wanted.says_item)},
        RESPONSE: {*map(letters_of, (*NAMES["response"], *wanted.response, *wanted.row.response_fields()))},
    }
    for head, columns in {**{its[0]: its for its in doubled.values()}, **sheet.doubled}.items():
        there = [str(place) for place, column in enumerate(sheet.columns, start=1) if column in columns]
        if len(there) < 2 or {*columns} <= {*named}:
            continue
        what = f"{len(there)} columns have the head {quoted(head)}, at places {listed(there)}"
        use = next((use for use, names in uses.items() if letters_of(head) in names), None)
        use = use or (RESPONSE if NUMBERED_PART.fullmatch(head) else None)
        if dimension := next(iter(wanted.ratings([head])), None):
            use = None if len(wanted.ratings(columns).get(dimension, ())) == len(columns) else "rating"
        if use is not None and use not in chosen and not {*columns} & {*named}:
            option = f"--rating {dimension}=" if use == "rating" else f"--{use} "
            raise BadArguments(
                f"{what}, so that it is not clear which holds the {use}: give each a head of its own in the file, or "
                f"name yours with {option}{shlex.quote(columns[0])}, as it is called here"
            )
        if head in sheet.doubled:
            yield f"{what}; they are called {listed(columns)} here"


def column_notes(sheet: Spreadsheet, columns: Columns, wanted: Wanted, named: Collection[str]) -> Iterator[str]:
    """What must be said of columns that may hold something else than they are read as."""
    for column, what in columns.summaries.items():
        yield f"the column {column} has the {what} of the other ratings in all rows: it is no rater's and not used"
    values = {
        name: [*dict.fromkeys(name_in(row[name]) for _, row in sheet.rows if row[name] is not None)]
        for name in sheet.columns
    }
    who, item = columns.participant, columns.item or wanted.item_field
    unused = [column for column in sheet.columns if column in columns.unused and column not in named]
    is_number = (
        who is not None and who not in named and letters_of(who) == IDS[0] and len(values[who]) == len(sheet.rows)
    )
    if is_number and len(values.get(item or "", ())) > 1:
        repeating = [name for name in unused if 1 < len(values[name]) < len(sheet.rows)]
        example = max(repeating, key=lambda name: len(values[name]), default="COLUMN")
        yield (
            f"no value of the column {who} repeats, so each row counts as a different participant; if it numbers rows, "
            f"name the column of participants with --participant {shlex.quote(example)}"
        )
    for column in unused:
        if len(values[column]) > 1 and letters_of(column) in (*NAMES["item"], *NAMES["task"], "tasks", "trial"):
            yield (
                f"the column {column} is not used, and it differs between rows: {shown(values[column])}; if it says "
                f"to what people responded, --only {shlex.quote(f'{column}={values[column][0]}')} reads one task"
            )


def shown(values: Sequence[str]) -> str:
    """The first of some values, for messages."""
    cut = [value if len(value) <= _LONGEST else f"{value[:_LONGEST]}…" for value in values[:_SHOWN]]
    return listed(cut) + (f" and {len(values) - _SHOWN:,} more" if len(values) > _SHOWN else "")


def with_item(record: Record, wanted: Wanted) -> Record:
    """A record of ``score`` whose item is in a column of another name, under the name that the benchmark reads."""
    cells, field = {letters_of(name): its[0] for name, its in list_columns(record).items()}, wanted.item_field
    cell = next((cells[name] for name in (*NAMES["item"], *NAMES["task"]) if not is_missing(cells.get(name))), None)
    if field is None or field in cells or cell is None:
        return record
    said = wanted.own.read_name(cell, field)
    return {**record, **(said if field in said else {field: wanted.own.find_item(said).fields[field]})}


def _summaries(sheet: Spreadsheet, columns: Sequence[str]) -> Iterator[tuple[str, str]]:
    """With "mean" or "sum", which the column is in all rows; rows of equal ratings say nothing of a mean."""
    cells = [
        [number_in(row[name]) if isinstance(row[name], (str, float, int)) else None for name in columns]
        for _, row in sheet.rows
    ]
    table = np.array([row for row in cells if None not in row], float).reshape(-1, len(columns))
    for place, column in enumerate(columns):
        own, others = table[:, place], np.delete(table, place, axis=1)
        if others.shape[1] < 2 or np.count_nonzero(np.ptp(others, axis=1)) < _LEAST_DIFFERENT:
            continue
        for what, summary in (("mean", others.mean(axis=1)), ("sum", others.sum(axis=1))):
            if np.all(np.abs(own - summary) <= _ROUNDED):
                yield column, what


def _response(free: Sequence[str], wanted: Wanted) -> tuple[str, ...]:
    """One column that is called so, or columns such as word1 to word10; none beside the benchmark's own fields."""
    by_name = {column.casefold(): column for column in free}
    if by_name.keys() & {*wanted.row.response_fields()}:
        return ()
    named = next((by_name[name] for name in (*NAMES["response"], *wanted.response) if name in by_name), None)
    return part_columns(free) if named is None else (named,)


def _item(sheet: Spreadsheet, free: Sequence[str], wanted: Wanted) -> str | None:
    """The column called ``item``, or else one of another name in which items are, if no field says the item."""
    by_name = {column.strip().casefold(): column for column in free}
    if called := [column for column in free if letters_of(column) in NAMES["item"]]:
        return called[0]
    own = by_name.keys() & (wanted.says_item - {*IDS, "prompt"})
    if own or ("id" in by_name and wanted.has_items(sheet, by_name["id"])):
        return None
    tasks = [by_name[name] for name in NAMES["task"] if name in by_name]
    return next((column for column in tasks if wanted.item_field or wanted.has_items(sheet, column)), None)


def _participant(sheet: Spreadsheet, free: Iterable[str], wanted: Wanted) -> str | None:
    """A column that is called so, or else one of ids that no item has."""
    by_name = {letters_of(column): column for column in free}
    if named := next((by_name[name] for name in NAMES["participant"] if name in by_name), None):
        return named
    own = by_name.get(IDS[0])
    is_filled = own is not None and any(row[own] is not None for _, row in sheet.rows)
    return own if own is not None and is_filled and not wanted.has_items(sheet, own) else None


def _field(column: str, names: Collection[str]) -> str | None:
    """The one of some names that a column has, in any case and without signs around it, as in ``Solvable?``."""
    name = visible(column).strip().casefold()
    return next((found for found in (name, name.strip("?!.:*# ")) if found in names), None)
