"""Tables as people's tools and hands write them: each is read as it was meant, or the import says what it found."""

from __future__ import annotations

import csv
import json
import re
import zipfile
from pathlib import Path

import openpyxl
import pytest
import yaml

from helm_creativity import import_people
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments, FileProblem

CASES = yaml.safe_load(Path(__file__).with_name("tables.yaml").read_text("utf-8"))
WORDS = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]
HEADS = ["participant", *(f"word{n}" for n in range(1, 8))]
BUILTIN = {"embedding": "builtin"}
SETTINGS = {"dat": BUILTIN, "aut": BUILTIN, "drat": BUILTIN, "metaphor": {"prompts": "own"}}
SHEET = "xl/worksheets/sheet1.xml"


def write(path, rows, encoding="utf-8", **how):
    with path.open("w", newline="", encoding=encoding) as file:
        csv.writer(file, **how).writerows(rows)
    return path


def workbook(path, rows, formats=(), merged=()):
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append([None if cell == "" else cell for cell in row])
    for place, form in dict(formats).items():
        book.active[place].number_format = form
    for cells in merged:
        book.active.merge_cells(cells)
    book.save(path)
    return path


def rewrite_sheet(path, *changes):
    """Changes the text of a workbook's first sheet, each in one place, as other programs write it."""
    with zipfile.ZipFile(path) as book:
        parts = {name: book.read(name) for name in book.namelist()}
    for old, new in changes:
        assert parts[SHEET].count(old) == 1
        parts[SHEET] = parts[SHEET].replace(old, new)
    with zipfile.ZipFile(path, "w") as book:
        for name, content in parts.items():
            book.writestr(name, content)


def spelled(row):
    """The cells of a row, with the words for which some stand."""
    stand = {"+W": WORDS, "+H": HEADS[1:], "%L": [", ".join(WORDS)]}
    return [each for cell in row for each in (stand.get(cell) if isinstance(cell, str) and cell in stand else [cell])]


def made(case, form, folder):
    """The file of a case."""
    rows, path = [spelled(row) for row in case["table"]], folder / f"study.{form}"
    if form == "xlsx":
        return workbook(path, rows, case.get("formats", ()), case.get("merged", ()))
    if form == "jsonl":
        path.write_text("".join(json.dumps(dict(zip(rows[0], row, strict=True))) + "\n" for row in rows[1:]))
        return path
    return write(path, rows, **case.get("written", {}))


def found(sample, name):
    """What a case may say of each response."""
    of = {
        **{f"{field}s": lambda response, field=field: getattr(response, field) for field in ("participant", "item")},
        **{f"{field}s": lambda response, field=field: getattr(response, field) for field in ("response", "trial")},
        "reasons": lambda response: response.failure_reason,
        "scores": lambda response: response.score,
        "ratings": lambda response: [list(idea.ratings) for idea in response.listed_ideas],
    }.get(name, lambda response: response.submetrics[name])
    return [of(response) for response in sample.responses]


def dry_run(path, benchmark, how):
    """The command that reads it."""
    options = [f"--response={column}" for column in how.get("response", ())]
    named = ["--embedding", "builtin"] if "embedding" in how else []
    return ["people", "import", str(path), "--benchmark", benchmark, "--dry-run", *named, *options]


RUNS = [
    pytest.param(case, form, each, id=f"{case['is']} {form} {' '.join(each)}".strip())
    for case in CASES
    for form in case.get("forms", [case.get("form", "csv")])
    for each in case.get("each", [{}])
]
FIELDS = {"participants", "items", "responses", "trials", "reasons", "ratings", "fluency", "creativity"}


@pytest.mark.parametrize(("case", "form", "each"), RUNS)
def test_a_table_is_read_as_it_was_meant(case, form, each, tmp_path, caplog, capsys):
    path, benchmark = made(case, form, tmp_path), case.get("of", "dat")
    how = {**SETTINGS.get(benchmark, {}), **case.get("how", {}), **each}
    if benchmark == "aut":
        how.setdefault("embedding", "builtin")
    if "refuses" in case:
        with pytest.raises((BadArguments, FileProblem), match=case["refuses"]):
            import_people(path, benchmark, **how)
        return
    sample = import_people(path, benchmark, **how, local_path=tmp_path / "prod_env")
    assert {name: found(sample, name) for name in FIELDS & set(case)} == {
        name: case[name] for name in FIELDS & set(case)
    }
    if "scores" in case:
        assert found(sample, "scores") == [None if score is None else pytest.approx(score) for score in case["scores"]]
    if "left_out" in case:
        assert list(sample.left_out) == list(case["left_out"])
        assert all(sample.left_out[line].startswith(said) for line, said in case["left_out"].items())
    assert [words for words in case.get("notes", ()) if words not in caplog.text] == []
    assert [words for words in case.get("silent", ()) if words in caplog.text] == []
    if "shows" in case or "never" in case:
        assert main(dry_run(path, benchmark, how)) == 0
        printed = "".join(capsys.readouterr())
        assert [words for words in case.get("shows", ()) if words not in printed] == []
        assert [words for words in case.get("never", ()) if words in printed] == []


