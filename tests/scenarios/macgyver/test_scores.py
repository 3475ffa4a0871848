"""Checks of answers, and their scores from the judges' letters or from people's labels."""

import pytest
from hypothesis import given as drawn
from hypothesis import strategies as st
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
from helm_creativity.scenarios.macgyver.scoring import CLASSES, LETTERS, check_response, class_shares, judged_score

MACGYVER = get_benchmark("macgyver")
SETTINGS = MACGYVER.settings_type(protocol="agc2026", judges="j/0+j/1+j/2+j/3")


def judged(text, *letters, solvable=True, **more):
    """An answer with one letter a judge; a letter may be the reason why there is none."""
    ratings = [LETTERS.get(letter, letter) for letter in letters]
    replies = [judge_reply(f"j/{i}", "solution", solution=rating) for i, rating in enumerate(ratings)]
    fields = {"problem": PROBLEM if solvable else WALL, "tools": list(TOOLS), "solvable": solvable, **more}
    return Sample(Response(text), {**fields, "annotations": given(*replies)})


def one(sample):
    (trial,) = driven(MACGYVER, SETTINGS, [sample])
    found = found_in(MACGYVER, SETTINGS, trial.sample)
    return score_found(MACGYVER, SETTINGS, [found], MACGYVER.scorer(SETTINGS))[0]


def of_row(**fields):
    """The score of an object of a file."""
    return one(sample_in_row(MACGYVER, fields, MACGYVER.settings_type(protocol="agc2026")))


def record(**fields):
    given = {"response": STEPS, "problem": PROBLEM, "solvable": "yes", "tools": "a fork; a ball of string", **fields}
    return of_row(**given)


@drawn(st.lists(st.sampled_from(CLASSES), min_size=1, max_size=7))
def test_the_score_is_the_share_of_the_two_best_classes(ratings):
    """And all shares together are 100; better classes never make it lower."""
    shares = class_shares(ratings)
    assert sum(shares.values()) == pytest.approx(100)
    assert judged_score(ratings) == pytest.approx(shares["correct_efficient"] + shares["correct_inefficient"])
    better = [CLASSES[max(CLASSES.index(rating) - 1, 0)] for rating in ratings]
    assert judged_score(better) >= judged_score(ratings)


def test_checks_by_hand():
    """Fifteen words, two steps, two of three tools, and an axe that is not there; of unknown tools nothing is said."""
    assert check_response(f"{STEPS} Use the axe.", PROBLEM, TOOLS, True) == (True, False, 1, 2, 2, 15, False, ("axe",))
    unknown = check_response(STEPS, PROBLEM, None, solvable=False)
    assert (unknown.solvability_correct, unknown.tools_used, unknown.foreign_tools, unknown.steps) == (0, None, None, 2)
    long = [check_response(" ".join(["pull"] * n), PROBLEM, TOOLS, solvable=True) for n in (100, 101)]
    assert [(checks.words, checks.over_100_words) for checks in long] == [(100, False), (101, True)]
    # A solvability statement has no steps and uses nothing, though it may name what is missing.
    checks = check_response(f"{NOT_POSSIBLE} An axe would help.", PROBLEM, TOOLS, solvable=False)
    assert (checks[:5], checks.foreign) == ((True, True, None, None, None), ())
    assert check_response(NOT_POSSIBLE, PROBLEM, TOOLS, solvable=True).solvability_correct is False


@pytest.mark.parametrize("solvable", [True, False])
def test_a_right_answer_is_at_the_top_of_every_check(solvable):
    """Of every problem of this package: the solvability, no tool that is not there, short, with the problem's tools."""
    for item in (item for item in own_problems() if item.solvable is solvable):
        checks = check_response(item.reference_response, item.problem, item.tools, solvable)
        assert checks[:2] == (True, not solvable), item.id
        assert (checks.over_100_words, checks.foreign) == (False, ())
        if solvable:
            assert checks.tools_used >= 1
            assert 1 <= checks.steps == item.reference_response.count("Step")


def test_the_score_is_made_of_the_letters_that_came():
    """Two of three correct; the one that is missing counts for no judge."""
    found = one(judged(STEPS, "A", "B", "C", "unparsable"))
    assert found.score == pytest.approx(200 / 3)
    assert [found.submetrics[name] for name in CLASSES] == pytest.approx([100 / 3, 100 / 3, 100 / 3, 0, 0])
    assert [found.submetrics[name] for name in CHECKS] == [1, 0, 0, 2, 2, 12, 0]
    assert found.details == {"claim": "possible", "foreign": []}
    none = one(judged(STEPS, "unparsable"))
    assert (none.score, none.failure_reason) == (None, FailureReason.UNJUDGED)
    assert (none.submetrics["wrong"], none.submetrics["steps"]) == (None, 2)
    sorry = one(judged(NOT_POSSIBLE, "A", solvable=False))
    assert (sorry.score, sorry.submetrics["steps"], sorry.details["claim"]) == (100, None, "impossible")


def test_the_run_tells_solvable_from_unsolvable():
    """By hand; settings and the judges' work too."""
    rows = [
        *[judged(STEPS, letter, setting=place) for letter, place in (("A", "home"), ("C", "home"), ("A", "office"))],
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
    assert (stats["tools_known_rate"], stats["judge_coverage"]) == (1, pytest.approx(4 / 5))
    assert missing_ratings(run.replayed) == ["j/0: 1 of 5 ratings are missing (unparsable 1)"]


@pytest.mark.parametrize(
    ("label", "score"),
    [
        *[("A", 100), ("E", 0), ("partly_wrong", 0), ("correct_unsolvable", 100), (["A", "D"], 50), ("A; NA; D", 50)],
        *[(["A", None, "D", -99, ""], 50), ("['A', nan, 'D']", 50), ('["correct_efficient", "B", "C", "wrong"]', 50)],
    ],
)
def test_people_may_have_labelled_the_answer(label, score):
    """By letter, class or the authors' label, one or several."""
    found = [record(label=label), record(**{"class": label})]
    assert [(one.score, one.submetrics["tools_used"]) for one in found] == [(score, 2)] * 2


@pytest.mark.parametrize(
    ("fields", "score", "reason"),
    [
        *[({"response": text, "label": "E"}, 0, None) for text in (SORRY, "I cannot do that.")],
        *[({"response": text}, None, FailureReason.REFUSED) for text in (SORRY, "I cannot do that.")],
        *[({"response": text, "label": "E"}, None, FailureReason.EMPTY) for text in (" ", None)],
        ({"tools": ""}, None, FailureReason.UNJUDGED),
    ],
)
def test_what_people_labelled_was_an_answer_to_them(fields, score, reason):
    """Whatever it looks like; an empty one is none, and without a label it is unjudged or what it looks like."""
    found = record(**fields)
    assert (found.score, found.failure_reason) == (score, reason)
    assert score is None or found.submetrics["words"] == len(fields["response"].split())
    assert fields.get("tools") is None or found.submetrics["tools_used"] is None


def test_a_problem_may_be_named_by_its_id():
    """Text, tools and solvability are then those of the items."""
    item = next(item for item in own_problems() if not item.solvable)
    found = of_row(response=item.reference_response, item=item.id, label="A")
    assert (found.score, found.submetrics["solvability_correct"]) == (100, 1)
    with pytest.raises(BadArguments, match="no problem of own has the id 'x'"):
        of_row(response=STEPS, item="x")
