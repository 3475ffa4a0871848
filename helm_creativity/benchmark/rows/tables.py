"""Rows of files of any format.

CSV comes in any dialect and encoding of spreadsheet programs. A file is what its content says, but for JSONL and
Parquet, which have their names.
"""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.files.untrusted_files import lines_in, open_file, parse_json, read_bytes
from helm_creativity.benchmark.rows.cells import Cell, number_in
from helm_creativity.benchmark.rows.records import COMPARABLE, LONGEST_CELL, BadRow, Record, without_apostrophe
from helm_creativity.benchmark.rows.workbooks import objects_in_parquet, read_workbook
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import counted, listed, quoted

Row = tuple[int, dict[str, Any]]

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_TABLES = {".csv": ",", ".tsv": "\t"}
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|meta|style|table|\?xml)\b", re.IGNORECASE)  # also called .xls or .csv
_WORKBOOK, _OLD_WORKBOOK, _UTF16 = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", (b"\xff\xfe", b"\xfe\xff")
_NO_NAMES = ' ,;\t\r\n\v\f"'  # of these alone are the lines that spreadsheet programs write above the columns' names
_NAMED = re.compile(r"(?:[ ,;\t]*\r?\n)*sep=([,;\t])[ ,;\t]*(?:\r?\n|\Z)")

Line = tuple[int, Sequence[Cell]]
"""The cells of a line with its number."""


@dataclass(frozen=True)
class Spreadsheet:
    """A table that was read."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    read_as: str
    problems: tuple[tuple[int, str], ...] = ()
    """Lines that are no rows, each with the reason."""
    doubled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Heads that several columns have, each with the names that these got."""
    head: int = 1
    """The line, or the workbook's row, of the columns' names."""
    sheet: str = ""
    """Of a workbook, the name of the sheet."""
    others: tuple[str, ...] = ()
    """Other sheets of the workbook in which there is anything."""
    note_of_names: str = ""
    """That the names of the columns seem to be in another row, and what to do; empty where they do not."""

    @property
    def decimal_commas(self) -> bool:
        """Whether a comma within a number is a decimal one: semicolons separate the file."""
        return _SEPARATORS[";"] in self.read_as

    @property
    def note_of_others(self) -> str:
        """That there are other sheets; empty where there are none."""
        read = f"only the first sheet, {quoted(self.sheet)}, is read; the workbook has others: {listed(self.others)}"
        return read if self.others else ""


def read_spreadsheet(path: Path, lenient: bool = False) -> Spreadsheet:
    """The table in a file, whose texts lose outer white space.

    Read leniently, a row that does not fit is one of ``problems``, and columns of one name are numbered; otherwise it
    is refused.
    """
    sheet, found = _read(path)
    rows = list(found)
    problems = tuple((number, row.problem) for number, row in rows if isinstance(row, BadRow))
    good = [
        (number, row)
        for number, row in rows
        if not isinstance(row, BadRow) and (len(row) == 1 or any(map(_text, row.values())))
    ]
    columns = sheet.columns or tuple(dict.fromkeys(str(name) for _, row in good for name in row))
    if problems and not lenient:
        raise BadArguments("line {}: {}".format(*problems[0]))
    if not lenient:
        require_different_heads(sheet, path)
    stripped = tuple((number, {name: _stripped(row.get(name)) for name in columns}) for number, row in good)
    return replace(sheet, columns=columns, rows=stripped, problems=problems)


def read_sheet(path: Path) -> list[dict[str, Any]]:
    """The rows of a published table, by the names in its first row."""
    return [row for _, row in read_spreadsheet(path).rows]


