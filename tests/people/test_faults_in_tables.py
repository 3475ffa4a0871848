"""Tables with the faults that people's files have: each is read as it was meant, or the import says what it found."""

from __future__ import annotations

import csv
import json
import zipfile
from datetime import datetime

import pytest
from support.command import run

from helm_creativity import import_people
from helm_creativity.errors import BadArguments, FileProblem

WORDS = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]
BUILTIN = {"embedding": "builtin"}
HEADS = ["participant", *(f"word{number}" for number in range(1, 8))]


def write(path, rows, **how):
    with path.open("w", newline="", encoding=how.pop("encoding", "utf-8")) as file:
        csv.writer(file, **how).writerows(rows)
    return path


def workbook(path, rows, formats=()):
    openpyxl = pytest.importorskip("openpyxl")
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    for place, form in formats:
        book.active[place].number_format = form
    book.save(path)
    return path


def participants(sample):
    return [response.participant for response in sample.responses]


@pytest.mark.parametrize(
    ("ids", "expected"),
    [
        ([1234567.0, 1234568.0], ["1234567", "1234568"]),
        ([45322.51234, 45322.51235], ["45322.51234", "45322.51235"]),
        ([7, 7.0], ["7", "7"]),
        (["A B", "A  B"], ["A B", "A B"]),
    ],
)
def test_ids_keep_all_digits_however_the_file_holds_them(ids, expected, tmp_path, caplog):
    path = tmp_path / "study.jsonl"
    path.write_text("".join(json.dumps(dict(zip(HEADS, [who, *WORDS], strict=True))) + "\n" for who in ids))
    assert participants(import_people(path, "dat", **BUILTIN)) == expected
    assert "more than 15 digits" not in caplog.text


def test_ids_that_a_program_has_rounded_are_noted(tmp_path, caplog):
    floats = tmp_path / "study.jsonl"
    rows = [dict(zip(HEADS, [who, *WORDS], strict=True)) for who in (2.0**53 + 2, 12345678901234567890)]
    floats.write_text("".join(json.dumps(row) + "\n" for row in rows))
    expected = ["9007199254740994", "12345678901234567890"]
    assert participants(import_people(floats, "dat", **BUILTIN)) == expected
    said = "participants: {} ids in the column participant are numbers of more than 15 digits, such as {}"
    assert said.format(1, 9007199254740994) in caplog.text, "whole numbers of JSON are exact"
    caplog.clear()
    book = workbook(tmp_path / "study.xlsx", [HEADS, [1234567890123450, *WORDS], [123456789012345, *WORDS]])
    import_people(book, "dat", **BUILTIN)
    assert said.format(1, 1234567890123450) in caplog.text


DOUBLED = {
    "participant": ["participant", "participant", "object", "uses"],
    "item": ["participant", "object", "object", "uses"],
    "response": ["participant", "object", "uses", "uses"],
}


@pytest.mark.parametrize("use", DOUBLED)
def test_a_head_of_two_columns_that_would_be_read_is_refused(use, tmp_path):
    heads = DOUBLED[use]
    head = next(head for head in heads if heads.count(head) == 2)
    rows = [["brick" if head == "object" else f"{head} {line}" for head in heads] for line in (1, 2)]
    path = write(tmp_path / "study.csv", [heads, *rows])
    first = heads.index(head) + 1
    places = rf"2 columns have the head '{head}', at places {first}, {first + 1}, "
    said = rf"{places}.* which holds the {use}: .*--{use} '{head}"
    with pytest.raises(BadArguments, match=said):
        import_people(path, "aut", **BUILTIN)
    named = {use: [f"{head} 1"] if use == "response" else f"{head} 1"}
    assert len(import_people(path, "aut", **BUILTIN, **named).responses) == 2


@pytest.mark.parametrize("heads", [["Word1", *HEADS], [*HEADS, "PARTICIPANT"]])
def test_heads_that_differ_in_capitals_alone_are_doubled(heads, tmp_path):
    row = ["river" if head == "Word1" else head for head in heads]
    path = write(tmp_path / "study.csv", [heads, row])
    with pytest.raises(BadArguments, match=r"2 columns have the head '(Word1|participant)', at places 1, "):
        import_people(path, "dat", **BUILTIN)
    others = [head for head in heads if head in ("Word1", "PARTICIPANT")]
    assert import_people(path, "dat", ignore=others, **BUILTIN).participants == ("participant",)


