"""The S-DAT through HELM, its pages, and the command line."""

import csv
import json

import pytest
from support.benchmarks import settings_of
from support.tongues import SORRY, mixed, words

from helm_creativity.cli import main
from helm_creativity.core.benchmark import comparable_key
from helm_creativity.core.loading import get_benchmark
from helm_creativity.scenarios.sdat.items import LANGUAGES

pytestmark = pytest.mark.commands

ANSWERED = ("en", "de", "es", "fr", "ja", "pt", "zh")


def stats_of(folder, model):
    """Means of the S-DAT's run of a model."""
    (run,) = (folder / "runs" / "s").glob(f"creativity_sdat:*model={model.replace('/', '_')}")
    return {stat["name"]["name"]: stat["mean"] for stat in json.loads((run / "stats.json").read_text())}


def test_stats_of_mixed_replies(rat_and_sdat):
    """Seven languages answered, five not, each for its own reason."""
    stats = stats_of(rat_and_sdat, "fake/mixed")
    assert (stats["num_instances"], stats["num_answers"]) == (12, 24)
    # Two of the 45 pairs of the French words have no distance: a language is 2/45 of 100 below the six others.
    below = 200 / 45
    assert stats["score"] == pytest.approx(100 - below / 7)
    # Both trials of a language agree, so that the means of the seven languages vary: by below²/7, over 7.
    assert stats["score_se"] == pytest.approx(below / 7)
    assert stats["score_failures_as_zero"] == pytest.approx((700 - below) / 12)
    assert stats["valid_rate"] == pytest.approx(7 / 12)
    rates = {f"{name}_rate" for name in ("refusal", "empty", "unparsable", "too_few_valid", "truncation")}
    assert {name: stats[name] for name in rates} == dict.fromkeys(rates, pytest.approx(1 / 12))


def test_every_language_has_its_score(rat_and_sdat):
    """And none where no answer was scored."""
    stats = stats_of(rat_and_sdat, "fake/mixed")
    found = {name: stats[f"score_{name}"] for name in LANGUAGES if f"score_{name}" in stats}
    assert found == {name: pytest.approx(100 if name != "fr" else 100 - 200 / 45) for name in ANSWERED}


@pytest.mark.parametrize("model", ["creativity/random-nouns", "creativity/greedy"])
def test_baselines_answer_everything(rat_and_sdat, model):
    """In every language, with as many words as asked."""
    stats = stats_of(rat_and_sdat, model)
    assert (stats["num_answers"], stats["valid_rate"]) == (24, 1)
    assert (stats["n_valid"], stats["wrong_count_rate"]) == (10, 0)
    assert [stats[f"score_{name}"] for name in LANGUAGES] == [pytest.approx(100)] * 12


def test_pages_have_the_benchmark(rat_and_sdat):
    """A table of three models, titled by the run's settings, and a few columns beside the score."""
    path = rat_and_sdat / "runs" / "s" / "groups" / "creativity_sdat.json"
    tables = json.loads(path.read_text())
    settings = (
        "benchmark: sdat, protocol: mctb2025, items: all, asked: 10, constraint: none, prompts: own, embedding: tongues"
    )
    assert tables[0]["title"] == settings
    assert len(tables[0]["rows"]) == 3
    columns = {header["value"] for table in tables for header in table["header"]}
    assert {"Mean of languages", "English", "Valid words", "Unknown words"} <= columns


RECORDS = [
    *({"language": name, "response": mixed(name)[0]} for name in LANGUAGES if name != "nl"),
    {"language": "nl", "words": words("nl", 10)},
    {"language": "nl", "words": words("nl", 4)},
]


def expected(record):
    """Score, and reason."""
    reasons = {"ar": "refused", "cs": "empty", "it": "unparsable", "ko": "too_few_valid"}
    if record.get("words") == words("nl", 4):
        return None, "too_few_valid"
    if record["language"] in reasons:
        return None, reasons[record["language"]]
    return pytest.approx(100 if record["language"] != "fr" else 100 - 200 / 45), None


