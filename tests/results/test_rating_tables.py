"""Ratings from any table are those of a suite."""

import math

import pandas as pd
import polars as pl
import pyarrow as pa
import pytest

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.agreement import agreement_tables
from helm_creativity.results.rating_tables import ratings_of_table
from helm_creativity.results.ratings import COLUMNS, NOT_RATED, RatingRow
from helm_creativity.results.tidy import write_table

LONG = [
    {"item": "brick", "model": "a/x", "trial": 0, "rater": "one", "rating": 3, "dimension": "originality"},
    {"item": "brick", "model": "a/x", "trial": 0, "rater": "two", "rating": None, "dimension": "originality"},
    {"item": "rope", "model": "a/x", "trial": 1, "rater": "one", "rating": 4.5, "dimension": "originality"},
]
OF_A_SUITE = [
    RatingRow("dat:model=x", "x", "creativity_aut", "id1", "0#2", "judge/a", "originality", 4.0, "", "use", "card:1"),
    RatingRow(
        "dat:model=x", "x", "creativity_aut", "id1", "0#2", "judge/b", "originality", None, "empty", "use", "card:1"
    ),
]


def test_a_row_is_a_rating():
    first, second, third = ratings_of_table(LONG)
    assert first == RatingRow("a/x", "a/x", "ratings", "brick", "0", "one", "originality", 3.0, "", "", "")
    assert (second.rating, second.reason) == (None, NOT_RATED)
    assert (third.instance, third.trial, third.rating) == ("rope", "1", 4.5)
    rows = [{"item": item, "rater": "one", "rating": 3} for item in (1234567.0, 1234568.0, 7, 7.5)]
    assert [row.instance for row in ratings_of_table(rows)] == ["1234567", "1234568", "7", "7.5"]
    assert list(ratings_of_table([])) == []


@pytest.mark.parametrize("ending", ["csv", "jsonl", "parquet"])
def test_what_the_ratings_command_writes_is_read_back(tmp_path, ending):
    path = tmp_path / f"ratings.{ending}"
    write_table(OF_A_SUITE, COLUMNS, path)
    assert list(ratings_of_table(path)) == OF_A_SUITE


@pytest.mark.parametrize("encoding", ["utf-8", "utf-16", "cp1252"])
def test_a_table_that_a_spreadsheet_program_saved_is_read(tmp_path, encoding):
    """With semicolons and decimal commas, and a column of row numbers without a name."""
    path = tmp_path / "ratings.csv"
    path.write_text(";item;rater;rating\n0;Tür;one;3,5\n1;Tür;two;4\n", encoding)
    found = [(row.instance, row.judge, row.rating) for row in ratings_of_table(path)]
    assert found == [("Tür", "one", 3.5), ("Tür", "two", 4.0)]
    path.write_text("item;rater;rating\nrope;one;3;4;5\n", encoding)
    with pytest.raises(BadArguments, match="line 2: '4' has no column heading"):
        list(ratings_of_table(path))


@pytest.mark.parametrize("none", ["-", "NA", "n/a", "NaN", " "])
def test_cells_that_say_there_is_no_rating_are_missing(none):
    rows = [{"item": cell, "rater": "one", "rating": cell} for cell in (none, "-99", "3")]
    rows[0]["item"] = "brick"
    found = [(row.rating, row.reason) for row in ratings_of_table(rows)]
    assert found == [(None, NOT_RATED), (-99.0, ""), (3.0, "")]


@pytest.mark.parametrize("code", [99, 999.0, "-99", -77])
def test_a_code_among_few_ratings_is_refused(code):
    """With its row and the others' range; among ratings up to 100 it is one, and where nothing is known of others."""
    rows = [{"item": n, "rater": "one", "rating": rating} for n, rating in enumerate([3, 1, code, 5, 99])]
    words = rf"row 3: the rating {float(code):g} is out of the range of all others, 1 to 5, as in 1 more cell; leave"
    with pytest.raises(BadArguments, match=words):
        list(ratings_of_table(rows))
    with pytest.raises(BadArguments, match=words):
        agreement_tables([{"judge": 3, "one": row["rating"]} for row in rows], ["judge"], ["one"])
    for others in ([3, 3, code], [3, 1, code, 50], [-3, 1, code]):
        rated = [{"item": n, "rater": "one", "rating": rating} for n, rating in enumerate(others)]
        assert [row.rating for row in ratings_of_table(rated)] == [float(rating) for rating in others]
    scales = [{"item": "a", "rater": n, "rating": n, "dimension": "worth"} for n in (30, 40, 99)]
    assert len(list(ratings_of_table([*rows[:2], *scales]))) == 5


FRAMES = {
    "polars": pl.DataFrame,
    "lazy": pl.LazyFrame,
    "pandas": pd.DataFrame,
    "arrow": pa.Table.from_pylist,
    "records": list,
    "indexed": lambda rows: pd.DataFrame(rows).set_index(["item", "rater"]),
    "with missing values": lambda rows: pd.DataFrame(rows).astype({"rating": "Float64"}),
}


@pytest.mark.parametrize("frame", FRAMES.values(), ids=FRAMES)
def test_data_frames_are_as_good_as_records(frame):
    assert list(ratings_of_table(frame(LONG))) == list(ratings_of_table(LONG))


