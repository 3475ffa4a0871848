"""Tables as spreadsheet programs and programs of surveys save them."""

import csv
import datetime
import io
import re
import zipfile

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.rows.records import BadRow
from helm_creativity.benchmark.rows.tables import read_sheet, read_spreadsheet, rows_in_file
from helm_creativity.errors import BadArguments, FileProblem

ENCODINGS = {"utf-8": "UTF-8", "utf-8-sig": "UTF-8", "utf-16": "UTF-16", "cp1252": "Windows-1252"}
NAMES = {",": "commas", ";": "semicolons", "\t": "tabs"}
in_each = pytest.mark.parametrize("separator", [*NAMES, None])

# Letters whose bytes in Windows-1252 are in no text in UTF-8, signs that dialects use, and line ends within a cell.
TEXTS = st.text(st.sampled_from("abz09 öü€–,;\t\"'\n"), max_size=8).map(str.strip)
TABLES = st.lists(st.lists(TEXTS, min_size=3, max_size=3).filter(any), max_size=5)


@given(TABLES, st.sampled_from(sorted(ENCODINGS)), st.sampled_from(sorted(NAMES)), st.sampled_from(["\n", "\r\n"]))
def test_a_table_in_any_dialect_and_encoding_reads_as_it_was_written(tmp_path_factory, table, encoding, separator, end):
    text = io.StringIO(newline="")
    rows = [["Teilnehmer é ", "word 1", "rating"], *table]
    csv.writer(text, delimiter=separator, lineterminator=end).writerows(rows)
    path = tmp_path_factory.mktemp("table") / "people.csv"
    path.write_bytes(text.getvalue().encode(encoding))
    sheet = read_spreadsheet(path)
    assert sheet.columns == ("Teilnehmer é", "word 1", "rating")
    assert [list(row.values()) for _, row in sheet.rows] == [[cell or None for cell in row] for row in table]
    assert sheet.read_as == f"CSV with {NAMES[separator]}, {ENCODINGS[encoding]}"


def write(path, rows, separator=None, **others):
    """CSV with a separator, or a workbook with other sheets behind the first."""
    if separator:
        path.write_text("".join(separator.join(row) + "\n" for row in rows))
        return path
    book = pytest.importorskip("openpyxl").Workbook()
    for sheet, its in ((book.active, rows), *((book.create_sheet(name), its) for name, its in others.items())):
        for row in its:
            sheet.append(row)
    book.save(path)
    return path


UTF_8, CP1252 = "“naïve” – 漢".encode(), b"\x93Caf\xe9\x94 \x96 ok"


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
        ("words,, \ncat,,x\n", [(2, {"words": "cat", "column 3": "x"})]),
        ("\twords\n0\tcat\n", [(2, {"": "0", "words": "cat"})]),
        (b"words\n" + UTF_8 + b"\n" + CP1252 + b"\n", [(2, "“naïve” – 漢"), (3, "“Café” – ok")]),
        (b"\xef\xbb\xbfwords\n" + CP1252 + b"\n", [(2, "“Café” – ok")]),
    ],
)  # fmt: skip
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16"])
def test_rows_have_the_line_in_which_they_begin(tmp_path, content, rows, encoding):
    """Whatever separates cells, lines of a survey's questions, of nothing and behind the last one are no rows.

    Cells that were copied from a file in another encoding are each read in its own.
    """
    if isinstance(content, str):
        content = content.encode("utf-8" if content.startswith("{") or "\0" in content else encoding)
    path = tmp_path / ("a.json" if content.startswith(b"{") else "a.csv")
    path.write_bytes(content)
    assert list(rows_in_file(path)) == [(at, row if isinstance(row, dict) else {"words": row}) for at, row in rows]


