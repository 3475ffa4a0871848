"""Tables as people have them: CSV in any dialect and encoding of spreadsheet programs, workbooks, and JSONL."""

from __future__ import annotations

import codecs
import csv
import io
import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from helm_creativity.benchmark.files.untrusted_files import open_file, read_bytes
from helm_creativity.benchmark.rows.records import (
    LONGEST_CELL,
    NO_NAMES,
    BadRow,
    Record,
    all_usable,
    as_written,
    is_blank_row,
    read_records,
    read_rows,
)
from helm_creativity.benchmark.rows.sheets import Cell, WorkbookSheet, named_rows, read_workbook
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.safe_text import listed, quoted

SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}

_BY_NAME = {".csv": ",", ".tsv": "\t"}
_OBJECTS = {".jsonl": "JSONL", ".parquet": "Parquet"}
_OF_ANY_SEPARATOR = frozenset((".txt", ".dat", ".asc", ".tab"))
# Of statistics and spreadsheet programs; a file of such a name that can be read by its content is.
_UNREAD = frozenset((".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".rds", ".rda", ".rdata", ".xls", ".numbers", ".gz"))
# What programs call .xls or .csv when it is a web page.
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|meta|style|table|\?xml)\b", re.IGNORECASE)
_WORKBOOK, _OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
_UTF16 = (b"\xff\xfe", b"\xfe\xff")
_STRAY = re.compile("[\udc80-\udcff]")
_BLOCK, _MOST_BLANK = 1 << 20, 1000
_SHOWN = 5
_LAST_NAME_ROW, _MOST = 20, 0.75
# Below the names of the columns Qualtrics writes a row of questions and one of ids, or only one of them, or none.
# SurveyMonkey writes a row of the questions' parts, and SoSci Survey one of the questions.
_QUALTRICS_IDS = re.compile(r'\s*\{\s*"ImportId"')
QUALTRICS, SURVEYMONKEY = frozenset(("startdate", "responseid")), frozenset(("respondentid", "collectorid"))
SOSCI = frozenset(("case", "questnnr", "started"))
"""Columns by which exports are known, see ``plain_name``."""
_NAMED = re.compile(r"(?:[ ,;\t]*\r?\n)*sep=([,;\t])[ ,;\t]*(?:\r?\n|\Z)")
_QUOTED = re.compile('"[^"]*"')
_DECIMAL = re.compile(r"[+-]?(\d+([.,]\d*)?|[.,]\d+)([eE][+-]?\d{1,2})?")

Row = tuple[int, dict[str, Any]]


@dataclass(frozen=True)
class Spreadsheet:
    """A table that was read."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    read_as: str
    problems: tuple[tuple[int, str], ...] = ()
    """Lines that are no rows, each with the reason; only where a file is read leniently."""
    doubled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Heads that several columns have, each with the names that these got; only where a file is read leniently."""
    blank: tuple[int, ...] = ()
    """Rows between others in which there is nothing; only where a file is read leniently."""
    head: int = 1
    """The line, or the workbook's row, of the columns' names; only where a file is read leniently."""
    name_row: int | None = None
    """The row that seems to hold the names of the columns, where the first names few; only of lenient reading."""
    sheet: str = ""
    """Of a workbook, the name of the sheet; only of lenient reading, as the others."""
    others: tuple[str, ...] = ()
    """Other sheets of the workbook in which there is anything."""

    @property
    def note_of_others(self) -> str:
        """That there are other sheets; empty where there are none."""
        if not self.others:
            return ""
        return f"only the first sheet, {quoted(self.sheet)}, is read; the workbook has others: {listed(self.others)}"

    @property
    def note_of_name_row(self) -> str:
        """That the names of the columns seem to be in another row, and what to do; empty where they do not."""
        if self.name_row is None:
            return ""
        return (
            f"the first row names few of the columns; their names seem to be in row {self.name_row}: delete the rows "
            "above it, and give each column a name there"
        )


def read_spreadsheet(path: Path, lenient: bool = False) -> Spreadsheet:
    """The table in a file: JSONL and Parquet by their names, a workbook or JSON by its content, everything else is CSV.

    CSV may be UTF-8, UTF-16 with a byte order mark, Windows-1252, or UTF-8 with cells in Windows-1252, and separated by
    commas, semicolons or tabs.
    """
    ending = path.suffix.lower()
    if ending in _OBJECTS:
        return _read_objects(path, ending, lenient)
    content = _content(path)
    if content.startswith(_WORKBOOK):
        book = read_workbook(path, as_shown=lenient)
        if book.not_computed:
            raise FileProblem(
                f"{path} has formulas that no program has computed, in the cells {_first_names(book.not_computed)}: "
                "open it in a spreadsheet program and save it"
            )
        if lenient:
            return _lenient_workbook(path, book)
        rows = named_rows(book.rows, path)
        return Spreadsheet(tuple(rows[0][1]) if rows else (), tuple(rows), "workbook, its first sheet")
    text, encoding = _decoded(content, path)
    if lenient and text.lstrip().startswith(("[", "{")):
        return _read_json(text, path)
    return _read_csv(text, encoding, path, lenient)


def rows_in_file(path: Path, note: Callable[[str], None] = lambda _: None) -> Iterator[tuple[int, Record | BadRow]]:
    """As ``records.read_rows``, with CSV in any dialect and encoding that ``read_spreadsheet`` reads, and workbooks.

    The rows of questions and ids that Qualtrics, SurveyMonkey and SoSci Survey write below the names of the columns are
    left out.
    """
    rows = _rows(path, note)
    first = list(islice(rows, 2))
    heads = survey_heads(first)
    if heads:
        note(f"rows of the survey's questions and ids, which are left out: {len(heads)}")
    yield from (row for place, row in enumerate(first) if place not in heads)
    yield from rows


def plain_name(column: str) -> str:
    """The name of a column of a survey's program, which has other case, spaces and underscores in other versions."""
    return "".join(column.casefold().replace("_", " ").split())


def is_legacy_head(row: Mapping[str, Any] | BadRow) -> bool:
    """Whether a row is the second head of a legacy export of Qualtrics, whose own columns are called V1, V2, ..."""
    return not isinstance(row, BadRow) and plain_name(str(row.get("V1"))) == "responseid"


def survey_heads(rows: Sequence[tuple[int, Mapping[str, Any] | BadRow]]) -> dict[int, bool]:
    """Places, of a table's first two rows, of those in which a survey's program describes the columns; True for ids.

    Questions stand above the ids of Qualtrics. Where there are no ids, they are known by a date without a figure: the
    head of that column in whatever language, as in SoSci Survey; those of SurveyMonkey by a row of no respondent, and
    those of a legacy export of Qualtrics by ``is_legacy_head``.
    """
    found: dict[int, bool] = {}
    for place, (_, row) in enumerate(rows[:2]):
        cells = {} if isinstance(row, BadRow) else {plain_name(str(name)): cell for name, cell in row.items()}
        if any(isinstance(cell, str) and _QUALTRICS_IDS.match(cell) for cell in cells.values()):
            found |= {**dict.fromkeys(range(place), False), place: True}
            continue
        is_sosci = cells.keys() >= SOSCI
        date = str(cells.get("started" if is_sosci else "startdate") or "")
        has_date = cells.keys() >= QUALTRICS or (is_sosci and place == 0)
        in_words = has_date and date.strip() and not any(map(str.isdigit, date))
        no_respondent = cells.keys() >= SURVEYMONKEY and not str(cells["respondentid"] or "").strip()
        if in_words or (place == 0 and (no_respondent or is_legacy_head(row))):
            found[place] = False
    return found


def _rows(path: Path, note: Callable[[str], None]) -> Iterator[tuple[int, Record | BadRow]]:
    if not (recognized := _needs_recognition(path)) and path.suffix.lower() in _UNREAD:
        raise _unread(path)
    if not recognized:
        try:
            yield from read_rows(path)
        except BadArguments as error:
            raise BadArguments(f"{path}, {error}") from error
        return
    sheet = read_spreadsheet(path, lenient=True)
    require_different_heads(sheet, path)  # as in a file that is read row by row
    for said in (f"read as {sheet.read_as}", sheet.note_of_others, sheet.note_of_name_row):
        if said:
            note(said)
    rows: list[tuple[int, Record | BadRow]] = [(number, as_written(row)) for number, row in sheet.rows]
    rows += [(number, BadRow(problem, {})) for number, problem in sheet.problems]
    rows += [(number, dict.fromkeys(sheet.columns, "")) for number in sheet.blank]  # as in a file read row by row
    yield from sorted(rows, key=lambda row: row[0])


def require_different_heads(sheet: Spreadsheet, path: Path) -> None:
    """Refuses a table in which two columns have one name: which of them is meant, nobody can know."""
    if sheet.doubled:
        raise BadArguments(f"{path}, line {sheet.head}: duplicate columns: {listed(sheet.doubled)}")


def _needs_recognition(path: Path) -> bool:
    """What can be read only once, such as a pipe, is taken for what its name says."""
    if not path.is_file():
        return False
    try:
        with open_file(path) as file:
            first = _first_line(file)
            ending = path.suffix.lower()
            if first.startswith((_WORKBOOK, _OLD_WORKBOOK, *_UTF16)) or ending in {".xlsx", ".xlsm"}:
                return True
            if ending == ".json":
                return first.removeprefix(codecs.BOM_UTF8).lstrip().startswith(b"[")
            is_other = ending in (*_BY_NAME, *_OF_ANY_SEPARATOR) and _is_other_csv(first, _BY_NAME.get(ending))
            if is_other or ending not in _BY_NAME:
                return is_other
            decoder = codecs.getincrementaldecoder("utf-8")()
            for block in iter(partial(file.read, _BLOCK), b""):
                decoder.decode(block)
            decoder.decode(b"", final=True)
    except UnicodeDecodeError:
        return True
    except (OSError, ValueError):  # what reads the file says what is wrong with it
        return False
    return False


def _is_other_csv(first: bytes, expected: str | None) -> bool:
    """Without the ``expected`` separator outside quotes; a file for which that is None may be JSONL."""
    if _is_utf16(first):
        return True
    lines = codecs.decode(first, "utf-8-sig").splitlines()  # of old programs for the Mac it is the whole file
    header = next((line for line in lines if line.strip(NO_NAMES)), "")
    has_other = any(other in header for other in SEPARATORS if other != expected)
    if expected is None:
        return has_other and not header.lstrip().startswith(("{", "["))
    return header.startswith("sep=") or (has_other and expected not in _QUOTED.sub("", header))


def _is_utf16(content: bytes) -> bool:
    """Whether text is UTF-16, as programs for Windows write it, without a byte order mark: it begins in ASCII."""
    return content[1:2] == content[3:4] == b"\0" and b"\0" not in (content[:1], content[2:3])


def _first_line(file: IO[bytes]) -> bytes:
    mark = b""
    for _ in range(_MOST_BLANK):
        line = file.readline(_BLOCK)
        if line.startswith(_UTF16) or not line or line.removeprefix(codecs.BOM_UTF8).strip(NO_NAMES.encode()):
            break
        mark = mark or (codecs.BOM_UTF8 if line.startswith(codecs.BOM_UTF8) else b"")
    return mark + line


def records_in_file(path: Path) -> Iterator[tuple[int, Record]]:
    """As ``rows_in_file``, for files of which every row is needed."""
    return all_usable(rows_in_file(path))


def number_in(cell: Cell) -> float | None:
    """The number in a cell, also with a decimal comma or as in 1E-05; None where there is none."""
    if isinstance(cell, str):
        text = cell.strip()
        return float(text.replace(",", ".")) if _DECIMAL.fullmatch(text) else None
    return None if cell is None else float(cell)


def _content(path: Path) -> bytes:
    try:
        content = read_bytes(path)
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except ValueError as error:
        raise FileProblem(f"cannot read {path}: {error}") from error
    if content.startswith(b"PAR1"):
        raise FileProblem(f"{path} is Parquet: give it a name that ends in .parquet")
    if content.startswith(_OLD_WORKBOOK):
        raise FileProblem(f"{path} is a workbook with a password or in the old .xls format; save it as .xlsx or .csv")
    return content


def _unread(path: Path) -> FileProblem:
    return FileProblem(f"files such as {path} are not read; save it as .csv, .xlsx, .jsonl or .parquet")


def _read_objects(path: Path, ending: str, lenient: bool) -> Spreadsheet:
    rows, problems = [], []
    for number, row in read_rows(path, ending) if lenient else read_records(path, ending):
        if isinstance(row, BadRow):
            problems.append((number, row.problem))
        else:
            rows.append((number, row))
    columns = dict.fromkeys(name for _, row in rows for name in row)
    filled = tuple((number, {name: _cell(row.get(name)) for name in columns}) for number, row in rows)
    return Spreadsheet(tuple(columns), filled, _OBJECTS[ending], tuple(problems))


def _read_json(text: str, path: Path) -> Spreadsheet:
    decoder, place, objects = json.JSONDecoder(), _next_value_start(text, 0), []
    try:
        while place < len(text):
            value, place = decoder.raw_decode(text, place)
            objects += list(_rows_in(value))
            place = _next_value_start(text, place)
    except (ValueError, RecursionError) as error:
        raise FileProblem(f"{path} is not JSON: {error}") from error
    columns = dict.fromkeys(str(name) for row in objects for name in row)
    rows = tuple(
        (number, {name: _cell(row.get(name)) for name in columns}) for number, row in enumerate(objects, start=1)
    )
    return Spreadsheet(tuple(columns), rows, "JSON")


def _next_value_start(text: str, place: int) -> int:
    while place < len(text) and text[place] in " \t\r\n,":
        place += 1
    return place


def _rows_in(value: Any) -> Iterator[dict[str, Any]]:  # noqa: ANN401 - decoded JSON
    if isinstance(value, list):
        for part in value:
            yield from _rows_in(part)
    elif isinstance(value, dict):
        arrays = [part for part in value.values() if isinstance(part, list) and part and isinstance(part[0], dict)]
        if len(arrays) == 1:
            yield from _rows_in(arrays[0])
        else:
            yield value


def _first_names(names: Sequence[str]) -> str:
    return listed(names[:_SHOWN]) + (f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else "")


def _lenient_workbook(path: Path, book: WorkbookSheet) -> Spreadsheet:
    rows = [row for row in enumerate(book.rows, start=1) if any(cell is not None for cell in row[1])]
    if not rows and book.others:
        raise FileProblem(
            f"{path}: the first sheet, {quoted(book.name)}, is empty, and only the first is read; make "
            f"another the first: {_first_names(book.others)}"
        )
    if not rows:
        raise FileProblem(f"{path} is empty: expected the names of the columns in its first row")
    (head, names), *body = rows
    width = max(len(cells) for _, cells in rows)
    heads = ["" if name is None else str(name) for name in [*names, *[None] * (width - len(names))]]
    columns, doubled = _own_names(heads, [cells for _, cells in body])
    filled = tuple(
        (number, dict(zip(columns, [*cells, *[None] * (width - len(cells))], strict=True))) for number, cells in body
    )
    for _, row in filled:
        row.pop("", None)
    made = Spreadsheet(tuple(name for name in columns if name), filled, "workbook, its first sheet", doubled=doubled)
    blank = tuple(sorted(set(range(head, rows[-1][0])) - {number for number, _ in rows}))
    return replace(made, blank=blank, head=head, name_row=_name_row(names, body), others=book.others, sheet=book.name)


def _name_row(names: Sequence[Any], rows: Sequence[tuple[int, Sequence[Any]]]) -> int | None:
    def texts(cells: Sequence[Any]) -> list[str]:
        return [str(cell).strip() for cell in cells if cell is not None and str(cell).strip()]

    width = max((len(texts(cells)) for _, cells in rows), default=0)
    if 2 * len(texts(names)) >= width:
        return None
    for number, cells in rows[:_LAST_NAME_ROW]:
        found = texts(cells)
        if (
            len(found) >= _MOST * width
            and len(set(found)) == len(found)
            and all(number_in(text) is None for text in found)
        ):
            return number
    return None


def _decoded(content: bytes, path: Path) -> tuple[str, str]:
    encodings: dict[str, Callable[[bytes], str]] = {
        "UTF-8": partial(str, encoding="utf-8-sig"),
        "UTF-8 and Windows-1252": _mixed,
        "Windows-1252": partial(str, encoding="cp1252"),
    }
    if content.startswith(_UTF16):
        encodings = {"UTF-16": partial(str, encoding="utf-16")}
    elif _is_utf16(content):
        encodings = {"UTF-16": partial(str, encoding="utf-16-le")}
    for name, decode in encodings.items():
        try:
            text = decode(content).rstrip("\0")
        except UnicodeError:
            continue
        if _PAGE.match(text):
            raise FileProblem(f"{path} is a web page (HTML or XML): save it as .xlsx in a spreadsheet program")
        if "\0" not in text:
            return text, name
    if path.suffix.lower() in _UNREAD:
        raise _unread(path)
    raise FileProblem(f"cannot read {path}: it is not UTF-8, UTF-16 or Windows-1252; save it as CSV UTF-8")


def _mixed(content: bytes) -> str:
    """Text in UTF-8, in which bytes that are none are Windows-1252."""
    text = content.decode("utf-8-sig", "surrogateescape")
    stray = len(_STRAY.findall(text))
    if not content.startswith(codecs.BOM_UTF8) and sum(not sign.isascii() for sign in text) <= 2 * stray:
        raise UnicodeError("mostly not UTF-8")
    return _STRAY.sub(lambda byte: byte[0].encode("utf-8", "surrogateescape").decode("cp1252"), text)


def _read_csv(text: str, encoding: str, path: Path, lenient: bool = False) -> Spreadsheet:
    csv.field_size_limit(LONGEST_CELL)
    named = _NAMED.match(text)
    if named is not None:
        separator = named[1]
        tables = {separator: _cells(text[named.end() :], separator, named[0].count("\n"), path)}
    else:
        tables = _tables(text, path)
        separator = _fitting(tables, path)
    if not tables[separator]:
        raise FileProblem(f"{path} is empty: expected the names of the columns in its first row")
    (head, names), *below = tables[separator]
    body = [row for row in below if not is_blank_row(row[1], len(names))]
    columns, doubled = _own_names(names, [cells for _, cells in body]) if lenient else (_columns(names, path), {})
    filled, problems = [], []
    for number, cells in body:
        try:
            filled.append((number, _row(number, columns, cells)))
        except BadArguments as error:
            if not lenient:
                raise
            problems.append((number, str(error).removeprefix(f"line {number}: ")))
    read_as = f"CSV with {SEPARATORS[separator]}, {encoding}"
    return Spreadsheet(
        tuple(name for name in columns if name),
        tuple(filled),
        read_as,
        problems=tuple(problems),
        doubled=doubled,
        blank=tuple(number for number, cells in below if is_blank_row(cells, len(names))),
        head=head,
        name_row=_name_row(names, body) if lenient else None,
    )


def _tables(text: str, path: Path) -> dict[str, list[tuple[int, list[str]]]]:
    header = next((line for line in text.splitlines() if line.strip(NO_NAMES)), "")
    tables, problems = {}, []
    # In quotes they are parts of names, unless there are none elsewhere.
    outside = [known for known in SEPARATORS if known in _QUOTED.sub("", header)]
    for separator in outside or [known for known in SEPARATORS if known in header] or [","]:
        try:
            tables[separator] = _cells(text, separator, 0, path)
        except FileProblem as error:
            problems.append(error)
    if not tables:
        raise problems[0]
    return tables


def _cells(text: str, separator: str, skipped: int, path: Path) -> list[tuple[int, list[str]]]:
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    rows: list[tuple[int, list[str]]] = []
    blank: list[tuple[int, list[str]]] = []
    start = skipped + 1
    try:
        for cells in reader:
            if not is_blank_row(cells, len(rows[0][1])) if rows else any(cell.strip(NO_NAMES) for cell in cells):
                rows += [*blank, (start, cells)]
                blank = []
            elif rows and len(cells) > 1:
                blank.append((start, cells))
            start = skipped + reader.line_num + 1
    except csv.Error as error:
        if reader.line_num and "unexpected end" in str(error):
            raise FileProblem(f"{path}: a quote that opens in the row of line {start} is not closed") from error
        raise FileProblem(f"{path} is not CSV with {SEPARATORS[separator]}, line {start}: {error}") from error
    return rows


def _fitting(tables: Mapping[str, Sequence[tuple[int, list[str]]]], path: Path) -> str:
    wrong = {separator: sum(len(cells) != len(rows[0][1]) for _, cells in rows) for separator, rows in tables.items()}
    best = [table for table in tables if wrong[table] == min(wrong.values())]
    if len(best) > 1:
        found = " or ".join(SEPARATORS[separator] for separator in best)
        raise FileProblem(f"{path} may be separated by {found}; put the separator in a line before it, such as sep=;")
    return best[0]


def _columns(names: Sequence[str], path: Path) -> list[str]:
    columns = [" ".join(name.split()) for name in names]
    twice = sorted({name for name in columns if name and columns.count(name) > 1})
    if twice:
        raise FileProblem(f"{path} has duplicate columns: {listed(twice)}; every column needs its own name")
    return columns


def _own_names(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> tuple[list[str], dict[str, tuple[str, ...]]]:
    """Same names are numbered, and a column without one has its place if anything is in it, as an index may."""
    columns = [" ".join(name.split()) for name in names]
    used = Counter(columns)
    filled = {place for cells in rows for place, cell in enumerate(cells) if cell is not None and str(cell).strip()}
    seen: Counter[str] = Counter()
    doubled: dict[str, tuple[str, ...]] = {}
    for place, name in enumerate(columns):
        if not name:
            columns[place] = f"column {place + 1}" if place in filled else ""
        elif used[name] > 1:
            seen[name] += 1
            numbered = f"{name} {seen[name]}"
            columns[place] = numbered if numbered not in used else f"{name} ({seen[name]})"
            doubled[name] = (*doubled.get(name, ()), columns[place])
    return columns, doubled


def _row(number: int, columns: Sequence[str], cells: Sequence[str]) -> dict[str, Any]:
    lost = [cell for cell in cells[len(columns) :] if cell.strip()]
    lost += [cell for name, cell in zip(columns, cells, strict=False) if not name and cell.strip()]
    if lost:
        raise BadArguments(
            f"line {number}: {quoted(lost[0])} has no column heading; add one, or quote cells that contain separators"
        )
    padded = [*cells, *[""] * (len(columns) - len(cells))]
    return {name: _cell(cell) for name, cell in zip(columns, padded, strict=False) if name}


def _cell(value: Any) -> Any:  # noqa: ANN401 - decoded JSON
    return (value.strip() or None) if isinstance(value, str) else value
