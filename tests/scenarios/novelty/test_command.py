"""``helm-creativity score novelty``: answers from anywhere, sorted and rated by whomever."""

import json

import pytest

from helm_creativity.commands import main


def given(**fields):
    return {"prompt": "Name a hat.", "response": "bowler", **fields}


def scored(folder, records, *arguments):
    """What the command makes of records, and its exit status."""
    path, out = folder / "in.jsonl", folder / "out.jsonl"
    path.write_text("".join(json.dumps(record) + "\n" for record in records))
    status = main(["score", "novelty", *arguments, str(path), "--out", str(out)])
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
