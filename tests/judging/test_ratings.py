"""Verdicts, their flat form in HELM's annotations, and what they say of a run's judges."""

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.judging import Judgement, Missing, Reading, Verdict, judgement_in, panel_stats
from helm_creativity.judging.ratings import ANNOTATOR, check_dimensions, flat, judgement_of

OWN = ("judge", "instrument", "about", "reply", "error", "characters", "place", "counts", "share", "parts")


def allowed(name):
    """Whether an instrument may have a dimension of this name."""
    return name not in OWN and not name.endswith("_missing")


readings = st.builds(Reading, st.floats(allow_nan=False, allow_infinity=False)) | st.sampled_from(
    [Reading(None, why) for why in Missing]
)
dimensions = st.from_regex(r"\w{1,12}", fullmatch=True).filter(allowed) | st.sampled_from(
    ["originality", "1", "rating_1", "judge_2", "missing", "error_", "planned", "_missing_x"]
)
verdicts = st.builds(
    Verdict,
    judge=st.text(),
    instrument=st.text(),
    about=st.sampled_from(["", "0+1"]) | st.text(),
    readings=st.dictionaries(dimensions, readings, min_size=1, max_size=4),
    reply=st.text(),
    error=st.text(),
    characters=st.integers(0, 10**9),
    place=st.integers(0, 99),
    counts=st.booleans(),
    share=st.none() | st.floats(0, 1, exclude_min=True),
    parts=st.lists(st.floats(allow_nan=False), max_size=4).map(tuple),
)
plain = st.none() | st.booleans() | st.integers() | st.text()
extras = st.dictionaries(st.sampled_from(["fallback_reply", "fallback_failed", "note", "ratings"]), plain, max_size=3)
judgements = st.builds(
    Judgement, st.lists(verdicts, max_size=12), st.integers(0, 99), st.text(), extras, st.integers(0, 9)
)


@given(judgements)
def test_a_judgement_comes_back_from_its_annotation(judgement):
    """Order and all, more than nine verdicts too, in which "10" would sort before "2"."""
    assert judgement_of(flat(judgement)) == judgement


@given(judgements)
def test_a_judgement_comes_back_from_a_file(judgement):
    """As JSON in any order of its keys, and as JSON from which every null was left out."""
    written = json.loads(json.dumps(flat(judgement), sort_keys=True))
    assert judgement_of(written) == judgement
    bare = {key: value for key, value in written.items() if value is not None}
    told = {key: value for key, value in judgement.extra.items() if value is not None}
    assert judgement_of(bare) == replace(judgement, extra=told)


def test_the_annotation_is_one_level_deep():
    """HELM's run page shows it so; a missing rating is null beside its reason."""
    one = {"originality": Reading(7.0), "feasibility": Reading(None, Missing.OUT_OF_RANGE)}
    judgement = Judgement(
        [Verdict("a/x", "critic", "", one, "hm", "", 12)], 2, "", {"fallback_failed": False}, left_out=1
    )
    assert flat(judgement) == {
        "planned": 2,
        "error": "",
        "left_out": 1,
        "fallback_failed": False,
        "rating_1_judge": "a/x",
        "rating_1_instrument": "critic",
        "rating_1_about": "",
        "rating_1_originality": 7.0,
        "rating_1_originality_missing": "",
        "rating_1_feasibility": None,
        "rating_1_feasibility_missing": "out_of_range",
        "rating_1_reply": "hm",
        "rating_1_error": "",
        "rating_1_characters": 12,
    }


FLAT = flat(Judgement([Verdict("a/x", "critic", "", {"originality": Reading(7.0)})], 1))


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"rating_1_judge": ...}, "a rating lacks 'judge', got"),
        ({"rating_1_characters": ...}, "a rating lacks 'characters', got"),
        ({"rating_2_originality": 4.0}, "a rating lacks 'judge', got"),
        ({"rating_1_originality": ...}, "a reading has a value or a reason"),
        ({"rating_1_originality": None}, "a reading has a value or a reason"),
        ({"rating_1_originality": float("nan")}, "must be finite"),
        ({"rating_1_originality": "7"}, "a rating must be a number or null"),
        ({"rating_1_originality_missing": "because"}, "'because' is not a valid Missing"),
    ],
)
def test_broken_annotations_are_refused(change, message):
    """With what is wrong, not read as something else."""
    broken = {key: value for key, value in {**FLAT, **change}.items() if value is not ...}
    with pytest.raises(ValueError, match=message):
        judgement_of(broken)


