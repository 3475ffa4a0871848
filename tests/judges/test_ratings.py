"""Ratings, their records in HELM's annotations, and what they say of a run's judges."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.judged import without_nulls

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.ratings import Missing, Reading
from helm_creativity.judges.ratings import (
    ANNOTATOR,
    Judgement,
    annotation_of,
    judgement_from,
    judgement_in,
    panel_stats,
    summary_of,
)

readings = st.builds(Reading, st.floats(allow_nan=False, allow_infinity=False)) | st.sampled_from(
    [Reading(None, why) for why in Missing]
)
dimensions = st.text() | st.sampled_from(["originality", "value", "reason", "judge", "ratings"])
judge_replies = st.builds(
    JudgeReply,
    judge=st.text(),
    rubric=st.text(),
    about=st.sampled_from(["", "0+1"]) | st.text(),
    readings=st.dictionaries(dimensions, readings, min_size=1, max_size=4),
    reply=st.text(),
    error=st.text(),
    characters=st.integers(0, 10**9),
    place=st.integers(0, 99),
    counts=st.booleans(),
    share=st.none() | st.floats(0, 1, exclude_min=True),
    parts=st.lists(st.floats(allow_nan=False, allow_infinity=False), max_size=4).map(tuple),
    asked_again=st.booleans(),
    other_reply=st.text(),
)
plain = st.none() | st.booleans() | st.integers() | st.text()
extras = st.dictionaries(st.sampled_from(["fallback_reply", "fallback_failed", "note", "rating"]), plain, max_size=3)
judgements = st.builds(
    Judgement, st.lists(judge_replies, max_size=12), st.integers(0, 99), st.text(), extras, st.integers(0, 9)
)


@given(judgements)
def test_a_judgement_comes_back_from_its_annotation(judgement):
    """Order and all, whatever dimensions are called."""
    assert judgement_from(annotation_of(judgement)) == judgement


@given(judgements)
def test_a_judgement_comes_back_from_a_file(judgement):
    """As JSON in any order of its keys, and as JSON from which every null was left out."""
    written = json.loads(json.dumps(annotation_of(judgement), sort_keys=True, allow_nan=False))
    assert judgement_from(written) == judgement
    extra = {key: value for key, value in judgement.extra.items() if value is not None}
    assert judgement_from(without_nulls(written)) == replace(judgement, extra=extra)


def test_each_rating_is_a_record():
    """The text of a reply with several ratings stands in the first of them; a line for HELM's page comes first."""
    one = {"originality": Reading(7.0), "feasibility": Reading(None, Missing.OUT_OF_RANGE)}
    judgement = Judgement(
        [
            JudgeReply("a/x", "critic", "", one, "hm", "", 12),
            JudgeReply("b/y", "length", "#2", {"length": Reading(2.5)}, place=2, share=0.5, parts=(2.0, 3.0)),
        ],
        *(3, "", {"fallback_failed": False}),
        left_out=1,
    )
    annotation = annotation_of(judgement)
    assert annotation.pop("ratings") == [
        {
            "about": "",
            "judge": "a/x",
            "rubric": "critic",
            "dimension": "originality",
            "value": 7.0,
            "reason": "",
            "reply": "hm",
            "error": "",
            "characters": 12,
            "asked_again": False,
            "other_reply": "",
            "reply_number": 1,
            "place": 0,
            "counts": False,
            "share": None,
            "parts": [],
        },
        {
            "about": "",
            "judge": "a/x",
            "rubric": "critic",
            "dimension": "feasibility",
            "value": None,
            "reason": "out_of_range",
            "reply": "",
            "error": "",
            "characters": 0,
            "asked_again": False,
            "other_reply": "",
            "reply_number": 1,
            "place": 0,
            "counts": False,
            "share": None,
            "parts": [],
        },
        {
            "about": "#2",
            "judge": "b/y",
            "rubric": "length",
            "dimension": "length",
            "value": 2.5,
            "reason": "",
            "reply": "",
            "error": "",
            "characters": 0,
            "asked_again": False,
            "other_reply": "",
            "reply_number": 2,
            "place": 2,
            "counts": False,
            "share": 0.5,
            "parts": [2.0, 3.0],
        },
    ]
    assert list(annotation.items()) == [
        ("summary", "x: originality 7, feasibility missing (out_of_range); y: length #2: 2.5"),
        ("planned", 3),
        ("error", ""),
        ("left_out", 1),
        ("fallback_failed", False),
    ]


def test_two_replies_with_the_same_ratings_stay_two():
    """The same judge may be asked the same question about the same thing twice."""
    twice = Judgement([JudgeReply("a/x", "critic", "", {"originality": Reading(7.0)})] * 2, 2)
    assert judgement_from(annotation_of(twice)) == twice


@pytest.mark.parametrize("name", ["summary", "planned", "error", "left_out", "ratings"])
def test_what_else_is_recorded_has_other_names(name):
    """It would be lost."""
    with pytest.raises(ValueError, match=f"an annotation of ratings has its own {name}, choose other keys"):
        annotation_of(Judgement(extra={name: "x"}))


def test_the_summary_is_one_line():
    """Judge after judge, dimension after dimension; equal ends of names would say nothing."""

    def reply_by(judge, about="", **values):
        readings = {one: Reading(None, v) if isinstance(v, Missing) else Reading(v) for one, v in values.items()}
        return JudgeReply(judge, "critic", about, readings)

    assert summary_of(Judgement([], 3, "KeyError: 'x'")) == "no ratings"
    assert summary_of(Judgement([reply_by("a/x", creativity=22.0), reply_by("b/y", creativity=Missing.REFUSED)])) == (
        "x: creativity 22; y: creativity missing (refused)"
    )
    assert summary_of(
        Judgement(
            [
                *[reply_by("a/x", "#1", d=10 / 3), reply_by("b/x", "#1", d=4.0), reply_by("a/x", "#1", e=1.0)],
                *[reply_by("a/x", "#2", d=Missing.EMPTY), reply_by("a/x", "0+1", e=12.5)],
            ]
        )
    ) == ("a/x: d #1: 3.33, #2: missing (empty), e #1: 1, 0+1: 12.5; b/x: d #1: 4")