def score(path, out, *options):
    return main(["score", "sdat", "--in", str(path), "--out", str(out), *options])


def test_people_are_scored_from_jsonl(tmp_path, many_tongues):
    """Rows come back with score, reason, the score of their language, and key."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text("\n".join(json.dumps(record, ensure_ascii=False) for record in RECORDS), "utf-8")
    assert score(path, out, "--embedding", many_tongues) == 0
    rows = [json.loads(line) for line in out.read_text("utf-8").splitlines()]
    assert [(row["score"], row["failure_reason"]) for row in rows] == [expected(record) for record in RECORDS]
    assert [row[f"score_{row['language']}"] for row in rows] == [row["score"] for row in rows]
    assert rows[4]["scored_words"] == words("ja", 10)
    benchmark = get_benchmark("sdat")
    key = comparable_key(benchmark, settings_of(benchmark, embedding=many_tongues), asked=False)
    assert {row["comparable"] for row in rows} == {key}


def test_people_are_scored_from_csv(tmp_path, many_tongues):
    """Words in one cell; characters of every script come back whole."""
    path, out = tmp_path / "in.csv", tmp_path / "out.csv"
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, ["language", "response", "words"])
        writer.writeheader()
        writer.writerows({**record, "words": "; ".join(record.get("words", []))} for record in RECORDS)
    assert score(path, out, "--embedding", many_tongues) == 0
    with out.open(encoding="utf-8", newline="") as file:
        rows = list(csv.DictReader(file))
    found = [(float(row["score"]) if row["score"] else None, row["failure_reason"] or None) for row in rows]
    assert found == [expected(record) for record in RECORDS]
    assert json.loads(rows[4]["scored_words"]) == words("ja", 10)


def test_the_number_asked_is_an_option(tmp_path, many_tongues):
    """It decides how many words are scored and what is the right number."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(json.dumps({"language": "pt", "words": words("pt", 25)}))
    for asked, wrong in (("10", 1), ("25", 0)):
        assert score(path, out, "--embedding", many_tongues, "--asked", asked) == 0
        row = json.loads(out.read_text("utf-8"))
        assert (len(row["scored_words"]), row["wrong_count_rate"]) == (int(asked), wrong)


@pytest.mark.parametrize(
    ("record", "options", "message"),
    [
        ({"response": SORRY, "language": "en"}, ["glove"], "unknown embedding 'glove'"),
        ({"response": SORRY, "language": "en"}, ["granite-278m"], "helm-creativity embeddings fetch granite-278m"),
    ],
)
def test_an_embedding_that_is_not_here_ends_it(tmp_path, capsys, record, options, message):
    """And nothing is written."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(json.dumps(record))
    assert score(path, out, "--embedding", *options) == 2
    assert message in capsys.readouterr().err
    assert not out.exists()


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"response": SORRY}, "line 1: expected a text in the field language, which is missing"),
        ({"response": SORRY, "language": "xx"}, "line 1: language must be one of en, de, es"),
        ({"words": words("de", 10), "language": "de"}, "line 1: the built-in table knows English only, got de"),
    ],
)
def test_rows_that_cannot_be_used_are_named(tmp_path, capsys, record, message):
    """Alone in their file they leave it without a score."""
    path, out = tmp_path / "in.jsonl", tmp_path / "out.jsonl"
    path.write_text(json.dumps(record))
    assert score(path, out, "--embedding", "builtin") == 1
    assert message in capsys.readouterr().err
    assert json.loads(out.read_text("utf-8"))["failure_reason"] == "invalid_row"


@pytest.mark.parametrize(("asked", "message"), [("12", "asked must be one of 10, 25, got 12"), ("x", "'--asked'")])
def test_other_numbers_are_refused(capsys, asked, message):
    """With what is allowed, or by the command line itself where it is no number."""
    assert main(["score", "sdat", "--embedding", "builtin", "--asked", asked]) == 2
    assert message in capsys.readouterr().err
