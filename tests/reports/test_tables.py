"""Tables as text, data, pages and files, in the format that is named or that a file's ending says."""

import csv
import io
import json
import math
import re
from dataclasses import replace

import openpyxl
import polars as pl
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support import command
from support.pages import Tree

from helm_creativity.benchmark.rows.records import check_ending
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.reports.table_files import ENDINGS, write_tables
from helm_creativity.reports.tables import FORMATS, LONGEST_LABEL, WIDTH, render
from helm_creativity.results.numbers import between, count, fixed
from helm_creativity.results.table import Column, Table, Undefined

COLUMNS = (
    Column("model", "model", left=True),
    Column("score", "score", fixed(2)),
    Column("interval", "95 %", between(fixed(2)), parts=("low", "high")),
    Column("n", "items", count),
    Column("note", "", data_only=True),
)
ROWS = [("a/x", 1.0, (0.5, 1.5), 1000, None), ("b/y & <z>", Undefined("not asked"), None, 0, "new")]
TABLE = Table("scores", COLUMNS, ROWS, "benchmark\nof two models", {"comparable_settings": "k|1"}, ["A note."])
UNDEFINED = (None, math.nan, math.inf, -math.inf, Undefined("why"))


def test_text_is_aligned_with_facts_reasons_and_notes_below():
    """Numbers to the right, undefined values as dashes with their reason, and nothing that is for programs alone."""
    assert render(TABLE).splitlines() == [
        "benchmark",
        "of two models",
        "model      score          95 %  items",
        "---------  -----  ------------  -----",
        "a/x         1.00  0.50 to 1.50  1,000",
        "b/y & <z>      -             -      0",
        "comparable settings: k|1",
        "score: undefined for b/y & <z>, because not asked",
        "A note.",
    ]
    same = Table("more", COLUMNS[:2], [("c", Undefined("not asked"))], facts=TABLE.facts)
    others = [same, replace(same, facts={"comparable_settings": "k|2"})]
    assert [render([TABLE, other]).count("not asked") for other in others] == [1, 2]  # what holds for both, once
    assert render([TABLE, same]).count("comparable settings") == 1


def test_json_and_csv_have_plain_values_and_reasons():
    """In CSV facts stand in front; several kinds of tables share their columns, and are distinguished by name."""
    (found,) = json.loads(render(TABLE, "json"))
    assert [found[key] for key in ("name", "title", "facts", "notes")] == [
        *("scores", TABLE.title, TABLE.facts, ["A note."])
    ]
    names = ("model", "score", "interval_low", "interval_high", "n", "note")
    assert found["rows"] == [
        dict(zip(names, ("a/x", 1.0, 0.5, 1.5, 1000, None), strict=True)),
        {
            **dict(zip(names, ("b/y & <z>", None, None, None, 0, "new"), strict=True)),
            "undefined": {"score": "not asked"},
        },
    ]
    lines = render(TABLE, "csv").splitlines()
    assert lines == [
        f"comparable_settings,{','.join(names)},undefined",
        "k|1,a/x,1.0,0.5,1.5,1000,,",
        "k|1,b/y & <z>,,,,0,new,score: not asked",
    ]
    rows = csv.DictReader(io.StringIO(render([TABLE, Table("means", [Column("mean", "mean")], [(3,)])], "csv")))
    found = [(row["table"], row["score"], row["mean"]) for row in rows]
    assert found == [("scores", "1.0", ""), ("scores", "", ""), ("means", "", "3")]
    assert render(Table("notes", notes=["nothing"]), "csv") == ""


