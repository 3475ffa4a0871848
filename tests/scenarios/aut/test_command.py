"""``helm-creativity score aut``: uses of people, rated or not."""

import csv
import json

import pytest

import helm_creativity as hc
from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.commands import main
from helm_creativity.errors import BadArguments

USES = ["doorstop", "novel", "weight"]
OWN = ("--protocol", "mctb2025", "--prompts", "own")


def given(**fields):
    return {"object": "book", "uses": USES, **fields}


def score(tmp_path, records, *arguments, name="in.jsonl", status=0):
    """What the command writes for some records."""
    source, target = tmp_path / name, tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert main(["score", "aut", str(source), "--out", str(target), *arguments]) == status
    return [json.loads(line) for line in target.read_text().splitlines()]


def test_given_ratings(tmp_path, toy_uses):
    """One rating of each use, or one of each rater; ((1 + 2)/2 + 3 + 4.5) / 3. One use of three is too few."""
    records = [given(originality=[[1, 2], 3, [4.5]]), given(originality="[1, 2, 3]"), given(originality=[5, None, 3])]
    records.append(given(originality=[5, None, []]))
    found = score(tmp_path, records, "--embedding", toy_uses, *OWN)
    assert [row["score"] for row in found[:3]] == pytest.approx([3, 2, 4])
    assert (found[3]["score"], found[3]["failure_reason"]) == (None, "unjudged")
    assert found[0]["use_ratings"] == [[1, 2], [3], [4.5]]
    whole = score(tmp_path, [given(creativity=[20, 31])], "--embedding", toy_uses, "--protocol", "agc2026")
    assert (whole[0]["score"], whole[0]["creativity"]) == (25.5, 25.5)


@pytest.mark.parametrize(
    ("fields", "ratings"),
    [
        ({"uses": "doorstop; ; weight", "originality": "4; ; 2"}, [[4], [2]]),
        ({"uses": "doorstop; ; weight", "originality": "4; 5; 2"}, [[4], [2]]),
        ({"uses": "doorstop; NA; weight", "originality": [4, 5, 2]}, [[4], [2]]),
        ({"uses": ["doorstop", None, "weight"], "originality": "4; 5; 2"}, [[4], [2]]),
        ({"uses": "doorstop; ; weight", "originality": "4; 2"}, [[4], [2]]),
        ({"uses": "doorstop; weight;", "originality": "4; 2;"}, [[4], [2]]),
        ({"uses": "doorstop; novel; weight", "originality": "4; 2;"}, [[4], [2], []]),
        ({"uses": "doorstop; novel; weight", "originality": "; 4; 2"}, [[], [4], [2]]),
        ({"response": "1. doorstop\n2. novel\n3. weight", "originality": "4; 2;"}, [[4], [2], []]),
        ({"response": "1. doorstop\n2. weight", "originality": "4; 2;"}, [[4], [2]]),
        ({"use_1": "doorstop", "use_2": "", "use_3": "weight", "use_4": "NA", "originality": "4; 5; 2"}, [[4], [2]]),
        ({"use_1": "doorstop", "use_2": "weight", "use_3": "", "originality": "4; 2;"}, [[4], [2]]),
        ({"uses": "doorstop", "originality": 4}, [[4]]),
        ({"uses": "doorstop", "originality": "4"}, [[4]]),
        ({"uses": "doorstop; weight", "originality": "NA; NA; NA"}, [[], []]),
    ],
)
def test_a_rating_belongs_to_the_use_at_its_place(tmp_path, toy_uses, fields, ratings):
    """A use that is missing takes its rating with it; an empty last place may be one, or end the list."""
    (found,) = score(tmp_path, [{"object": "book", **fields}], "--embedding", toy_uses, *OWN, status=not any(ratings))
    assert found["use_ratings"] == ratings