@pytest.mark.parametrize(
    ("cells", "rows"),
    [
        ([["é1", None], ["cat", 3.5]], [(2, {"é1": "cat", "column 2": 3.5})]),
        ([[None], [" ", ""], ["id", "words"], [1, "cat"]], [(4, {"id": 1, "words": "cat"})]),
        ([["2 sec\n% of  \nitems", " word\u00a0"], [1, " cat "]], [(2, {"2 sec % of items": 1, "word": "cat"})]),
        ([["n", "m"], [1, 1], [None, None], [2]], [(2, {"n": 1, "m": 1}), (4, {"n": 2, "m": None})]),
        ([["when", "yes"], [datetime.date(2026, 6, 1), True]], [(2, {"when": "2026-06-01 00:00:00", "yes": "True"})]),
    ],
)
def test_rows_of_the_first_sheet_by_name(tmp_path, cells, rows):
    """Numbers stay numbers, names and texts lose outer blanks; a workbook is known by its content."""
    path = write(tmp_path / "people.xlsx", cells, two=[["other"], ["no"]]).rename(tmp_path / "people.csv")
    assert list(read_spreadsheet(path).rows) == rows


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (None, r"cannot read .*people\.csv: .*No such file"),
        (b"", "is empty"),
        (b"id,use\n1,\x81\xff\n", "not UTF-8, UTF-16 or Windows-1252"),
        (b"use\n" + UTF_8 + b"\n" + CP1252 + b"\n\x81\n", "is not UTF-8, UTF-16 or Windows-1252"),
        (b"\xd0\xcf\x11\xe0", r"old .xls format"),
        (b"id,use,use\n1,2,3\n", "duplicate columns: use"),
        (b"a,b;c\n", "commas or semicolons"),
        (b'id,use\n1,"open\n', "a quote that opens in the row of line 2 is not closed"),
        (b'id,use\n1,"open" use\n', "line 2: not CSV with commas: ',' expected"),
        (b"id,word1\n1,cat\n2,sun,dog\n", "line 3: 'dog' has no column heading"),
        (b"PK\x03\x04 cut off", r"people.csv is not a readable workbook .* save it again as"),
    ],
)
def test_what_is_no_table_is_refused(tmp_path, content, message):
    """A row that does not fit is not lost."""
    if content is not None:
        (tmp_path / "people.csv").write_bytes(content)
    with pytest.raises((FileProblem, BadArguments), match=message):
        list(read_spreadsheet(tmp_path / "people.csv").rows)


CAFE, QUOTED = "id,words\n0,I don’t know “drum” …and\n1,café\n", 'id,words\n0,"90’s ÁRBOL – Lego™, 5 €"\n1,café\n'


@pytest.mark.parametrize(
    ("name", "content", "note"),
    [
        ("a.csv", b"id,words\n1,caf\xc3\xa9\n", None),
        ("a.csv", b"\xef\xbb\xbfid,words\r\n1,caf\xc3\xa9\r\n", None),
        ("a.csv", CAFE.encode("cp1252"), "CSV with commas, Windows-1252"),
        ("a.csv", QUOTED.encode("cp1252"), "CSV with commas, Windows-1252"),
        ("a.csv", b"id;words\n1;caf\xc3\xa9\n", "CSV with semicolons, UTF-8"),
        ("a.csv", b"sep=;\nid;words\n1;caf\xe9\n", "CSV with semicolons, Windows-1252"),
        ("a.csv", b"\n,,\nsep=;;\nid;words\n1;caf\xe9\n", "CSV with semicolons, Windows-1252"),
        ("a.csv", b"sep=\t\r\n\nid\twords\n1\tcaf\xe9\n", "CSV with tabs, Windows-1252"),
        ("a.csv", "id\twords\n1\tcafé\n".encode("utf-16"), "CSV with tabs, UTF-16"),
        ("a.csv", "id,words\n0,“naïve”\n1,".encode() + b"caf\xe9\n", "CSV with commas, UTF-8 and Windows-1252"),
        ("a.csv", b"id,words\n0,\xc3\xa9\n1,caf\xe9\n", "CSV with commas, Windows-1252"),
        ("a.csv", b"id,words\n" + b"1,cat\n" * 400_000 + b"1,caf\xe9\n", "CSV with commas, Windows-1252"),
        ("a.csv", 'id;words\r1;"café"\r'.encode(), "CSV with semicolons, UTF-8"),
        ("a.csv", 'id;words;"cue, or none"\n1;café;\n'.encode(), "CSV with semicolons, UTF-8"),
        ("a.dat", "id,words\n1,café\n".encode(), "CSV with commas, UTF-8"),
        ("a.xls", "id\twords\n1\tcafé\n".encode(), "CSV with tabs, UTF-8"),
        ("a.json", '\n[{"id": "1", "words": "café"}]'.encode(), "JSON"),
    ],
)
def test_tables_are_read_whatever_program_saved_them(tmp_path, name, content, note):
    """As of SPSS and R, old programs for the Mac, and programs of experiments."""
    (tmp_path / name).write_bytes(content)
    notes = []
    *_, (_, row) = rows_in_file(tmp_path / name, notes.append)
    assert (row["id"], row["words"], notes) == ("1", "café", [f"read as {note}"] if note else [])


def test_what_only_another_program_reads_is_refused(tmp_path):
    (tmp_path / "a.sav").write_bytes(b"$FL2@(#)\0\0")
    with pytest.raises(FileProblem, match=r"^files such as .* are not read; save it as \.csv, \.xlsx, \.jsonl or"):
        list(rows_in_file(tmp_path / "a.sav"))


BLANK = ["\n", "\r\n\r\n", " \n", ",,,\n", "\ufeff\n\n", '""SIGN""\n', ";;;\n,,\n", "\t\t\n\n"]