def test_a_rating_beside_its_reason_is_none():
    """The reason decides: no number comes out of a failure."""
    (verdict,) = judgement_of({**FLAT, "rating_1_originality_missing": "failed"}).verdicts
    assert verdict.readings == {"originality": Reading(None, Missing.FAILED)}


def test_the_judgement_among_the_annotations():
    """None where no judge was asked, or where something else has the name."""
    assert judgement_in({"guard": {"mended": ""}, ANNOTATOR: FLAT}) == judgement_of(FLAT)
    assert judgement_in({"guard": {"mended": ""}}) is None
    assert judgement_in({ANNOTATOR: None}) is None
    assert judgement_in({ANNOTATOR: {}}) == Judgement([], 0, "")


@pytest.mark.parametrize("name", [*OWN, "x_missing", "two words", "a-b", "", "a.b"])
def test_dimensions_that_an_annotation_would_lose_are_refused(name):
    """Before they are asked for."""
    with pytest.raises(ValueError, match="instrument 'critic': a dimension cannot be called"):
        check_dimensions("critic", ["originality", name])


def test_values_are_those_of_one_dimension_and_one_unit():
    """In the order of the judges, without the missing ones."""
    judgement = Judgement(
        [
            Verdict("a/x", "critic", "", {"originality": Reading(7.0), "feasibility": Reading(1.0)}),
            Verdict("b/y", "critic", "", {"originality": Reading(None, Missing.EMPTY), "feasibility": Reading(2.0)}),
            Verdict("c/z", "critic", "", {"originality": Reading(3.0), "feasibility": Reading(2.0)}),
            Verdict("a/x", "fluency", "0+1", {"fluency": Reading(10.0)}),
            Verdict("b/y", "fluency", "1+2", {"fluency": Reading(0.0)}),
        ]
    )
    assert judgement.values("originality") == [7, 3]
    assert judgement.values("feasibility") == [1, 2, 2]
    assert judgement.values("fluency") == judgement.values("clarity") == []
    assert (judgement.values("fluency", "0+1"), judgement.values("fluency", "1+2")) == ([10], [0])
    assert judgement.abouts == ["0+1", "1+2"]


def verdict(*values, characters=10):
    """Numbers, and reasons why there are none."""
    found = {f"d{i}": Reading(None, one) if isinstance(one, Missing) else Reading(one) for i, one in enumerate(values)}
    return Verdict("a/x", "critic", "", found, characters=characters)


def test_what_the_judges_of_a_run_did():
    """By hand: 4 of 11 planned ratings came; 5 questions were put, 4 of them answered, with 10 characters each."""
    judgements = [
        # Two questions of two ratings each: 3 of 4, a zero among them, which is a rating.
        Judgement([verdict(7.0, 0.0), verdict(4.0, Missing.OUT_OF_RANGE)], 4),
        # One reply that cannot be read, one question without a reply, one that was not put: none of 3.
        Judgement([verdict(Missing.UNPARSABLE), verdict(Missing.FAILED), verdict(Missing.NOT_ASKED, characters=0)], 3),
        # Something broke after one rating of four that were planned: 1 of 4.
        Judgement([verdict(1.0)], 4, "KeyError: 'keyword'"),
        # An answer that no judge should see, of a model that two judges of the panel are.
        Judgement(left_out=2),
    ]
    assert panel_stats(judgements) == {
        "judge_coverage": pytest.approx(4 / 11),
        "judge_calls": 5,
        "judge_failures": 1,
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
        "judge_tokens": 0,
        "judges_left_out": 0,
    }


def test_no_rating_that_came_is_coverage_0():
    """Which is the truth of a panel that is down."""
    assert panel_stats([Judgement((), 6, "x")])["judge_coverage"] == 0