def rows_in_file(
    path: Path | None, note: Callable[[str], None] = lambda _: None
) -> Iterator[tuple[int, Record | BadRow]]:
    """The rows of a file, or of standard input, with the numbers of their lines; ``note`` is called with what to say.

    Standard input and what else can be read only once are JSONL. Texts are as they were written. The rows of questions
    and ids that Qualtrics, SurveyMonkey and SoSci Survey write below the names of the columns are left out.
    """
    rows: Iterable[tuple[int, Record | BadRow]]
    if path is None or _is_jsonl(path):
        sheet, rows = Spreadsheet((), (), "JSONL"), _objects_in_lines(read_lines(path))
    else:
        sheet, rows = _read(path)
        require_different_heads(sheet, path)
        plain = {".parquet": "Parquet", ".csv": "CSV with commas, UTF-8", ".tsv": "CSV with tabs, UTF-8"}
        how = "" if sheet.read_as == plain.get(path.suffix.lower()) else f"read as {sheet.read_as}"
        for line in filter(None, (how, sheet.note_of_others, sheet.note_of_names)):
            note(line)
        if how:  # what stands where is less certain
            rows = ((number, BadRow(row.problem, {}) if isinstance(row, BadRow) else row) for number, row in rows)
    given = ((number, _as_given(row, sheet.columns)) for number, row in rows)
    first = list(islice(given, 2))
    if heads := survey_heads(first):
        note(f"rows of the survey's questions and ids, which are left out: {len(heads)}")
    yield from (row for place, row in enumerate(first) if place not in heads)
    yield from given


def _as_given(row: Record | BadRow, columns: Sequence[str]) -> Record | BadRow:
    """A row with all columns, without the apostrophes of a file that ``write_records`` wrote."""
    record = row.record if isinstance(row, BadRow) else row
    if COMPARABLE in columns:
        record = {without_apostrophe(name): without_apostrophe(cell) for name, cell in record.items()}
    return BadRow(row.problem, record) if isinstance(row, BadRow) else record


def records_in_file(path: Path) -> Iterator[tuple[int, Record]]:
    """As ``rows_in_file``, for files of which every row is needed."""
    for number, row in rows_in_file(path):
        if isinstance(row, BadRow):
            raise BadArguments(f"line {number}: {row.problem}")
        yield number, row


def require_different_heads(sheet: Spreadsheet, path: Path) -> None:
    """Refuses a table in which two columns have one name: which of them is meant is unknown."""
    if sheet.doubled:
        raise BadArguments(f"{path}, line {sheet.head}: duplicate columns: {listed(sheet.doubled)}")


