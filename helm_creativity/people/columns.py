"""What the columns of a table hold: who wrote a response, to which item, and how people rated it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from helm_creativity.core.given_lists import holds_nothing
from helm_creativity.core.item_responses import IDS, KnownItems
from helm_creativity.core.rows import list_in
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.records import Record
from helm_creativity.io.spreadsheet import Spreadsheet, number_in
from helm_creativity.safe_text import listed, quoted

if TYPE_CHECKING:
    from helm_creativity.core.benchmark import Benchmark
    from helm_creativity.core.settings import Settings

PARTICIPANT = (
    *("participant", "participantid", "subject", "subjectid", "person", "personid", "respondent", "pid"),
    *("vp", "vpn"),
)
ITEM = "item"
RESPONSE = ("response", "text", "reply")
RATERS = ("rater", "rating", "judge")
LABELS = ("class", "label")

_PART = r"(word|noun|use|response|answer|idea|w|r|wort|antwort|idee)"
_NUMBERED = re.compile(rf"{_PART}[ _.-]?(\d+)", re.IGNORECASE)
# How workbooks write the carriage return of a cell.
_CARRIAGE_RETURN = re.compile(r"_x000D_", re.IGNORECASE)
_SEVERAL = re.compile(r"\s*[;/|]\s*|,\s+")


@dataclass(frozen=True)
class Columns:
    """What each column holds.

    Attributes:
        participant: who wrote it; None where each row is another participant's.
        item: the item's id; None where other fields say it, or there is only one.
        response: one column with the text, or one for each of its parts, such as words; none where a field of the
            benchmark holds it, such as ``uses``.
        ratings: by dimension: one column, or one for each rater.
        fields: all others, which the benchmark reads by their names.
    """

    participant: str | None
    item: str | None
    response: tuple[str, ...]
    ratings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    fields: tuple[str, ...] = ()

    def read_as(self, column: str) -> str:
        """What a column holds, for people."""
        for dimension, its in self.ratings.items():
            if column in its:
                return f"ratings: {dimension}" + (f", rater {its.index(column) + 1}" if len(its) > 1 else "")
        if column in self.response:
            place = self.response.index(column) + 1
            return "the response" if len(self.response) == 1 else f"part {place} of the response"
        names = {self.participant: "the participant", self.item: "the item"}
        return names.get(column, f"field {column}, if the benchmark has one")


def understand(
    sheet: Spreadsheet,
    benchmark: Benchmark[Any],
    settings: Settings,
    *,
    participant: str | None = None,
    item: str | None = None,
    response: Sequence[str] = (),
    ratings: Mapping[str, Sequence[str]] | None = None,
) -> Columns:
    """What the columns of a table hold, by what they are called where it is not given.

    Args:
        sheet: the table.
        benchmark: to whose items people responded.
        settings: of the benchmark; they say which items there are and which dimensions are rated.
        participant: the column of participants.
        item: the column of items' ids.
        response: the column of responses, or those of their parts.
        ratings: columns of raters, by dimension.

    Raises:
        BadArguments: for a column that is not there, or that is named twice, and where none holds a response.
    """
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
    free = [column for column in sheet.columns if column not in named]
    known = known_items(benchmark, settings)
    rated = {dimension: tuple(its) for dimension, its in (ratings or {}).items()} or _rated(
        free, rated_dimensions(benchmark, settings)
    )
    free = [column for column in free if all(column not in its for its in rated.values())]
    named_so = response_columns(benchmark)
    written = tuple(response) or _response(free, response_fields(benchmark), named_so)
    free = [column for column in free if column not in written]
    item = item or next((column for column in free if column.casefold() == ITEM), None)
    who = participant or _participant(sheet, [column for column in free if column != item], known)
    enough = bool(written) or any(_name_in(column, named_so) for column in free)
    if not enough and not (rated and benchmark.record and not benchmark.row_type.needs_response()):
        raise BadArguments(_no_response(sheet, who, response_fields(benchmark)))
    return Columns(who, item, written, rated, tuple(column for column in free if column not in (who, item)))


def response_fields(benchmark: Benchmark[Any]) -> tuple[str, ...]:
    """Fields in which a benchmark takes a response apart from ``response``."""
    return benchmark.row_type.response_fields() if benchmark.record else ()


def response_columns(benchmark: Benchmark[Any]) -> Mapping[str, str]:
    """Names of the columns in which a benchmark takes a response, each with the name of its field."""
    return benchmark.row_type.response_columns() if benchmark.record else {"response": "response"}


def _no_response(sheet: Spreadsheet, who: str | None, fields: Sequence[str]) -> str:
    """That no column holds a response, and what to do."""
    expected = f"expected a column {', '.join((*RESPONSE, *fields))}, or one for each part, such as word1 to word10"
    known = f"no column holds the response: {expected}; there are {listed(sheet.columns)}"
    single = next((column for column in sheet.columns if re.fullmatch(_PART, column, re.IGNORECASE)), None)
    people = [row[who] for _, row in sheet.rows] if who else []
    if single and len(set(people)) < len(people):
        return (
            f"{known}; each row is a whole response: put everything that a participant wrote into one row, as "
            f"{single}1, {single}2"
        )
    return f"{known}; name yours with --response (response= in Python)"


def _name_in(column: str, names: Mapping[str, str]) -> str | None:
    """The name of the field that a column of one of these names holds."""
    return names.get(column.strip().casefold())


def known_items(benchmark: Benchmark[Any], settings: Settings) -> KnownItems:
    """The items; none where they are not on this machine, as rows may say themselves what was asked."""
    try:
        return KnownItems(list(benchmark.items(settings)))
    except FileProblem:
        return KnownItems([])


def rated_dimensions(benchmark: Benchmark[Any], settings: Settings) -> tuple[str, ...]:
    """What people may have rated: the dimensions of the benchmark's judges."""
    found = dict.fromkeys(dimension for rubric in benchmark.rubrics(settings) for dimension in rubric.dimensions)
    return tuple(found)


