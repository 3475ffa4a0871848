"""Rows of a file of any format, and of data frames.

CSV comes in any dialect and encoding of spreadsheet programs. A file is what its content says, but for JSONL and
Parquet, which have their names.
"""

from __future__ import annotations

import codecs
import contextlib
import csv
import io
import json
import math
import re
import sys
import warnings
import zipfile
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, time
from functools import partial
from itertools import islice
from pathlib import Path
from typing import IO, Any

from helm_creativity.benchmark.files.untrusted_files import (
    LONGEST_LINE,
    lines_in,
    open_file,
    parse_json,
    read_bytes,
)
from helm_creativity.benchmark.rows.cells import Cell, number_in
from helm_creativity.benchmark.rows.records import COMPARABLE, LONGEST_CELL, BadRow, Record, without_apostrophe
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.extras import require
from helm_creativity.safe_text import listed, quoted

Row = tuple[int, dict[str, Any]]

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}
_JSONL, _PARQUET, _TABLES = ".jsonl", ".parquet", (".csv", ".tsv")
# Of statistics programs and others.
_UNREAD = frozenset((".sav", ".zsav", ".por", ".dta", ".sas7bdat", ".rds", ".rda", ".rdata", ".numbers", ".gz"))
# What programs call .xls or .csv when it is a web page.
_PAGE = re.compile(r"\s*<(?:!doctype|html|head|meta|style|table|\?xml)\b", re.IGNORECASE)
_WORKBOOK, _OLD_WORKBOOK, _UTF16 = b"PK\x03\x04", b"\xd0\xcf\x11\xe0", (b"\xff\xfe", b"\xfe\xff")
_STRAY = re.compile("[\udc80-\udcff]")
_NO_NAMES = ' ,;\t\r\n\v\f"'  # of these alone are the lines that spreadsheet programs write above the columns' names
_ENDS = "\0\x1a"  # of which some programs write one behind the last line
_NAMED = re.compile(r"(?:[ ,;\t]*\r?\n)*sep=([,;\t])[ ,;\t]*(?:\r?\n|\Z)")
_QUOTED = re.compile('"[^"]*"')
_SHOWN, _LAST_NAME_ROW, _MOST = 5, 20, 0.75
_BLOCK, _LONGEST_MERGED = 1 << 20, 200
_ZEROS = re.compile("00+")
_MERGED = re.compile(rb'<(?:\w+:)?mergeCell [^<>]{0,100}?ref="([A-Z]+[0-9]+:[A-Z]+[0-9]+)"')
_QUALTRICS_IDS = re.compile(r'\s*\{\s*"ImportId"')
_UNNAMED = re.compile(r"Unnamed: \d+_level_\d+")  # of pandas, for a cell without a text in one of several rows of names

QUALTRICS, SURVEYMONKEY = frozenset(("startdate", "responseid")), frozenset(("respondentid", "collectorid"))
SOSCI = frozenset(("case", "questnnr", "started"))
"""Columns by which exports are known, see ``plain_name``."""


