"""``helm-creativity score cdat``."""

import csv
import io
import json

import pytest
from support.benchmarks import settings_of
from support.cdat import BENCHMARK, nearest_nouns

from helm_creativity.cli import main
from helm_creativity.core.benchmark import sample_in_row
from helm_creativity.core.types import Response
from helm_creativity.errors import BadArguments

NUMBERS = ["novelty", "appropriateness", "appropriateness_200"]
WORDS = nearest_nouns("rock", 30)[10:20]


def score(tmp_path, content, *options, name="in.jsonl", out="out.jsonl"):
    """Scores a file and returns the other file's text."""
    (tmp_path / name).write_text(content, "utf-8")
    paths = ["--in", str(tmp_path / name), "--out", str(tmp_path / out)]
    assert main(["score", "cdat", "--embedding", "builtin", *paths, *options]) == 0
    return (tmp_path / out).read_text("utf-8")


def test_rows_come_back_with_all_numbers(tmp_path):
    """From words or a response; the last says why it has none."""
    rows = [
        {"who": 1, "cue": "rock", "words": WORDS},
        {"who": 2, "cue": "rock", "response": "\n".join(WORDS)},
        {"who": 3, "cue": "Rock", "words": ", ".join(["Rocks", *WORDS])},
        {"who": 4, "cue": "joy", "words": WORDS},
        {"who": 5, "cue": "rock", "response": ""},
    ]
    found = [json.loads(line) for line in score(tmp_path, "\n".join(map(json.dumps, rows))).splitlines()]
    first, second, third, other, last = found
    assert [row["who"] for row in found] == [1, 2, 3, 4, 5]
    assert [row["cue"] for row in found] == [row["cue"] for row in rows]
    for name in ("score", *NUMBERS):
        assert first[name] == pytest.approx(second[name]) == pytest.approx(third[name])
    assert first["score"] == first["novelty"]
    assert first["appropriateness_200"] == pytest.approx(100 + first["appropriateness"])
    assert third["cue_entries"] == ["Rocks"]
    assert other["novelty"] == pytest.approx(first["novelty"])
    assert other["appropriateness"] < first["appropriateness"] - 10
    assert (last["score"], last["failure_reason"]) == (None, "empty")
    assert [last[name] for name in NUMBERS] == [None] * 3
    assert all(
        {submetric.name for submetric in BENCHMARK.card.submetrics if submetric.of == "answer"} <= set(row)
        for row in found
    )
    assert first["comparable"].startswith("cdat|protocol:schapiro2026|prompts:from a file|")


def test_spreadsheets(tmp_path):
    """CSV in, CSV out."""
    buffer = io.StringIO()
    csv.writer(buffer).writerows([["cue", "words"], ["rock", "; ".join(WORDS)], ["rock", "stone"]])
    text = score(tmp_path, buffer.getvalue(), name="in.csv", out="out.csv")
    first, second = csv.DictReader(io.StringIO(text))
    assert 0 < float(first["novelty"]) < float(first["appropriateness_200"])
    assert json.loads(first["scored_words"]) == WORDS[:7]
    assert [second[name] for name in ("failure_reason", *NUMBERS)] == ["too_few_valid", "", "", ""]


def test_a_protocol_and_a_dictionary_can_be_named(tmp_path):
    """Both are in the key; under the built-in table WordNet's nouns stand for those that must be fetched."""
    content = json.dumps({"cue": "rock", "words": WORDS})
    keys = [
        json.loads(score(tmp_path, content, *options))["comparable"]
        for options in ([], ["--protocol", "nakajima2026"], ["--dictionary", "wordnet"])
    ]
    assert len(set(keys)) == 3
    assert "|dictionary:none" in keys[0]
    assert all("|dictionary:wordnet-nouns@sha256:" in key for key in keys[1:])


@pytest.mark.parametrize(
    ("content", "name", "message"),
    [
        (
            '{"cue": "rock", "words": "a"}\n{"words": "a"}',
            "in.jsonl",
            "line 2: expected a text in the field cue, which is missing; there are ['words']",
        ),
        ('{"cue": " ", "words": "a"}', "in.jsonl", "line 1: expected a text in the field cue, got ' '"),
        ('{"cue": 7, "words": "a"}', "in.jsonl", "line 1: expected a text in the field cue, got 7"),
        ("cue,words\nrock,a\n,b\n", "in.csv", "line 3: expected a text in the field cue, got ''"),
        ("words\na\n", "in.csv", "line 2: expected a text in the field cue, which is missing; there are ['words']"),
        ('{"cue": "rock"}', "in.jsonl", "line 1: expected a field response or words, got ['cue']"),
        (json.dumps({"cue": "qqq", "words": WORDS}), "in.jsonl", "builtin has no vector for the cue 'qqq'"),
    ],
)
def test_what_is_missing_is_named(tmp_path, capsys, content, name, message):
    """With the number of the line where a field is missing."""
    (tmp_path / name).write_text(content)
    paths = ["--in", str(tmp_path / name), "--out", str(tmp_path / "out.jsonl")]
    assert main(["score", "cdat", "--embedding", "builtin", "--strict", *paths]) == 1
    assert message in capsys.readouterr().err
    rows = [json.loads(line) for line in (tmp_path / "out.jsonl").read_text().splitlines()]
    assert rows[-1]["problem"] in message.partition(": ")[2] or message in rows[-1]["problem"]


def test_fields_are_those_of_the_item():
    """Trimmed, in lower case: words are compared so."""
    settings = settings_of(BENCHMARK)
    row = sample_in_row(BENCHMARK, {"cue": " Rock ", "response": "Stone"}, settings)
    assert (row.response, row.fields) == (Response("Stone"), {"cue": "rock"})
    assert sample_in_row(BENCHMARK, {"cue": "rock", "words": ["Stone"]}, settings).fields == {
        "cue": "rock",
        "words": ["Stone"],
    }
    with pytest.raises(BadArguments, match="expected a text in the field cue, which is missing"):
        sample_in_row(BENCHMARK, {"response": "Stone"}, settings)