def test_a_second_column_of_participants_is_noted(tmp_path, caplog):
    path = write(tmp_path / "study.csv", [["Subject", *HEADS], ["S1", "A", *WORDS], ["S2", "A", *WORDS]])
    assert import_people(path, "dat", **BUILTIN).participants == ("A",)
    said = "participants are those of the column participant; Subject may name them, too: --participant Subject reads"
    assert said in caplog.text
    caplog.clear()
    assert import_people(path, "dat", participant="Subject", **BUILTIN).participants == ("S1", "S2")
    assert "may name them" not in caplog.text


def test_a_doubled_part_of_the_response_is_refused_and_other_doubled_heads_are_noted(tmp_path):
    heads = ["participant", "age", "word1", "word1", *HEADS[3:], "age"]
    path = write(tmp_path / "study.csv", [heads, ["A", 30, *WORDS, 31]], delimiter=";")
    command = ("people", "import", path, "--benchmark", "dat", "--embedding", "builtin", "--out", tmp_path / "out")
    with pytest.raises(BadArguments, match=r"2 columns have the head 'word1', at places 3, 4"):
        run(*command)
    done = run(*command, "--response", "word*")
    assert "2 columns have the head 'age', at places 2, 10; they are called age 1, age 2 here" in done.stderr
    assert "1 participant, 1 response, 1 with a score" in done.stderr


def test_a_doubled_head_of_ratings_is_that_of_several_raters_if_its_columns_can_be_numbered(tmp_path, caplog):
    rated = [["response", "creativity", "creativity"], ["a sea", 12, 50], ["a sky", 10, 30]]
    sample = import_people(write(tmp_path / "study.csv", rated), "metaphor", prompts="own")
    assert [response.ratings["creativity"] for response in sample.responses] == [[12, 50], [10, 30]]
    assert "2 columns have the head 'creativity', at places 2, 3; they are called creativity 1" in caplog.text
    rows = [["object", "uses", "creativity", "creativity"], ["brick", "fan", 12, 50]]
    import_people(write(tmp_path / "uses.csv", rows), "aut", protocol="mctb2025", prompts="own", **BUILTIN)
    assert "they are called creativity 1, creativity 2 here, and none is read as creativity" in caplog.text
    rated[0] = ["response", "rater1", "rater1"]
    with pytest.raises(BadArguments, match=r"which holds the rating: .*--rating creativity='rater1 1'"):
        import_people(write(tmp_path / "study.csv", rated), "metaphor", prompts="own")


def test_a_file_of_several_tasks_is_noted(tmp_path):
    rows = [["participant", "task", "response"], ["A", "DAT", ", ".join(WORDS)], ["A", "AUT brick", "doorstop; paint"]]
    path = write(tmp_path / "study.csv", rows)
    dat = run("people", "import", path, "--benchmark", "dat", "--embedding", "builtin", "--dry-run").stderr
    said = "the column task is not used, and it differs between rows: DAT, AUT brick; if it says to what"
    assert any(line.startswith(said) and "--only task=DAT" in line for line in dat)
    one = ("--dry-run", "--only", "task=DAT")
    one_task = run("people", "import", path, "--benchmark", "dat", "--embedding", "builtin", *one).stderr
    assert not any("the column task" in line for line in one_task)
    aut = run("people", "import", path, "--benchmark", "aut", "--embedding", "builtin", "--dry-run").stderr
    assert any(line.startswith("unknown items: dat, aut brick; new items get their own scores") for line in aut)


@pytest.mark.parametrize("how", [{}, {"judges": "creativity/lexical-judge"}, {"gather": True}])
def test_an_object_is_one_item_with_and_without_an_article(how, tmp_path, caplog):
    rows = [["participant", "object", "uses"], *(["A", name, "paint"] for name in ("book", "a book", " The  Book"))]
    path = write(tmp_path / "study.csv", [*rows, ["A", "a violin", "fan"], ["A", "violin", "hat"]])
    sample = import_people(path, "aut", **BUILTIN, **how, local_path=tmp_path)
    assert sample.items == ("book", "violin")
    assert len(sample.responses) == (2 if "gather" in how else 5)
    assert "unknown items: violin; new items" in caplog.text


TITLES = {
    "title": ([["My study, 2026"], [], HEADS], 3),
    "merged": ([["participant", "words"], [None, *HEADS[1:]]], 2),
}


@pytest.mark.parametrize("form", ["csv", "xlsx"])
@pytest.mark.parametrize("above", TITLES)
def test_rows_above_the_names_of_the_columns_are_found(above, form, tmp_path):
    heads, row = TITLES[above]
    table = [*heads, ["A", *WORDS], ["B", *WORDS]]
    make = workbook if form == "xlsx" else write
    path = make(tmp_path / f"study.{form}", table)
    with pytest.raises(BadArguments, match=f"their names seem to be in row {row}: delete the rows above it"):
        import_people(path, "dat", **BUILTIN)
    assert len(import_people(make(path, [HEADS, *table[-2:]]), "dat", **BUILTIN).responses) == 2


