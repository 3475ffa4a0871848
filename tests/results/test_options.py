"""Tables of users' own about models."""

import math

import pytest

from helm_creativity.errors import BadArguments
from helm_creativity.results.options import aligned_with, read_covariates, read_groups, unknown_models


def write(tmp_path, text, name="table.csv"):
    path = tmp_path / name
    path.write_text(text, "utf-8")
    return path


def test_numbers_by_column_and_model(tmp_path):
    """Empty cells are left out."""
    path = write(tmp_path, "model,mmlu,size\nlab/a,.5,7\nlab/b,,70\n")
    assert read_covariates(path) == {"mmlu": {"lab/a": 0.5}, "size": {"lab/a": 7.0, "lab/b": 70.0}}


def test_a_release_date_is_passed_over(tmp_path):
    """A file of criteria may have one; any other text is refused."""
    path = write(tmp_path, "model,release_date,mmlu\nlab/a,2025-04-14,.5\nlab/b,2025-05,\n")
    assert read_covariates(path) == {"mmlu": {"lab/a": 0.5}}
    with pytest.raises(BadArguments, match="line 2, released: expected a finite number, got '2025-04-14'"):
        read_covariates(write(tmp_path, "model,released,mmlu\nlab/a,2025-04-14,.5\n", "other.csv"))


def test_jsonl_as_well(tmp_path):
    """By the file's ending."""
    assert read_covariates(write(tmp_path, '{"model": "a", "x": 2}\n', "t.jsonl")) == {"x": {"a": 2.0}}


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("model,x\na,high\n", "line 2, x: expected a finite number, got 'high'"),
        ("model,x\na,nan\n", "expected a finite number, got 'nan'"),
        ("model,x\na,1e308\n", "line 2, x: expected 0 or a number from 1e-300 to 1e\\+300 in size, got '1e308'"),
        ("model,x\na,-1e-308\n", "expected 0 or a number from 1e-300 to 1e\\+300 in size, got '-1e-308'"),
        ("model,x\na,1\na,2\n", "line 3: a stands there a second time"),
        ("name,x\na,1\n", "line 2: expected a name in the column 'model'"),
        ("model,x\n", "got no number"),
    ],
)
def test_wrong_tables_are_refused_by_line(tmp_path, text, message):
    """Before anything is read from a suite."""
    with pytest.raises(BadArguments, match=message):
        read_covariates(write(tmp_path, text))


def test_groups_of_models(tmp_path):
    """One a model."""
    assert read_groups(write(tmp_path, "model,group\na,open\nb,closed\n")) == {"a": "open", "b": "closed"}
    with pytest.raises(BadArguments, match="line 2: expected a 'group' for a, got none"):
        read_groups(write(tmp_path, "model,group\na,\n", "other.csv"))


@pytest.mark.parametrize("head", ["modell,iq", "modle,group", "iq"])
@pytest.mark.parametrize("read", [read_covariates, read_groups])
def test_a_misspelled_head_names_the_columns_that_are_there(tmp_path, head, read):
    cells = ",".join("1" for _ in head.split(","))
    there = ", ".join(f"'{name}'" for name in head.split(","))
    with pytest.raises(BadArguments, match=f"got none: there is no column 'model', there are {there}"):
        read(write(tmp_path, f"{head}\n{cells}\n"))


def test_a_misspelled_column_of_groups_is_named(tmp_path):
    with pytest.raises(BadArguments, match="there is no column 'group', there are 'model', 'groups'"):
        read_groups(write(tmp_path, "model,groups\na,open\n"))


def test_models_that_no_run_is_of_are_named():
    """One that looks like a model without a row has a line of its own."""
    models = ["local/plain", "local/const", "lab/other"]
    named = ["local/palin", "local/const", "zzz/qqq", "zzz/qqq"]
    assert unknown_models(named, models, "--groups") == [
        "--groups names 'local/palin', which no run is of; did you mean 'local/plain'?",
        "--groups names models that no run is of: 'zzz/qqq'",
    ]
    assert unknown_models(models, models, "--groups") == []


def test_values_in_the_order_of_models():
    """NaN where a model has none."""
    x = aligned_with(("b", "c", "a"), {"a": 1.0, "b": 2.0})
    assert x[0] == 2
    assert math.isnan(x[1])
    assert x[2] == 1
