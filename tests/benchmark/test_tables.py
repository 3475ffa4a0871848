"""Tables as spreadsheet programs and programs of surveys save them."""

import csv
import datetime
import io
import zipfile
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.replies import read_rows

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


CASES = read_rows(Path(__file__).parent / "tables.jsonl")
"""Tables as programs and people save them, with their rows, the note, or the message of a refusal."""
LONG = "id,words\n" + "1,cat\n" * 400_000 + "1,café\n"
CASES.append({"name": "a.csv", "text": LONG, "encoding": "cp1252", "note": "CSV with commas, Windows-1252"})


def cases(what):
    return pytest.mark.parametrize("case", [case for case in CASES if what in case], ids=lambda case: case["text"][:20])


def saved(folder, case):
    (folder / case["name"]).write_bytes(case["text"].encode(case["encoding"]))
    return folder / case["name"]


@cases("rows")
def test_rows_have_the_line_in_which_they_begin(tmp_path, case):
    """Whatever separates cells, lines of a survey's questions, of nothing and behind the last one are no rows.

    Cells that were copied from a file in another encoding are each read in its own.
    """
    assert list(map(list, rows_in_file(saved(tmp_path, case)))) == case["rows"]


@pytest.mark.parametrize(
    ("cells", "rows"),
    [
        ([["é1", None], ["cat", 3.5]], [(2, {"é1": "cat", "column 2": 3.5})]),
        ([[None], [" ", ""], ["id", "words"], [1, "cat"]], [(4, {"id": 1, "words": "cat"})]),
        ([["2 sec\n% of  \nitems", " word\u00a0"], [1, " cat "]], [(2, {"2 sec % of items": 1, "word": "cat"})]),
        ([["n", "m"], [1, 1], [None, None], [2]], [(2, {"n": 1, "m": 1}), (4, {"n": 2, "m": None})]),
        ([["when", "yes"], [datetime.date(2026, 6, 1), True]], [(2, {"when": "2026-06-01", "yes": "True"})]),
    ],
)
def test_rows_of_the_first_sheet_by_name(tmp_path, cells, rows):
    """Numbers stay numbers, names and texts lose outer blanks; a workbook is known by its content."""
    path = write(tmp_path / "people.xlsx", cells, two=[["other"], ["no"]]).rename(tmp_path / "people.csv")
    assert list(read_spreadsheet(path).rows) == rows


@cases("message")
def test_what_is_no_table_is_refused(tmp_path, case):
    """A row that does not fit is not lost."""
    with pytest.raises((FileProblem, BadArguments), match=case["message"]):
        list(read_spreadsheet(saved(tmp_path, case)).rows)
    with pytest.raises(FileProblem, match=r"cannot read .*none\.csv: .*No such file"):
        read_spreadsheet(tmp_path / "none.csv")


@cases("note")
def test_tables_are_read_whatever_program_saved_them(tmp_path, case):
    """As of SPSS and R, old programs for the Mac, and programs of experiments."""
    notes = []
    *_, (_, row) = rows_in_file(saved(tmp_path, case), notes.append)
    expected = [f"read as {case['note']}"] if case["note"] else []
    assert (row["id"], row["words"], notes) == ("1", "café", expected)


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
    path = write(tmp_path / "study.xlsx", [["id", "words"], [1, "cat"]], Data=[["id"]])
    notes = []
    assert [number for number, _ in rows_in_file(path, notes.append)] == [2]
    others = "only the first sheet, 'Sheet', is read; the workbook has others: Data"
    assert notes == ["read as workbook, its first sheet", others]


STYLES = b'<styleSheet xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"/>'


@pytest.mark.parametrize(
    "change",
    [
        lambda name, content: content.replace(b'ref="A1:B3"', b'ref="A1"'),  # a sheet that says it has one cell
        lambda name, content: STYLES if name == "xl/styles.xml" else content,  # of which the library warns
    ],
)
def test_workbooks_of_other_programs_are_read_to_their_end(tmp_path, change):
    path, other = write(tmp_path / "a.xlsx", [["word", "n"], ["cat", 1], ["dog", 2]]), tmp_path / "b.xlsx"
    with zipfile.ZipFile(path) as source, zipfile.ZipFile(other, "w") as target:
        changed = {name: change(name, source.read(name)) for name in source.namelist()}
        assert changed != {name: source.read(name) for name in changed}
        list(map(target.writestr, changed, changed.values()))
    assert read_sheet(other) == [{"word": "cat", "n": 1}, {"word": "dog", "n": 2}]


def test_a_sheet_of_one_column_may_hold_numbers(tmp_path):
    assert read_sheet(write(tmp_path / "a.xlsx", [["rating"], [1], [2]])) == [{"rating": 1}, {"rating": 2}]
