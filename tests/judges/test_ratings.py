"""Judges' replies, their entries in HELM's annotations, and what they say of a run's judges."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.judged import without_nulls

from helm_creativity.benchmark.follow_ups import (
    AGAIN,
    CONVERSATION,
    FOLLOW_UPS,
    AskJudges,
    AskModel,
    FollowUp,
    Pair,
    Replies,
    from_entry,
    replies_in,
    to_entry,
    transcript_in,
)
from helm_creativity.benchmark.ratings import JudgeReply, MissingReason, ParsedRating, Scale, place_name
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import Response
from helm_creativity.judges.drivers import Replayed, make_annotation
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.ratings import mean_or_none, panel_stats, summarise_ratings

WHOLE = Rubric("critic", None, "critic", ("originality", "feasibility"), scale=Scale(1, 10))
EACH = Rubric("uses", None, "uses", ("originality",), scale=Scale(1, 5), each="uses")
NO = MissingReason
numbers = st.floats(allow_nan=False, allow_infinity=False)
readings = numbers.map(ParsedRating) | st.sampled_from(NO).map(lambda why: ParsedRating(None, why))


@st.composite
def questions(draw):
    """A question and the replies of up to four judges to it."""
    rubric = draw(st.sampled_from([WHOLE, EACH]))
    pair = draw(st.none() | st.builds(Pair, st.integers(0, 9), st.integers(0, 9)))
    texts = draw(st.lists(st.text(), min_size=1, max_size=4))
    step = AskJudges(rubric, {"uses": texts, "item": draw(st.text())}, draw(st.text(max_size=9)), pair)
    once = {"reply": st.text(), "error": st.text(), "characters": st.integers(0, 10**9)}
    once |= {"asked_again": st.booleans(), "other_reply": st.text()}
    every = {"share": st.none() | st.floats(0, 1, exclude_min=True), "parts": st.lists(numbers, max_size=4).map(tuple)}
    replies = []
    for judge in draw(st.lists(st.text(), unique=True, max_size=4)):
        for place in range(1, len(texts) + 1) if rubric.each else [0]:
            about = step.unit + step.about + (place_name(place) if place else "")
            found = {dimension: draw(readings) for dimension in rubric.dimensions}
            more = {name: draw(values) for name, values in {**every, **(once if place < 2 else {})}.items()}
            replies.append(JudgeReply(judge, rubric.name, about, found, place=place, **more))
    return step, Replies(replies)


@given(questions())
def test_replies_come_back_from_a_file(question):
    """Order and all; as JSON in any order of its keys, and as JSON from which every null was left out."""
    step, replies = question
    entry = to_entry(step, replies)
    written = json.loads(json.dumps(entry, sort_keys=True, allow_nan=False))
    for read in (entry, written, without_nulls(written)):
        assert from_entry(step, read) == Replies(replies_in(read)) == replies


@given(st.sampled_from(["fresh", CONVERSATION, AGAIN]), st.text(), st.text(), st.booleans())
def test_a_response_comes_back_from_a_file(kind, text, error, failed):
    step = AskModel("" if kind == AGAIN else "more", {"text": text}, kind, 1 if kind == AGAIN else 0)
    reply = FollowUp(Response(text, "length", failed), error, 3, False, kind == CONVERSATION)
    entry = json.loads(json.dumps(to_entry(step, reply)))
    assert entry["id"] == step.id
    assert from_entry(step, entry) == reply._replace(requests=0, cached=True)


def test_steps_that_ask_the_same_have_one_identity():
    """And two that do not, two; order of the variables is nothing that is asked."""
    brick = {"object": "brick", "uses": ["a", "b"]}
    same = [AskJudges(EACH, brick), AskJudges(EACH, {"uses": ("a", "b"), "object": "brick"})]
    others = [
        *(AskJudges(EACH, {**brick, "uses": ["a"]}), AskJudges(EACH, brick, "#1"), AskJudges(WHOLE, brick)),
        *(AskJudges(EACH, brick, pair=Pair(0, 1)), AskModel("uses", brick), AskModel("uses", brick, CONVERSATION)),
    ]
    assert len({step.id for step in same}) == 1
    assert len({step.id for step in [*same, *others]}) == 1 + len(others)


STEP = AskJudges(WHOLE, {"idea": "x"})
GOOD = to_entry(STEP, Replies([JudgeReply("a/x", "critic", "", {"originality": ParsedRating(7.0)})]))


def test_the_transcript_among_the_annotations():
    """None where nothing was asked; something else that has the name is refused."""
    annotation = make_annotation([], [GOOD], "", ["b/y"])
    transcript = transcript_in({"guard": {"mended": ""}, FOLLOW_UPS: annotation})
    assert (transcript.steps, transcript.error, transcript.left_out) == ((GOOD,), "", ("b/y",))
    assert transcript.judge_replies == list(from_entry(STEP, GOOD))
    assert transcript_in({"guard": {"mended": ""}}) is transcript_in({FOLLOW_UPS: None}) is None
    assert "never arrived" in transcript_in({FOLLOW_UPS: {}}).error
    for other in ("x", 7, [GOOD], {"score": 1}, {"steps": "x"}, {"steps": [7]}, {"steps": [{"rubric": "x"}]}):
        with pytest.raises(ValueError, match="expected the steps of follow_ups as a list of entries with an id"):
            transcript_in({FOLLOW_UPS: other})


def read(values):
    """Numbers, and reasons why there are none, by dimension."""
    return {k: ParsedRating(None, its) if isinstance(its, NO) else ParsedRating(its) for k, its in values.items()}


def reply_by(judge, about="", error="", characters=10, **values):
    return JudgeReply(judge, "critic", about, read(values), error=error, characters=characters)


def test_an_entry_holds_each_fact_once():
    """The text of a reply with several ratings stands there once, and what is empty not at all."""
    step, text = AskJudges(EACH, {"uses": ["a", "b"]}), "1: 3\n2: 9"
    first = JudgeReply("a/x", "uses", "#1", read({"originality": 3.0}), text, "", 12, place=1, share=0.5)
    second = JudgeReply("a/x", "uses", "#2", read({"originality": NO.OUT_OF_RANGE}), place=2)
    its = {"judge": "a/x", "ratings": {"originality": [3.0, "out_of_range"]}, "reply": text, "characters": 12}
    of_step = {"id": step.id, "rubric": "uses", "about": "", "each": True, "counts": False}
    assert to_entry(step, Replies([first, second])) == {**of_step, "replies": [{**its, "shares": [0.5, None]}]}


def changed(**fields):
    """The entry with one judge's reply, changed; ``...`` takes a field away."""
    (its,) = GOOD["replies"]
    return {**GOOD, "replies": [{key: value for key, value in {**its, **fields}.items() if value is not ...}]}