def table_records(
    sheet: Spreadsheet, columns: Columns, list_field: str | None = None, names: Mapping[str, str] | None = None
) -> list[tuple[int, str, Record]]:
    """Line, participant and record of each row, as ``sample_in_row`` reads it.

    Args:
        sheet: the table.
        columns: what they hold.
        list_field: the benchmark's field for a response that is a list: that of several columns.
        names: of columns that may hold a response, each with that of its field, see ``response_columns``.

    Raises:
        BadArguments: for a cell that is not what its column holds, with the number of its line.
    """
    decimal_commas = "semicolons" in sheet.read_as
    fields = {column: _name_in(column, names or {}) or column for column in columns.fields}
    found = []
    for line, row in sheet.rows:
        record: Record = {}
        for column, name in fields.items():
            if record.get(name) is None or column == name:
                record[name] = row[column]
        if columns.item is not None:
            record[ITEM] = row[columns.item]
        if columns.response:
            parts = _texts(row, columns.response, line)
            several = len(columns.response) > 1
            if several and list_field is not None:
                record[list_field] = parts
            else:
                record["response"] = _numbered(parts) if several else "".join(parts)
        for dimension, its in columns.ratings.items():
            if (value := _ratings(row, its, decimal_commas, line)) is not None:
                record[dimension] = value
        found.append((line, _name(row, columns.participant, line), record))
    return found


def _plain(column: str) -> str:
    return re.sub(r"[\W_]+", "", column.casefold())


def _participant(sheet: Spreadsheet, free: Iterable[str], known: KnownItems) -> str | None:
    """The column that is called so, or ids that no item has."""
    by_name = {_plain(column): column for column in free}
    for name in PARTICIPANT:
        if name in by_name:
            return by_name[name]
    own = by_name.get(IDS[0])
    ids = {row[own] for _, row in sheet.rows if row[own] is not None} if own else set()
    return own if ids and not any(map(known.has_id, ids)) else None


