"""Lists that people give in a cell: split by whatever separates, and never read as prose."""

from pathlib import Path
from typing import get_origin

import pytest
from support.ending import hostile, reads_to_an_end
from support.replies import FOLDER, read_rows

import helm_creativity as hc
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.benchmark.rows.cells import holds_nothing, is_missing, is_missing_rating, number_in
from helm_creativity.benchmark.rows.lists import (
    Separator,
    common_separator,
    parse_separator,
    parse_words,
    split_cell,
    split_places,
)
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments

CELLS = read_rows(FOLDER / "kinds" / "given_cells.jsonl")


def test_cells_as_people_fill_them():
    """None is read wrongly but where nobody can know, and at most 2 % of the others have no list."""
    read = [(case, parse_words(case["reply"], words=case["asked"] == "words") or None) for case in CELLS]
    certain = [(case, found) for case, found in read if not case.get("accept_missing")]
    assert len(certain) > 200
    assert [(case, found) for case, found in certain if found not in (case["right"], None)] == []
    assert sum(found is None and case["right"] is not None for case, found in certain) <= 0.02 * len(certain)
    assert sum(found == case["right"] for case, found in read) >= 0.99 * len(read)


EXACT = read_rows(Path(__file__).parent / "cells.jsonl")


@pytest.mark.parametrize("case", EXACT, ids=[case["reply"] for case in EXACT])
def test_separators_within_entries_and_entries_within_separators(case):
    """Words may stand between white space alone; of two nobody knows whether they are one."""
    assert split_cell(case["reply"], words=case["asked"] == "words") == case["right"]


WORDS = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile"]


@pytest.mark.parametrize("error", ["#NAME?", "#DIV/0!", "#REF!", "#VALUE!", "#NUM!", "#N/A", "#NULL!", "#NV", "#WERT!"])
def test_an_error_of_a_spreadsheet_is_no_entry(error):
    """``- step`` that is typed into a spreadsheet becomes the error of a formula; no word is made of it."""
    assert is_missing(error)
    assert is_missing_rating(error)
    assert [holds_nothing(cell) for cell in (error, -99, -99.0, float("nan"), 7, [])] == [True] * 4 + [False] * 2
    assert split_cell(f"step, {error}, toy") == ["step", "toy"]
    assert parse_words([error, *WORDS]) == ["", *WORDS]


@pytest.mark.parametrize("cell", [["cat", None, "pen"], '["cat", null, "pen"]', "['cat', nan, 'pen']"])
def test_entries_of_a_list_keep_their_places_for_ratings(cell):
    """Those in which there is nothing are empty; among words nobody knows which it was. "null" is a word."""
    assert parse_words(cell) == ["cat", "", "pen"]
    assert parse_words(["a", "-99", "NA", "null"]) == ["a", "", "", "null"]
    with pytest.raises(BadArguments, match=r"words must be a list of texts, got \['cat', None, 'pen'\]"):
        parse_words(cell, words=True)
    with pytest.raises(BadArguments, match=r"^uses must be a list of texts, got \['a', 7\]$"):
        parse_words(["a", 7], "uses")


@pytest.mark.parametrize(
    ("cell", "entries"),
    [
        ("a; ; c", ["a", "", "c"]),
        ("a;NA;c;", ["a", "", "c", ""]),
        ("a | -99 | c", ["a", "", "c"]),
        ("a\n\nc", ["a", "", "c"]),
        ("a, , c", ["a", "", "c"]),
        ("1. a; 2. ; 3. c", ["a", "", "c"]),
        ("a, b", ["a", "b"]),
        ("NA", []),
        *((cell, None) for cell in ("a (b; ; c); d", "1. a 2. 3. c", '["a", "c"]')),
    ],
)
def test_places_of_a_cell_without_an_entry(cell, entries):
    """They are found where one sign separates; others are in doubt."""
    assert split_places(cell, split_cell(cell)) == (entries or [])
    assert entries is None or split_cell(cell) == list(filter(None, entries))


def test_a_separator_that_is_known():
    """That of the option separates alone; before that of a file go numbers and lines."""
    assert split_cell("a, b; c", Separator(",")) == ["a", "b; c"]
    assert split_cell("a, b", Separator(";", found=True)) == ["a, b"]
    assert split_cell("1. a\n2. b, c", Separator(";", found=True)) == ["a", "b, c"]
    assert (parse_separator("TAB").sign, parse_separator(" ; ").sign, parse_separator("space").sign) == ("\t", ";", " ")
    with pytest.raises(BadArguments, match="expected a separator such as ';'"):
        parse_separator("")