CELLS = (
    "grind into red pigment, build a wall",
    "weapon (thrown, or dropped), doorstop",
    "drum / exercise weight at home",
    "1. hold paper down, in the wind, 2. weapon",
    "weapon\tdoorstop",
    "step; hold paper down, in the wind",
)


def score_cells(tmp_path, toy_uses, cells, *arguments):
    """How many uses each cell of a spreadsheet has; None where it is empty."""
    source, target = tmp_path / "cells.csv", tmp_path / "scored.csv"
    with source.open("w", newline="") as file:
        csv.writer(file).writerows([("object", "uses"), *(("book", cell) for cell in cells)])
    main(["score", "aut", str(source), "--out", str(target), "--embedding", toy_uses, *arguments])
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert all(row["failure_reason"] in ("", "empty", "too_few_valid") for row in rows)
    return [None if row["failure_reason"] == "empty" else float(row["fluency"]) for row in rows]


def test_cells_of_uses_are_split_and_not_read_as_prose(tmp_path, toy_uses):
    """By the separator of each cell; missing codes are empty."""
    found = score_cells(tmp_path, toy_uses, [*CELLS, "doorstop", "I'm sorry, weight", "-99", "99999", ";;"])
    assert found == [2, 2, 2, 2, 2, 2, 1, 2, None, None, None]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        (given(originality=[1, 2]), r"expected a rating for each of 3 uses, got 2; a list in the place of a rating"),
        (given(originality=4), "expected a rating for each of 3 uses, got 1; a list in"),
        (given(uses="novel; weight", originality="4"), "expected a rating for each of 2 uses, got 1; a list in"),
        (given(uses="novel; ; weight", originality="1; 2; 3; 4"), "expected a rating for each of 2 uses, got 4"),
        (given(uses="novel; weight;", originality="1; 2; 3"), "expected a rating for each of 2 uses, got 3"),
        (
            {"object": "book", "response": "novel; novel", "originality": [1, 2]},
            "expected a rating for the one use, got 2; where a response lists them, .* into a field uses",
        ),
        (given(originality=[1, 2, 5.5]), "expected ratings of originality from 1 to 5, got 5.5"),
        (given(originality=[0, 2, 5]), "expected ratings of originality from 1 to 5, got 0"),
    ],
)
def test_wrong_ratings_are_refused(aut, scorer_of, toy_uses, record, message):
    """On the scale of the protocol, one for each use."""
    with pytest.raises(BadArguments, match=message):
        scorer_of("mctb2025", toy_uses).score([sample_in_row(aut, record, aut.settings_type(protocol="wenger2025"))])


@pytest.mark.parametrize(
    ("uses", "ratings", "expected"),
    [
        ("doorstop", {"originality_r1": "3", "originality_r2": "4"}, [[3, 4]]),
        ("doorstop; paint", {"originality_1": "3,5;1", "originality_2": "4; NA"}, [[3.5, 4], [1]]),
        ("doorstop; paint", {"Originality Rater1": [3, 1], "Originality Rater2": None}, [[3], [1]]),
        ("doorstop; paint", {"originality1": "3;1", "originality2": "2;2", "originality": "5;5"}, [[5], [5]]),
        ("doorstop; paint", {"originality_1": "", "originality_2": "NA"}, [[], []]),
        ("doorstop; paint", {"originality_1": "3;1"}, [[], []]),
        ("doorstop; paint", {"originality_1": "3;1", "originality_2": "4"}, "raters gave different numbers of ratings"),
        ("doorstop; paint", {"originality_1": "3", "originality_2": "4"}, "a rating for each of 2 uses, got 1"),
    ],
)
def test_each_rater_may_have_a_column(uses, ratings, expected):
    """Unless one column has them all; one with a number alone is not known to be a rater's."""
    row = {"object": "brick", "uses": uses, **ratings}
    (found,) = hc.score("aut", [row], protocol="mctb2025", prompts="own", embedding="builtin").records()
    if isinstance(expected, str):
        assert expected in found["problem"]
    else:
        assert found["use_ratings"] == expected
