"""Rows of files with their scores: what a row held before is not lost."""

import csv
import io
import json
from collections import Counter

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.rows import scored as rows
from helm_creativity.benchmark.rows.records import BadRow, write_records
from helm_creativity.benchmark.rows.scored import parse_lines, score_records
from helm_creativity.benchmark.types import FailureReason, Sample, SampleScore
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments


def scored(record, value=None, **details):
    """The record with a score and a submetric of one value, unscored where it is None."""
    sample_score = SampleScore(value, FailureReason.UNJUDGED if value is None else None, {"creativity": value}, details)
    return rows.scored(record, sample_score, "s")


@pytest.mark.parametrize(
    ("given_cell", "value"),
    [([31, 36], 33.5), ("[31, 36]", 33.5), (" [31", 33.5), ({"a": 31}, 31.0), (12, None), ("12", None), ([12], None)],
)
def test_what_would_be_lost_is_kept(given_cell, value):
    """A list under a mean, and anything that nothing takes the place of."""
    assert_kept(given_cell, value)


@pytest.mark.parametrize("given_cell", ["31; 36", "31, 36", "31\n36", "about 33"])
def test_a_text_under_a_number_is_kept(given_cell):
    """Several ratings in a cell among them."""
    assert_kept(given_cell, 33.5)


def assert_kept(given_cell, value):
    row = scored({"creativity": given_cell, "id": 7}, value)
    assert (row["creativity"], row["given_creativity"], row["id"]) == (value, given_cell, 7)


@pytest.mark.parametrize(
    ("given_cell", "value"),
    [(12, 12.0), ("12", 12.0), ("12,5", 12.5), ("1e1", 10.0), ("NA", 12.0), ("", 12.0), ("", None), (None, None)],
)
def test_nothing_is_kept_where_nothing_is_lost(given_cell, value):
    """A number under a number, and blanks."""
    assert list(scored({"creativity": given_cell}, value)) == ["creativity", "score", "failure_reason", "comparable"]
    assert not [name for name in scored({}, value) if name.startswith("given_")]


def test_every_name_that_is_written_anew_is_watched():
    """A score of one's own and details too; a list that comes out as it went in is not lost."""
    row = scored({"score": 5, "words": "a, b", "uses": '["x"]', "kinds": ["y"]}, words=None, uses=["x"], kinds=["z"])
    assert {name: value for name, value in row.items() if name.startswith("given_")} == {
        "given_score": 5,
        "given_words": "a, b",
        "given_kinds": ["y"],
    }


@given(st.one_of(st.none(), st.just(" "), st.integers(), st.text("[]1, "), st.lists(st.integers())))
def test_what_was_kept_before_stays(kept):
    """Only a blank is filled."""
    row = scored({"creativity": [31, 36], "given_creativity": kept}, 33.5)
    blank = kept is None or (isinstance(kept, str) and not kept.strip())
    assert row["given_creativity"] == ([31, 36] if blank else kept)