TRIALS = [
    ("html-keyboard-response", "s1", "<p>Welcome</p>", " "),
    ("survey-html-form", "s1", "", {"age": "22", "sex": "f"}),
    ("survey-text", "s1", "List uses for a <b>BOOK</b>.", {"Q0": "doorstop, fan"}),
    ("survey-text", "s1", "rope", {"Q0": "swing", "Q1": "belt"}),
    ("survey-text", "s2", "book", {"Q0": ""}),
    ("survey-text", "s3", "", {"fork": "comb", "book": "fan"}),
]


@pytest.mark.parametrize("form", ["csv", "json", "arrays"])
def test_jspsych_has_trials_whose_response_is_an_object_of_texts(form, tmp_path, caplog):
    names = ("trial_type", "subject", "stimulus", "response", "rt", "trial_index", "time_elapsed")
    trials = [dict(zip(names, [*trial, 5, n, n], strict=True)) for n, trial in enumerate(TRIALS)]
    path = tmp_path / f"a.{'csv' if form == 'csv' else 'json'}"
    if form == "csv":
        cells = [{**trial, "response": json.dumps(trial["response"])} for trial in trials]
        write(path, [names, *(list(cell.values()) for cell in cells)], quoting=csv.QUOTE_ALL)
    else:
        parts = [trials] if form == "json" else [trials[:2], trials[2:]]
        path.write_text("\n".join(json.dumps(part) for part in parts))
    sample = import_people(path, "aut", **BUILTIN)
    assert [(response.participant, response.item, response.response) for response in sample.responses] == [
        ("s1", "book", "doorstop, fan"),
        ("s1", "rope", '["swing", "belt"]'),
        ("s2", "book", ""),
        ("s3", "fork", "comb"),
        ("s3", "book", "fan"),
    ]
    assert "jsPsych export; rows that are no responses: 2" in caplog.text


@pytest.mark.parametrize(
    ("cells", "how", "scores"),
    [
        (["10", "50, 20"], {}, [10, 35]),
        (["0", "1, 3"], {"scale": (0, 4)}, [10, 30]),
        (
            ["0;NA;2", "1, -99", "[2, null]", "-99 / NA", "NA,2", "4|", "n.a.,n.a.", "[-99]", "-;4"],
            {"scale": (0, 4)},
            [20, 20, 30, None, 30, 50, None, None, 50],
        ),
        (["10;-99", "50"], {}, [10, 50]),  # a missing code is no end of the scale
        (["1", "3", "99", ""], {"scale": (1, 5)}, [10, 30, None]),
        (["1", "4"], {"ignore": ["creat*"]}, [None, None]),
        (["1", "4"], {}, r"from 1 to 4 \(lines 2 and 3\), and the benchmark's scale is 10 to 50"),
        (["20", "40"], {}, r"the benchmark's scale is 10 to 50, and these fit as well: 0 to 100, 1 to 100: write"),
        (["1"], {"scale": (5, 1)}, "scale: expected the lowest rating, then the highest, got 5 1"),
    ],
)
def test_a_scale_that_is_not_said_is_asked_for(cells, how, scores, tmp_path):
    """What fits the benchmark's scale alone, or reaches its ends, is on it; all else is not guessed."""
    rows = [["response", "creativity"], *([f"a sea {n}", cell] for n, cell in enumerate(cells))]
    path = write(tmp_path / "a.csv", rows, delimiter=";")
    if isinstance(scores, str):
        with pytest.raises(BadArguments, match=scores):
            import_people(path, "metaphor", prompts="own", **how)
        return
    sample = import_people(path, "metaphor", prompts="own", **how)
    assert found(sample, "scores") == scores
    if "99" in cells:
        assert sample.left_out == {"4": "the rating 99 is not on the scale 1 to 5"}
        assert sample.source["ratings: creativity"] == "1 to 5 on 10 to 50"


def test_a_table_without_items_is_refused_with_what_to_write(tmp_path, capsys):
    path = write(tmp_path / "a.csv", [["participant", "written"], ["A", "doorstop, fan"]])
    command = dry_run(path, "aut", BUILTIN)
    assert main([*command, "--response", "written"]) == 2
    said = " ".join(capsys.readouterr().err.split())
    assert "no column says the item: expected a column object, item, id or prompt" in said
    advice = said.partition("write ")[2].partition(",")[0].split()
    assert advice == ["--response", "book=written"]
    assert main([*command, *advice]) == 0
    assert "1 with a score" in capsys.readouterr().err


