"""``helm-creativity score aut``: uses of people, rated or not."""

import csv
import json

import pytest
from support.replies import older

import helm_creativity as hc
from helm_creativity.cli import main
from helm_creativity.core.benchmark import sample_in_row
from helm_creativity.errors import BadArguments

USES = ["doorstop", "novel", "weight"]
COLOURS = ["red", "blue", "green", "grey", "black", "white"]
OWN = ("--protocol", "mctb2025", "--prompts", "own")


def given(**fields):
    return {"object": "book", "uses": USES, **fields}


def score(tmp_path, records, *arguments, name="in.jsonl", status=0):
    """What the command writes for some records."""
    source, target = tmp_path / name, tmp_path / "out.jsonl"
    source.write_text("".join(json.dumps(record) + "\n" for record in records))
    assert main(["score", "aut", "--in", str(source), "--out", str(target), *arguments]) == status
    return [json.loads(line) for line in target.read_text().splitlines()]


def test_lists_texts_and_answers(tmp_path, toy_uses):
    """One score for three forms: distances of doorstop 1, novel .4, weight 1."""
    records = [
        given(),
        given(uses="Doorstop; novel; weight"),
        given(uses=json.dumps(USES)),
        {"object": "Book", "response": "1. doorstop\n2. novel\n3. weight"},
        given(uses="", response="doorstop; novel; weight"),
        given(uses=[]),
        {"object": "book", "response": None},
    ]
    found = score(tmp_path, records, "--embedding", toy_uses)
    assert [row["score"] for row in found[:5]] == pytest.approx([0.8] * 5)
    assert [(row["score"], row["failure_reason"]) for row in found[5:]] == [(None, "empty")] * 2
    assert found[0]["fluency"] == 3
    assert found[0]["object"] == "book"
    assert "aut|protocol:wenger2025|prompts:from a file|embedding:uses@" in found[0]["comparable"]
    assert "|judges:from a file|" in found[0]["comparable"]


@pytest.mark.parametrize("count", [1, 6])
def test_rows_that_hold_one_use_each(tmp_path, toy_uses, capsys, count):
    """A single line is one use then, whose rating is that of the row; a file of lists, or an option, says otherwise."""
    texts = [case["text"] for case in older("uses") if case.get("one_each") and len(case.get("uses", ())) == 1]
    rows = [{"object": "book", "response": text, "originality": 3} for text in texts[:count]]
    found = score(tmp_path, rows, "--embedding", toy_uses, *OWN)
    assert [row["use_ratings"] for row in found] == [[[3]]] * count
    assert "each response on a single line is one entry" in capsys.readouterr().err
    lists = [{"object": "book", "response": "doorstop, novel, weight"}] * count
    assert all(row["fluency"] == 3 for row in score(tmp_path, [*lists, *rows[:1]], "--embedding", toy_uses)[:count])
    assert "one entry" not in capsys.readouterr().err
    found = score(tmp_path, lists, "--embedding", toy_uses, "--separator", "line")
    assert all(row["fluency"] == 1 for row in found)


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


def test_ratings_stay_with_their_uses(tmp_path, toy_uses):
    """Where others are repeated, invalid or beyond the limit."""
    record = given(uses=["book", "doorstop", "Doorstop", "novel"], originality=[1, 2, 3, 4])
    (found,) = score(tmp_path, [record], "--embedding", toy_uses, *OWN)
    assert (found["score"], found["use_ratings"]) == (3, [[2], [4]])


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


def test_uses_count_by_the_rule_of_the_program(tmp_path, toy_uses):
    """With its words, and on the scale of its judge."""
    uses = [*COLOURS, "doorstop"]
    records = [given(uses=uses, originality=[10] * 6 + [50]), given(), given(uses="\n".join(uses))]
    found = score(tmp_path, records, "--embedding", toy_uses, "--protocol", "mctb2025")
    assert found[0]["score"] == pytest.approx((6 * 10 + 50) / 7)
    assert [row["failure_reason"] for row in found[1:]] == ["too_few_valid", "unjudged"]
    assert "|prompts:authors|" in found[0]["comparable"]
    assert "|uses:10|" in found[0]["comparable"]


@pytest.mark.parametrize("protocol", ["mctb2025", "agc2026"])
def test_without_ratings_an_answer_is_unjudged(tmp_path, toy_uses, protocol):
    """Under protocols that score by them; no judge is asked here."""
    arguments = ["--embedding", toy_uses, "--protocol", protocol, "--prompts", "own"]
    (found,) = score(tmp_path, [given()], *arguments, status=1)
    assert (found["score"], found["failure_reason"]) == (None, "unjudged")
    assert found["semantic_originality"] == pytest.approx(0.8)


def test_a_spreadsheet(tmp_path, toy_uses):
    """Texts in cells; an empty cell is none."""
    source, target = tmp_path / "in.csv", tmp_path / "out.csv"
    source.write_text('object,uses,originality\nbook,doorstop; novel,"[1, 4]"\nbook,doorstop; novel,\n')
    arguments = ["--embedding", toy_uses, *OWN]
    assert main(["score", "aut", "--in", str(source), "--out", str(target), *arguments]) == 0
    with target.open(newline="") as file:
        assert [(row["score"], row["failure_reason"]) for row in csv.DictReader(file)] == [
            ("2.5", ""),
            ("", "unjudged"),
        ]


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
    main(["score", "aut", "--in", str(source), "--out", str(target), "--embedding", toy_uses, *arguments])
    with target.open(newline="") as file:
        rows = list(csv.DictReader(file))
    assert all(row["failure_reason"] in ("", "empty", "too_few_valid") for row in rows)
    return [None if row["failure_reason"] == "empty" else float(row["fluency"]) for row in rows]