@dataclass(frozen=True)
class Spreadsheet:
    """A table that was read; what follows ``read_as`` is only known of lenient reading."""

    columns: tuple[str, ...]
    rows: tuple[Row, ...]
    read_as: str
    problems: tuple[tuple[int, str], ...] = ()
    """Lines that are no rows, each with the reason."""
    doubled: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Heads that several columns have, each with the names that these got."""
    blank: tuple[int, ...] = ()
    """Rows between others in which there is nothing."""
    head: int = 1
    """The line, or the workbook's row, of the columns' names."""
    name_row: int | None = None
    """The row that seems to hold the names of the columns, where the first names few."""
    sheet: str = ""
    """Of a workbook, the name of the sheet."""
    others: tuple[str, ...] = ()
    """Other sheets of the workbook in which there is anything."""

    @property
    def note_of_others(self) -> str:
        """That there are other sheets; empty where there are none."""
        said = f"only the first sheet, {quoted(self.sheet)}, is read; the workbook has others: {listed(self.others)}"
        return said if self.others else ""

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
    """The table in a file.

    Read leniently, a row that does not fit is one of ``problems``, columns of one name are numbered, and cells of
    workbooks are as they are shown; otherwise it is refused, and cells are as they are stored.
    """
    sheet = _spreadsheet(*_read(path, as_shown=lenient))
    if sheet.problems and not lenient:
        raise BadArguments("line {}: {}".format(*sheet.problems[0]))
    if sheet.doubled and not lenient:
        raise FileProblem(f"{path} has duplicate columns: {listed(sheet.doubled)}; every column needs its own name")
    return sheet


def _spreadsheet(about: Mapping[str, Any], rows: Iterable[tuple[int, Any]]) -> Spreadsheet:
    good: list[Row] = []
    problems: list[tuple[int, str]] = []
    blank: list[int] = []
    for number, row in rows:
        if row is None:
            blank.append(number)
        elif isinstance(row, BadRow):
            problems.append((number, row.problem))
        else:
            good.append((number, row))
    columns = about.get("columns") or tuple(dict.fromkeys(str(name) for _, row in good for name in row))
    filled = tuple((number, {name: _cell(row.get(name)) for name in columns}) for number, row in good)
    return Spreadsheet(**{**about, "columns": columns}, rows=filled, problems=tuple(problems), blank=tuple(blank))


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
    if path.suffix.lower() == _PARQUET:
        yield from _objects_in_parquet(path)
        return
    about, rows = _read(path, as_shown=True, as_written=True)
    sheet = _spreadsheet(about, ())
    require_different_heads(sheet, path)
    is_plain = path.suffix.lower() in _TABLES and sheet.read_as == f"CSV with {_SEPARATORS[_expected(path)]}, UTF-8"
    for said in ("" if is_plain else f"read as {sheet.read_as}", sheet.note_of_others, sheet.note_of_name_row):
        if said:
            note(said)
    nothing = dict.fromkeys(sheet.columns, "")
    for number, row in rows:
        record = row.record if isinstance(row, BadRow) else row or dict(nothing)
        if COMPARABLE in nothing:
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
    return start.startswith(b"{") and not _is_utf16(start)


def _expected(path: Path) -> str:
    return "\t" if path.suffix.lower() == ".tsv" else ","


def _read(path: Path, as_shown: bool, as_written: bool = False) -> tuple[dict[str, Any], Iterable[tuple[int, Any]]]:
    """What is known of a table, and its rows: records, bad rows, and None for one in which there is nothing."""
    ending = path.suffix.lower()
    if ending == _JSONL:
        return {"read_as": "JSONL"}, _objects_in_lines(read_lines(path))
    if ending == _PARQUET:
        return {"read_as": "Parquet"}, _objects_in_parquet(path)
    if ending in _UNREAD:
        raise FileProblem(f"files such as {path} are not read; save it as .csv, .xlsx, .jsonl or .parquet")
    try:
        content = read_bytes(path)
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from error
    if content.startswith(b"PAR1"):
        raise FileProblem(f"{path} is Parquet: give it a name that ends in .parquet")
    if content.startswith(_OLD_WORKBOOK):
        raise FileProblem(f"{path} is a workbook with a password or in the old .xls format; save it as .xlsx or .csv")
    if content.startswith(_WORKBOOK):
        cells, name, others = read_workbook(path, as_shown)
        rows = [(n, row if any(cell is not None for cell in row) else [None] * 2) for n, row in enumerate(cells, 1)]
        about = {"read_as": "workbook, its first sheet", "sheet": name, "others": others}
        return _table(path, lambda: iter(rows), about, as_written)
    text, encoding = _decoded(content, path)
    if ending not in _TABLES and text.lstrip().startswith(("[", "{")):
        return {"read_as": "JSON"}, enumerate(_objects_in_json(text, path), start=1)
    named = _NAMED.match(text)
    separator = named[1] if named else _separator(text, path)
    skipped, text = (named[0].count("\n"), text[named.end() :]) if named else (0, text)
    about = {"read_as": f"CSV with {_SEPARATORS[separator]}, {encoding}"}
    return _table(path, lambda: _cells(text, separator, skipped, path), about, as_written)


def _table(
    path: Path, rows: Callable[[], Iterator[tuple[int, Any]]], about: dict[str, Any], as_written: bool
) -> tuple[dict[str, Any], Iterator[tuple[int, Any]]]:
    """Rows by names of columns, of cells of which a text in their place says why they cannot be read."""
    named = (row for row in rows() if any(str(cell or "").strip(_NO_NAMES) for cell in row[1]))
    head, names = next(named, (0, None))
    if names is None and about.get("others"):
        raise FileProblem(
            f"{path}: the first sheet, {quoted(about['sheet'])}, is empty, and only the first is read; make "
            f"another the first: {_first_names(about['others'])}"
        )
    if names is None or isinstance(names, str):
        raise FileProblem(f"{path} is empty: expected the names of the columns in its first row")
    n_names = len(names)

    def body() -> Iterator[tuple[int, Any]]:
        """The rows below the names, without blank ones at the end; None for others."""
        blank: list[int] = []
        for number, cells in rows():
            if number <= head:
                continue
            if (cells and cells[0] and str(cells[0])[:1].isalnum()) or not _is_blank(cells, n_names):
                if blank:
                    yield from ((place, None) for place in blank)
                    blank = []
                yield number, cells
            elif len(cells) > 1:  # of a blank line nobody wrote anything
                blank.append(number)

    lists = (cells for _, cells in body() if cells is not None and not isinstance(cells, str))
    width = max(map(len, lists), default=0) if "sheet" in about else 0
    heads = ["" if name is None else str(name) for name in [*names, *[None] * (width - n_names)]]
    columns, doubled = _columns(heads, body, as_written)
    kept = [place for place, name in enumerate(columns) if name is not None]
    shown = [name for name in columns if name is not None]
    about |= {"columns": tuple(shown), "doubled": doubled, "head": head, "name_row": _name_row(heads, body)}
    return about, _by_name(body(), shown, kept, len(columns))


def _by_name(
    rows: Iterable[tuple[int, Any]], shown: Sequence[str], kept: Sequence[int], width: int
) -> Iterator[tuple[int, Any]]:
    for number, cells in rows:
        if cells is None or isinstance(cells, str):
            yield number, cells and BadRow(cells, {})
            continue
        values = cells if len(cells) == width else [*cells[:width], *[None] * (width - len(cells))]
        row = dict(zip(shown, values if len(kept) == width else [values[place] for place in kept], strict=True))
        lost = next((cell for cell in cells[width:] if cell.strip()), None) if len(cells) > width else None
        if lost is None:
            yield number, row
        else:
            why = f"{quoted(lost)} has no column heading; add one, or quote cells that contain separators"
            yield number, BadRow(why, row)


def _is_blank(cells: Sequence[Cell] | str, n_columns: int) -> bool:
    """Whether a line holds nothing; quotes or white space alone in an only column are a cell without a value."""
    if n_columns == 1 and len(cells) == 1 and not (cells[0] or "").strip():  # type: ignore[union-attr]
        return False
    return not any(cell not in (None, "") and str(cell).strip().strip(_ENDS) for cell in cells)


def _columns(
    heads: Sequence[str], body: Callable[[], Iterator[tuple[int, Any]]], as_written: bool
) -> tuple[list[str | None], dict[str, tuple[str, ...]]]:
    """Same names are numbered, and a column without one has its place if anything is in it; others are None.

    As it was written, only one column without a name, such as an index, has none.
    """
    tidied = [" ".join(name.split()) for name in heads]
    columns: list[str | None] = list(heads if as_written else tidied)
    unnamed = {place for place, name in enumerate(tidied) if not name}
    if unnamed and not (as_written and len(unnamed) == 1):
        filled = {place for _, cells in body() for place, cell in enumerate(cells or ()) if str(cell or "").strip()}
        columns = [
            name if place not in unnamed else f"column {place + 1}" if place in filled else None
            for place, name in enumerate(columns)
        ]
    used, seen = Counter(columns), Counter[str]()
    doubled: dict[str, tuple[str, ...]] = {}
    for place, name in enumerate(columns):
        if name is not None and used[name] > 1:
            seen[name] += 1
            numbered = f"{name} {seen[name]}"
            columns[place] = numbered = numbered if numbered not in used else f"{name} ({seen[name]})"
            doubled[name] = (*doubled.get(name, ()), numbered)
    return columns, doubled


def _name_row(heads: Sequence[str], body: Callable[[], Iterator[tuple[int, Any]]]) -> int | None:
    """The first of the first rows that fills most columns with different texts, where the head names few."""
    first = ((number, cells) for number, cells in islice(body(), _LAST_NAME_ROW) if isinstance(cells, list))
    rows = [(number, [str(cell).strip() for cell in cells if str(cell or "").strip()]) for number, cells in first]
    width = max((len(texts) for _, texts in rows), default=0)
    for number, texts in rows if 2 * sum(map(bool, map(str.strip, heads))) < width else ():
        if _MOST * width <= len(texts) == len(set(texts)) and all(number_in(text) is None for text in texts):
            return number
    return None


def _decoded(content: bytes, path: Path) -> tuple[str, str]:
    encodings: dict[str, Callable[[bytes], str]] = {
        "UTF-8": partial(str, encoding="utf-8-sig"),
        "UTF-8 and Windows-1252": _mixed,
        "Windows-1252": partial(str, encoding="cp1252"),
    }
    if content.startswith(_UTF16) or _is_utf16(content):
        encodings = {"UTF-16": partial(str, encoding="utf-16" if content.startswith(_UTF16) else "utf-16-le")}
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


def _is_utf16(content: bytes) -> bool:
    """Whether text is UTF-16, as programs for Windows write it, without a byte order mark: it begins in ASCII."""
    return content[1:2] == content[3:4] == b"\0" and b"\0" not in (content[:1], content[2:3])


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
    signs = signs or [sign for sign in _SEPARATORS if sign in header] or [_expected(path)]
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
                raise FileProblem(f"{path}, line {start}: not CSV: {error}; {why}") from error
            yield start, f"not CSV with {_SEPARATORS[separator]}: {error}"
            start = skipped + reader.line_num + 1


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
        where = "" if path is None or not path.is_file() else _undecodable_line(path)
        raise FileProblem(f"cannot read {name}{where}: it is not UTF-8; save it as UTF-8 ({error})") from error
    except (OSError, ValueError) as error:
        raise FileProblem(f"cannot read {name}: {getattr(error, 'strerror', None) or error}") from error


def _undecodable_line(path: Path) -> str:
    with open_file(path) as file:
        for number, line in enumerate(iter(partial(file.readline, LONGEST_LINE), b""), start=1):
            try:
                line.decode()
            except UnicodeDecodeError:
                return f", line {number}"
    return ""


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


def _objects_in_parquet(path: Path) -> Iterator[tuple[int, Record | BadRow]]:
    import pyarrow as pa
    from pyarrow import parquet

    def json_value(value: Any) -> Any:  # noqa: ANN401 - whatever Parquet holds
        if isinstance(value, dict):
            return {str(name): json_value(part) for name, part in value.items()}
        if isinstance(value, (list, tuple)):
            return list(map(json_value, value))
        if isinstance(value, float):
            return value if math.isfinite(value) else None
        return value if value is None or isinstance(value, (str, int)) else str(value)

    try:
        with open_file(path) as file:
            rows = (row for batch in parquet.ParquetFile(file).iter_batches() for row in batch.to_pylist())
            for number, row in enumerate(rows, start=1):
                yield number, json_value(row)
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path} as Parquet: {error}") from error


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


def read_workbook(path: Path, as_shown: bool = False) -> tuple[list[list[Cell]], str, tuple[str, ...]]:
    """The rows and the name of a workbook's first sheet that is not hidden, and the names of others that hold anything.

    The library's warnings about styles and extensions do not concern values.
    """
    require("openpyxl", f"reading the workbook {path}")
    import openpyxl

    try:
        with open_file(path) as file, warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)
            book = openpyxl.load_workbook(file, read_only=True, data_only=True)
            sheet = next((sheet for sheet in book.worksheets if sheet.sheet_state == "visible"), book.worksheets[0])
            for other in book.worksheets:
                other.reset_dimensions()  # a sheet may claim too small a size
            rows: list[list[Cell]] = []
            blank: set[str] = set()
            for row in sheet.iter_rows():
                rows.append([_cell_as_shown(cell) if as_shown else _cell_of_workbook(cell.value) for cell in row])
                unset = [cell for cell in row if cell.value is None and hasattr(cell, "coordinate")]
                blank.update(cell.coordinate for cell in unset if cell.data_type == "n")
            others = tuple(
                other.title
                for other in book.worksheets
                if other is not sheet
                and any(cell is not None for row in other.iter_rows(values_only=True) for cell in row)
            )
            if as_shown:
                with zipfile.ZipFile(file) as parts, parts.open(sheet._worksheet_path) as part:
                    _fill_merged(rows, part)
            if blank:
                formulas = openpyxl.load_workbook(file, read_only=True)[sheet.title]
                formulas.reset_dimensions()
                cells = (cell for row in formulas.iter_rows() for cell in row if cell.value is not None)
                blank = {cell.coordinate for cell in cells if cell.data_type == "f" and cell.coordinate in blank}
    except OSError as error:
        raise FileProblem(f"cannot read {path}: {error.strerror or error}") from error
    except Exception as error:  # whatever the parts of the library raise: of zip, of XML, of keys and types
        raise FileProblem(
            f"{path} is not a readable workbook (.xlsx): {error}; save it again as .xlsx or .csv"
        ) from error
    if blank:
        raise FileProblem(
            f"{path} has formulas that no program has computed, in the cells {_first_names(sorted(blank))}: "
            "open it in a spreadsheet program and save it"
        )
    return rows, sheet.title, others


def _cell_of_workbook(value: object) -> Cell:
    if isinstance(value, (int, float)) and not isinstance(value, bool):
        return value
    return (str(value).strip() or None) if value is not None else None


def _cell_as_shown(cell: Any) -> Cell:  # noqa: ANN401
    value = cell.value
    if isinstance(value, str):
        return value.strip() or None
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    value = _cell_of_workbook(value)
    if isinstance(value, (int, float)) and float(value).is_integer():
        try:
            form = cell.number_format or ""
        except TypeError:  # SPSS writes cells that name no style, as s=""
            return value
        return str(int(value)).zfill(len(form)) if _ZEROS.fullmatch(form) else value
    return value


def _fill_merged(rows: list[list[Cell]], part: IO[bytes]) -> None:
    """From the text of the sheet, as a read-only workbook does not know which cells are merged."""
    from openpyxl.utils.cell import range_boundaries

    found: set[bytes] = set()
    last = b""
    for block in iter(partial(part.read, _BLOCK), b""):
        found.update(_MERGED.findall(last + block))
        last = block[-_LONGEST_MERGED:]
    for cells in found:
        column, top, _, bottom = range_boundaries(cells.decode())
        if 1 < top <= len(rows) and column <= len(rows[top - 1]):  # empty cells may be merged anywhere
            for row in rows[top:bottom]:
                row += [None] * (column - len(row))
                row[column - 1] = rows[top - 1][column - 1]


def _first_names(names: Sequence[str]) -> str:
    return listed(names[:_SHOWN]) + (f" and {len(names) - _SHOWN:,} more" if len(names) > _SHOWN else "")


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


def rows_of_frame(table: Any) -> list[Any] | None:  # noqa: ANN401 - whatever a caller has
    """The rows of a frame of Polars or pandas, a lazy one among them, or of a table of PyArrow; None for all else.

    No library is imported for it. Names of several parts, as pandas has them under a ``MultiIndex``, are joined by
    underscores. Named levels of the index are columns, unless a column has that name. NaN is None.
    """
    if hasattr(table, "collect") and hasattr(table, "collect_schema"):  # lazy, of Polars
        table = table.collect()
    if hasattr(table, "to_dicts"):  # of Polars
        return list(table.to_dicts())
    of_pandas = hasattr(table, "to_dict") and hasattr(table, "columns")
    if not of_pandas and not hasattr(table, "to_pylist"):
        return None
    if of_pandas:
        table = table.set_axis([_joined(name) for name in table.columns], axis=1)
    names = table.columns if of_pandas else getattr(table, "column_names", ())
    if twice := [name for name, n in Counter(map(str, names)).items() if n > 1]:
        raise BadArguments(f"the table has duplicate columns: {listed(twice)}; every column needs its own name")
    if not of_pandas:  # of PyArrow
        return list(table.to_pylist())
    levels = [name for name in table.index.names if name is not None and name not in table.columns]
    table = table.reset_index(level=levels) if levels else table
    return list(table.astype(object).where(table.notna(), None).to_dict("records"))


def _joined(name: Any) -> Any:  # noqa: ANN401 - whatever pandas allows
    if not isinstance(name, tuple):
        return name
    return "_".join(part for part in map(str, name) if part and not _UNNAMED.fullmatch(part))
