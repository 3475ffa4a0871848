"""The RAT through HELM, its pages, and the command line."""

import csv
import json

import pytest

from helm_creativity.cli import main
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.scenarios.rat.items import OWN

pytestmark = pytest.mark.commands

RAT = get_benchmark("rat")
BASELINES = ["creativity/random-nouns", "creativity/greedy"]


def stats_of(folder, model):
    """Means of the RAT's run of a model."""
    (run,) = (folder / "runs" / "s").glob(f"creativity_rat:*model={model.replace('/', '_')}")
    return {stat["name"]["name"]: stat["mean"] for stat in json.loads((run / "stats.json").read_text())}


def test_stats_of_mixed_replies(rat_and_sdat):
    """Twenty of each kind."""
    stats = stats_of(rat_and_sdat, "fake/mixed")
    assert (stats["num_instances"], stats["num_answers"]) == (120, 120)
    # Of 80 scored answers 20 are right, 40 say no word: variance 100² · (1/4)(3/4) · 80/79, over 80.
    assert stats["score"] == 25
    assert stats["score_se"] == pytest.approx((100**2 * 3 / 16 / 79) ** 0.5)
    assert stats["score_failures_as_zero"] == pytest.approx(100 / 6)
    assert stats["valid_rate"] == pytest.approx(2 / 3)
    rates = {name: stats[f"{name}_rate"] for name in ("refusal", "truncation", "empty", "unparsable")}
    assert rates == dict.fromkeys(rates, pytest.approx(1 / 6))
    assert not [name for name in stats if name.startswith("accuracy_")]


@pytest.mark.parametrize("model", BASELINES)
def test_baselines_answer_everything(rat_and_sdat, model):
    """One word each, nearly always a wrong one."""
    stats = stats_of(rat_and_sdat, model)
    assert (stats["num_answers"], stats["valid_rate"]) == (120, 1)
    assert stats["score"] < 10


def test_pages_have_the_benchmark(rat_and_sdat):
    """A table with all three models and their scores."""
    (table,) = json.loads((rat_and_sdat / "runs" / "s" / "groups" / "creativity_rat.json").read_text())
    columns = [header["value"] for header in table["header"]]
    assert len(table["rows"]) == 3
    scores = {row[0]["value"]: row[1].get("value") for row in table["rows"]}
    assert 25 in scores.values()
    assert not [name for name in columns if name in ("Easy", "Medium", "Hard")]


def test_the_run_keeps_key_and_stems(rat_and_sdat):
    """In the instances, so that a reader sees what was asked."""
    (run,) = (rat_and_sdat / "runs" / "s").glob("creativity_rat:*model=fake_mixed")
    instances = json.loads((run / "instances.json").read_text())
    first = next(instance for instance in instances if instance["id"] == "rat001")
    assert (first["extra_data"]["accepted"], first["extra_data"]["stems"]) == ("jack", ["rabbit", "knife", "lumber"])


RECORDS = [
    {"id": 1, "response": "The answer is jack.", "stems": ["rabbit", "knife", "lumber"]},
    {"id": 2, "response": "ice", "stems": ["lumber", "rabbit", "knife"]},
    {"id": 3, "response": "court", "answer": "school|court"},
    {"id": 4, "response": "fire or ice", "answer": "fire"},
    {"id": 5, "response": "", "answer": "fire"},
]
SCORES, REASONS = [100, 0, 100, 0, 0], [None, None, None, "unparsable", "empty"]


def score(path, out, *options):
    return main(["score", "rat", "--in", str(path), "--out", str(out), *options])


def test_people_are_scored_from_jsonl(tmp_path):
    """Rows come back with score, reason, word and what makes them comparable."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("\n".join(map(json.dumps, RECORDS)))
    assert score(path, out) == 0
    rows = [json.loads(line) for line in out.read_text().splitlines()]
    assert [row["score"] for row in rows] == SCORES
    assert [row["failure_reason"] for row in rows] == REASONS
    assert [row["word"] for row in rows] == ["jack", "ice", "court", None, None]
    assert [row["accepted"] for row in rows] == ["jack", "jack", "school|court", "fire", "fire"]
    assert {row["comparable"] for row in rows} == {comparable_key(RAT, RAT.settings(), asked=False)}


def test_people_are_scored_from_csv(tmp_path):
    """Stems in one cell, empty cells where there are none."""
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    with path.open("w", newline="") as file:
        writer = csv.DictWriter(file, ["id", "response", "stems", "answer"])
        writer.writeheader()
        writer.writerows({**record, "stems": "; ".join(record.get("stems", []))} for record in RECORDS)
    assert score(path, out) == 0
    with out.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert [float(row["score"]) if row["score"] else None for row in rows] == SCORES
    assert [row["failure_reason"] or None for row in rows] == REASONS


def test_people_are_scored_by_the_norms(tmp_path, norms):
    """With the accuracy of the item's band."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text('{"response": "fire", "stems": "fly, fighter, cracker"}')
    assert score(path, out, "--items", "bowden2003") == 0
    row = json.loads(out.read_text())
    assert (row["score"], row["accuracy_easy"], row["accuracy_hard"]) == (100, 100, None)


def test_an_id_finds_its_item(tmp_path):
    """Where a row has neither the key nor the stems, beside which an id may be anyone's."""
    rows = [{"response": "jack", "id": "rat001"}, {"response": "hip", "id": "rat001"}]
    rows.append({"response": "jack", "id": "7", "stems": "rabbit, knife, lumber"})
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("\n".join(map(json.dumps, rows)))
    assert score(path, out) == 0
    assert [json.loads(line)["score"] for line in out.read_text().splitlines()] == [100, 0, 100]


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ('{"response": "x"}', "line 1: expected a field answer or id or stems"),
        ('\n{"response": "x", "answer": 3}', "line 2: answer must be a word"),
        ('{"response": "x", "stems": "a, b, c"}', "no item of own has the stems a, b, c; give its key"),
        (
            '{"response": "x", "id": "rat1"}',
            "no item of own has the id 'rat1'; there are rat001, rat002, rat003 and 117 more; give its",
        ),
    ],
)
def test_rows_that_cannot_be_used_are_named(tmp_path, capsys, content, message):
    """Alone in their file they leave it without a score."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(content)
    assert score(path, out) == 1
    assert message in capsys.readouterr().err
    assert json.loads(out.read_text())["failure_reason"] == "invalid_row"


def test_norms_that_are_not_here_end_it(tmp_path, capsys):
    """And nothing is written."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text('{"response": "x", "answer": "y"}')
    assert score(path, out, "--items", "bowden2003") == 2
    assert "helm-creativity items fetch rat-norms" in capsys.readouterr().err
    assert not out.exists()


def test_only_the_official_sheet_is_taken(capsys):
    """By size and checksum."""
    assert main(["items", "fetch", "rat-norms", "--from", str(OWN)]) == 2
    assert "expected 23463 bytes" in capsys.readouterr().err
