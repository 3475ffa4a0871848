"""Tables as spreadsheet programs save them."""

from __future__ import annotations

import csv
import datetime
import io
import zipfile
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.rows.records import BadRow
from helm_creativity.benchmark.rows.tables import read_sheet, read_spreadsheet, rows_in_file
from helm_creativity.errors import BadArguments, FileProblem

ENCODINGS = {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252"}
NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}

# Letters whose bytes in Windows-1252 are in no text in UTF-8, signs that dialects use, and line ends within a cell.
TEXTS = st.text(st.sampled_from("abz09 öü€–,;\t\"'\n"), max_size=8).map(str.strip)
TABLES = st.lists(st.lists(TEXTS, min_size=3, max_size=3).filter(any), max_size=5)


@given(TABLES, st.sampled_from(sorted(ENCODINGS)), st.sampled_from(sorted(NAMES)), st.sampled_from(["\n", "\r\n"]))
def test_a_table_in_any_dialect_and_encoding_reads_as_it_was_written(
    tmp_path_factory: pytest.TempPathFactory, table: list[list[str]], encoding: str, separator: str, end: str
) -> None:
    columns = ["Teilnehmer é ", "word 1", "rating"]
    text = io.StringIO(newline="")
    csv.writer(text, delimiter=separator, lineterminator=end).writerows([columns, *table])
    path = tmp_path_factory.mktemp("table") / "people.csv"
    path.write_bytes(text.getvalue().encode(encoding))

    sheet = read_spreadsheet(path)

    assert sheet.columns == ("Teilnehmer é", "word 1", "rating")
    assert [list(row.values()) for _, row in sheet.rows] == [[cell or None for cell in row] for row in table]
    assert sheet.read_as == f"CSV with {NAMES[separator]}, {ENCODINGS[encoding]}"


@pytest.fixture
def workbook(tmp_path):
    """Writes sheets, each a name and its rows."""

    def write(**sheets):
        book = pytest.importorskip("openpyxl").Workbook()
        book.remove(book.active)
        for name, rows in sheets.items():
            sheet = book.create_sheet(name)
            for row in rows:
                sheet.append(row)
        book.save(tmp_path / "table.xlsx")
        return tmp_path / "table.xlsx"

    write.folder = tmp_path
    return write


def _read(tmp_path: Path, content: str | bytes, name: str = "people.csv") -> list[tuple[int, dict[str, object]]]:
    (tmp_path / name).write_bytes(content.encode() if isinstance(content, str) else content)
    return list(read_spreadsheet(tmp_path / name).rows)


