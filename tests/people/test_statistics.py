"""What studies report of a sample: by hand, against a slow count, and the same in Python and on the command line."""

from __future__ import annotations

import csv
import io
import json
from dataclasses import replace
from statistics import fmean
from types import SimpleNamespace

import pytest
from support.command import run

import helm_creativity as hc
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.people import statistics
from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample, read_sample, write_sample
from helm_creativity.people.statistics import PersonStatistics, like_text
from helm_creativity.psychometrics.intraclass import intraclass_correlation

# Participant, object, uses and the ratings of two raters.
STUDY = [
    ("A", "brick", ["doorstop", "a wall", "paint"], [[2, 3], [1, 1], [5, 4]]),
    ("A", "rope", ["swing", "a belt"], [[2, 2], [3, 4]]),
    ("B", "brick", ["Doorstops!", "walls"], [[2, 2], [1, 2]]),
    ("B", "rope", ["tie a boat", "the belt", "jump"], [[1, 1], [3, 3], [2, 1]]),
    ("C", "brick", ["the doorstop", "art", "a weight", "an oven"], [[2, 3], [4, 4], [3, 2], [4, 3]]),
    ("C", "rope", ["hang laundry"], [[2, 1]]),
    ("D", "brick", ["a wall"], [[1, 1]]),
    ("D", "rope", [], []),
]


@pytest.fixture
def sample(tmp_path):
    path = tmp_path / "study.jsonl"
    rows = [{"participant": who, "object": item, "uses": uses, "originality": r} for who, item, uses, r in STUDY]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return hc.import_people(path, "aut", protocol="mctb2025", prompts="own", embedding="builtin", name="Study 1")


def test_a_person_worked_by_hand(sample):
    """A on the brick: ratings of the uses 2.5, 1 and 4.5; on the rope 2 and 3.5.

    Means 8/3 and 2.75, top-2 3.5 and 2.75, highest 4.5 and 3.5; summed 13.5 over 5 uses. Of three others two gave a
    doorstop, two a wall and nobody paint: 1/3, 1/3, 1; nobody gave a swing, and one gave a belt: 1, 2/3.
    """
    a, _, c, d = sample.statistics().people
    assert (a.participant, a.items, a.fluency) == ("A", 2, 2.5)
    assert a.average == pytest.approx((8 / 3 + 2.75) / 2)
    assert a.top == pytest.approx((3.5 + 2.75) / 2)
    assert a.maximum == 4
    assert a.ratio == pytest.approx(13.5 / 5)
    assert a.uniqueness == pytest.approx(((1 / 3 + 1 / 3 + 1) / 3 + (1 + 2 / 3) / 2) / 2)
    assert a.uncommon is None
    # C has a single use of the rope, and D one use in all: without an empty item D's fluency would be 1.
    assert c.top == 4 - 0.25
    assert (d.fluency, d.top, d.maximum, d.average) == (0.5, None, 1, 1)


def test_statistics_over_people_and_raters(sample):
    found = sample.statistics()
    assert found["fluency"].mean == pytest.approx(fmean([2.5, 2.5, 2.5, 0.5]))
    assert found["top"].n == 3
    assert {name: found[name].complete for name in ("fluency", "top", "residual")} == {
        "fluency": 4,
        "top": 2,
        "residual": None,
    }
    assert found["uncommon"].problems["mean"] == "needs more than 20 people on an item"
    assert found["residual"].mean == 0
    rated = [both for _, _, _, ratings in STUDY for both in ratings]
    (raters,) = found.raters
    assert (raters.raters, raters.rated, raters.complete) == (2, len(rated), len(rated))
    assert raters.icc_2k == pytest.approx(intraclass_correlation(rated, "2,k").value)
    assert raters.icc_3k == pytest.approx(intraclass_correlation(rated, "3,k").value)


def test_uniqueness_of_a_large_sample_by_a_slow_count():
    """25 people: 24 wrote a wall, one of them in another form, and one person wrote a lens."""
    texts = ["a wall"] * 23 + ["WALLS.", "lens"]
    people = [
        PersonResponse(f"P{number}", "brick", 0, text, 1.0, ideas=[[text, 1.0, []]])
        for number, text in enumerate(texts)
    ]
    sample = PeopleSample("S", "aut", "key", {}, {}, tuple(people))
    found = sample.statistics().people
    assert [person.uniqueness for person in found] == pytest.approx([1 / 24] * 24 + [1])
    assert [person.uncommon for person in found] == [0] * 24 + [1]