def test_rows_of_a_surveys_heads_are_not_scored(tmp_path, capsys):
    lists = write(tmp_path / "b.csv", [["V1", "words"], ["ResponseID", "Name words"], ["R_1", ", ".join(WORDS)]])
    assert main(["score", "dat", "--embedding", "builtin", str(lists)]) == 0
    out, err = capsys.readouterr()
    assert [row["V1"] for row in csv.DictReader(out.splitlines())] == ["R_1"]
    assert "rows of the survey's questions and ids, which are left out: 1" in err


@pytest.mark.parametrize(
    ("rows", "changes", "reasons"),
    [
        # A formula that gave an empty text: a cell of type text, with the formula and no value.
        (
            [["A", *WORDS], ["B", '=IF(B2="","",B2)', *WORDS[1:]]],
            [(b'<c r="B3">', b'<c r="B3" t="str">')],
            ["", "too_few_valid"],
        ),
        # SPSS writes cells without a style, and errors that stand for its missing values.
        (
            [[7, *WORDS], [8, "lamp", *WORDS[1:-1], "#NULL!"]],
            [(b' s="1"', b' s=""'), (b'<c r="A3" t="n">', b'<c r="A3" s="" t="n">')],
            ["", "too_few_valid"],
        ),
        # Empty cells may be merged below the table, without any row for them.
        ([["A", *WORDS]], [(b'ref="Z1:Z2"', b'ref="A90:A95"')], [""]),
    ],
    ids=["formula", "SPSS", "merged"],
)
def test_workbooks_of_other_programs(rows, changes, reasons, tmp_path):
    merged, formats = (["Z1:Z2"] if b"Z1" in changes[0][0] else []), ({"A2": "0.0"} if rows[0][0] == 7 else {})
    path = workbook(tmp_path / "study.xlsx", [HEADS, *rows], formats, merged)
    rewrite_sheet(path, *changes)
    sample = import_people(path, "dat", **BUILTIN)
    assert found(sample, "participants") == [str(row[0]) for row in rows]
    assert found(sample, "reasons") == reasons


def test_other_sheets_of_a_workbook_are_named(tmp_path, caplog):
    path = workbook(tmp_path / "study.xlsx", [HEADS, ["A", *WORDS]])
    book = openpyxl.load_workbook(path)
    book.create_sheet("Empty")
    book.save(path)
    import_people(path, "dat", **BUILTIN)
    assert "only the first sheet" not in caplog.text
    book.create_sheet("Key", 0).append(["colour"])
    book["Key"].sheet_state = "hidden"  # so that it is not the first
    book.active = 1
    book.create_sheet("Notes").append(["see"])
    book["Notes"].append(["the other"])
    book.save(path)
    assert found(import_people(path, "dat", **BUILTIN), "participants") == ["A"]
    assert "only the first sheet, 'Sheet', is read; the workbook has others: Key, Notes" in caplog.text
    for name, problem in (
        ("Notes", r"--response \(.*; only the first sheet, 'Notes', is read"),
        ("Empty", r"is empty.*only the first sheet, 'Empty', is read; .*Notes, .*Sheet"),
    ):
        book.move_sheet(name, -5)
        book.save(path)
        with pytest.raises((BadArguments, FileProblem), match=problem):
            import_people(path, "dat", **BUILTIN)


def test_parquet_is_read_as_score_reads_it(tmp_path):
    polars = pytest.importorskip("polars")
    path = tmp_path / "study.parquet"
    polars.DataFrame({"participant": ["001", "002"], "words": [WORDS, None]}).write_parquet(path)
    sample = import_people(path, "dat", **BUILTIN)
    assert found(sample, "participants") == ["001", "002"]
    assert found(sample, "reasons") == ["", "empty"]


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("study.xls", b"<html><table><tr><td>participant</td></tr></table></html>", "is a web page"),
        ("study.csv", b'\xef\xbb\xbf\n<!DOCTYPE html><meta charset="utf-8">', "is a web page"),
        ("study.sav", b"$FL2@(#) SPSS\0\0\0\x81", "save it as CSV UTF-8"),
    ],
)
def test_files_of_other_programs_are_named(name, content, message, tmp_path):
    path = tmp_path / name
    path.write_bytes(content)
    with pytest.raises(FileProblem, match=re.escape(message)):
        import_people(path, "dat", **BUILTIN)
