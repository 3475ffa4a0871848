"""``helm-creativity score story``: stories of people and of models."""

import csv
import json

import pytest
from support.stories import STORIES

from helm_creativity.cli import main
from helm_creativity.core.benchmark import comparable_key, parse_settings, sample_in_row
from helm_creativity.core.types import Response
from helm_creativity.errors import BadArguments

CUES, STORY = next(iter(STORIES.items()))


@pytest.fixture
def sample_of(story):
    return lambda record: sample_in_row(story, record, story.settings_type(protocol="mctb2025"))


def test_records_hold_a_story_or_a_response(sample_of):
    """With cues and ratings if there are any; what else is there is left alone."""
    row = sample_of({"story": STORY, "cues": "stamp, letter,send", "creativity": "[20, 30.5]", "age": 9})
    assert row.response is None
    assert row.fields == {"story": STORY, "cues": ["stamp", "letter", "send"], "ratings": [20, 30.5]}
    row = sample_of({"response": "Hm.", "cues": ["stamp", "ice cream"], "creativity": None, "story": None})
    assert row.response == Response("Hm.")
    assert row.fields == {"cues": ["stamp", "ice cream"]}
    assert sample_of({"story": "", "cues": ""}).fields == {"story": ""}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({}, r"expected a field response or story, got \[\]"),
        ({"story": 7}, "expected a text in the field story, got 7"),
        ({"story": None, "response": 7}, "expected a text in the field response, got 7"),
        ({"story": "x", "cues": 3}, "cues must be a list of texts, got 3"),
        ({"story": "x", "cues": "[1]"}, "cues must be a list of texts"),
        ({"story": "x", "creativity": 9}, "expected creativity as a rating from 10 to 50, or a list of them, got 9"),
        ({"story": "x", "creativity": "high"}, "got 'high'"),
    ],
)
def test_wrong_records_are_refused(sample_of, record, message):
    """With what was expected."""
    with pytest.raises(BadArguments, match=message):
        sample_of(record)


def test_the_key_says_that_nothing_was_asked(story, bert):
    """Protocol, vectors and that ratings are from a file."""
    settings = parse_settings(story, {"embedding": bert, "layers": "2+5", "protocol": "agc2026"}, asked=False)
    key = comparable_key(story, settings, asked=False)
    assert key.startswith("story|protocol:agc2026|prompts:from a file|embedding:bert:tiny-bert@sha256:")
    assert "/16d/layers2+5/50tokens|judges:from a file|sentences:punkt-untrained|card:" in key


def test_vectors_that_are_not_here_are_refused(story, home):
    """Before a file is read."""
    with pytest.raises(BadArguments, match="layers belong to a BERT"):
        parse_settings(story, {"embedding": "builtin", "layers": "6"}, asked=False)
    with pytest.raises(BadArguments, match="embeddings fetch bert-large-uncased"):
        parse_settings(story, {}, asked=False)


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_files_come_back_with_scores(tmp_path, suffix):
    """From either form, under either protocol."""
    source = tmp_path / f"in.{suffix}"
    rows = [
        {"story": STORY, "cues": ", ".join(CUES), "creativity": 41},
        {"story": "", "cues": "", "creativity": ""},
        {"story": "There was a stamp.", "cues": "", "creativity": ""},
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
        first, third, second = map(json.loads, target.read_text().splitlines())
        assert (first["cue_coverage"], first["five_sentences"], first["creativity"]) == (1, 1, 41)
        assert first["score"] == first["dsi" if protocol == "mctb2025" else "creativity"]
        assert (second["failure_reason"], second["cue_coverage"]) == (reason, None)
        assert third["failure_reason"] == "empty"