def test_formulas_without_a_value_are_no_empty_cells(tmp_path):
    """Programs that compute write the value beside the formula; an empty cell that has a style is empty."""
    rows = [HEADS, ["A", *WORDS], ["B", "=B2", *WORDS[1:]], ["C", None, *WORDS[1:]]]
    path = workbook(tmp_path / "study.xlsx", rows, [("B4", "0.00")])
    with pytest.raises(FileProblem, match=r"formulas that no program has computed, in the cells B3: open it in"):
        import_people(path, "dat", **BUILTIN)
    rows[2][1] = "lamp"
    sample = import_people(workbook(path, rows, [("B4", "0.00")]), "dat", **BUILTIN)
    assert [response.failure_reason for response in sample.responses] == ["", "", "too_few_valid"]


def test_a_formula_may_give_an_empty_text(tmp_path):
    """As spreadsheet programs write it: a cell of type text, with the formula and no value."""
    path = workbook(tmp_path / "study.xlsx", [HEADS, ["A", *WORDS], ["B", '=IF(B2="","",B2)', *WORDS[1:]]])
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    as_text = parts[sheet].replace(b'<c r="B3">', b'<c r="B3" t="str">')
    assert as_text != parts[sheet]
    with zipfile.ZipFile(path, "w") as book:
        for name, content in {**parts, sheet: as_text}.items():
            book.writestr(name, content)
    sample = import_people(path, "dat", **BUILTIN)
    assert [response.failure_reason for response in sample.responses] == ["", "too_few_valid"]


def test_ids_of_a_workbook_are_as_it_shows_them(tmp_path):
    """Leading zeros are those of a format, and a day has no time."""
    ids = [7, 7, datetime(2026, 1, 31), datetime(2026, 1, 31, 8, 30)]
    rows = [HEADS, *([who, *WORDS] for who in ids)]
    path = workbook(tmp_path / "study.xlsx", rows, [("A2", "000")])
    expected = ["007", "7", "2026-01-31", "2026-01-31 08:30:00"]
    assert participants(import_people(path, "dat", **BUILTIN)) == expected


def test_other_sheets_of_a_workbook_are_named(tmp_path, caplog):
    openpyxl = pytest.importorskip("openpyxl")
    path = workbook(tmp_path / "study.xlsx", [HEADS, ["A", *WORDS]])
    book = openpyxl.load_workbook(path)
    book.create_sheet("Empty")
    book.save(path)
    import_people(path, "dat", **BUILTIN)
    assert "only the first sheet" not in caplog.text
    book.create_sheet("Notes").append(["see"])
    book["Notes"].append(["the other"])
    book.save(path)
    import_people(path, "dat", **BUILTIN)
    assert "only the first sheet, 'Sheet', is read; the workbook has others: Notes" in caplog.text
    book.move_sheet("Notes", -2)
    book.save(path)
    with pytest.raises(BadArguments, match=r"--response \(.*; only the first sheet, 'Notes', is read"):
        import_people(path, "dat", **BUILTIN)
    book.move_sheet("Empty", -2)
    book.save(path)
    with pytest.raises(
        FileProblem, match=r"the first sheet, 'Empty', is empty, and only the first is read.*: Notes, Sheet"
    ):
        import_people(path, "dat", **BUILTIN)


def test_a_hidden_sheet_is_not_the_first(tmp_path):
    """Unless all that could be read are hidden."""
    openpyxl = pytest.importorskip("openpyxl")
    path = workbook(tmp_path / "study.xlsx", [HEADS, ["A", *WORDS]])
    book = openpyxl.load_workbook(path)
    book.create_sheet("Key", 0).append(["colour"])
    book["Key"].sheet_state = "hidden"
    book.active = 1
    book.save(path)
    assert participants(import_people(path, "dat", **BUILTIN)) == ["A"]


def rewrite_sheet(path, old, new):
    """Changes the text of a workbook's first sheet, in one place."""
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    assert parts[sheet].count(old) == 1
    with zipfile.ZipFile(path, "w") as book:
        for name, content in parts.items():
            book.writestr(name, content.replace(old, new) if name == sheet else content)