OTHERWISE = "a step is not as it was written: it does not hold what it should"
TWO = {"originality": [1.0, 2.0], "feasibility": [1.0]}


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        *((changed(**{key: ...}), f"not as it was written: '{key}' is missing") for key in ("judge", "ratings")),
        ({key: value for key, value in GOOD.items() if key != "rubric"}, "'rubric' is missing in it"),
        (changed(ratings={"originality": ["because"]}), "'because' is not a valid MissingReason"),
        (changed(ratings={"originality": [float("nan")]}), "must be finite"),
        (changed(ratings={}), "a step is not as it was written"),
        *((changed(ratings=its), OTHERWISE) for its in ({"originality": [None]}, {"originality": 7}, TWO)),
        *(({**GOOD, "replies": value}, OTHERWISE) for value in (["7"], 7)),
    ],
)
def test_broken_entries_are_refused(entry, message):
    """With what is wrong, not read as something else."""
    with pytest.raises(ValueError, match=message):
        from_entry(STEP, entry)


def test_the_summary_is_one_line():
    """Judge after judge, dimension after dimension; equal ends of names would say nothing."""
    assert summarise_ratings([]) == "no ratings"
    two = [reply_by("a/x", creativity=22.0), reply_by("b/y", creativity=NO.REFUSED)]
    assert summarise_ratings(two) == "x: creativity 22; y: creativity missing (refused)"
    several = [reply_by("a/x", "#1", d=10 / 3), reply_by("b/x", "#1", d=4.0), reply_by("a/x", "0+1", e=12.5)]
    several += [reply_by("a/x", "#2", d=NO.EMPTY)]
    assert summarise_ratings(several) == "a/x: d #1: 3.33, #2: missing (empty), e 0+1: 12.5; b/x: d #1: 4"


