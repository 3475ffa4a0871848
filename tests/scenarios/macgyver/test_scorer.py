"""Scores of answers from the judges' ratings, or from people's labels."""

import pytest
from support.given import driven, given, scored
from support.judged import judge_reply
from support.macgyver import NOT_POSSIBLE, PROBLEM, SORRY, STEPS, TOOLS, WALL

from helm_creativity.benchmark.base import sample_in_row
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.scoring import found_in, score_found
from helm_creativity.scenarios.macgyver.benchmark import CHECKS
from helm_creativity.scenarios.macgyver.items import own_problems
from helm_creativity.scenarios.macgyver.scoring import CLASSES, LETTERS

MACGYVER = get_benchmark("macgyver")
SETTINGS = MACGYVER.settings_type(protocol="agc2026", judges="j/0+j/1+j/2+j/3")


def judged(text, *letters, solvable=True, setting=None, **answer):
    """An answer with one letter a judge; a letter may be the reason why there is none."""
    judge_replies = [
        judge_reply(f"j/{i}", "solution", solution=LETTERS.get(letter, letter)) for i, letter in enumerate(letters)
    ]
    fields = {"problem": PROBLEM if solvable else WALL, "tools": list(TOOLS), "solvable": solvable}
    if setting:
        fields["setting"] = setting
    return Sample(Response(text, **answer), {**fields, "annotations": given(*judge_replies)})


def one(sample):
    (trial,) = driven(MACGYVER, SETTINGS, [sample])
    found = found_in(MACGYVER, SETTINGS, trial.sample)
    return score_found(MACGYVER, SETTINGS, [found], MACGYVER.scorer(SETTINGS))[0]


def sample_of(fields):
    return sample_in_row(MACGYVER, fields, MACGYVER.settings_type(protocol="agc2026"))


def test_the_score_is_made_of_the_letters_that_came():
    """Two of three correct; the one that is missing counts for no judge."""
    sample_score = one(judged(STEPS, "A", "B", "C", "unparsable"))
    assert sample_score.score == pytest.approx(200 / 3)
    shares = [sample_score.submetrics[name] for name in CLASSES]
    assert shares == pytest.approx([100 / 3, 100 / 3, 100 / 3, 0, 0])
    assert {name: sample_score.submetrics[name] for name in CHECKS} == {
        "solvability_correct": 1,
        "says_impossible": 0,
        "foreign_tools": 0,
        "tools_used": 2,
        "steps": 2,
        "words": 12,
        "over_100_words": 0,
    }
    assert sample_score.details == {"claim": "possible", "foreign": []}


def test_an_answer_without_a_letter_is_unjudged():
    """Its checks are there all the same."""
    sample_score = one(judged(STEPS, "unparsable"))
    assert (sample_score.score, sample_score.failure_reason, sample_score.submetrics["wrong"]) == (
        None,
        FailureReason.UNJUDGED,
        None,
    )
    assert sample_score.submetrics["steps"] == 2


def test_saying_that_it_is_not_possible_is_an_answer():
    """However sorry the writer is."""
    sample_score = one(judged(NOT_POSSIBLE, "A", solvable=False))
    assert (sample_score.score, sample_score.submetrics["solvability_correct"], sample_score.submetrics["steps"]) == (
        100,
        1,
        None,
    )
    assert sample_score.details["claim"] == "impossible"


def test_the_run_tells_solvable_from_unsolvable():
    """By hand; settings and the judges' work too."""
    rows = [
        judged(STEPS, "A", setting="home"),
        judged(STEPS, "C", setting="home"),
        judged(STEPS, "A", setting="office"),
        judged(NOT_POSSIBLE, "E", solvable=False),
        judged("", solvable=False),
        judged(NOT_POSSIBLE, "unparsable", solvable=False),
    ]
    run = scored(MACGYVER, SETTINGS, rows)
    stats = run.of_run
    assert stats["solvable_score"] == pytest.approx(200 / 3)
    # Three answers to one problem: their spread alone, 100·sqrt(2/3·1/3·3/2/3).
    assert stats["solvable_score_se"] == pytest.approx(100 / 3)
    assert (stats["unsolvable_score"], stats["unsolvable_score_se"]) == (0, None)
    assert (stats["setting_home"], stats["setting_office"], stats["setting_travel"]) == (50, 100, None)
    assert stats["tools_known_rate"] == 1
    assert stats["judge_coverage"] == pytest.approx(4 / 5)
    assert missing_ratings(run.replayed) == ["j/0: 1 of 5 ratings are missing (unparsable 1)"]
    score_run = {submetric.name for submetric in MACGYVER.card.submetrics if submetric.of == "run"}
    of_answers = {submetric.name for submetric in MACGYVER.card.submetrics} - score_run
    assert score_run == set(stats) | {"judge_failures"} - of_answers
    assert {*CLASSES, *CHECKS} == of_answers


def record(**fields):
    return {"response": STEPS, "problem": PROBLEM, "solvable": "yes", "tools": "a fork; a ball of string", **fields}


@pytest.mark.parametrize(
    ("label", "score"),
    [
        ("A", 100),
        ("E", 0),
        ("partly_wrong", 0),
        ("correct_unsolvable", 100),
        (["A", "D"], 50),
        ("A; NA; D", 50),
        (["A", None, "D", -99, ""], 50),
        ("['A', nan, 'D']", 50),
        ('["correct_efficient", "B", "C", "wrong"]', 50),
    ],
)
def test_people_may_have_labelled_the_answer(label, score):
    """By letter, class or the authors' label, one or several."""
    for name in ("label", "class"):
        sample_score = one(sample_of(record(**{name: label})))
        assert (sample_score.score, sample_score.submetrics["tools_used"]) == (score, 2)


@pytest.mark.parametrize("text", [SORRY, "I cannot do that."])
def test_what_people_labelled_was_an_answer_to_them(text):
    """Whatever it looks like, with its checks; an empty one is none, and without a class it is what it looks like."""
    sample_score = one(sample_of(record(response=text, label="E")))
    assert (sample_score.score, sample_score.failure_reason, sample_score.submetrics["wrong_solvability"]) == (
        0,
        None,
        100,
    )
    assert sample_score.submetrics["words"] == len(text.split())
    assert one(sample_of(record(response=" ", label="E"))).failure_reason is FailureReason.EMPTY
    assert one(sample_of(record(response=text))).failure_reason is FailureReason.REFUSED


def test_without_a_label_there_are_the_checks():
    """The answer is unjudged; tools that are not known leave theirs out."""
    sample_score = one(sample_of(record(tools="")))
    assert (sample_score.failure_reason, sample_score.submetrics["tools_used"], sample_score.submetrics["steps"]) == (
        FailureReason.UNJUDGED,
        None,
        2,
    )
    assert one(sample_of(record(response=None))).failure_reason is FailureReason.EMPTY


def test_a_problem_may_be_named_by_its_id():
    """Text, tools and solvability are then those of the items."""
    item = next(item for item in own_problems() if not item.solvable)
    sample_score = one(sample_of({"response": item.reference_response, "item": item.id, "label": "A"}))
    assert (sample_score.score, sample_score.submetrics["solvability_correct"]) == (100, 1)
    with pytest.raises(BadArguments, match="no problem of own has the id 'x'; name other items with --items, or write"):
        one(sample_of({"response": STEPS, "item": "x"}))
