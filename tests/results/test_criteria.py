"""Users' own tables of models: what is read, what is left out and why."""

import json
import math

import openpyxl
import pandas as pd
import polars as pl
import pytest

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.results.criteria import aligned_with, read_groups, read_model_table, unknown_models

N = 30
MODELS = [f"lab/m{row}" for row in range(N)]


def rows(**columns):
    return [dict(zip(["model", *columns], cells, strict=True)) for cells in zip(MODELS, *columns.values(), strict=True)]


def test_a_row_that_cannot_be_used_costs_itself(tmp_path):
    """Each with its line and the reasons; the others are read, also by the end of a model's name."""
    path = tmp_path / "models.csv"
    lines = [
        "Model,rating,size,notes,empty,release_date",
        "lab/m0,1,7e9,fine,,2024-03-01",
        "m1,2.5,NA,,,2024-03",
        "lab/m2,good,3,,,spring",
        "lab/m3,4,,,,",
        "lab/m3,5,,,,",
        "lab/mm4,5,,,,",
        ",5,,,,",
        'lab/m5,"1,5",,,,',
        'lab/m6,"1,250",,,,',
        "m7,inf,,,,",
        "lab/m8,8,1,two,,",
        "twin,9,,,,",
        "lab/m9,9,,,,,,extra",
        "lab/m10,1e308,,,,",
    ]
    path.write_text("\n".join(lines), "utf-8")
    found = read_model_table(path, [*MODELS, "x/twin", "y/twin"])
    assert found.values == {
        "rating": {"lab/m0": 1, "lab/m1": 2.5, "lab/m5": 1.5, "lab/m8": 8},
        "size": {"lab/m0": 7e9, "lab/m8": 1},
    }
    assert found.released["lab/m1"] - found.released["lab/m0"] == pytest.approx(14 / 365.25)
    text = "\n".join(found.problems)
    for expected in (
        "column 'notes': 2 of 2 cells are none",
        "got 'good'; release_date: expected a date such as 2025-04-14 or",
        "line 5, line 6: lab/m3 has several rows",
        "line 7: 'lab/mm4' is no language model of the suite; did you mean 'lab/m4'",
        "line 8: there is nothing in the column 'model'",
        "line 10: rating: expected a finite number",
        "line 13: 'twin' is no language model of the suite; did you mean 'x/twin' or 'y/twin'?",
        "line 14: 'extra' has no column heading",
    ):
        assert expected in text
    assert len(found.problems) == 10


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (["1,250", "2,5", "0,125"], [1.25, 2.5, 0.125]),
        (["1,250", "-0,125", "3"], [1.25, -0.125, 3]),
        (["1,250", "1,234.5", "7.5"], [1250, 1234.5, 7.5]),
        (["1,250", "1,234,567", "3"], [1250, 1234567, 3]),
    ],
)
def test_a_comma_is_what_the_other_cells_of_its_column_say(cells, expected):
    """A programme that rounds to three decimals writes 1,250 as if it parted thousands."""
    found = read_model_table(rows(rating=cells + [""] * (N - 3)), MODELS)
    assert list(found.values["rating"].values()) == expected
    assert not found.problems


@pytest.mark.parametrize("others", [["2,250"], ["2.5"], ["2,5", "2.5"], ["2,5", "1,234.5"]])
def test_a_comma_that_may_be_either_costs_its_row(others):
    found = read_model_table(rows(rating=["1,250", *others, *range(N - 1 - len(others))]), MODELS)
    assert "lab/m0" not in found.values["rating"]
    assert any(problem.startswith("row 1: rating: expected") and "'1,250'" in problem for problem in found.problems)


def test_any_table_is_read_alike(tmp_path):
    table = [("lab/m0", 1.5, "2024-03-01"), ("lab/m1", 2.0, "2025-03-01"), ("lab/m2", None, "2025-03-01")]
    frame = pl.DataFrame(table, ["model", "rating", "release_date"], orient="row")
    book = openpyxl.Workbook()
    for row in (frame.columns, *frame.with_columns(pl.col("release_date").str.to_date()).rows()):
        book.active.append(row)
    book.save(tmp_path / "models.xlsx")
    frame.write_csv(tmp_path / "models.tsv", separator="\t")
    expected = read_model_table(frame.to_dicts(), MODELS)
    assert expected.values == {"rating": {"lab/m0": 1.5, "lab/m1": 2.0}}
    assert len(expected.released) == 3
    for other in (tmp_path / "models.xlsx", tmp_path / "models.tsv", frame, frame.to_pandas()):
        assert read_model_table(other, MODELS) == expected
    lines = [json.dumps({"model": "lab/m0", "rating": 1.5}), '{"model": "lab/m2", "rating": 3', "[1]"]
    (tmp_path / "criteria.jsonl").write_text("\n".join(lines), "utf-8")
    found = read_model_table(tmp_path / "criteria.jsonl", MODELS)
    assert found.values["rating"] == {"lab/m0": 1.5}
    assert [problem.partition(":")[0] for problem in found.problems] == ["line 2", "line 3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model,rating,rating\nlab/m0,1,2\n", "duplicate columns: rating"),
        ("name,rating\nlab/m0,1\n", "expected a column 'model' in .*; it has name, rating"),
        ("", "is empty"),
    ],
)
def test_tables_that_cannot_be_read_are_refused(tmp_path, text, message):
    (tmp_path / "a.csv").write_text(text)
    with pytest.raises((BadArguments, FileProblem), match=message):
        read_model_table(tmp_path / "a.csv", MODELS)
    with pytest.raises(BadArguments, match="duplicate columns: rating"):
        read_model_table(pd.DataFrame([["lab/m0", 1, 2]], columns=["model", "rating", "rating"]), MODELS)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model,group\na,\n", "line 2: there is nothing in the column 'group'"),
        ("model,group\na,x\na,y\n", "line 2, line 3: a has several rows"),
        ("modell,group\na,open\n", "expected a column 'model' in .*; it has modell, group"),
        ("model,group\na,open,more\n", "line 2: 'more' has no column heading"),
    ],
)
def test_groups_need_every_row(tmp_path, text, message):
    path = tmp_path / "groups.csv"
    path.write_text("model,group\na,open\nb,closed\n")
    assert read_groups(path) == {"a": "open", "b": "closed"}
    path.write_text(text)
    with pytest.raises(BadArguments, match=message):
        read_groups(path)


def test_models_that_no_run_is_of_are_named():
    models, named = ["local/plain", "local/const", "lab/other"], ["local/palin", "local/const", "zzz/qqq", "zzz/qqq"]
    (line,) = unknown_models(named, models, "--groups")
    assert line.endswith("no run is of: 'local/palin'; did you mean 'local/plain'?, 'zzz/qqq'")
    assert unknown_models(models, models, "--groups") == []
    aligned = aligned_with(("b", "c", "a"), {"a": 1.0, "b": 2.0})
    assert (aligned[0], math.isnan(aligned[1]), aligned[2]) == (2, True, 1)