def test_merged_cells_below_the_names_have_the_value_that_is_shown(tmp_path):
    """As a participant beside several rows; cells that are merged with one beside them stay empty."""
    openpyxl = pytest.importorskip("openpyxl")
    rows = [["participant", "object", "uses"], ["A", "brick", "step"], [None, None, "toy, art"], ["B", "brick", "drum"]]
    path = workbook(tmp_path / "study.xlsx", [*rows, [None, None, "bed"], [None, None, "nest"], ["C", "rope"]])
    book = openpyxl.load_workbook(path)
    for cells in ("A2:A3", "A4:A6", "B2:B6", "B7:C7"):
        book.active.merge_cells(cells)
    book.save(path)
    found = import_people(path, "aut", protocol="mctb2025", prompts="own", gather=True, **BUILTIN)
    assert found.left_out == {}
    assert [(response.participant, json.loads(response.response or "[]")) for response in found.responses] == [
        ("A", ["step", "toy, art"]),
        ("B", ["drum", "bed", "nest"]),
        ("C", []),
    ]


def test_cells_without_a_style_are_read(tmp_path):
    """As SPSS writes them, with the errors that stand for its missing values."""
    path = workbook(tmp_path / "study.xlsx", [HEADS, [7, *WORDS], [8, "lamp", *WORDS[1:-1], "#NULL!"]], [("A2", "0.0")])
    rewrite_sheet(path, b' s="1"', b' s=""')
    rewrite_sheet(path, b'<c r="A3" t="n">', b'<c r="A3" s="" t="n">')
    sample = import_people(path, "dat", **BUILTIN)
    assert participants(sample) == ["7", "8"]
    assert [response.failure_reason for response in sample.responses] == ["", "too_few_valid"]


def test_names_that_are_merged_stay_as_they_are(tmp_path):
    openpyxl = pytest.importorskip("openpyxl")
    path = workbook(tmp_path / "study.xlsx", [HEADS, ["", *WORDS], ["A", *WORDS]])
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("A1:A2")
    book.save(path)
    sample = import_people(path, "dat", **BUILTIN)
    assert (participants(sample), list(sample.left_out)) == (["A"], ["2"])


def test_empty_cells_may_be_merged_below_the_table(tmp_path):
    """Other programs write such a range without any row for it."""
    openpyxl = pytest.importorskip("openpyxl")
    path = workbook(tmp_path / "study.xlsx", [HEADS, ["A", *WORDS]])
    book = openpyxl.load_workbook(path)
    book.active.merge_cells("Z1:Z2")
    book.save(path)
    rewrite_sheet(path, b'ref="Z1:Z2"', b'ref="A90:A95"')
    assert participants(import_people(path, "dat", **BUILTIN)) == ["A"]


def test_an_encoding_that_is_guessed_is_noted(tmp_path):
    path = write(tmp_path / "study.csv", [HEADS, ["José", *WORDS]], encoding="cp1252")
    command = ("people", "import", path, "--benchmark", "dat", "--embedding", "builtin", "--replace", "--out", tmp_path)
    assert "read as CSV with commas, Windows-1252" in run(*command).stderr
    write(path, [HEADS, ["José", *WORDS]])
    assert not any("read as" in line for line in run(*command).stderr)


def test_a_quote_that_is_not_closed_is_named(tmp_path):
    path = tmp_path / "study.csv"
    path.write_text(f'{",".join(HEADS)}\nA,{",".join(WORDS)}\nB,"{",".join(WORDS)}\nC,{",".join(WORDS)}\n')
    with pytest.raises(FileProblem, match="a quote that opens in the row of line 3 is not closed"):
        import_people(path, "dat", **BUILTIN)


@pytest.mark.parametrize("none", ["-", "–", "NA", "n.a.", "-99", "-99.0", "k. A.", "None", " ? "])
def test_codes_of_missing_ratings_are_no_ratings(none, tmp_path):
    rows = [["response", "creativity 1", "creativity 2"], ["a sea", 10, none], ["a sky", none, none], ["a bay", 30, 50]]
    sample = import_people(write(tmp_path / "study.csv", rows), "metaphor", prompts="own")
    assert [response.score for response in sample.responses] == [10, None, 40]
    assert sample.left_out == {}
    whole = [["response", "creativity"], ["a sea", none], ["a sky", "10"], ["a bay", "50"]]
    sample = import_people(write(tmp_path / "study.csv", whole), "metaphor", prompts="own")
    assert [response.score for response in sample.responses] == [None, 10, 50]