def test_like_texts():
    assert like_text("The Door-stops!") == like_text("door stop") == "door stop"
    assert like_text("Use it as a glass, for boxes") == "glass for box"
    assert like_text("a wall") != like_text("a well")


def test_an_embedding_finds_more_alike(sample):
    """A dress is like a gown, and "xqzt" has no vector, so that nothing is said of it."""
    ideas = [[["gown", 1.0, []]], [["dress", 1.0, []]], [["crocodile", 1.0, []]], [["xqzt", 1.0, []]]]
    responses = tuple(PersonResponse(who, "i", 0, "", 1.0, ideas=idea) for who, idea in zip("ABCD", ideas, strict=True))
    dresses = replace(sample, responses=responses)
    found = [person.uniqueness for person in dresses.statistics(embedding="builtin", threshold=0.6).people]
    assert found == pytest.approx([2 / 3, 2 / 3, 1, None])
    assert [person.uniqueness for person in dresses.statistics().people] == [1, 1, 1, 1]
    for wrong in ({"top": 0}, {"threshold": 0}, {"embedding": "builtin+builtin"}, {"embedding": "buildin"}):
        with pytest.raises(BadArguments, match=r"top must|threshold must|same embedding|unknown embedding"):
            sample.statistics(**wrong)


def test_the_command_prints_what_python_returns(sample, tmp_path):
    folder = write_sample(sample, tmp_path / "people")
    assert read_sample(folder).statistics() == sample.statistics()
    text = run("people", "statistics", folder).text
    assert "r with fluency" in text
    assert "ICC(2,k)" in text
    run("people", "statistics", folder, "--out", tmp_path / "s.csv")
    rows = list(csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text("utf-8"))))
    printed = {row["name"]: row["mean"] for row in rows if row["name"]}
    assert {name: float(mean) for name, mean in printed.items() if mean} == {
        statistic.name: statistic.mean for statistic in sample.statistics().statistics if statistic.mean is not None
    }
    assert sample.statistics().to_polars()["top"].to_list() == [person.top for person in sample.statistics().people]
    nothing = replace(sample.statistics(), people=())
    assert nothing.to_polars().columns == list(PersonStatistics._fields)
    assert nothing.to_polars().schema == sample.statistics().to_polars().schema
    with pytest.raises(BadArguments, match="--threshold is for --embedding"):
        run("people", "statistics", folder, "--threshold", ".5")