def _response(free: Sequence[str], fields: Sequence[str], names: Iterable[str]) -> tuple[str, ...]:
    """One column that is called so, or columns such as word1 to word10, by their numbers; none beside ``fields``."""
    by_name = {column.casefold(): column for column in free}
    if any(name in by_name for name in fields):
        return ()
    for name in (*RESPONSE, *names):
        if name in by_name:
            return (by_name[name],)
    parts: dict[str, list[tuple[int, str]]] = {}
    for column in free:
        if found := _NUMBERED.fullmatch(column):
            parts.setdefault(found[1].casefold(), []).append((int(found[2]), column))
    most = max(parts.values(), key=len, default=[])
    return tuple(column for _, column in sorted(most))


def _rated(free: Sequence[str], dimensions: Sequence[str]) -> dict[str, tuple[str, ...]]:
    """Columns that are called as a dimension, with a number for each rater or without."""
    stems = {dimension: [dimension] for dimension in (*dimensions, *(LABELS if dimensions else ()))}
    if len(dimensions) == 1:
        stems[dimensions[0]] += RATERS
    found = {}
    for dimension, names in stems.items():
        pattern = re.compile(rf"({'|'.join(map(re.escape, names))})([ _.-]?(rater|judge)?[ _.-]?\d+)?", re.IGNORECASE)
        if its := tuple(column for column in free if pattern.fullmatch(column)):
            found[dimension] = its
    return found


def _name(row: Mapping[str, Any], column: str | None, line: int) -> str:
    if column is None:
        return f"row {line}"
    if row[column] is None:
        raise BadArguments(f"line {line}: expected a participant in the column {column}, got nothing")
    value = row[column]
    return f"{value:g}" if isinstance(value, float) else str(value)


def _texts(row: Mapping[str, Any], columns: Sequence[str], line: int) -> list[str]:
    """The response or its parts, without cells in which there is nothing; of several parts missing codes are none."""
    cells = [row[column] for column in columns if row[column] is not None]
    for cell in cells:
        if isinstance(cell, (dict, list, bool)):
            raise BadArguments(f"line {line}: expected a text as a response, got {quoted(cell)}")
    texts = [_CARRIAGE_RETURN.sub("", cell).strip() if isinstance(cell, str) else cell for cell in cells]
    return [str(text) for text in texts if len(columns) == 1 or not holds_nothing(text)]


def _numbered(parts: Sequence[str]) -> str:
    """As one would write them."""
    return "\n".join(f"{place}. {part}" for place, part in enumerate(parts, start=1))


def _ratings(row: Mapping[str, Any], columns: Sequence[str], decimal_commas: bool, line: int) -> Any:  # noqa: ANN401
    """Ratings as a benchmark reads them: one, a list of raters', or a list of lists; None where nobody rated it.

    A cell may hold several, such as ``31, 36``: those of raters, or, under several raters, one for each part.
    """
    cells = [_numbers(row[column], decimal_commas, f"line {line}: {column}") for column in columns]
    cells = [cell for cell in cells if cell is not None]
    if len(columns) == 1 or not cells:
        return cells[0] if cells else None
    lists = [cell if isinstance(cell, list) else [cell] for cell in cells]
    if len({len(numbers) for numbers in lists}) > 1:
        raise BadArguments(f"line {line}: raters rated different numbers of parts: {listed(columns)}")
    return (
        [numbers[0] for numbers in lists] if len(lists[0]) == 1 else [list(part) for part in zip(*lists, strict=True)]
    )


def _numbers(cell: Any, decimal_commas: bool, where: str) -> Any:  # noqa: ANN401 - decoded JSON
    """A number, a list of them, or what is neither as it is."""
    if not isinstance(cell, str) or isinstance(list_in(cell), list):
        return list_in(cell)
    parts = [number_in(part) for part in _SEVERAL.split(cell)]
    if None in parts:
        bare = [number_in(part) for part in cell.split(",")]
        return cell if None in bare else bare
    if "," not in _SEVERAL.sub("", cell) or decimal_commas:
        return parts[0] if len(parts) == 1 else parts
    raise BadArguments(f"{where}: {quoted(cell)} may be one number or several; write 3.5 for one, and 3; 5 for two")