def test_a_row_may_be_a_response_with_a_column_for_each_rater():
    """Two of one item may have the same text, and may be numbered; a blank cell is not rated."""
    rows = [{"Item": "brick", "a": 1, "b": "2.5"}, {"Item": "brick", "a": "", "b": 5}, {"Item": "rope", "a": 3, "b": 3}]
    found = list(ratings_of_table(rows, ["a", "b"]))
    assert [(row.instance, row.trial, row.judge, row.rating) for row in found] == [
        ("brick", "0", "a", 1.0),
        ("brick", "0", "b", 2.5),
        ("brick", "1", "a", None),
        ("brick", "1", "b", 5.0),
        ("rope", "0", "a", 3.0),
        ("rope", "0", "b", 3.0),
    ]
    long = [{"item": "i", "judge": name, "rating": n % 5, "Trial": n} for n in range(9) for name in "ab"]
    wide = [{"item": "i", "Trial": n, "a": n % 5, "b": n % 5} for n in range(9)]
    assert list(ratings_of_table(wide, ["a", "b"])) == list(ratings_of_table(long))


@pytest.mark.parametrize("raters", [[], ["ann"]])
def test_the_column_of_items_may_be_named(raters):
    rows = [{"judge": "ann", "ann": 3, "rating": 3, "Object": name, "item": "x"} for name in ("brick", "rope")]
    assert [row.instance for row in ratings_of_table(rows, raters, "Object")] == ["brick", "rope"]
    with pytest.raises(BadArguments, match="row 1: there is no column 'object'; there are judge, ann, rating, Object"):
        list(ratings_of_table(rows, raters, "object"))
    with pytest.raises(BadArguments, match=r"row 1: expected the columns judge .* the first two filled"):
        list(ratings_of_table([{**rows[0], "Object": " "}], raters, "Object"))


def test_names_of_columns_are_read_in_any_case():
    rows = [{"": n, "Item": f"i{n}", "Rater ": "ann", "RATING": n, "Model": "m"} for n in range(3)]
    plain = [{"item": f"i{n}", "rater": "ann", "rating": n, "model": "m"} for n in range(3)]
    assert list(ratings_of_table(rows)) == list(ratings_of_table(plain))
    both = [{"item": "brick", "Item": "other", "rater": "ann", "rating": 3}]
    assert [row.instance for row in ratings_of_table(both)] == ["brick"]


@pytest.mark.parametrize(
    ("rows", "raters", "message"),
    [
        (3, [], "expected a file, a data frame or a list of mappings"),
        ({"item": "x"}, [], "expected a file, a data frame or a list of mappings"),
        ([{"item": "x", "rating": 3}], [], r"row 1: expected the columns judge \(or rater\), item .* got item"),
        ([{"judge": "a", "rating": 3}], [], r"row 1: expected the columns judge"),
        (
            [{"judge": "a", "item": "x", "rating": "three"}],
            [],
            "row 1: expected a number as the rating of 'a', got 'three'",
        ),
        ([{"judge": "a", "item": "x", "rating": math.inf}], [], "row 1: expected a number"),
        (
            [{"judge": "a", "item": "x", "rating": 3}] * 2,
            [],
            "row 2: 'a' rates response '0' to 'x' of 'all responses' twice",
        ),
        ([{"item": "x", "a": 3}], ["a", "a"], "row 1: 'a' rates response '0' to 'x' of 'all responses' twice"),
        ([{"": 1, "a": 3}], ["a"], r"row 1: expected the columns judge .* got a; name"),
        ([{"item": "x", "a": 3}], ["a", "b"], "row 1: there is no column 'b'; there are item, a"),
    ],
)
def test_a_wrong_row_is_named(rows, raters, message):
    with pytest.raises(BadArguments, match=message):
        list(ratings_of_table(rows, raters))


@pytest.mark.parametrize(
    ("name", "content", "message"),
    [
        ("t.xlsx", b"", "is empty: expected the names of the columns"),
        ("t.csv", b"PAR1\x15\x04\x15\x81PAR1", "t.csv is Parquet: give it a name that ends in .parquet"),
        ("t.xlsx", b"PAR1\x15\x04\x15\x81PAR1", "t.xlsx is Parquet: give it a name that ends in .parquet"),
        ("t.csv", bytes(range(256)), "cannot read .*t.csv: it is not UTF-8, UTF-16 or Windows-1252"),
        ("t.xlsx", bytes(range(256)), "cannot read .*t.xlsx: it is not UTF-8, UTF-16 or Windows-1252"),
        ("t.csv", b"PK\x03\x04\x00", "t.csv is not a readable workbook"),
        ("t.xlsx", b"PK\x03\x04\x00", "t.xlsx is not a readable workbook"),
        ("t.parquet", b"judge,item,rating\n", "cannot read .*t.parquet"),
        ("t.jsonl", b"\x81\x00", "cannot read .*t.jsonl.* it is not UTF-8"),
    ],
)
def test_a_file_that_is_not_what_its_name_says_is_refused_by_what_it_is(tmp_path, name, content, message):
    (tmp_path / name).write_bytes(content)
    with pytest.raises((BadArguments, FileProblem), match=message):
        list(ratings_of_table(tmp_path / name))
