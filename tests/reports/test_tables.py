"""One renderer of tables."""

import csv
import io
import json
import math
import re
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pages import Tree

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
TABLE = Table(
    "scores",
    COLUMNS,
    [("a/x", 1.0, (0.5, 1.5), 1000, None), ("b/y & <z>", Undefined("it was not asked"), None, 0, "new")],
    "benchmark\nof two models",
    {"comparable_settings": "k|1"},
    ["A note."],
)


def test_text_is_aligned_with_facts_reasons_and_notes_below():
    """Numbers to the right, undefined values as dashes with their reason, and nothing that is for programs alone."""
    assert render(TABLE) == (
        "benchmark\n"
        "of two models\n"
        "model      score          95 %  items\n"
        "---------  -----  ------------  -----\n"
        "a/x         1.00  0.50 to 1.50  1,000\n"
        "b/y & <z>      -             -      0\n"
        "comparable settings: k|1\n"
        "score: undefined for b/y & <z>, because it was not asked\n"
        "A note."
    )


def test_json_has_plain_values_and_reasons():
    (found,) = json.loads(render(TABLE, "json"))
    assert (found["name"], found["title"]) == ("scores", "benchmark\nof two models")
    assert (found["facts"], found["notes"]) == ({"comparable_settings": "k|1"}, ["A note."])
    assert found["rows"] == [
        {"model": "a/x", "score": 1.0, "interval_low": 0.5, "interval_high": 1.5, "n": 1000, "note": None},
        {
            "model": "b/y & <z>",
            "score": None,
            "interval_low": None,
            "interval_high": None,
            "n": 0,
            "note": "new",
            "undefined": {"score": "it was not asked"},
        },
    ]


def test_csv_is_one_table():
    """Facts in front; several kinds of tables share their columns, and are distinguished by name."""
    one, two = csv.DictReader(io.StringIO(render(TABLE, "csv")))
    assert list(one)[:2] == ["comparable_settings", "model"]
    assert (one["score"], one["interval_low"], one["undefined"]) == ("1.0", "0.5", "")
    assert (two["score"], two["interval_low"], two["undefined"]) == ("", "", "score: it was not asked")
    other = Table("means", [Column("mean", "mean")], [(3,)])
    rows = list(csv.DictReader(io.StringIO(render([TABLE, other], "csv"))))
    assert [(row["table"], row["score"], row["mean"]) for row in rows] == [
        ("scores", "1.0", ""),
        ("scores", "", ""),
        ("means", "", "3"),
    ]
    assert render(Table("notes", notes=["nothing"]), "csv") == ""


@pytest.mark.parametrize("form", FORMATS)
def test_no_name_steers_a_terminal(form):
    """Nor does what is invisible; JSON has its own escapes, by which names come back."""
    text = render(Table("t", COLUMNS[:2], [("a/\x1b[31mred\x07", 1.0)]), form)
    assert not set(text) & {"\x1b", "\x07"}
    assert re.search(r"a/\\+u001b\\?\[31mred\\+u0007", text)


UNDEFINED = (None, math.nan, math.inf, -math.inf, Undefined("why"))


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
    for form in FORMATS:
        assert render(table, form) == render(other, form)
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
    columns = [
        Column("name", "name", left=True),
        Column("why", "why not", left=True, below="(*) {} does not count: {}"),
        Column("care", "caution", left=True, below="(!) {}: {}"),
        Column("n", "n"),
    ]
    rows = [("a", "", "few", 1), ("b", "none", "few", 22), ("c", "", "", 3)]
    table = Table("t", columns, rows, totals=[("all", "none", "", 26)])
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


def test_html_is_a_page_of_its_own():
    """Text is escaped; the reason of an undefined value is its tooltip, and below the table."""
    page = render(TABLE, "html")
    tree = Tree(page)
    assert page.startswith("<!DOCTYPE html>")
    assert "b/y & <z>" in tree.text
    assert '<td title="it was not asked">-</td>' in page
    assert "score: undefined for b/y & <z>, because it was not asked" in tree.text
    assert "http" not in page


def test_what_holds_for_several_tables_is_printed_once():
    same = Table("more", COLUMNS[:2], [("c", Undefined("it was not asked"))], facts=TABLE.facts)
    assert render([TABLE, same]).count("comparable settings") == 1
    assert render([TABLE, same]).count("it was not asked") == 1
    other = Table("more", COLUMNS[:2], [("c", Undefined("it was not asked"))], facts={"comparable_settings": "k|2"})
    assert render([TABLE, other]).count("it was not asked") == 2


def test_nothing_is_wider_than_the_screen():
    """A long label stands above its numbers; a long note is wrapped, and a legend keeps its lines."""
    name = "n" * (LONGEST_LABEL + 1)
    lines = render(Table("t", COLUMNS, [(name, 1.0, None, 1, None)], notes=["word " * 60])).splitlines()
    assert (lines[2], lines[3].split()) == (name, ["1.00", "-", "1"])
    assert max(len(line) for line in lines if line != name) <= WIDTH
    assert lines[5].startswith("  word")
    assert render(Table("t", notes=["a\n  b"])) == "a\n  b"


@pytest.mark.parametrize("form", FORMATS)
def test_no_table_is_nothing(form):
    assert render([], form) == {"text": "", "csv": "", "json": "[]", "markdown": ""}.get(form, render([], "html"))
    with pytest.raises(ValueError, match=f"expected one of .*{form}.*, got 'xml'"):
        render([], "xml")