def test_values_are_those_of_one_dimension_and_one_thing():
    """In the order of the judges, without the missing ones; a mean adds up without rounding, and of none is no 0."""
    given = {"a/x": (7.0, 1.0), "b/y": (NO.EMPTY, 2.0), "c/z": (3.0, 2.0)}
    replies = Replies(reply_by(judge, o=o, f=f) for judge, (o, f) in given.items())
    assert [replies.values(name) for name in ("o", "f", "clarity")] == [[7, 3], [1, 2, 2], []]
    each = Replies(reply_by(judge, f"#{place}", d=float(place)) for judge in "ab" for place in (1, 3))
    assert each.each("d", 3) == [[1, 1], [], [3, 3]]
    assert (each.values("d"), each.values("d", "#3")) == ([1, 3, 1, 3], [3, 3])
    assert [mean_or_none(values) for values in ([], [0.0, 1.0], [0.1] * 10)] == [None, 0.5, 0.1]


def judged(*replies, error="", left_out=()):
    return Replayed(None, replies, error, left_out)


def rating(*values, characters=10):
    return reply_by("a/x", characters=characters, **{f"d{place}": value for place, value in enumerate(values)})


UNASKED = rating(*[NO.NOT_ASKED] * 3, characters=0)


@pytest.mark.parametrize(
    ("responses", "expected"),
    [
        (
            [
                # Two questions of two ratings each: 3 of 4, a zero among them, which is a rating.
                judged(rating(7.0, 0.0), rating(4.0, NO.OUT_OF_RANGE)),
                # One reply that cannot be read, one question without a reply, one that was not put: none of 3.
                judged(rating(NO.UNPARSABLE), rating(NO.FAILED), rating(NO.NOT_ASKED, characters=0)),
                # Something broke after one rating of four that were planned: 1 of 4.
                judged(rating(1.0), UNASKED, error="KeyError: 'keyword'"),
                # A response that no judge should see, of a model that two judges of the panel are.
                judged(left_out=("a/x", "b/y")),
            ],
            (pytest.approx(4 / 11), 5, 3, 0, 40 / 4, 2),
        ),
        *((none, (None, 0, 0, 0, 0, 0)) for none in ([], [judged()], [judged(error="x")])),
        ([judged(UNASKED, error="x")], (0, 0, 0, 0, 0, 0)),
    ],
)
def test_what_the_judges_of_a_run_did(responses, expected):
    """By hand; without a planned rating there is no coverage, and a panel that is down has 0."""
    names = ["judge_coverage", "judge_calls", "judge_failures", "judge_asked_again", "judge_tokens", "judges_left_out"]
    assert panel_stats(responses) == dict(zip(names, expected, strict=True))


SILENT = {"o": NO.FAILED, "f": NO.FAILED}
X = reply_by("a/x", o=7.0, f=1.0)


@pytest.mark.parametrize(
    ("responses", "lines"),
    [
        *(([], []), ([judged(X), judged()], [])),
        (
            [
                judged(reply_by("b/y", error="401: no key", **SILENT), X),
                judged(reply_by("b/y", error="401: other", **SILENT), reply_by("a/x", o=NO.OFF_SCALE, f=1.0)),
                judged(reply_by("b/y", o=3.0, f=NO.UNPARSABLE)),
            ],
            [
                r"a/x: 1 of 4 ratings are missing \(off_scale 1\)",
                r"b/y: 5 of 6 ratings are missing \(failed 4, unparsable 1\); 401: no key",
                "4 ratings lack a reply: start the same command again; it asks only for these.",
            ],
        ),
        ([judged(reply_by("a/x", o=NO.EMPTY))], ["a/x: 1 of 1", "1 rating has an empty reply: .*forget"]),
        ([judged(reply_by("a/x", o=NO.NO_PROBABILITIES))], ["a/x: 1 of 1 .*; ratings with no_prob.*leave out weight"]),
        ([judged(error=f"KeyError: '{key}'") for key in ("keyword", "other")], ["judging broke off: .*'keyword'"]),
    ],
)
def test_each_judge_has_one_line_with_its_reasons_and_its_first_error(responses, lines):
    """By name; then how to get what is missing, and what broke off, for which no judge is to blame."""
    found = missing_ratings(responses)
    assert len(found) == len(lines)
    assert all(map(re.match, lines, found))