@pytest.mark.parametrize("blank", BLANK)
@pytest.mark.parametrize(("name", "separator"), [("a.csv", ","), ("a.csv", ";"), ("a.csv", "\t"), ("a.tsv", "\t")])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_lines_above_the_names_in_which_there_is_nothing(tmp_path, blank, name, separator, encoding):
    """They are counted, but are no names; a row that does not fit is named by its own line."""
    blank = blank.replace("SIGN", separator).removeprefix("" if encoding == "utf-8" else "\ufeff")
    rows = [["id", "words"], ["1", "café"], ["2", "dog", "law"], ["3", "cat", ""]]
    text = blank + "".join(separator.join(row) + "\n" for row in rows)
    (tmp_path / name).write_bytes(text.encode(encoding))
    above = blank.count("\n")
    (number, first), (wrong, problem), (_, last) = rows_in_file(tmp_path / name)
    assert (number, first) == (above + 2, {"id": "1", "words": "café"})
    assert (wrong, isinstance(problem, BadRow)) == (above + 3, True)
    assert last == {"id": "3", "words": "cat"}


@in_each
def test_messages_about_names_have_their_line(tmp_path, separator):
    path = tmp_path / ("a.csv" if separator else "a.xlsx")
    write(path, [["", "", ""], ["", " ", ""], list("aba"), list("123")], separator)
    with pytest.raises(BadArguments, match="line 3: duplicate columns: a"):
        list(rows_in_file(path))


@in_each
def test_rows_in_which_there_is_nothing_are_no_rows_at_the_end(tmp_path, separator):
    """As spreadsheet programs leave them there; between others they are those of somebody who wrote nothing."""
    path = tmp_path / ("a.csv" if separator else "a.xlsx")
    nothing = ["", " ", ""]
    write(path, [["id", "words", ""], nothing, ["1", "cat", ""], nothing, ["2", "", ""], nothing, nothing], separator)
    found = [(at, row["id"] or "", (row["words"] or "").strip()) for at, row in rows_in_file(path)]
    assert found == [(2, "", ""), (3, "1", "cat"), (4, "", ""), (5, "2", "")]


IDS = ['{"ImportId":"_recordId"}', '{"ImportId":"QID1_TEXT"}', '{"ImportId":"startDate"}']
QUESTIONS = ["Response ID", "Name ten nouns", "Start Date"]
IN_GERMAN = ["Antwort-ID", "Nennen Sie zehn Nomen", "Anfangsdatum"]


@pytest.mark.parametrize("heads", [[], [QUESTIONS], [IN_GERMAN], [QUESTIONS, IDS], [IN_GERMAN, IDS], [IDS, QUESTIONS]])
@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_what_qualtrics_writes_below_the_names_is_no_response(tmp_path, heads, encoding):
    text = io.StringIO(newline="")
    rows = [["ResponseId", "response", "StartDate"], *heads, ["R_1", "cat", "2026-01-31"], ["R_2", "dog", "2026-02-01"]]
    csv.writer(text, delimiter="\t").writerows(rows)
    (tmp_path / "export.tsv").write_bytes(text.getvalue().encode(encoding))
    notes = []
    found = list(rows_in_file(tmp_path / "export.tsv", notes.append))
    assert [(number, row["response"]) for number, row in found] == [(len(heads) + 2, "cat"), (len(heads) + 3, "dog")]
    assert (f"rows of the survey's questions and ids, which are left out: {len(heads)}" in notes) == bool(heads)


def test_what_a_workbook_holds_elsewhere_is_said(tmp_path):
    path = write(tmp_path / "study.xlsx", [["Study 1"], ["id", "words", "age"], [1, "cat", 20]], Data=[["id"]])
    notes = []
    assert [number for number, _ in rows_in_file(path, notes.append)] == [2, 3]
    expected = [
        "read as workbook",
        "only the first sheet, 'Sheet', is read; .* Data$",
        "the first row names few .* row 2",
    ]
    assert len(notes) == 3
    assert [re.match(one, note) is None for one, note in zip(expected, notes, strict=True)] == [False] * 3


STYLES = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'


@pytest.mark.parametrize(
    "change",
    [
        lambda name, content: content.replace(b'ref="A1:B3"', b'ref="A1"'),  # a sheet that says it has one cell
        lambda name, content: STYLES if name == "xl/styles.xml" else content,  # of which the library warns
    ],
)
def test_workbooks_of_other_programs_are_read_to_their_end(tmp_path, change):
    """Without a warning."""
    path, other = write(tmp_path / "a.xlsx", [["word", "n"], ["cat", 1], ["dog", 2]]), tmp_path / "b.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w") as target:
        changed = {name: change(name, source.read(name)) for name in source.namelist()}
        assert changed != {name: source.read(name) for name in changed}
        list(map(target.writestr, changed, changed.values()))
    assert read_sheet(other) == [{"word": "cat", "n": 1}, {"word": "dog", "n": 2}]