def test_a_sample_of_an_earlier_version_has_its_scores(sample, tmp_path):
    """Its responses keep no ideas: each is one."""
    folder = write_sample(sample, tmp_path)
    lines = [json.loads(line) for line in (folder / "responses.jsonl").read_text().splitlines()]
    for line in lines:
        del line["ideas"], line["ratings"]
    (folder / "responses.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))
    found = read_sample(folder).statistics()
    assert found["score"].mean == sample.statistics()["score"].mean
    assert [person.fluency for person in found.people] == [1, 1, 1, 0.5]


def test_damaged_responses_are_refused(sample, tmp_path):
    folder = write_sample(sample, tmp_path)
    path = folder / "responses.jsonl"
    path.write_text(path.read_text().replace('"ideas": [[', '"ideas": [["more", 1, ', 1))
    with pytest.raises(FileProblem, match="not a sample of people: too many values"):
        read_sample(folder)
    broken = replace(sample.responses[0], annotations={"follow_ups": "x"})
    with pytest.raises(FileProblem, match="the ratings of participant A, item brick"):
        replace(sample, responses=(broken,)).statistics()


def test_ratings_of_whole_responses_and_word_lists(tmp_path):
    path = tmp_path / "poems.csv"
    path.write_text("participant,id,response,creativity 1,creativity 2\n" + "".join(POEMS))
    (raters,) = hc.import_people(path, "metaphor", prompts="own", scale=(10, 50)).statistics().raters
    assert (raters.dimension, raters.about, raters.complete) == ("creativity", "the whole", 4)
    assert raters.icc_3k == pytest.approx(intraclass_correlation([[10, 12], [30, 25], [40, 44], [20, 20]], "3,k").value)
    path = tmp_path / "words.csv"
    path.write_text(
        'participant,words\nA,"lamp, golf, idea, crocodile, spaghetti, orchestra, algorithm"\n'
        'B,"lamps, cat, moth, jazz, fog, tax, oboe"\n'
    )
    found = hc.import_people(path, "dat", embedding="builtin").statistics()
    assert [person.uniqueness for person in found.people] == [pytest.approx(6 / 7)] * 2
    assert [person.fluency for person in found.people] == [7, 7]
    assert "ideas have no scores of their own here" in found["top"].problems["mean"]


POEMS = (
    "A,feelings-01,the rain had learned my name,10,12\n",
    "B,feelings-01,a door that forgot its house,30,25\n",
    "C,feelings-01,a clock that ate its own hands,40,44\n",
    "D,feelings-01,an empty chair in the sun,20,20\n",
)


def test_judges_are_told_by_their_names(monkeypatch):
    """A judge has a column, whatever the order of replies; who is missing makes a response incomplete."""
    ratings = [{"x": 10, "y": 12}, {"y": 25, "x": 30}, {"x": 40, "y": 44}, {"y": 20}]
    replies = {
        str(place): SimpleNamespace(
            judge_replies=[
                JudgeReply(judge, "rubric", "", {"creativity": ParsedRating(float(value))})
                for judge, value in both.items()
            ]
        )
        for place, both in enumerate(ratings)
    }
    monkeypatch.setattr(statistics, "transcript_in", lambda annotations: replies[annotations["place"]])
    responses = [PersonResponse(f"P{place}", "i", 0, "text", 1.0, annotations={"place": place}) for place in replies]
    (raters,) = statistics.sample_statistics("S", "metaphor", responses).raters
    assert (raters.dimension, raters.about, raters.raters, raters.rated, raters.complete) == (
        *("creativity", "the whole"),
        *(2, 4, 3),
    )
    assert raters.icc_2k == pytest.approx(intraclass_correlation([[10, 12], [30, 25], [40, 44]], "2,k").value)


def test_a_single_judge_has_no_agreement(tmp_path):
    path = tmp_path / "poems.csv"
    path.write_text("participant,id,response\n" + "".join(poem.rsplit(",", 2)[0] + "\n" for poem in POEMS))
    found = hc.import_people(
        path, "metaphor", prompts="own", judges="creativity/lexical-judge", local_path=tmp_path / "prod_env"
    )
    (raters,) = found.statistics().raters
    assert (raters.dimension, raters.raters, raters.rated) == ("creativity", 1, 4)
    assert raters.problems == {"icc_2k": "fewer than two raters", "icc_3k": "fewer than two raters"}


def test_all_words_and_uses_are_ideas_whether_or_not_they_are_scored(tmp_path):
    """The olson protocol scores the first seven words, and none of three; a repeated word is one idea."""
    path = tmp_path / "words.jsonl"
    words = ["lamp", "algorithm", "golf", "playground", "orchestra", "spaghetti", "crocodile", "river", "moon", "xqzt"]
    given = {"A": words, "B": words[:7], "C": words[:3], "D": ["lamp", "Lamp", "xqzt", "xqzt"], "E": []}
    path.write_text("".join(json.dumps({"participant": who, "words": its}) + "\n" for who, its in given.items()))
    found = hc.import_people(path, "dat", embedding="builtin").statistics()
    assert [person.fluency for person in found.people] == [10, 7, 3, 2, 0]
    assert found["fluency"].mean == pytest.approx(22 / 5)
    # Of four others, two gave the algorithm and golf, three the lamp, one the words behind the third, and one xqzt.
    expected = (1 - 3 / 4) + 2 * (1 - 2 / 4) + 4 * (1 - 1 / 4) + 1 + 1 + (1 - 1 / 4)
    assert found.people[0].uniqueness == pytest.approx(expected / 10)


def test_uses_of_a_list_that_is_too_short_for_a_score_are_ideas(tmp_path):
    """The program of mctb2025 scores no list of fewer than seven uses, and no use of more than 12 words."""
    path = tmp_path / "uses.jsonl"
    long = " ".join(["very"] * 12 + ["long"])
    given = {"A": [f"use {n}" for n in range(8)] + [long], "B": ["doorstop", "Doorstop", "paint"], "C": []}
    rows = [{"participant": who, "object": "brick", "uses": uses} for who, uses in given.items()]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    people = hc.import_people(path, "aut", protocol="mctb2025", embedding="builtin").statistics().people
    assert [person.fluency for person in people] == [9, 2, 0]


@pytest.mark.parametrize("gather", [True, False])
def test_an_idea_that_nobody_rated_has_no_score_among_rated_ones_and_a_repeated_one_counts_once(tmp_path, gather):
    """Its distance to the object would stand among ratings from 1 to 5."""
    path = tmp_path / "rated.csv"
    uses = ["A,doorstop,2,3", "A,wall,NA,NA", "A,paint,4,4", "A,Doorstop ,2,3", "B,weapon,1,1", "B,lamp,,"]
    path.write_text(
        "\n".join(["participant,object,uses,rater1,rater2", *(use.replace(",", ",brick,", 1) for use in uses)])
    )
    how = {"protocol": "mctb2025", "prompts": "own", "embedding": "builtin", "scale": (1, 5), "gather": gather}
    sample = hc.import_people(path, "aut", **how)
    ideas = {idea.text.lower(): idea.score for response in sample.responses for idea in response.listed_ideas}
    assert ideas == {"doorstop": 2.5, "wall": None, "paint": 4, "weapon": 1, "lamp": None}
    people = {person.participant: person for person in sample.statistics().people}
    assert (people["A"].fluency, people["A"].average, people["A"].ratio) == (3, 3.25, 3.25)
    assert (people["B"].fluency, people["B"].average) == (2, 1)


def test_an_empty_response_is_no_idea_though_it_counts_as_wrong(tmp_path):
    """The score of the benchmark has it, as 0."""
    path = tmp_path / "rat.csv"
    path.write_text('participant,stems,answer,response\nA,"fish, mine, rush",gold,gold\nB,"fish, mine, rush",gold,\n')
    found = hc.import_people(path, "rat").statistics()
    assert [(person.participant, person.fluency) for person in found.people] == [("A", 1), ("B", 0)]
    assert found["score"].n == 2


@pytest.mark.parametrize(
    ("how", "columns", "scored_by", "raters"),
    [
        ({}, ["originality"], "ratings by people", ["people"]),
        ({}, [], "semantic distance under builtin", []),
        ({"judges": "creativity/aut-originality"}, [], "ratings by creativity/aut-originality", None),
    ],
)
def test_tables_and_files_say_whose_scores_they_have(how, columns, scored_by, raters, tmp_path):
    """Semantic distance is never called originality, and judges are named beside their agreement."""
    rows = [{"participant": who, "object": item, "uses": uses, "originality": r} for who, item, uses, r in STUDY]
    kept = [{name: value for name, value in row.items() if name in (*columns, *list(row)[:3])} for row in rows]
    (tmp_path / "study.jsonl").write_text("".join(json.dumps(row) + "\n" for row in kept))
    own = {"protocol": "mctb2025", "prompts": "own", "embedding": "builtin", "local_path": tmp_path / "prod_env"}
    sample = hc.import_people(tmp_path / "study.jsonl", "aut", **own, **how, out=tmp_path / "people")
    found = sample.statistics()
    assert found.scored_by == scored_by
    assert [its.by for its in found.raters] == ([how["judges"]] if raters is None else raters)
    text = run("people", "statistics", tmp_path / "people").text
    assert f"scores of ideas: {scored_by}" in text.replace("\n  ", " ")
    assert ("originality" in text) == bool(how)  # the dimension that the judge rated
    run("people", "statistics", tmp_path / "people", "--out", tmp_path / "s.csv")
    assert {row["scored_by"] for row in csv.DictReader(io.StringIO((tmp_path / "s.csv").read_text()))} == {scored_by}