@pytest.mark.parametrize(
    ("cells", "sign"),
    [([*["a; b"] * 18, "a, b", "c", "d"], ";"), (["a; b"] * 4, ""), (["a, b"] * 9, ""), (["a; b", "a, b"] * 9, "")],
)
def test_the_separator_of_a_file(cells, sign):
    """Nearly all cells have it that have any; commas, few cells or a mixture settle nothing."""
    assert common_separator(cells) == (Separator(sign, found=True) if sign else None)


def test_what_was_found_in_a_file_is_said_and_kept(caplog):
    """A row's score depends on other rows then; not where every cell settles it, or an option does."""
    rows = [{"object": "lamp", "uses": uses} for uses in [*["river; golf"] * 9, "river, golf"]]
    settings = {"protocol": "wenger2025", "embedding": "builtin"}
    found = hc.score("aut", rows, **settings)
    assert found.samples[-1].submetrics["fluency"] == 1
    assert found.provenance["separator"] == "';', found in the file"
    assert "aut: ';' separates lists in cells, because nearly all of them have it" in caplog.text
    caplog.clear()
    named = hc.score("aut", rows, separator="tab", **settings)
    assert named.provenance["separator"] == "tab"
    assert found.comparable == named.comparable
    assert "separator" not in hc.score("aut", rows[:4], **settings).provenance
    assert "separator" not in hc.score("dat", [{"words": "a; b"}] * 9, embedding="builtin").provenance
    assert not caplog.text
    with pytest.raises(BadArguments, match="separator: no field of this benchmark is a list"):
        hc.score("metaphor", [], separator=";")


ODD = ["i'm sorry, i can't help", "here are some ideas: hat", "cat"]


@pytest.mark.parametrize("name", [entry.name for entry in list_entries()])
def test_every_list_of_every_benchmark_is_given(name):
    """Whatever a row declares as a list of texts is separated as a cell is, and by what is named; no guard reads it."""
    row = get_benchmark(name).row_type
    kept = {field: of.annotation for field, of in row.model_fields.items() if get_origin(of.annotation) is list}
    numbers = {field for field, kind in kept.items() if "float" in str(kind) and field != "class_"}  # ratings
    lists = {*kept} - numbers
    assert lists == set(row.list_fields())
    for field in lists - {"class_"}:
        texts = ODD if row.list_fields()[field] == "texts" else ["cat", "tree", "dog"]
        for sign, cell in (("; ", "; ".join(texts)), ("%", "%".join(texts))):
            separator = None if sign == "; " else Separator(sign)
            cells = [cell] if name == "pace" else cell
            read = row.field_value(field, cells, separator)
            assert (read[0] if name == "pace" else read) == texts


@pytest.mark.parametrize("text", ["-", "'a,", "(", " ", "\n", "1. ", "a;", '"a ', "a (", "[a ", "a - "])
def test_long_cells_end(text):
    """Many separators, quotes and brackets that never close."""
    with reads_to_an_end():
        cell = f"a{hostile(text)}a"
        assert split_cell(cell, words=True)
        assert split_cell(cell)


def test_a_file_of_word_lists(tmp_path):
    """The same words in any form have one score, in Python and from the command line."""
    forms = [WORDS, ["#NV", *WORDS], *(sign.join(WORDS) for sign in (", ", ";", " | ", "\t", " ", "\n", " / "))]
    (score,) = set(hc.score("dat", [{"words": form} for form in forms], embedding="builtin").scores)
    assert score is not None
    assert hc.score("dat", [{"words": "+".join(WORDS)}], embedding="builtin", separator="+").scores == [score]
    (tmp_path / "in.csv").write_text(f"words\n{'+'.join(WORDS)}\n-99\n")
    arguments = [str(tmp_path / "in.csv"), "--out", str(tmp_path / "out.csv"), "--embedding", "builtin"]
    assert main(["score", "dat", *arguments, "--separator", "+"]) == 0
    _, scored, empty = (tmp_path / "out.csv").read_text().splitlines()
    assert f",{score}," in scored
    assert ",empty," in empty


@pytest.mark.parametrize(
    ("cell", "number"),
    [("3,5", 3.5), (" 3.5 ", 3.5), ("-2", -2), (4, 4), ("1,5E-05", 1.5e-5),
     *((cell, None) for cell in ("31, 36", "x", None, "1e5x"))],
)  # fmt: skip
def test_a_number_may_have_a_decimal_comma(cell, number):
    assert number_in(cell) == number