def test_csv_has_the_columns_of_all_rows(tmp_path):
    """The second row alone loses something; scored once more, the file stays as it is."""
    source, target, again = (tmp_path / f"{name}.csv" for name in ("in", "out", "again"))
    source.write_text('creativity,response\n20,Yes and no.\n"[31, 36]",As if.\n12,\n', "utf-8")
    for one, other in ((source, target), (target, again)):
        assert main(["score", "metaphor", str(one), "--out", str(other)]) == 0
    with target.open(newline="", encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert [row["creativity"] for row in rows] == ["20.0", "33.5", ""]
    assert [row["given_creativity"] for row in rows] == ["", "[31, 36]", "12"]
    assert list(rows[0])[-1] == "given_creativity"
    assert json.loads(rows[1]["given_creativity"]) == [31, 36]


def test_other_columns_than_kept_ones_must_be_in_the_first_row():
    """A name that only looks alike is another column."""
    out = io.StringIO()
    write_records([{"a": 1}, {"a": 2, "given_a": [1]}, {"given_b": "é\n"}], out, True)
    assert out.getvalue() == 'a,given_a,given_b\r\n1,,\r\n2,[1],\r\n,,"é\n"\r\n'
    with pytest.raises(BadArguments, match=r"response 2 has fields that the first lacks: b, givena; write JSONL"):
        write_records([{"a": 1}, {"a": 2, "b": 1, "givena": 3}], io.StringIO(), True)


class Compared:
    """A scorer: a response's score is how many responses to its prompt came with it."""

    def group(self, sample):
        return sample.fields["prompt"]

    def score(self, samples):
        times = Counter(self.group(sample) for sample in samples)
        return [SampleScore(float(times[self.group(sample)]), None) for sample in samples]


def scores(prompts):
    """Of one answer to each prompt in turn."""
    records = enumerate(({"prompt": prompt} for prompt in prompts), start=1)
    return [
        row["score"]
        for _, row in score_records(Compared(), "s", parse_lines(lambda record: Sample(None, record), records))
    ]


@given(st.lists(st.integers(1, 12), max_size=12), st.integers(1, 9))
def test_answers_that_are_compared_are_never_parted(sizes, batch):
    """However many they are, and wherever a batch would end."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "BATCH", batch)
        given_prompts = [prompt for prompt, size in enumerate(sizes) for _ in range(size)]
        assert scores(given_prompts) == [float(size) for size in sizes for _ in range(size)]


def test_answers_of_a_batch_may_stand_in_any_order(monkeypatch):
    """Beyond one, their place is reported; half of them is never compared."""
    assert scores("abab") == [2.0] * 4
    monkeypatch.setattr(rows, "BATCH", 2)
    assert scores("aabbb") == [2.0, 2.0, 3.0, 3.0, 3.0]
    with pytest.raises(BadArguments, match=r"^line 4 belongs to 'a', like rows far above it; .* sort the file"):
        scores("aaba")


PROMPTS = st.sampled_from("ab")


@given(st.lists(st.one_of(st.none(), PROMPTS), max_size=12), st.integers(1, 4))
def test_unused_rows_part_no_group(prompts, batch):
    """Nor do they change a score: rows are compared as if the others were not there."""
    prompts = sorted(prompts, key=lambda prompt: prompt or "a")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(rows, "BATCH", batch)
        records = [
            (number, BadRow("not JSON", {}) if prompt is None else {"prompt": prompt})
            for number, prompt in enumerate(prompts, start=1)
        ]
        found = list(score_records(Compared(), "s", parse_lines(lambda record: Sample(None, record), records)))
    assert [number for number, _ in found] == [number for number, _ in records]
    assert [row["score"] for _, row in found] == [
        None if prompt is None else prompts.count(prompt) for prompt in prompts
    ]
    assert [row.get("problem") for _, row in found] == ["not JSON" if prompt is None else None for prompt in prompts]


class Choosy:
    """A scorer that refuses some words, and counts how often it is asked."""

    def __init__(self):
        self.calls = 0

    def score(self, samples):
        self.calls += 1
        wrong = [sample.fields["word"] for sample in samples if sample.fields["word"].startswith("q")]
        if wrong:
            raise BadArguments(f"no vector for {wrong[0]}")
        return [SampleScore(float(len(sample.fields["word"])), None) for sample in samples]


@given(st.lists(st.text("aq", min_size=1), max_size=40))
def test_what_the_scorer_refuses_is_told_apart(words):
    """Each with its own reason; few refusals cost few calls."""
    scorer = Choosy()
    found = rows.score_usable(scorer, [Sample(None, {"word": word}) for word in words])
    refused = [word for word in words if word.startswith("q")]
    assert [sample_score.score for sample_score in found] == [None if word in refused else len(word) for word in words]
    assert [row.problem for row in found if isinstance(row, rows.UnusedRow)] == [
        f"no vector for {word}" for word in refused
    ]
    assert scorer.calls <= 2 + 14 * len(refused)


def refuse(value):
    raise BadArguments(f"no word, got {value}")


def test_a_corrected_row_loses_its_problem():
    """A field of that name that the row had is what it was, in the second pass too."""
    sample_of = {"good": lambda _: Sample(None, {"word": "a"}), "bad": lambda record: refuse(record["id"])}
    for given_row in ({"id": 1}, {"id": 1, "problem": "A rope is too short."}):
        ((_, unused),) = score_records(Choosy(), "s", parse_lines(sample_of["bad"], [(1, given_row)]))
        assert unused["problem"] == f"no word, got {given_row['id']}"
        ((_, again),) = score_records(Choosy(), "s", parse_lines(sample_of["bad"], [(1, unused)]))
        assert again == unused
        ((_, good),) = score_records(Choosy(), "s", parse_lines(sample_of["good"], [(1, unused)]))
        assert {name: good[name] for name in given_row} == given_row
        assert ("problem" in good, "given_problem" in good) == ("problem" in given_row, False)
