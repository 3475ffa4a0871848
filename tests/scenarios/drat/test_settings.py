"""Signatures, and rows of the command line."""

import argparse
import json

import pytest
from support.drat import FIGURE_8, GOOD, IRRELEVANT, one

from helm_creativity.cli import main
from helm_creativity.embeddings.lexicon import Dictionary
from helm_creativity.errors import BadArguments, CreativityError
from helm_creativity.scenarios.drat.protocols import Rule
from helm_creativity.scenarios.drat.scorer import (
    CARD,
    DratScorer,
    add_arguments,
    prompts_of,
    row_of,
    scorer_of,
    signature_of,
)


def test_signature_names_everything_that_moves_the_score(toy, tmp_path):
    """Two settings, two signatures."""
    pool = tmp_path / "pool.txt"
    pool.write_text("\n".join(GOOD))
    words = Dictionary("olson2021@sha256:33adcdd06a03", frozenset({"cat"}))
    standard = signature_of(Rule(), "builtin", None)
    signatures = [
        standard,
        signature_of(Rule(utility="min"), "builtin", None),
        signature_of(Rule(utility="avg"), "builtin", None),
        signature_of(Rule(quantile=0.91), "builtin", None),
        signature_of(Rule(quantile=0.900000001), "builtin", None),
        signature_of(Rule(n_min=4), "builtin", None),
        signature_of(Rule(pool="nouns"), "builtin", None),
        signature_of(Rule(pool=str(pool)), "builtin", None),
        signature_of(Rule(), toy, None),
        signature_of(Rule(), "builtin", words),
        *(
            signature_of(Rule(), "builtin", None, prompts_of(bank, k))
            for bank in ("scientific", "conceptnet")
            for k in (2, 3, 4)
        ),
    ]
    assert len(set(signatures)) == len(signatures) == 16
    assert standard == DratScorer(Rule(), "builtin").signature
    for part in ("protocol:schapiro2026", "words:3-10 of 10", "utility:max", "quantile:0.9", "n_min:3"):
        assert f"|{part}|" in standard
    assert f"|card:{CARD.version}|" in standard
    assert "|prompts:not asked here|" in standard
    assert prompts_of("scientific", 4).startswith("30@sha256:")
    assert "|pool:cue_words@sha256:29dcf9ad0f55/50|" in standard
    assert "dictionary:olson2021@sha256:33adcdd06a03" in signatures[9]


def test_a_changed_pool_changes_the_signature(tmp_path):
    """By its words, though the file's name is the same."""
    pool = tmp_path / "pool.txt"
    pool.write_text("\n".join(GOOD))
    before = signature_of(Rule(pool=str(pool)), "builtin", None)
    pool.write_text("\n".join([*GOOD, "lamp"]))
    assert signature_of(Rule(pool=str(pool)), "builtin", None) != before


def parsed(*options):
    parser = argparse.ArgumentParser()
    add_arguments(parser)
    return parser.parse_args(["--embedding", "builtin", *options])


def test_command_line_defaults_are_the_papers():
    """And every option reaches the rule."""
    assert scorer_of(parsed()).signature == signature_of(Rule(), "builtin", None)
    options = ["--utility", "avg", "--quantile", "0.8", "--n-min", "2", "--pool", "nouns", "--dictionary", "wordnet"]
    signature = scorer_of(parsed(*options)).signature
    for part in ("utility:avg", "quantile:0.8", "n_min:2", "pool:nouns@", "dictionary:wordnet-nouns@"):
        assert f"|{part}" in signature


def test_command_line_refuses_what_cannot_be():
    """As run entries do."""
    with pytest.raises(BadArguments, match="n_min must be from 2 to 10, got 1"):
        scorer_of(parsed("--n-min", "1"))
    with pytest.raises(CreativityError, match="embeddings fetch glove-840b"):
        scorer_of(parsed("--embedding", "glove-840b"))


@pytest.mark.parametrize(
    "anchors",
    [
        ["Heartbeat ", "supply chain"],
        "heartbeat, Supply chain",
        "heartbeat;supply chain",
        '["heartbeat", "supply chain"]',
    ],
)
def test_anchors_of_a_row(anchors):
    """A list, or text as spreadsheets have it; capitals and spaces around do not matter."""
    for answer in ({"words": GOOD}, {"response": "river"}):
        row = row_of({"anchors": anchors, **answer})
        assert row.fields["anchors"] == ["heartbeat", "supply chain"]
    assert row_of({"anchors": anchors, "words": "river, lamp"}).fields["words"] == ["river", " lamp"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"words": GOOD}, "anchors must be a list of texts, got None"),
        ({"words": GOOD, "anchors": 7}, "anchors must be a list of texts, got 7"),
        ({"words": GOOD, "anchors": []}, r"expected at least one anchor in the field anchors, got \[\]"),
        ({"words": GOOD, "anchors": " , "}, "expected at least one anchor in the field anchors, got"),
        ({"words": GOOD, "anchors": ["a", " "]}, "expected at least one anchor in the field anchors, got"),
        ({"anchors": FIGURE_8}, "expected a field response or words"),
    ],
)
def test_rows_that_are_none(record, message):
    """The field and what was found in it."""
    with pytest.raises(BadArguments, match=message):
        row_of(record)


def test_a_file_of_answers(tmp_path):
    """Every row comes back with its score, threshold and survivors."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"anchors": FIGURE_8, "words": GOOD}, {"anchors": FIGURE_8, "response": "\n".join(IRRELEVANT)}]
    rows.append({"anchors": FIGURE_8, "response": ""})
    source.write_text("\n".join(map(json.dumps, rows)))
    assert main(["score", "drat", "--embedding", "builtin", "--in", str(source), "--out", str(target)]) == 0
    good, collapsed, empty = map(json.loads, target.read_text().splitlines())
    assert good["score"] == one(DratScorer(Rule(), "builtin"), words=GOOD).score
    assert (good["survivors"], good["surviving_words"]) == (3, ["river", "breath", "clockwork"])
    assert (collapsed["score"], collapsed["survivors"], collapsed["relevance_collapse_rate"]) == (0, 0, 1)
    assert good["tau"] == collapsed["tau"]
    assert (empty["score"], empty["unscored"], empty["survivors"]) == (None, "empty", None)
    assert good["signature"] == signature_of(Rule(), "builtin", None)


def test_an_unknown_anchor_of_a_file_ends_the_command(tmp_path, capsys):
    """With its name."""
    source = tmp_path / "in.jsonl"
    source.write_text(json.dumps({"anchors": ["xyzzy"], "words": GOOD}))
    assert main(["score", "drat", "--embedding", "builtin", "--in", str(source)]) == 2
    assert "builtin has no vector for the anchors 'xyzzy'" in capsys.readouterr().err
