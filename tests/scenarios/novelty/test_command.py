"""``helm-creativity score novelty``: answers from anywhere, sorted and rated by whomever."""

import json

import pytest

from helm_creativity.cli import main
from helm_creativity.core.benchmark import sample_in_row
from helm_creativity.core.loading import get_benchmark
from helm_creativity.errors import BadArguments

NOVELTY = get_benchmark("novelty")


def given(**fields):
    return {"prompt": "Name a hat.", "response": "bowler", **fields}


def scored(folder, records, *arguments):
    """What the command makes of records, and its exit status."""
    path, out = folder / "in.jsonl", folder / "out.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    status = main(["score", "novelty", *arguments, "--in", str(path), "--out", str(out)])
    return status, [json.loads(line) for line in out.read_text().splitlines()] if status == 0 else []


def test_sorted_and_rated_answers_have_a_utility(tmp_path):
    """In the order of the file: (8 + 0.8·0 + 0.64·5) / (1 + 0.8 + 0.64)."""
    records = [given(**{"class": c}, quality=q) for c, q in (("x", 8), ("x", 9), ("y", "[4, 6]"))]
    status, found = scored(tmp_path, records, "--responses", "3")
    assert status == 0
    assert [row["score"] for row in found] == pytest.approx([11.2 / 2.44] * 3)
    assert [row["distinct"] for row in found] == [2] * 3


@pytest.mark.parametrize("names", [("x", "X ", "y"), (1, "1", 2), (1, 1.0, 2), ("a  b", "A b", "ab")])
def test_names_of_classes_have_one_spelling(tmp_path, names):
    """As a file may have them as numbers or as texts."""
    records = [given(**{"class": name}, quality=8) for name in names]
    _, found = scored(tmp_path, records, "--responses", "3")
    assert [row["distinct"] for row in found] == [2] * 3


def test_an_embedding_sorts_unsorted_answers(tmp_path):
    """Whatever their source."""
    records = [given(response=word) for word in ("Cat.", "dog", "cat")]
    arguments = ["--protocol", "zhang2025_distinct", "--responses", "3", "--same", "builtin", "--threshold", "0.9"]
    assert [row["score"] for row in scored(tmp_path, records, *arguments)[1]] == [2] * 3


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (given(response=7), r"expected a text in the field response, got 7"),
        (given(prompt=7), r"expected a text in the field prompt, got 7"),
        (given(quality=0), r"expected quality as a rating from 1 to 10"),
        (given(quality="good"), r"expected quality as a rating from 1 to 10"),
    ],
)
def test_wrong_rows_are_refused(record, message):
    """With what was expected."""
    with pytest.raises(BadArguments, match=message):
        sample_in_row(NOVELTY, record, NOVELTY.settings(judges="creativity/lexical-judge"))


@pytest.mark.parametrize(
    "arguments",
    [["--responses", "0"], ["--patience", "2"], ["--same", "nowhere"], ["--threshold", "0.5"], ["--same", "judges"]],
)
def test_wrong_arguments_are_refused(tmp_path, arguments):
    """Before anything is scored."""
    assert scored(tmp_path, [given()] * 2, *arguments)[0] == 2


def test_answers_that_were_not_sorted_have_no_score(tmp_path, capsys):
    """And the rows say what they lack, once for all that lack the same."""
    assert scored(tmp_path, [given()] * 2)[0] == 1
    assert "line 1 and 1 more: expected a field class with every response" in capsys.readouterr().err
