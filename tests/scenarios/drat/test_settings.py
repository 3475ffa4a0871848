"""Keys, and objects of users' files."""

import json

import pytest
from support.benchmarks import settings_of
from support.drat import BENCHMARK, FIGURE_8, GOOD, IRRELEVANT, one, scorer_under

from helm_creativity.cli import main
from helm_creativity.core.benchmark import comparable_key, sample_in_row
from helm_creativity.core.settings import options
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.drat.benchmark import DratSettings


def key(asked=False, **settings):
    """Everything that must agree between two scores that are compared."""
    return comparable_key(BENCHMARK, settings_of(BENCHMARK, asked, **settings), asked=asked)


def sample_of(record):
    """The sample of one object of a file."""
    return sample_in_row(BENCHMARK, record, settings_of(BENCHMARK))


def test_the_key_names_everything_that_moves_the_score(task_words, tmp_path):
    """Two settings, two keys."""
    pool = tmp_path / "pool.txt"
    pool.write_text("\n".join(GOOD))
    words = tmp_path / "words.txt"
    words.write_text("cat")
    standard = key()
    keys = [
        standard,
        key(utility="min"),
        key(utility="avg"),
        key(quantile=0.91),
        key(quantile=0.900000001),
        key(n_min=4),
        key(pool="nouns"),
        key(pool=str(pool)),
        key(embedding=task_words),
        key(dictionary=str(words)),
        *(key(asked=True, prompts="own", items=bank, k=k) for bank in ("scientific", "conceptnet") for k in (2, 3, 4)),
    ]
    assert len(set(keys)) == len(keys) == 16
    for part in ("protocol:schapiro2026", "utility:max", "quantile:0.9", "n_min:3", "prompts:from a file"):
        assert f"|{part}|" in standard
    assert standard.endswith("|card:3")
    assert BENCHMARK.compared(BENCHMARK.settings(embedding="builtin", prompts="own"))["prompts"].startswith(
        "own/30@sha256:"
    )
    assert "|pool:cue_words@sha256:29dcf9ad0f55/50|" in standard
    assert "|dictionary:words@sha256:" in keys[9]


def test_a_changed_pool_changes_the_key(tmp_path):
    """By its words, though the file's name is the same."""
    pool = tmp_path / "pool.txt"
    pool.write_text("\n".join(GOOD))
    before = key(pool=str(pool))
    pool.write_text("\n".join([*GOOD, "lamp"]))
    assert key(pool=str(pool)) != before


def test_the_defaults_are_the_papers():
    """And every setting that moves a score is an option of the command line; items and k only choose what is asked."""
    standard = DratSettings(protocol="schapiro2026")
    assert (standard.utility, standard.quantile, standard.n_min, standard.pool) == ("max", 0.9, 3, "cue_words")
    assert (standard.items, standard.k, standard.embedding, standard.dictionary) == (
        *("scientific", 4),
        *("sbert-mpnet", "none"),
    )
    scoring = [name for name, field in options(DratSettings).items() if field.scoring]
    assert scoring == [
        "protocol",
        "utility",
        "quantile",
        "n_min",
        "pool",
        "anchor_words",
        "embedding",
        "estimate",
        "dictionary",
    ]


def scored(tmp_path, *options):
    """One scored record, by the command line."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    source.write_text(json.dumps({"anchors": FIGURE_8, "words": GOOD}))
    paths = ["--in", str(source), "--out", str(target)]
    assert main(["score", "drat", "--embedding", "builtin", *options, *paths]) == 0
    return json.loads(target.read_text())


def test_every_option_reaches_the_key(tmp_path):
    """As it was written."""
    options = ["--utility", "avg", "--quantile", "0.8", "--n-min", "2", "--pool", "nouns", "--dictionary", "wordnet"]
    found = scored(tmp_path, *options)["comparable"]
    for part in ("utility:avg", "quantile:0.8", "n_min:2", "pool:nouns@", "dictionary:wordnet-nouns@"):
        assert f"|{part}" in found
    assert scored(tmp_path)["comparable"] == key()


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (["--n-min", "1"], "n_min must be a whole number from 2 to 10, got 1"),
        (["--embedding", "glove-840b"], "embeddings fetch glove-840b"),
    ],
)
def test_command_line_refuses_what_cannot_be(options, message, capsys):
    """As run entries do."""
    assert main(["score", "drat", "--embedding", "builtin", *options]) == 2
    assert message in capsys.readouterr().err


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
        row = sample_of({"anchors": anchors, **answer})
        assert row.fields["anchors"] == ["heartbeat", "supply chain"]
    assert sample_of({"anchors": anchors, "words": "river, lamp"}).fields["words"] == ["river", "lamp"]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"words": GOOD}, "anchors must be a list of texts, which is missing"),
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
        sample_of(record)


def test_a_file_of_answers(tmp_path):
    """Every row comes back with its score, threshold and survivors."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    rows = [{"anchors": FIGURE_8, "words": GOOD}, {"anchors": FIGURE_8, "response": "\n".join(IRRELEVANT)}]
    rows.append({"anchors": FIGURE_8, "response": ""})
    source.write_text("\n".join(map(json.dumps, rows)))
    assert main(["score", "drat", "--embedding", "builtin", "--in", str(source), "--out", str(target)]) == 0
    good, collapsed, empty = map(json.loads, target.read_text().splitlines())
    assert good["score"] == one(scorer_under(), words=GOOD).score
    assert (good["survivors"], good["surviving_words"]) == (3, ["river", "breath", "clockwork"])
    assert (collapsed["score"], collapsed["survivors"], collapsed["relevance_collapse_rate"]) == (0, 0, 1)
    assert good["tau"] == collapsed["tau"]
    assert (empty["score"], empty["failure_reason"], empty["survivors"]) == (None, "empty", None)
    assert good["comparable"] == key()


def test_an_unknown_anchor_costs_its_row_of_a_file(tmp_path, capsys):
    """Which says its name; all others are scored."""
    source, target = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    known = {"anchors": ["river", "sea"], "words": GOOD}
    source.write_text("\n".join(map(json.dumps, [{**known, "anchors": ["xyzzy"]}, known])))
    assert main(["score", "drat", "--embedding", "builtin", "--in", str(source), "--out", str(target)]) == 0
    wrong, right = map(json.loads, target.read_text().splitlines())
    assert (wrong["score"], wrong["failure_reason"]) == (None, "invalid_row")
    assert "builtin has no vector for the anchors 'xyzzy'" in wrong["problem"]
    assert right["score"] is not None
    assert "xyzzy" in capsys.readouterr().err
