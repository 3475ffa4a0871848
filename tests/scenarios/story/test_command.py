"""``helm-creativity score story``: stories of people and of models."""

import argparse
import csv
import json

import pytest
from support.stories import STORIES

from helm_creativity.cli import main
from helm_creativity.errors import BadArguments
from helm_creativity.responses import Answer
from helm_creativity.scenarios.story.scorer import add_arguments, row_of, scorer_of

CUES, STORY = next(iter(STORIES.items()))


def test_rows_hold_a_story_or_a_response():
    """With cues and ratings if there are any; what else is there is left alone."""
    row = row_of({"story": STORY, "cues": "stamp, letter,send", "creativity": "[20, 30.5]", "age": 9})
    assert row.answer is None
    assert row.fields == {"story": STORY, "cues": ["stamp", "letter", "send"], "ratings": [20, 30.5]}
    row = row_of({"response": "Hm.", "cues": ["stamp", "ice cream"], "creativity": None, "story": None})
    assert row.answer == Answer("Hm.")
    assert row.fields == {"cues": ["stamp", "ice cream"]}
    assert row_of({"story": "", "cues": ""}).fields == {"story": ""}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, "expected a text in the field story, or response, got None"),
        ({"story": 7}, "expected a text in the field story, or response, got 7"),
        ({"response": None}, "got None"),
        ({"story": "x", "cues": 3}, "cues must be a list of texts, got 3"),
        ({"story": "x", "cues": "[1]"}, "cues must be a list of texts"),
        ({"story": "x", "creativity": 9}, "expected creativity as a rating from 10 to 50, or a list of them, got 9"),
        ({"story": "x", "creativity": "high"}, "got 'high'"),
    ],
)
def test_wrong_rows_are_refused(record, message):
    """With what was expected."""
    with pytest.raises(BadArguments, match=message):
        row_of(record)


def parsed(*arguments):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(arguments)


def test_the_signature_says_that_nothing_was_asked(bert):
    """Protocol, vectors and that ratings are given."""
    signature = scorer_of(parsed("--embedding", bert, "--layers", "2+5", "--protocol", "agc2026")).signature
    assert signature.startswith("story|protocol:agc2026|prompts:not asked here|embedding:bert:tiny-bert@sha256:")
    assert "/16d/layers2+5/50tokens|sentences:punkt-untrained|judges:given|card:" in signature


def test_vectors_that_are_not_here_are_refused():
    """Before a file is read."""
    with pytest.raises(BadArguments, match="layers belong to a BERT"):
        scorer_of(parsed("--embedding", "builtin", "--layers", "6"))
    with pytest.raises(SystemExit):
        parsed()


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_files_come_back_with_scores(tmp_path, suffix):
    """From either form, under either protocol."""
    source = tmp_path / f"in.{suffix}"
    rows = [
        {"story": STORY, "cues": ", ".join(CUES), "creativity": 41},
        {"story": "Stamp.", "cues": "", "creativity": ""},
        {"story": "", "cues": "", "creativity": ""},
    ]
    if suffix == "csv":
        with source.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(rows)
    else:
        source.write_text("\n".join(map(json.dumps, rows)))
    for protocol, reason in (("mctb2025", "too_few_valid"), ("agc2026", "unjudged")):
        target = tmp_path / f"{protocol}.jsonl"
        options = ["--embedding", "builtin", "--protocol", protocol, "--in", str(source), "--out", str(target)]
        assert main(["score", "story", *options]) == 0
        first, second, third = map(json.loads, target.read_text().splitlines())
        assert (first["cue_coverage"], first["five_sentences"], first["creativity"]) == (1, 1, 41)
        assert first["score"] == first["dsi" if protocol == "mctb2025" else "creativity"]
        assert (second["unscored"], second["cue_coverage"]) == (reason, None)
        assert third["unscored"] == "empty"