GOOD = annotation_of(Judgement([JudgeReply("a/x", "critic", "", {"originality": Reading(7.0)})], 1))


def changed(**fields):
    """The annotation with one rating, changed; ``...`` takes a field away."""
    (record,) = GOOD["ratings"]
    return {**GOOD, "ratings": [{key: value for key, value in {**record, **fields}.items() if value is not ...}]}


@pytest.mark.parametrize(
    ("annotation", "message"),
    [
        (changed(judge=...), "a rating lacks 'judge'"),
        (changed(characters=...), "a rating lacks 'characters'"),
        (changed(reply_number=...), "a rating lacks 'reply_number'"),
        (changed(value=...), "a reading has a value or a reason"),
        (changed(value=None), "a reading has a value or a reason"),
        (changed(value=float("nan")), "must be finite"),
        (changed(value="7"), "a rating is not as it was written: must be real number"),
        (changed(reason="because"), "'because' is not a valid Missing"),
        ({**GOOD, "ratings": 7}, "a rating is not as it was written"),
        ({**GOOD, "ratings": ["7"]}, "a rating is not as it was written"),
    ],
)
def test_broken_annotations_are_refused(annotation, message):
    """With what is wrong, not read as something else."""
    with pytest.raises(ValueError, match=message):
        judgement_from(annotation)


def test_a_rating_beside_its_reason_is_none():
    """The reason decides: no number comes out of a failure."""
    (judge_reply,) = judgement_from(changed(reason="failed")).judge_replies
    assert judge_reply.readings == {"originality": Reading(None, Missing.FAILED)}


def test_the_judgement_among_the_annotations():
    """None where no judge was asked, or where something else has the name."""
    assert judgement_in({"guard": {"mended": ""}, ANNOTATOR: GOOD}) == judgement_from(GOOD)
    assert judgement_in({"guard": {"mended": ""}}) is None
    assert judgement_in({ANNOTATOR: None}) is None
    assert judgement_in({ANNOTATOR: {}}) == Judgement([], 0, "")


def test_values_are_those_of_one_dimension_and_one_unit():
    """In the order of the judges, without the missing ones."""
    judgement = Judgement(
        [
            JudgeReply("a/x", "critic", "", {"originality": Reading(7.0), "feasibility": Reading(1.0)}),
            JudgeReply("b/y", "critic", "", {"originality": Reading(None, Missing.EMPTY), "feasibility": Reading(2.0)}),
            JudgeReply("c/z", "critic", "", {"originality": Reading(3.0), "feasibility": Reading(2.0)}),
            JudgeReply("a/x", "fluency", "0+1", {"fluency": Reading(10.0)}),
            JudgeReply("b/y", "fluency", "1+2", {"fluency": Reading(0.0)}),
        ]
    )
    assert judgement.values("originality") == [7, 3]
    assert judgement.values("feasibility") == [1, 2, 2]
    assert judgement.values("fluency") == judgement.values("clarity") == []
    assert (judgement.values("fluency", "0+1"), judgement.values("fluency", "1+2")) == ([10], [0])
    assert judgement.abouts == ["0+1", "1+2"]


def judge_reply(*values, characters=10):
    """Numbers, and reasons why there are none."""
    found = {f"d{i}": Reading(None, one) if isinstance(one, Missing) else Reading(one) for i, one in enumerate(values)}
    return JudgeReply("a/x", "critic", "", found, characters=characters)


def test_what_the_judges_of_a_run_did():
    """By hand: 4 of 11 planned ratings came, 3 were asked for in vain; 4 of 5 questions had a reply."""
    judgements = [
        # Two questions of two ratings each: 3 of 4, a zero among them, which is a rating.
        Judgement([judge_reply(7.0, 0.0), judge_reply(4.0, Missing.OUT_OF_RANGE)], 4),
        # One reply that cannot be read, one question without a reply, one that was not put: none of 3.
        Judgement(
            [
                judge_reply(Missing.UNPARSABLE),
                judge_reply(Missing.FAILED),
                judge_reply(Missing.NOT_ASKED, characters=0),
            ],
            3,
        ),
        # Something broke after one rating of four that were planned: 1 of 4.
        Judgement([judge_reply(1.0)], 4, "KeyError: 'keyword'"),
        # An answer that no judge should see, of a model that two judges of the panel are.
        Judgement(left_out=2),
    ]
    assert panel_stats(judgements) == {
        "judge_coverage": pytest.approx(4 / 11),
        "judge_calls": 5,
        "judge_failures": 3,
        "judge_asked_again": 0,
        "judge_tokens": 40 / 4,
        "judges_left_out": 2,
    }


@pytest.mark.parametrize("judgements", [[], [Judgement()], [Judgement(error="x")]])
def test_without_a_planned_rating_there_is_no_coverage(judgements):
    """Neither 0 nor 1."""
    assert panel_stats(judgements) == {
        "judge_coverage": None,
        "judge_calls": 0,
        "judge_failures": 0,
        "judge_asked_again": 0,
        "judge_tokens": 0,
        "judges_left_out": 0,
    }


def test_no_rating_that_came_is_coverage_0():
    """Which is the truth of a panel that is down."""
    assert panel_stats([Judgement((), 6, "x")])["judge_coverage"] == 0