def _is_jsonl(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending in (".jsonl", ".parquet", *_TABLES) or not path.is_file():
        return ending == ".jsonl" or ending not in (".parquet", *_TABLES)
    with open_file(path) as file:
        start = file.read(1 << 20).removeprefix(codecs.BOM_UTF8).lstrip()
    return start.startswith(b"{") and start[1:2] != b"\0"


def _read(path: Path) -> tuple[Spreadsheet, Iterable[tuple[int, Record | BadRow]]]:
    """A table without its rows, and these."""
    ending = path.suffix.lower()
    if ending == ".jsonl":
        return Spreadsheet((), (), "JSONL"), _objects_in_lines(read_lines(path))
    if ending == ".parquet":
        return Spreadsheet((), (), "Parquet"), objects_in_parquet(path)
    try:
        content = read_bytes(path)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    if content.startswith(_OLD_WORKBOOK):
        raise FileProblem(f"{path} is a workbook with a password or in the old .xls format; save it as .xlsx or .csv")
    if content.startswith(_WORKBOOK):
        cells, name, others = read_workbook(path)
        sheet = Spreadsheet((), (), "workbook, its first sheet", sheet=name, others=others)
        return _table(path, list(enumerate(cells, start=1)), [], sheet)
    text, encoding = _decoded(content, path)
    if ending not in _TABLES and text.lstrip().startswith(("[", "{")):
        return Spreadsheet((), (), "JSON"), enumerate(_objects_in_json(text, path), start=1)
    named = _NAMED.match(text)
    skipped, text = (named[0].count("\n"), text[named.end() :]) if named else (0, text)
    separator = named[1] if named else _separator(text, path)
    sheet = Spreadsheet((), (), f"CSV with {_SEPARATORS[separator]}, {encoding}")
    return _table(path, *_csv_lines(text, separator, skipped, path), sheet)


def _decoded(content: bytes, path: Path) -> tuple[str, str]:
    for name in ("UTF-16",) if content.startswith(_UTF16) else ("UTF-8", "UTF-8 and Windows-1252", "Windows-1252"):
        try:
            text = _mixed(content) if "and" in name else content.decode({"UTF-8": "utf-8-sig"}.get(name, name))
        except UnicodeError:
            continue
        if _PAGE.match(text):
            raise FileProblem(f"{path} is a web page (HTML or XML): save it as .xlsx in a spreadsheet program")
        table = text.rstrip("\0\x1a \t\r\n")
        if {*text[len(table) :]} & {*"\0\x1a"}:  # as some programs end a file
            text = table + "\n"
        if "\0" not in text:
            return text, name
    raise FileProblem(f"cannot read {path}: it is not UTF-8, UTF-16 or Windows-1252; save it as CSV UTF-8")


def _mixed(content: bytes) -> str:
    """Text in UTF-8, in which bytes that are none are Windows-1252."""
    text = content.decode("utf-8-sig", "surrogateescape")
    stray = re.findall("[\udc80-\udcff]", text)
    if not content.startswith(codecs.BOM_UTF8) and sum(not sign.isascii() for sign in text) <= 2 * len(stray):
        raise UnicodeError("mostly not UTF-8")
    letters = {ord(sign): sign.encode("utf-8", "surrogateescape").decode("cp1252") for sign in stray}
    return text.translate(letters)


def _separator(text: str, path: Path) -> str:
    """The separator of the names, outside quotes if it is there, that gives the fewest odd rows."""
    header = next((line for line in io.StringIO(text, newline=None) if line.strip(_NO_NAMES)), "")
    unquoted = re.sub('"[^"]*"', "", header)
    signs = [sign for sign in _SEPARATORS if sign in unquoted] or [sign for sign in _SEPARATORS if sign in header]
    if len(signs) < 2:
        return signs[0] if signs else _TABLES.get(path.suffix.lower(), ",")
    odd: dict[str, int] = {}
    for sign in signs:
        try:
            lines, problems = _csv_lines(text, sign, 0, path)
        except FileProblem:
            continue
        widths = [len(cells) for _, cells in lines if any(_text(cell).strip(_NO_NAMES) for cell in cells)]
        odd[sign] = len(problems) + sum(width != widths[0] for width in widths)
    best = [sign for sign in odd if odd[sign] == min(odd.values())] or signs[:1]
    if len(best) > 1:
        found = " or ".join(_SEPARATORS[sign] for sign in best)
        raise FileProblem(f"{path} may be separated by {found}; put the separator in a line before it, such as sep=;")
    return best[0]


def _csv_lines(
    text: str, separator: str, skipped: int, path: Path
) -> tuple[list[Line], list[tuple[int, Record | BadRow]]]:
    """The cells of each row with the line in which it begins, and the lines that are no rows."""
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    lines: list[Line] = []
    problems: list[tuple[int, Record | BadRow]] = []
    start, at_end = skipped + 1, False
    while not at_end:
        try:
            for cells in reader:
                lines.append((start, cells))
                start = skipped + reader.line_num + 1
            at_end = True
        except csv.Error as error:
            if "unexpected end" in str(error) or "field larger" in str(error):
                why = f"a quote that opens in the row of line {start} is not closed"
                if lost := text.count("\n", 0, len(text.rstrip())) + 1 + skipped - start:
                    why += f", so that {counted(lost, 'line')} below it would be lost"
                raise FileProblem(f"{path}, line {start}: not CSV: {error}; {why}") from error
            after = skipped + reader.line_num + 1
            problem = BadRow(f"not CSV with {_SEPARATORS[separator]}: {error}", {})
            problems += [(line, problem) for line in range(start, after)]
            start = after
    return lines, problems


def _table(
    path: Path, lines: Sequence[Line], problems: list[tuple[int, Record | BadRow]], sheet: Spreadsheet
) -> tuple[Spreadsheet, list[tuple[int, Record | BadRow]]]:
    """Rows by the names in the first line that has any.

    A line in which there is nothing is no row at the end, or if it has no separator; others are those of somebody who
    wrote nothing.
    """
    place = next((n for n, (_, cells) in enumerate(lines) if any(_text(cell).strip(_NO_NAMES) for cell in cells)), None)
    for number, row in problems:
        if isinstance(row, BadRow) and (place is None or number < lines[place][0]):
            raise FileProblem(f"{path}, line {number}: {row.problem}")
    if place is None:
        others = f"; {sheet.note_of_others}" if sheet.others else ""
        raise FileProblem(f"{path} is empty: expected the names of the columns in its first row{others}")
    head, names = lines[place]
    body = [(number, cells) for number, cells in lines[place + 1 :] if len(cells) > 1 or not _is_blank(cells, names)]
    while body and _is_blank(body[-1][1], names):
        body.pop()
    columns, doubled = _columns(names, body)
    named = tuple(name for name in columns if name)
    sheet = replace(sheet, columns=named, doubled=doubled, head=head, note_of_names=_note_of_names(names, body))
    rows = [(number, _by_name(cells, columns)) for number, cells in body]
    return sheet, sorted([*rows, *problems], key=lambda row: row[0])


def _is_blank(cells: Sequence[Cell], names: Sequence[Cell]) -> bool:
    """Whether a line holds nothing; an only column may have a cell without a value."""
    return not any(map(_text, cells)) and not len(cells) == len(names) == 1


def _text(cell: Cell) -> str:
    return "" if cell is None else str(cell).strip()


def _columns(names: Sequence[Cell], body: Sequence[Line]) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Same names are numbered, and a column without one has its place if anything is in it, and is empty otherwise."""
    columns = [" ".join(_text(name).split()) for name in names]
    if "" in columns:
        filled = {place for _, cells in body for place, cell in enumerate(cells) if _text(cell)}
        columns = [name or (f"column {n + 1}" if n in filled else "") for n, name in enumerate(columns)]
    doubled: dict[str, list[str]] = {name: [] for name, n in Counter(columns).items() if name and n > 1}
    for place, name in enumerate(columns):
        if name in doubled:
            n = len(doubled[name]) + 1
            columns[place] = f"{name} ({n})" if f"{name} {n}" in columns else f"{name} {n}"
            doubled[name].append(columns[place])
    return columns, {name: tuple(numbered) for name, numbered in doubled.items()}


def _by_name(cells: Sequence[Cell], columns: Sequence[str]) -> Record | BadRow:
    padded = [*cells, *[None] * (len(columns) - len(cells))]
    row: Record = {name: cell for name, cell in zip(columns, padded, strict=False) if name}
    lost = next(filter(_text, cells[len(columns) :]), None)
    if lost is None:
        return row
    return BadRow(f"{quoted(lost)} has no column heading; add one, or quote cells that contain separators", row)


def _note_of_names(names: Sequence[Cell], body: Sequence[Line]) -> str:
    """Of the first row that fills most columns with different texts, where the head names fewer than half of them."""
    rows = [(number, list(filter(None, map(_text, cells)))) for number, cells in body[:20]]
    width = max((len(texts) for _, texts in rows), default=0)
    if 2 * sum(map(bool, map(_text, names))) >= width:
        return ""
    like_names = (
        f"the first row names few of the columns; their names seem to be in row {number}: delete the rows above it, "
        "and give each column a name there"
        for number, texts in rows
        if 0.75 * width <= len(texts) == len({*texts}) and all(number_in(text) is None for text in texts)
    )
    return next(like_names, "")


def read_lines(path: Path | None) -> Iterator[str]:
    """Lines of a file, or of standard input: UTF-8, with or without a byte order mark."""
    name = path or "standard input"
    try:
        if path is None:
            if hasattr(sys.stdin, "reconfigure"):
                sys.stdin.reconfigure(encoding="utf-8-sig", errors="strict")
            yield from lines_in(sys.stdin)
        else:
            with io.TextIOWrapper(open_file(path), encoding="utf-8-sig", newline="") as file:
                yield from lines_in(file)
    except UnicodeDecodeError as error:
        raise FileProblem(f"cannot read {name}: it is not UTF-8; save it as UTF-8 ({error})") from error
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from error


def _objects_in_lines(lines: Iterable[str]) -> Iterator[tuple[int, Record | BadRow]]:
    for number, line in enumerate(lines, start=1):
        if line.strip():
            try:
                record = parse_json(line)
            except ValueError as error:
                record = BadRow(f"not JSON: {error}", {})
            is_row = isinstance(record, (dict, BadRow))
            yield number, record if is_row else BadRow(f"expected an object, got {quoted(record)}", {})


def _objects_in_json(text: str, path: Path) -> Iterator[Record]:
    """The objects of an array, of arrays of them, or of an object that holds one; several values may follow."""
    decoder, between, place = json.JSONDecoder(), re.compile(r"[\s,]*"), 0
    try:
        while (place := next(between.finditer(text, place)).end()) < len(text):
            value, place = decoder.raw_decode(text, place)
            yield from _objects_in(value)
    except (ValueError, RecursionError) as error:
        raise FileProblem(f"{path} is not JSON: {error}") from error


def _objects_in(value: object) -> Iterator[Record]:
    parts = value.values() if isinstance(value, dict) else ()
    arrays = [part for part in parts if isinstance(part, list) and part and isinstance(part[0], dict)]
    if isinstance(value, list) or len(arrays) == 1:
        for part in value if isinstance(value, list) else arrays[0]:
            yield from _objects_in(part)
    elif isinstance(value, dict):
        yield value


def _stripped(value: Any) -> Any:  # noqa: ANN401 - decoded JSON
    return (value.strip() or None) if isinstance(value, str) else value


_IDS_OF_QUALTRICS = re.compile(r'\s*\{\s*"ImportId"')
_NO_DATE = re.compile(r"\s*[^\d\s]\D*")  # the head of a column of dates, in whatever language
_HEADS = (
    ({"startdate", "responseid"}, "startdate", _NO_DATE, 2),  # Qualtrics
    ({"case", "questnnr", "started"}, "started", _NO_DATE, 1),  # SoSci Survey
    ({"respondentid", "collectorid"}, "respondentid", re.compile(r"\s*"), 1),  # SurveyMonkey
)
"""Of an export: its columns, see ``plain_name``; the one by which a row of questions is known, what it has there, and
how many may be such."""


def plain_name(column: str) -> str:
    """The name of a column of a survey's program, which has other case, spaces and underscores in other versions."""
    return "".join(column.casefold().replace("_", " ").split())


def survey_heads(rows: Sequence[tuple[int, Mapping[str, Any] | BadRow]]) -> dict[int, bool]:
    """Places, of a table's first two rows, of those in which a survey's program describes the columns; True for ids.

    Questions stand above the ids of Qualtrics. A legacy export of it calls its own columns V1, V2, ...
    """
    found: dict[int, bool] = {}
    for place, (_, row) in enumerate(rows[:2]):
        cells = {} if isinstance(row, BadRow) else {plain_name(str(name)): _text(cell) for name, cell in row.items()}
        if any(map(_IDS_OF_QUALTRICS.match, cells.values())):
            found |= {**dict.fromkeys(range(place), False), place: True}
        elif (place == 0 and plain_name(cells.get("v1", "")) == "responseid") or any(
            cells.keys() >= own and place < n_rows and head.fullmatch(cells[column])
            for own, column, head, n_rows in _HEADS
        ):
            found[place] = False
    return found