@pytest.mark.parametrize(
    ("content", "rows"),
    [
        ('id,use\n1,"a\nb"\n\n2,c\n', [(2, {"id": "1", "use": "a\nb"}), (5, {"id": "2", "use": "c"})]),
        ("sep=;\r\na,b;c\r\n1;2\r\n", [(3, {"a,b": "1", "c": "2"})]),
        ("id;words\n1;cat, dog, sun\n", [(2, {"id": "1", "words": "cat, dog, sun"})]),
        ('\n"uses, all";id\ncup;1\n', [(3, {"uses, all": "cup", "id": "1"})]),
        ('words\ncat\n""\n\n  \ndog\n', [(2, "cat"), (3, ""), (5, "  "), (6, "dog")]),
        ('response\nName ten nouns\n"{""ImportId"":""QID1_TEXT""}"\ncat\n', [(4, {"response": "cat"})]),
        ("Finished,response\nFinished,cat\n", [(2, {"Finished": "Finished", "response": "cat"})]),
        *((f"id{sign}words\n1{sign}cat\n{end}", [(2, {"id": "1", "words": "cat"})])
          for sign in ",;" for end in ("\0\0", "\x1a", " \x1a\n")),
        ('{"id": 1}\n{"id": 2}\n', [(1, {"id": 1}), (2, {"id": 2})]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_rows_have_the_line_in_which_they_begin(tmp_path: Path, content: str, rows: list[Any], encoding: str) -> None:
    """Whatever separates cells, lines of a survey's questions, of nothing and behind the last one are no rows."""
    path = tmp_path / ("a.json" if content.startswith("{") else "a.csv")
    path.write_text(content, "utf-8" if content.startswith("{") or "\0" in content else encoding)
    assert list(rows_in_file(path)) == [(at, row if isinstance(row, dict) else {"words": row}) for at, row in rows]


@pytest.mark.parametrize(
    ("cells", "rows"),
    [
        ([["é1", None], ["cat", 3.5]], [(2, {"é1": "cat", "column 2": 3.5})]),
        ([[None], [" ", ""], ["id", "words"], [1, "cat"]], [(4, {"id": 1, "words": "cat"})]),
        ([["word", "n"], [" cat ", 3], ["dog", None]], [(2, {"word": "cat", "n": 3}), (3, {"word": "dog", "n": None})]),
        ([["2 sec\n% of  \nitems", " word\u00a0"], [1, "cat"]], [(2, {"2 sec % of items": 1, "word": "cat"})]),
        (
            [["word", "n"], ["cat", 1], [None, None], ["dog"]],
            [(2, {"word": "cat", "n": 1}), (4, {"word": "dog", "n": None})],
        ),
        ([["when", "yes"], [datetime.date(2026, 6, 1), True]], [(2, {"when": "2026-06-01 00:00:00", "yes": "True"})]),
    ],
)
def test_rows_of_the_first_sheet_by_name(workbook, cells, rows):
    """Numbers stay numbers, names and texts lose outer blanks; a workbook is known by its content."""
    path = workbook(one=cells, two=[["other"], ["no"]]).rename(workbook.folder / "people.csv")
    assert list(read_spreadsheet(path).rows) == rows


@pytest.mark.parametrize("separator", [*",;\t", None])
def test_messages_about_names_have_their_line(tmp_path: Path, separator: str | None) -> None:
    path = tmp_path / ("a.csv" if separator else "a.xlsx")
    _write(path, [["", "", ""], ["", " ", ""], list("aba"), list("123")], separator)
    with pytest.raises(BadArguments, match="line 3: duplicate columns: a"):
        list(rows_in_file(path))
    with pytest.raises(FileProblem, match="duplicate columns: a;"):
        read_spreadsheet(path)


def test_a_row_that_does_not_fit_is_refused_and_not_lost(tmp_path: Path) -> None:
    with pytest.raises(BadArguments, match="line 2: not CSV with commas: ',' expected"):
        _read(tmp_path, 'id,use\n1,"open" use\n')
    with pytest.raises(BadArguments, match="line 3: 'dog' has no column heading"):
        _read(tmp_path, "id,word1\n1,cat\n2,sun,dog\n")


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"", "is empty"),
        (b"id,use\n1,\x81\xff\n", "not UTF-8, UTF-16 or Windows-1252"),
        (b"\xd0\xcf\x11\xe0", r"old .xls format"),
        (b"id,use,use\n1,2,3\n", "duplicate columns: use"),
        (b"a,b;c\n", "commas or semicolons"),
        (b'id,use\n1,"open\n', "a quote that opens in the row of line 2 is not closed"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path: Path, content: bytes, message: str) -> None:
    with pytest.raises(FileProblem, match=message):
        _read(tmp_path, content)


@pytest.mark.parametrize(
    ("content", "note"),
    [
        (b"id,words\n1,caf\xc3\xa9\n", None),
        (b"\xef\xbb\xbfid,words\r\n1,caf\xc3\xa9\r\n", None),
        (b"id,words\n1,caf\xe9\n", "read as CSV with commas, Windows-1252"),
        ("id,words\n0,I don’t know “drum” …and\n1,café\n".encode("cp1252"), "read as CSV with commas, Windows-1252"),
        ('id,words\n0,"90’s ÁRBOL – Lego™, 5 €"\n1,café\n'.encode("cp1252"), "read as CSV with commas, Windows-1252"),
        (b"id;words\n1;caf\xc3\xa9\n", "read as CSV with semicolons, UTF-8"),
        (b"id;words\n1;caf\xe9\n", "read as CSV with semicolons, Windows-1252"),
        (b"sep=;\nid;words\n1;caf\xe9\n", "read as CSV with semicolons, Windows-1252"),
        (b"\n,,\nsep=;;\nid;words\n1;caf\xe9\n", "read as CSV with semicolons, Windows-1252"),
        (b"sep=\t\r\n\nid\twords\n1\tcaf\xe9\n", "read as CSV with tabs, Windows-1252"),
        ("id\twords\n1\tcafé\n".encode("utf-16"), "read as CSV with tabs, UTF-16"),
        ("id,words\n0,“naïve”\n1,".encode() + b"caf\xe9\n", "read as CSV with commas, UTF-8 and Windows-1252"),
        (b"id,words\n0,\xc3\xa9\n1,caf\xe9\n", "read as CSV with commas, Windows-1252"),
        (b"id,words\n" + b"1,cat\n" * 400_000 + b"1,caf\xe9\n", "read as CSV with commas, Windows-1252"),
    ],
)
def test_tables_are_read_whatever_program_saved_them(tmp_path: Path, content: bytes, note: str | None) -> None:
    (tmp_path / "table.csv").write_bytes(content)
    notes: list[str] = []
    rows = list(rows_in_file(tmp_path / "table.csv", notes.append))
    assert rows[-1][1] == {"id": "1", "words": "café"}
    assert notes == ([note] if note else [])


BLANK = ["\n", "\r\n\r\n", " \n", ",,,\n", "\ufeff\n\n", '""SIGN""\n', ";;;\n,,\n", "\t\t\n\n"]


@pytest.mark.parametrize("blank", BLANK)
@pytest.mark.parametrize(("name", "separator"), [("a.csv", ","), ("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", "\t")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_lines_above_the_names_in_which_there_is_nothing(
    tmp_path: Path, blank: str, name: str, separator: str, encoding: str
) -> None:
    """They are counted, but are no names; a row that does not fit is named by its own line."""
    blank = blank.replace("SIGN", separator)
    if encoding != "utf-8":
        blank = blank.removeprefix("\ufeff")
    rows = [["id", "words"], ["1", "café"], ["2", "dog", "law"], ["3", "cat", ""]]
    text = blank + "".join(separator.join(row) + "\n" for row in rows)
    (tmp_path / name).write_bytes(text.encode(encoding))
    above = blank.count("\n")
    (number, first), (wrong, problem), (_, last) = rows_in_file(tmp_path / name)
    assert (number, first) == (above + 2, {"id": "1", "words": "café"})
    assert (wrong, isinstance(problem, BadRow)) == (above + 3, True)
    assert last == {"id": "3", "words": "cat"}


@pytest.mark.parametrize("separator", [*",;\t", None])
def test_rows_in_which_there_is_nothing_are_no_rows_at_the_end(tmp_path: Path, separator: str | None) -> None:
    """As spreadsheet programs leave them there; between others they are those of somebody who wrote nothing."""
    path = tmp_path / ("a.csv" if separator else "a.xlsx")
    nothing = ["", " ", ""]
    _write(path, [["id", "words", ""], nothing, ["1", "cat", ""], nothing, ["2", "", ""], nothing, nothing], separator)
    assert [
        (number, row["id"] or "", (row["words"] or "").strip())
        for number, row in rows_in_file(path)
        if not isinstance(row, BadRow)
    ] == [
        (2, "", ""),
        (3, "1", "cat"),
        (4, "", ""),
        (5, "2", ""),
    ]


@pytest.mark.parametrize(
    ("name", "content", "note"),
    [
        ("a.txt", b"id\twords\n1\tcat\n", "CSV with tabs, UTF-8"),
        ("a.dat", b"id,words\n1,cat\n", "CSV with commas, UTF-8"),
        ("a.csv", b'id;words\r1;"cat"\r', "CSV with semicolons, UTF-8"),
        ("a.csv", b'id;words;"cue, or none"\n1;cat;\n', "CSV with semicolons, UTF-8"),
        ("a.json", b'\n[{"id": "1", "words": "cat"}]', "JSON"),
        ("a.xls", b"id\twords\n1\tcat\n", "CSV with tabs, UTF-8"),
        ("a.sav", b"$FL2@(#)\0\0", None),
    ],
)
def test_tables_under_names_and_in_forms_of_other_programs(
    tmp_path: Path, name: str, content: bytes, note: str | None
) -> None:
    """As of SPSS and R, old programs for the Mac, and programs of experiments."""
    (tmp_path / name).write_bytes(content)
    if note is None:
        with pytest.raises(FileProblem, match=r"^files such as .* are not read; save it as \.csv, \.xlsx, \.jsonl or"):
            list(rows_in_file(tmp_path / name))
        return
    notes: list[str] = []
    ((_, row),) = rows_in_file(tmp_path / name, notes.append)
    assert not isinstance(row, BadRow)
    assert (row["id"], row["words"], notes) == ("1", "cat", [f"read as {note}"])


def _write(path: Path, rows: list[list[str]], separator: str | None) -> None:
    """CSV with a separator, or a workbook."""
    if separator:
        path.write_text("".join(separator.join(row) + "\n" for row in rows))
        return
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    book.save(path)


def test_cells_that_were_copied_from_a_file_in_another_encoding(tmp_path: Path) -> None:
    """Each is read in its own encoding; a byte that is in neither ends the file."""
    content = "id,use\n1,“naïve” – 漢\n2,".encode() + b"\x93Caf\xe9\x94 \x96 ok\n"
    assert [row["use"] for _, row in _read(tmp_path, content)] == ["“naïve” – 漢", "“Café” – ok"]
    with pytest.raises(FileProblem, match="is not UTF-8, UTF-16 or Windows-1252"):
        _read(tmp_path, content + b"3,\x81\n")
    marked = _read(tmp_path, b"\xef\xbb\xbfid,use\n1,caf\xe9\n")
    assert marked == [(2, {"id": "1", "use": "café"})]


IDS = ['{"ImportId":"_recordId"}', '{"ImportId":"QID1_TEXT"}', '{"ImportId":"startDate"}']
QUESTIONS = ["Response ID", "Name ten nouns", "Start Date"]
IN_GERMAN = ["Antwort-ID", "Nennen Sie zehn Nomen", "Anfangsdatum"]


@pytest.mark.parametrize("heads", [[], [QUESTIONS], [IN_GERMAN], [QUESTIONS, IDS], [IN_GERMAN, IDS], [IDS, QUESTIONS]])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_what_qualtrics_writes_below_the_names_is_no_response(
    tmp_path: Path, heads: list[list[str]], encoding: str
) -> None:
    text = io.StringIO(newline="")
    rows = [["ResponseId", "response", "StartDate"], *heads, ["R_1", "cat", "2026-01-31"], ["R_2", "dog", "2026-02-01"]]
    csv.writer(text, delimiter="\t").writerows(rows)
    (tmp_path / "export.tsv").write_bytes(text.getvalue().encode(encoding))
    notes: list[str] = []
    found = list(rows_in_file(tmp_path / "export.tsv", notes.append))
    assert [(number, row["response"]) for number, row in found] == [(len(heads) + 2, "cat"), (len(heads) + 3, "dog")]
    assert (f"rows of the survey's questions and ids, which are left out: {len(heads)}" in notes) == bool(heads)


def test_what_a_workbook_holds_elsewhere_is_said(tmp_path: Path) -> None:
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in (["Study 1"], ["id", "words", "age"], [1, "cat", 20]):
        book.active.append(row)
    book.create_sheet("Data").append(["id"])
    book.save(tmp_path / "study.xlsx")
    notes: list[str] = []
    assert [number for number, _ in rows_in_file(tmp_path / "study.xlsx", notes.append)] == [2, 3]
    assert notes == [
        "read as workbook, its first sheet",
        "only the first sheet, 'Sheet', is read; the workbook has others: Data",
        "the first row names few of the columns; their names seem to be in row 2: delete the rows above it, and give "
        "each column a name there",
    ]


def test_a_size_that_the_sheet_claims_does_not_cut_it(workbook, tmp_path):
    """A sheet that says it has one cell is read to its end."""
    path = workbook(one=[["word", "n"], ["cat", 1], ["dog", 2]])
    lying = tmp_path / "lying.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(lying, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name.startswith("xl/worksheets/sheet"):
                assert b'ref="A1:B3"' in content
                content = content.replace(b'ref="A1:B3"', b'ref="A1"')
            target.writestr(name, content)
    assert read_sheet(lying) == [{"word": "cat", "n": 1}, {"word": "dog", "n": 2}]


def test_a_workbook_without_styles_gives_no_warning(workbook, tmp_path):
    """What the library warns of does not reach the user: the values are all the same."""
    path, plain = workbook(one=[["word"], ["cat"]]), tmp_path / "plain.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(plain, "w") as target:
        for name in source.namelist():
            content = source.read(name)
            if name == "xl/styles.xml":
                content = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'
            target.writestr(name, content)
    assert read_sheet(plain) == [{"word": "cat"}]


def test_a_missing_file(tmp_path):
    """The message has the path."""
    for name in ("none.xlsx", "none.csv"):
        with pytest.raises(FileProblem, match=f"cannot read .*{name}: .*No such file"):
            read_sheet(tmp_path / name)


def test_no_workbook(tmp_path):
    """A workbook that is cut off, and a zip file of something else; the message says what to do."""
    path = tmp_path / "table.xlsx"
    path.write_bytes(b"PK\x03\x04 cut off")
    with pytest.raises(FileProblem, match=r"table.xlsx is not a readable workbook .* save it again as"):
        read_sheet(path)
    with zipfile.ZipFile(path, "w") as file:
        file.writestr("readme.txt", "hello")
    with pytest.raises(FileProblem, match="is not a readable workbook"):
        read_sheet(path)
