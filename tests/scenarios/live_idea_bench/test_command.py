"""``helm-creativity score live_idea_bench``: ideas that were rated already, by people or by models."""

import csv
import json

import pytest
from support.given import scores_of

from helm_creativity.cli import main
from helm_creativity.core.benchmark import sample_in_row
from helm_creativity.core.types import FailureReason
from helm_creativity.errors import BadArguments
from helm_creativity.scenarios.live_idea_bench.benchmark import LiveIdeaSettings


@pytest.fixture
def sample_of(live_idea_bench):
    return lambda record: sample_in_row(live_idea_bench, record, LiveIdeaSettings(protocol="ruan2024"))


def given(**fields):
    return {"keyword": "enzymes", "originality": 7, "feasibility": 5, **fields}


@pytest.mark.parametrize(
    ("value", "expected"),
    [(7, [7]), (7.5, [7.5]), ("7", [7]), ([7, 8], [7, 8]), ("[7, 8.5]", [7, 8.5]), (["7", 8], [7, 8])],
)
def test_ratings_come_as_numbers_or_lists(sample_of, value, expected):
    """As JSON lines and spreadsheets hold them; one a judge."""
    row = sample_of(given(originality=value))
    assert row.response is None
    assert row.fields["keyword"] == "enzymes"
    assert row.fields["ratings"] == {"originality": expected, "feasibility": [5], "clarity": []}


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (given(keyword=None), "expected a text in the field keyword, got nothing"),
        (given(keyword=" "), "expected a text in the field keyword, got ' '"),
        (given(keyword=7), "expected a text in the field keyword, got 7"),
        (given(originality=None), "expected originality as a rating from 1 to 10, or a list of them, got nothing"),
        (given(feasibility=""), "expected feasibility as a rating from 1 to 10, or a list of them, got ''"),
        (given(originality=[]), "got \\[\\]"),
        (given(originality=0), "got 0"),
        (given(originality=11), "got 11"),
        (given(originality=[5, 10.5]), "got \\[5, 10.5\\]"),
        (given(originality="high"), "got 'high'"),
        (given(originality="NaN"), "got 'NaN'"),
        (given(originality=[None]), "got \\[None\\]"),
        (given(originality={"a": 1}), "got \\{'a': 1\\}"),
        (given(clarity=0), "expected clarity as a rating"),
        (given(originality="[" * 100_000), "expected originality as a rating"),
    ],
)
def test_wrong_ratings_are_refused(sample_of, record, message):
    """With what was expected and what stood there; no rating is guessed."""
    with pytest.raises(BadArguments, match=message):
        sample_of(record)


def test_each_idea_has_its_own_score(live_idea_bench, sample_of):
    """The mean of the means of what it was rated on; clarity where the protocol has it."""

    def score(record, **settings):
        return scores_of(live_idea_bench, LiveIdeaSettings(**{"protocol": "ruan2024", **settings}), [sample_of(record)])

    (one,) = score(given(originality=[7, 6, 8], feasibility=[5, 6, 5]))
    assert one.score == pytest.approx((7 + 16 / 3) / 2)
    assert (one.submetrics["originality"], one.submetrics["clarity"]) == (7, None)
    assert (one.submetrics["idea_words"], one.submetrics["fallback_rate"], one.details["idea"]) == (None, None, None)
    (five,) = score(given(clarity=9), protocol="ruan2026")
    assert five.score == 7
    (lacks,) = score(given(), protocol="ruan2026")
    assert (lacks.score, lacks.failure_reason) == (None, FailureReason.UNJUDGED)


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_files_come_back_with_scores(tmp_path, suffix):
    """From either form."""
    source, target = tmp_path / f"in.{suffix}", tmp_path / "out.jsonl"
    rows = [given(originality=[7, 6, 8]), given(originality=1, feasibility=10)]
    if suffix == "csv":
        with source.open("w", newline="") as file:
            writer = csv.DictWriter(file, list(rows[0]))
            writer.writeheader()
            writer.writerows(
                {name: json.dumps(v) if isinstance(v, list) else v for name, v in row.items()} for row in rows
            )
    else:
        source.write_text("\n".join(map(json.dumps, rows)))
    assert main(["score", "live_idea_bench", "--in", str(source), "--out", str(target)]) == 0
    first, second = map(json.loads, target.read_text().splitlines())
    assert (first["score"], first["originality"], first["feasibility"]) == (6, 7, 5)
    assert (second["score"], second["failure_reason"]) == (5.5, None)
    assert first["comparable"].startswith("live_idea_bench|protocol:ruan2024|prompts:from a file|judges:from a file|")


def test_a_line_that_cannot_be_read_is_named(tmp_path, capsys):
    """By its number, with an exit code where one is asked for; the others have their scores."""
    (tmp_path / "in.jsonl").write_text(f"{json.dumps(given())}\n{json.dumps(given(originality=12))}\n")
    paths = ["--in", str(tmp_path / "in.jsonl"), "--out", str(tmp_path / "out.jsonl")]
    for strict in ([], ["--strict"]):
        assert main(["score", "live_idea_bench", *paths, *strict]) == len(strict)
        assert "line 2: expected originality as a rating from 1 to 10" in capsys.readouterr().err
        scores = [json.loads(line)["score"] for line in (tmp_path / "out.jsonl").read_text().splitlines()]
        assert scores == [6, None]


LONG = "Moss that grows on a beam closes its cracks before water comes in. " * 18
"""234 words."""


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("Moss that closes the cracks of a beam before water comes in.", None),
        (LONG, "too_long"),
        (f"{LONG}\n\nFinal Idea: Moss that closes the cracks of a beam.", None),
        ("", "empty"),
        ("I'm sorry, but I can't help with that request.", None),
    ],
)
def test_a_response_beside_ratings_is_held_to_the_protocol(text, reason, live_idea_bench):
    """Its length and that there is one; whoever rated it took it for no refusal. Without a response ratings are all."""
    settings = LiveIdeaSettings(protocol="ruan2024")
    rows = [given(response=text), given()]
    samples = [sample_in_row(live_idea_bench, row, settings) for row in rows]
    with_text, alone = scores_of(live_idea_bench, settings, samples)
    assert (with_text.score, with_text.failure_reason) == (None if reason else 6, reason)
    assert with_text.submetrics["originality"] == (None if reason else 7)
    assert (alone.score, alone.submetrics["idea_words"], alone.submetrics["fallback_rate"]) == (6, None, None)