def test_html_is_a_page_of_its_own():
    """Text is escaped; the reason of an undefined value is its tooltip, and below the table."""
    page = render(TABLE, "html")
    assert page.startswith("<!DOCTYPE html>")
    assert '<td title="not asked">-</td>' in page
    assert "score: undefined for b/y & <z>, because not asked" in Tree(page).text
    assert "http" not in page


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_steers_a_terminal_and_no_table_is_nothing(form):
    """Nor does what is invisible; JSON has its own escapes, by which names come back."""
    text = render(Table("t", COLUMNS[:2], [("a/\x1b[31mred\x07", 1.0)]), form)
    assert not set(text) & {"\x1b", "\x07"}
    assert re.search(r"a/\\+u001b\\?\[31mred\\+u0007", text)
    assert render([], form) == {"text": "", "csv": "", "json": "[]", "markdown": ""}.get(form, render([], "html"))
    with pytest.raises(ValueError, match=f"expected one of .*{form}.*, got 'xml'"):
        render([], "xml")


@given(
    st.one_of(st.floats(), st.sampled_from(UNDEFINED)),
    st.one_of(st.none(), st.lists(st.one_of(st.floats(), st.sampled_from(UNDEFINED)), min_size=2, max_size=2)),
    st.sampled_from([list, tuple]),
)
def test_what_is_no_number_is_undefined_in_every_format(score, ends, kind):
    """NaN and infinity are what None is, alone and as an end of an interval, which may be a tuple or a list."""

    def usual(value):
        bad = value is None or isinstance(value, Undefined) or not math.isfinite(value)
        return None if bad else value

    plain = None if ends is None else tuple(map(usual, ends))
    row = ("a", score, None if ends is None else kind(ends), 1, None)
    why = isinstance(score, Undefined) and score
    table, other = (replace(TABLE, rows=[cells]) for cells in (row, ("a", why or usual(score), plain, 1, None)))
    assert [render(table, form) for form in FORMATS] == [render(other, form) for form in FORMATS]
    (record,) = json.loads(render(table, "json"))[0]["rows"]
    assert record["score"] == usual(score)
    assert (record["interval_low"], record["interval_high"]) == (plain or (None, None))
    shown = render(table).splitlines()[4]
    assert ("-" in shown[15:].split()) == (plain is None or None in plain)


@pytest.mark.parametrize(
    ("columns", "facts", "name"),
    [
        (COLUMNS, {"model": "a/x", "benchmark": "b"}, "model"),
        ([*COLUMNS, Column("interval_low", "low")], {}, "interval_low"),
        (COLUMNS, {"interval_high": 3}, "interval_high"),
    ],
)
def test_names_that_would_hide_each_other_are_refused(columns, facts, name):
    """A column that has the name of a fact, or of a part of another column, would take its place in CSV."""
    with pytest.raises(ValueError, match=f"t: two fields of a row are named {name}"):
        Table("t", columns, facts=facts)


def test_sentences_of_rows_stand_below_a_text_and_mark_their_rows():
    """Each once, for all rows that have it, the totals included; other formats have a column of them."""
    name, n = Column("name", "name", left=True), Column("n", "n")
    why = Column("why", "why not", left=True, below="(*) {} does not count: {}")
    care = Column("care", "caution", left=True, below="(!) {}: {}")
    rows = [("a", "", "few", 1), ("b", "none", "few", 22), ("c", "", "", 3)]
    table = Table("t", [name, why, care, n], rows, totals=[("all", "none", "", 26)])
    assert render(table).splitlines() == [
        "name        n",
        "---------  --",
        "a (!)       1",
        "b (*) (!)  22",
        "c           3",
        "---------  --",
        "all (*)    26",
        "(*) b, all does not count: none",
        "(!) a, b: few",
    ]
    assert '<th class="left">why not</th>' in render(table, "html")
    assert render(table, "csv").splitlines()[2:] == ["b,none,few,22", "c,,,3"]  # totals are no row
    assert json.loads(render(table, "json"))[0]["totals"] == [{"name": "all", "why": "none", "care": "", "n": 26}]
    table = Table("t", [Column("a", "a"), Column("run", "run", in_text=False)], [(1, "r1")], totals=[(2, "r2")])
    assert render(table) == "a\n-\n1\n-\n2"  # in text there is no room for all columns
    assert {"r1", "r2"} <= set(Tree(render(table, "html")).text.split())