def test_cells_of_uses_are_split_and_not_read_as_prose(tmp_path, toy_uses):
    """By the separator of each cell; missing codes are empty."""
    found = score_cells(tmp_path, toy_uses, [*CELLS, "doorstop", "I'm sorry, weight", "-99", "99999", ";;"])
    assert found == [2, 2, 2, 2, 2, 2, 1, 2, None, None, None]


def test_the_separator_of_a_file_or_of_the_option_separates_nothing_else(tmp_path, toy_uses):
    """A comma belongs to the use where all other cells have semicolons, or where the option names another sign."""
    assert score_cells(tmp_path, toy_uses, ["doorstop, weight"]) == [2]
    assert score_cells(tmp_path, toy_uses, [*["doorstop; weight"] * 9, "doorstop, weight"]) == [*[2] * 9, 1]
    assert score_cells(tmp_path, toy_uses, ["doorstop, a + weight; b"], "--separator", "+") == [2]
    assert score_cells(tmp_path, toy_uses, ["doorstop, a\tweight; b"], "--separator", "tab") == [2]


@pytest.mark.parametrize(
    ("record", "message"),
    [
        ({"uses": USES}, "expected a text in the field object, which is missing"),
        ({"object": "book"}, r"expected a field response or uses, got \['object'\]"),
        (given(uses=[1]), r"uses must be a list of texts, got \[1\]"),
        ({"object": "book", "response": 7}, "expected a text in the field response, got 7"),
        (
            given(originality="high"),
            "expected originality as a list with a rating, a list of ratings or null for each .*, got 'high'",
        ),
        (given(originality=[1, "two", 3]), "expected originality as a list"),
        (given(originality=[1, True, 3]), "expected originality as a list"),
        (given(originality=[1, float("inf"), 3]), "expected originality as a list"),
        (given(creativity=51), "expected creativity as a rating from 10 to 50"),
    ],
)
def test_wrong_rows_are_refused(aut, record, message):
    """By what is wrong with them."""
    with pytest.raises(BadArguments, match=message):
        sample_in_row(aut, record, aut.settings_type(protocol="wenger2025"))


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


@pytest.mark.parametrize("suffix", ["jsonl", "csv"])
def test_wrong_rows_among_many(tmp_path, toy_uses, capsys, suffix):
    """A rating off the scale, an object without a vector, and none: all others are scored as without them."""
    rows = [given(originality=json.dumps([1 + n % 5] * 3)) for n in range(200)]
    good = score(tmp_path, rows, "--embedding", toy_uses, *OWN)
    for arguments, place, wrong, reason in (
        (OWN, 20, given(originality="[1, 6, 2]"), "expected ratings of originality from 1 to 5, got 6"),
        ((), 70, given(object="zeppelin"), "has no vector for the object 'zeppelin'"),
        ((), 150, given(object=None), "expected a text in the field object, got "),
    ):
        source, target = tmp_path / f"in.{suffix}", tmp_path / "out.jsonl"
        odd = [*rows]
        odd[place] = wrong
        if suffix == "jsonl":
            source.write_text("".join(json.dumps(row) + "\n" for row in odd))
        else:
            with source.open("w", newline="") as file:
                writer = csv.DictWriter(file, ["object", "uses", "originality"])
                writer.writeheader()
                writer.writerows({**row, "uses": "; ".join(row["uses"])} for row in odd)
        options = ["--in", str(source), "--out", str(target), "--embedding", toy_uses, *arguments]
        for strict in ([], ["--strict"]):
            capsys.readouterr()
            assert main(["score", "aut", *options, *strict]) == len(strict)
            last = capsys.readouterr().err.splitlines()[-1]
            line = place + (1 if suffix == "jsonl" else 2)
            assert last.startswith(f"helm-creativity: 1 of 200 rows was not used: line {line}: ")
            assert reason in last
            found = [json.loads(line) for line in target.read_text().splitlines()]
            assert [place for place, row in enumerate(found) if row["score"] is None] == [place]
            assert reason in found[place]["problem"]
            if arguments:
                assert [row["score"] for row in found if row["score"]] == [
                    row["score"] for number, row in enumerate(good) if number != place
                ]


def test_errors_name_the_line(tmp_path, toy_uses, capsys):
    """Of the scorer too."""
    source = tmp_path / "in.jsonl"
    source.write_text("".join(json.dumps(row) + "\n" for row in (given(), given(originality=[1]))))
    assert main(["score", "aut", "--in", str(source), "--embedding", toy_uses, "--strict"]) != 0
    assert "line 2: expected a rating for each of 3 uses, got 1" in capsys.readouterr().err


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


def test_each_rater_of_a_whole_response_may_have_a_column():
    """A code of what is missing is left out."""
    ratings = {"creativity_1": "21", "creativity_2": "30,5", "creativity_3": "-99"}
    row = {"prompt": "Joy is like ...", "response": "a kite", **ratings}
    (found,) = hc.score("metaphor", [row], protocol="agc2026").records()
    assert found["score"] == 25.75
