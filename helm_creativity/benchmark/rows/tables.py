"""Rows of files of any format.

CSV comes in any dialect and encoding of spreadsheet programs. A file is what its content says, but for JSONL and
Parquet, which have their names.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
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
_JSONL, _PARQUET, _TABLES = ".jsonl", ".parquet", {".csv": ",", ".tsv": "\t"}
# What programs call .xls or .csv when it is a web page.
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|meta|style|table|\?xml)\b", re.IGNORECASE)
_WORKBOOK, _OLD_WORKBOOK, _UTF16 = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", (b"\xff\xfe", b"\xfe\xff")
_STRAY = re.compile("[\udc80-\udcff]")
_NO_NAMES = ' ,;\t\r\n\v\f"'  # of these alone are the lines that spreadsheet programs write above the columns' names
_ENDS = "\0\x1a"  # of which some programs write one behind the last line
_NAMED = re.compile(r"(?:[ ,;\t]*\r?\n)*sep=([,;\t])[ ,;\t]*(?:\r?\n|\Z)")
_QUOTED = re.compile('"[^"]*"')
_BLOCK = 1 << 20
_QUALTRICS_IDS = re.compile(r'\s*\{\s*"ImportId"')
_NO_DATE = re.compile(r"\s*[^\d\s]\D*")  # the head of a column of dates, in whatever language
_HEADS = (
    ({"startdate", "responseid"}, "startdate", _NO_DATE, 2),  # Qualtrics
    ({"case", "questnnr", "started"}, "started", _NO_DATE, 1),  # SoSci Survey
    ({"respondentid", "collectorid"}, "respondentid", re.compile(r"\s*"), 1),  # SurveyMonkey
)
"""Of an export: its columns, see ``plain_name``; the one by which a row of questions is known, what it has there, and
how many may be such."""


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
        said = f"only the first sheet, {quoted(self.sheet)}, is read; the workbook has others: {listed(self.others)}"
        return said if self.others else ""


def read_spreadsheet(path: Path, lenient: bool = False) -> Spreadsheet:
    """The table in a file.

    Read leniently, a row that does not fit is one of ``problems``, and columns of one name are numbered; otherwise it
    is refused.
    """
    sheet, rows = _read(path)
    rows = list(rows)
    problems = tuple((number, row.problem) for number, row in rows if isinstance(row, BadRow))
    good = [(number, row) for number, row in rows if isinstance(row, dict)]
    columns = sheet.columns or tuple(dict.fromkeys(str(name) for _, row in good for name in row))
    cells = tuple((number, {name: _cell(row.get(name)) for name in columns}) for number, row in good)
    if problems and not lenient:
        raise BadArguments("line {}: {}".format(*problems[0]))
    if not lenient:
        require_different_heads(sheet, path)
    return replace(sheet, columns=columns, rows=cells, problems=problems)


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
    rows = _rows(path, note)
    first = list(islice(rows, 2))
    if heads := survey_heads(first):
        note(f"rows of the survey's questions and ids, which are left out: {len(heads)}")
    yield from (row for place, row in enumerate(first) if place not in heads)
    yield from rows


def _rows(path: Path | None, note: Callable[[str], None]) -> Iterator[tuple[int, Record | BadRow]]:
    if path is None or _is_jsonl(path):
        yield from _objects_in_lines(read_lines(path))
        return
    sheet, rows = _read(path)
    require_different_heads(sheet, path)
    ending = path.suffix.lower()
    plain = "Parquet" if ending == _PARQUET else f"CSV with {_SEPARATORS[_TABLES.get(ending, ',')]}, UTF-8"
    is_plain = sheet.read_as == plain and ending in (_PARQUET, *_TABLES)
    for said in ("" if is_plain else f"read as {sheet.read_as}", sheet.note_of_others, sheet.note_of_names):
        if said:
            note(said)
    for number, row in rows:
        record = row.record if isinstance(row, BadRow) else row or dict.fromkeys(sheet.columns, "")
        if COMPARABLE in sheet.columns:
            record = {without_apostrophe(name): without_apostrophe(cell) for name, cell in record.items()}
        yield number, BadRow(row.problem, record if is_plain else {}) if isinstance(row, BadRow) else record


def records_in_file(path: Path) -> Iterator[tuple[int, Record]]:
    """As ``rows_in_file``, for files of which every row is needed."""
    for number, row in rows_in_file(path):
        if isinstance(row, BadRow):
            raise BadArguments(f"line {number}: {row.problem}")
        yield number, row


def require_different_heads(sheet: Spreadsheet, path: Path) -> None:
    """Refuses a table in which two columns have one name: which of them is meant, nobody can know."""
    if sheet.doubled:
        raise BadArguments(f"{path}, line {sheet.head}: duplicate columns: {listed(sheet.doubled)}")


def _is_jsonl(path: Path) -> bool:
    ending = path.suffix.lower()
    if ending in (_PARQUET, *_TABLES) or ending == _JSONL:
        return ending == _JSONL
    if not path.is_file():
        return True
    with open_file(path) as file:
        start = file.read(_BLOCK).removeprefix(codecs.BOM_UTF8).lstrip()
    return start.startswith(b"{") and start[1:2] != b"\0"


def _read(path: Path) -> tuple[Spreadsheet, Iterable[tuple[int, Any]]]:
    """A table without its rows, and these: records, bad rows, and None for one in which there is nothing."""
    ending = path.suffix.lower()
    if ending == _JSONL:
        return Spreadsheet((), (), "JSONL"), _objects_in_lines(read_lines(path))
    if ending == _PARQUET:
        return Spreadsheet((), (), "Parquet"), objects_in_parquet(path)
    try:
        content = read_bytes(path)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    if content.startswith(_OLD_WORKBOOK):
        raise FileProblem(f"{path} is a workbook with a password or in the old .xls format; save it as .xlsx or .csv")
    if content.startswith(_WORKBOOK):
        cells, name, others = read_workbook(path)
        width = max(map(len, cells), default=0)
        rows: list[tuple[int, Any]] = [
            (number, [*row, *[None] * (width - len(row))]) for number, row in enumerate(cells, start=1)
        ]
        return _table(path, rows, Spreadsheet((), (), "workbook, its first sheet", sheet=name, others=others))
    text, encoding = _decoded(content, path)
    if ending not in _TABLES and text.lstrip().startswith(("[", "{")):
        return Spreadsheet((), (), "JSON"), enumerate(_objects_in_json(text, path), start=1)
    named = _NAMED.match(text)
    separator = named[1] if named else _separator(text, path)
    skipped, text = (named[0].count("\n"), text[named.end() :]) if named else (0, text)
    rows = list(_cells(text, separator, skipped, path))
    return _table(path, rows, Spreadsheet((), (), f"CSV with {_SEPARATORS[separator]}, {encoding}"))


def _table(
    path: Path, rows: Sequence[tuple[int, Any]], sheet: Spreadsheet
) -> tuple[Spreadsheet, Iterator[tuple[int, Any]]]:
    """Rows by names of columns; a text in the place of cells says why a line is none."""
    filled = (place for place, (_, cells) in enumerate(rows) if any(str(cell or "").strip(_NO_NAMES) for cell in cells))
    if (place := next(filled, None)) is None:
        others = f"; {sheet.note_of_others}" if sheet.others else ""
        raise FileProblem(f"{path} is empty: expected the names of the columns in its first row{others}")
    head, names = rows[place]
    if isinstance(names, str):
        raise FileProblem(f"{path}, line {head}: {names}")
    body = list(rows[place + 1 :])
    while body and _is_blank(body[-1][1], len(names)):  # as spreadsheet programs leave them at the end
        body.pop()
    # A row without values between others is one of somebody who wrote nothing; a blank line is none.
    body = [
        (number, None if _is_blank(cells, len(names)) else cells)
        for number, cells in body
        if len(cells) > 1 or not _is_blank(cells, len(names))
    ]
    columns, doubled = _columns(names, body)
    there = tuple(name for name in columns if name is not None)
    sheet = replace(sheet, columns=there, doubled=doubled, head=head, note_of_names=_note_of_names(names, body))
    return sheet, ((number, _by_name(cells, columns)) for number, cells in body)


def _by_name(cells: Sequence[Any] | str | None, columns: Sequence[str | None]) -> Record | BadRow | None:
    if cells is None or isinstance(cells, str):
        return BadRow(cells, {}) if cells else None
    padded = [*cells, *[None] * (len(columns) - len(cells))]
    row = {name: cell for name, cell in zip(columns, padded, strict=False) if name is not None}
    lost = next((cell for cell in cells[len(columns) :] if cell.strip()), None)
    if lost is None:
        return row
    return BadRow(f"{quoted(lost)} has no column heading; add one, or quote cells that contain separators", row)


def _is_blank(cells: Sequence[Cell] | str, n_columns: int) -> bool:
    """Whether a line holds nothing; quotes or white space alone in an only column are a cell without a value."""
    if n_columns == 1 and len(cells) == 1 and not str("" if cells[0] is None else cells[0]).strip():
        return False
    return not any(cell not in (None, "") and str(cell).strip().strip(_ENDS) for cell in cells)


def _columns(
    names: Sequence[Cell], body: Sequence[tuple[int, Any]]
) -> tuple[list[str | None], dict[str, tuple[str, ...]]]:
    """Same names are numbered, and a column without one has its place if anything is in it; others are None."""
    columns: list[str | None] = [" ".join(str("" if name is None else name).split()) or None for name in names]
    if None in columns:
        filled = {place for _, cells in body for place, cell in enumerate(cells or ()) if str(cell or "").strip()}
        columns = [name or (f"column {n + 1}" if n in filled else None) for n, name in enumerate(columns)]
    used, seen = Counter(columns), Counter[str]()
    doubled: dict[str, tuple[str, ...]] = {}
    for place, name in enumerate(columns):
        if name is not None and used[name] > 1:
            seen[name] += 1
            numbered = f"{name} {seen[name]}"
            columns[place] = numbered = numbered if numbered not in used else f"{name} ({seen[name]})"
            doubled[name] = (*doubled.get(name, ()), numbered)
    return columns, doubled


def _note_of_names(names: Sequence[Cell], body: Sequence[tuple[int, Any]]) -> str:
    """Of the first row that fills most columns with different texts, where the head names fewer than half of them."""
    rows = [(number, [str(cell).strip() for cell in cells or () if cell]) for number, cells in body[:20]]
    width = max((len(list(filter(None, texts))) for _, texts in rows), default=0)
    for number, texts in rows if 2 * len([name for name in names if str(name or "").strip()]) < width else ():
        if 0.75 * width <= len(texts) == len({*texts} - {""}) and all(number_in(text) is None for text in texts):
            return (
                f"the first row names few of the columns; their names seem to be in row {number}: delete the rows "
                "above it, and give each column a name there"
            )
    return ""


def _decoded(content: bytes, path: Path) -> tuple[str, str]:
    encodings: dict[str, Callable[[bytes], str]] = {
        "UTF-8": partial(str, encoding="utf-8-sig"),
        "UTF-8 and Windows-1252": _mixed,
        "Windows-1252": partial(str, encoding="cp1252"),
    }
    if content.startswith(_UTF16):
        encodings = {"UTF-16": partial(str, encoding="utf-16")}
    for name, decode in encodings.items():
        try:
            text = decode(content).rstrip("\0")
        except UnicodeError:
            continue
        if _PAGE.match(text):
            raise FileProblem(f"{path} is a web page (HTML or XML): save it as .xlsx in a spreadsheet program")
        if "\0" not in text:
            return text, name
    raise FileProblem(f"cannot read {path}: it is not UTF-8, UTF-16 or Windows-1252; save it as CSV UTF-8")


def _mixed(content: bytes) -> str:
    """Text in UTF-8, in which bytes that are none are Windows-1252."""
    text = content.decode("utf-8-sig", "surrogateescape")
    stray = len(_STRAY.findall(text))
    if not content.startswith(codecs.BOM_UTF8) and sum(not sign.isascii() for sign in text) <= 2 * stray:
        raise UnicodeError("mostly not UTF-8")
    return _STRAY.sub(lambda byte: byte[0].encode("utf-8", "surrogateescape").decode("cp1252"), text)


def _separator(text: str, path: Path) -> str:
    """The separator of the names, outside quotes if it is there, that gives the fewest odd rows."""
    lines = io.StringIO(text, newline=None)
    header = next((line for line in lines if line.strip(_NO_NAMES)), "")
    signs = [sign for sign in _SEPARATORS if sign in _QUOTED.sub("", header)]
    signs = signs or [sign for sign in _SEPARATORS if sign in header] or [_TABLES.get(path.suffix.lower(), ",")]
    odd: dict[str, int] = {}
    for sign in signs if len(signs) > 1 else ():
        with contextlib.suppress(FileProblem):
            rows = [cells for _, cells in _cells(text, sign, 0, path)]
            width = next((len(cells) for cells in rows if any(cell.strip(_NO_NAMES) for cell in cells)), 0)
            odd[sign] = sum(len(cells) != width for cells in rows if not _is_blank(cells, width))
    best = [sign for sign in odd if odd[sign] == min(odd.values())]
    if len(best) > 1:
        found = " or ".join(_SEPARATORS[sign] for sign in best)
        raise FileProblem(f"{path} may be separated by {found}; put the separator in a line before it, such as sep=;")
    return (best or signs)[0]


def _cells(text: str, separator: str, skipped: int, path: Path) -> Iterator[tuple[int, Any]]:
    """The cells of each row, or what is wrong with it, with the line in which it begins."""
    csv.field_size_limit(LONGEST_CELL)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    start = skipped + 1
    while True:
        try:
            for cells in reader:
                yield start, cells
                start = skipped + reader.line_num + 1
            return
        except csv.Error as error:
            if "unexpected end" in str(error) or "field larger" in str(error):
                why = f"a quote that opens in the row of line {start} is not closed"
                if lost := text.count("\n", 0, len(text.rstrip())) + 1 + skipped - start:
                    why += f", so that {counted(lost, 'line')} below it would be lost"
                raise FileProblem(f"{path}, line {start}: not CSV: {error}; {why}") from error
            after = skipped + reader.line_num + 1
            yield from ((line, f"not CSV with {_SEPARATORS[separator]}: {error}") for line in range(start, after))
            start = after


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
        if not line.strip():
            continue
        try:
            record = parse_json(line)
        except ValueError as error:
            yield number, BadRow(f"not JSON: {error}", {})
            continue
        yield number, record if isinstance(record, dict) else BadRow(f"expected an object, got {quoted(record)}", {})


def _objects_in_json(text: str, path: Path) -> Iterator[dict[str, Any]]:
    """The objects of an array, of arrays of them, or of an object that holds one; several values may follow."""
    decoder, place, found = json.JSONDecoder(), 0, list[Any]()
    while (place := len(text) - len(text[place:].lstrip(" \t\r\n,"))) < len(text):
        try:
            value, place = decoder.raw_decode(text, place)
        except (ValueError, RecursionError) as error:
            raise FileProblem(f"{path} is not JSON: {error}") from error
        found.append(value)
    while found:
        value = found.pop(0)
        parts = value.values() if isinstance(value, dict) else ()
        arrays = [part for part in parts if isinstance(part, list) and part and isinstance(part[0], dict)]
        if isinstance(value, list) or len(arrays) == 1:
            found[:0] = value if isinstance(value, list) else arrays[0]
        elif isinstance(value, dict):
            yield value


def _cell(value: Any) -> Any:  # noqa: ANN401 - decoded JSON
    return (value.strip() or None) if isinstance(value, str) else value


def plain_name(column: str) -> str:
    """The name of a column of a survey's program, which has other case, spaces and underscores in other versions."""
    return "".join(column.casefold().replace("_", " ").split())


