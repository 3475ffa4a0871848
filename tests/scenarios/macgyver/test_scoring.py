"""Classes and checks."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.macgyver import NOT_POSSIBLE, PROBLEM, STEPS, TOOLS

from helm_creativity.scenarios.macgyver.items import own_problems
from helm_creativity.scenarios.macgyver.scoring import (
    CLASSES,
    LETTERS,
    check_response,
    class_shares,
    judged_score,
    rating_class,
)

classes = st.lists(st.sampled_from(CLASSES), min_size=1, max_size=7)


def test_letters_are_classes_in_their_order():
    """A is the best; the rating that is kept leads back to the class."""
    assert LETTERS == {"A": 5, "B": 4, "C": 3, "D": 2, "E": 1}
    assert [rating_class(rating) for rating in LETTERS.values()] == list(CLASSES)


def test_the_score_by_hand():
    """Two of three judges find it correct: one efficient, one not."""
    ratings = ["correct_efficient", "correct_inefficient", "partly_wrong"]
    assert judged_score(ratings) == pytest.approx(200 / 3)
    third = pytest.approx(100 / 3)
    assert class_shares(ratings) == {**dict.fromkeys(ratings, third), "wrong": 0, "wrong_solvability": 0}
    assert judged_score([]) is None
    assert set(class_shares([]).values()) == {None}


@given(classes)
def test_the_score_is_the_share_of_the_two_best_classes(ratings):
    """And all shares together are 100; better classes never make it lower."""
    shares = class_shares(ratings)
    assert sum(shares.values()) == pytest.approx(100)
    assert judged_score(ratings) == pytest.approx(shares["correct_efficient"] + shares["correct_inefficient"])
    better = [CLASSES[max(CLASSES.index(rating) - 1, 0)] for rating in ratings]
    assert judged_score(better) >= judged_score(ratings)


def test_checks_by_hand():
    """Of a solution: fifteen words, two steps, two of three tools, and an axe that is not there."""
    checks = check_response(f"{STEPS} Use the axe.", PROBLEM, TOOLS, solvable=True)
    assert checks == (True, False, 1, 2, 2, 15, False, ("axe",))
    assert check_response(STEPS, PROBLEM, TOOLS, solvable=False).solvability_correct is False


def test_a_solvability_statement_has_no_steps_and_uses_nothing():
    """Though it may name what is missing."""
    checks = check_response(f"{NOT_POSSIBLE} An axe would help.", PROBLEM, TOOLS, solvable=False)
    assert (checks.says_impossible, checks.solvability_correct) == (True, True)
    assert (checks.steps, checks.tools_used, checks.foreign_tools, checks.foreign) == (None, None, None, ())
    assert check_response(NOT_POSSIBLE, PROBLEM, TOOLS, solvable=True).solvability_correct is False


def test_unknown_tools_leave_the_checks_of_tools_undefined():
    """All others stay."""
    checks = check_response(STEPS, PROBLEM, None, solvable=True)
    assert (checks.tools_used, checks.foreign_tools, checks.steps) == (None, None, 2)


@pytest.mark.parametrize(("words", "over"), [(100, False), (101, True)])
def test_over_a_hundred_words_is_flagged(words, over):
    """A hundred are none too many."""
    checks = check_response(" ".join(["pull"] * words), PROBLEM, TOOLS, solvable=True)
    assert (checks.words, checks.over_100_words) == (words, over)


@pytest.mark.parametrize("item", own_problems(), ids=lambda item: item.id)
def test_a_right_answer_is_at_the_top_of_every_check(item):
    """Of every problem of this package: the solvability, no tool that is not there, short, with the problem's tools."""
    checks = check_response(item.reference_response, item.problem, item.tools, item.solvable)
    assert checks.solvability_correct
    assert checks.says_impossible is not item.solvable
    assert not checks.over_100_words
    if item.solvable:
        assert checks.foreign == ()
        assert checks.tools_used >= 1
        assert 1 <= checks.steps == item.reference_response.count("Step")