def test_a_column_that_no_score_needs_leaves_out_no_row(tmp_path, caplog):
    """The rated dimension of mctb2025 is originality; ratings of creativity are kept beside it if they can be read."""
    own = {"protocol": "mctb2025", "prompts": "own", **BUILTIN}
    cells = ["very", "4 (high)", "-", "30", "20; 40", "4"]
    rows = [["participant", "object", "uses", "creativity"], *([who, "brick", "fan", who] for who in cells)]
    sample = import_people(write(tmp_path / "study.csv", rows), "aut", **own)
    assert [response.submetrics["creativity"] for response in sample.responses] == [None, None, None, 30, 30, None]
    assert sample.left_out == {}
    assert "3 cells of creativity are no ratings from 10 to 50 and are not read: no score needs them" in caplog.text
    rows = [[who, name, uses, rating] for (who, name, uses, _), rating in zip(rows[1:], "123454", strict=True)]
    path = write(tmp_path / "study.csv", [["participant", "object", "uses", "creativity"], *rows])
    rated = import_people(path, "aut", ratings={"originality": ["creativity"]}, scale=(1, 5), **own)
    assert [response.score for response in rated.responses] == [1, 2, 3, 4, 5, 4]


def test_parquet_is_read_as_score_reads_it(tmp_path):
    polars = pytest.importorskip("polars")
    path = tmp_path / "study.parquet"
    polars.DataFrame({"participant": ["001", "002"], "words": [WORDS, None]}).write_parquet(path)
    sample = import_people(path, "dat", **BUILTIN)
    assert participants(sample) == ["001", "002"]
    assert [response.failure_reason for response in sample.responses] == ["", "empty"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("study.xls", b"<html><table><tr><td>participant</td></tr></table></html>", "is a web page"),
        ("study.csv", b'\xef\xbb\xbf\n<!DOCTYPE html><meta charset="utf-8">', "is a web page"),
        ("study.sav", b"$FL2@(#) SPSS\0\0\0\x81", "are not read; save it as .csv, .xlsx"),
    ],
)
def test_files_of_other_programs_are_named(name, content, message, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileProblem, match=message):
        import_people(path, "dat", **BUILTIN)


def test_rows_that_are_there_twice_are_noted(tmp_path, caplog):
    heads = ["participant", "object", "uses"]
    rows = [["001", "brick", "doorstop"], ["001", "rope", "swing"], ["002", "brick", "doorstop"]]
    import_people(write(tmp_path / "a.csv", [heads, *rows]), "aut", **BUILTIN)
    assert "the same as one above" not in caplog.text
    import_people(write(tmp_path / "b.csv", [heads, *rows, rows[1], rows[0]]), "aut", **BUILTIN)
    assert "rows that are the same as one above in every cell: 2, the first in line 5" in caplog.text
    caplog.clear()
    import_people(write(tmp_path / "c.csv", [heads[1:], *(row[1:] for row in rows)]), "aut", **BUILTIN)
    assert "the same as one above" not in caplog.text  # of people who are not told apart


AUT = {"protocol": "mctb2025", "prompts": "own", "embedding": "builtin", "scale": (1, 5)}


@pytest.mark.parametrize("gather", [True, False])
@pytest.mark.parametrize(("who", "raters"), [("rater", [1, 2]), ("rater", ["x", "y"]), ("Bewertet von", [1, 2])])
def test_rows_of_one_rater_each_are_refused(who, raters, gather, tmp_path):
    heads = ["participant", "object", "use", who, "originality"]
    rated = [("A", "doorstop", [1, 2]), ("A", "paint", [4, 5]), ("B", "wall", [1, 1])]
    rows = [[a, "brick", use, *rating] for a, use, given in rated for rating in zip(raters, given, strict=True)]
    with pytest.raises(BadArguments, match="most rows repeat a response with other ratings, such as lines 2 and 3"):
        import_people(write(tmp_path / "a.csv", [heads, *rows]), "aut", response=["use"], gather=gather, **AUT)


def test_a_column_that_says_who_rated_has_no_ratings(tmp_path):
    heads = ["participant", "object", "use", "rater", "rating"]
    rows = [["A", "brick", "doorstop", 1, 3], ["A", "brick", "paint", 2, 5], ["B", "brick", "doorstop", 2, 4]]
    path = write(tmp_path / "a.csv", [heads, *rows])
    sample = import_people(path, "aut", response=["use"], gather=True, **AUT)
    assert sample.by_participant() == {"A": 4, "B": 4}
    heads[-1] = "age"
    alone = import_people(write(tmp_path / "b.csv", [heads, *rows]), "aut", response=["use"], gather=True, **AUT)
    assert alone.by_participant() == {"A": 1.5, "B": 2}