def is_legacy_head(row: Mapping[str, Any] | BadRow) -> bool:
    """Whether a row is the second head of a legacy export of Qualtrics, whose own columns are called V1, V2, ..."""
    return not isinstance(row, BadRow) and plain_name(str(row.get("V1"))) == "responseid"


def survey_heads(rows: Sequence[tuple[int, Mapping[str, Any] | BadRow]]) -> dict[int, bool]:
    """Places, of a table's first two rows, of those in which a survey's program describes the columns; True for ids.

    Questions stand above the ids of Qualtrics. Where there are no ids, they are known as ``_HEADS`` says, and those of
    a legacy export of Qualtrics by ``is_legacy_head``.
    """
    found: dict[int, bool] = {}
    for place, (_, row) in enumerate(rows[:2]):
        cells = {} if isinstance(row, BadRow) else {plain_name(str(name)): cell for name, cell in row.items()}
        if any(isinstance(cell, str) and _QUALTRICS_IDS.match(cell) for cell in cells.values()):
            found |= {**dict.fromkeys(range(place), False), place: True}
        elif (place == 0 and is_legacy_head(row)) or any(
            cells.keys() >= own and place < n_rows and head.fullmatch(str(cells[column] or ""))
            for own, column, head, n_rows in _HEADS
        ):
            found[place] = False
    return found