def test_nothing_is_wider_than_the_screen():
    """A long label stands above its numbers; a long note is wrapped, and a legend keeps its lines."""
    name = "n" * (LONGEST_LABEL + 1)
    lines = render(Table("t", COLUMNS, [(name, 1.0, None, 1, None)], notes=["word " * 60])).splitlines()
    assert (lines[2], lines[3].split()) == (name, ["1.00", "-", "1"])
    assert max(len(line) for line in lines if line != name) <= WIDTH
    assert lines[5].startswith("  word")
    assert render(Table("t", notes=["a\n  b"])) == "a\n  b"


@pytest.mark.parametrize(
    ("ending", "form"),
    [(".txt", "text"), (".csv", "csv"), (".json", "json"), (".html", "html"), (".MD", "markdown"), (".odd", "json")],
)
def test_a_file_has_the_format_that_is_named_or_of_its_ending(tmp_path, ending, form):
    check_ending(tmp_path, ENDINGS)  # pipes and devices have none
    write_tables([TABLE], tmp_path / f"board{ending}", *["json"] * (ending == ".odd"))
    assert (tmp_path / f"board{ending}").read_text("utf-8") == render(TABLE, form) + "\n"


def test_parquet_has_types_and_workbooks_no_formulas(tmp_path):
    """One table with the columns of all; what is undefined is empty, with its reason beside."""

    def sheet(table):
        write_tables([table], tmp_path / "t.xlsx")
        return list(openpyxl.load_workbook(tmp_path / "t.xlsx").active.iter_rows(values_only=True))

    table = Table("t", COLUMNS[:3], [("=a/x", 1.25, (1.0, 1.5)), ("b", Undefined("late"), None)], facts={"of": "dat"})
    write_tables([table], tmp_path / "t.parquet")
    frame = pl.read_parquet(tmp_path / "t.parquet")
    assert frame.columns == ["of", "model", "score", "interval_low", "interval_high", "undefined"]
    assert frame.rows() == [("dat", "=a/x", 1.25, 1.0, 1.5, None), ("dat", "b", None, None, None, "score: late")]
    assert sheet(table)[:2] == [tuple(frame.columns), ("dat", "'=a/x", 1.25, 1.0, 1.5, None)]
    assert list(tmp_path.glob(".*")) == []
    # XML has no control characters, and a heading may be a user's own.
    table = Table("t", [Column("=1+1", "a"), Column("\x1b[31mred", "b")], [("bell\x07", "a\nb\tc")])
    assert sheet(table) == [("'=1+1", r"\u001b[31mred"), (r"bell\u0007", "a\nb\tc")]


@pytest.mark.parametrize(
    ("name", "form", "error", "said"),
    [
        ("b.xlsx", "json", BadArguments, "--format json writes text, which b.xlsx is not: leave --format out"),
        ("b.PARQUET", "csv", BadArguments, "--format csv writes text"),
        ("b.doc", None, BadArguments, r"--out must end in .txt, .csv, .*, .parquet, or --format say how"),
        ("b.doc", "csv", FileProblem, "there is no suite"),
    ],
)
def test_a_format_that_does_not_fit_is_refused_before_anything_is_read(name, form, error, said):
    with pytest.raises(error, match=said):
        command.run("leaderboard", "no such suite", "--out", name, *(("--format", form) if form else ()))


@pytest.mark.parametrize("ending", [".csv", ".xlsx", ".parquet"])
def test_a_file_that_cannot_be_written_is_a_problem(tmp_path, ending):
    with pytest.raises(FileProblem, match=rf"cannot write .*none/t\{ending}: there is no folder .*none; make it first"):
        write_tables([TABLE], tmp_path / "none" / f"t{ending}")
