"""Right, wrong, and how many of them; and the prompt that is asked."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import helm_creativity.scenarios.rat as room
from helm_creativity.rooms import render
from helm_creativity.scenarios.rat.measure import accuracy, solved

verdicts = st.lists(st.booleans(), min_size=1, max_size=50)


def test_accuracy_by_hand():
    """Three of four are 75 %; none and all are the ends of the scale; of no answer there is no accuracy."""
    assert accuracy([True, True, False, True]) == 75
    assert accuracy([False, False]) == 0
    assert accuracy([True]) == 100
    assert accuracy([]) is None


@given(verdicts)
def test_accuracy_and_its_opposite_are_all_answers(correct):
    """What is not right is wrong."""
    assert accuracy(correct) + accuracy([not one for one in correct]) == pytest.approx(100)


@given(verdicts, verdicts)
def test_accuracy_of_two_runs_together(first, second):
    """Answers weigh the same whatever run they are from."""
    together = (accuracy(first) * len(first) + accuracy(second) * len(second)) / (len(first) + len(second))
    assert accuracy(first + second) == pytest.approx(together)


@pytest.mark.parametrize(
    ("word", "accepted", "right"),
    [
        ("fire", "fire", True),
        ("FIRE", "fire", True),
        ("court", "school|court", True),
        ("school", "school|court", True),
        ("book-case", "bookcase", True),
        ("fires", "fire", False),
        ("ire", "fire", False),
        ("firework", "fire", False),
        ("school|court", "school|court", False),
    ],
)
def test_only_the_key_is_right(word, accepted, right):
    """The key or an alternative, in any case; neither an inflection nor a part nor the whole list."""
    assert solved(word, accepted) is right


def test_the_prompt_is_the_one_that_the_paper_prints():
    """With the stems of the paper's example, the prompt is appendix E.5 to the letter."""
    prompt = render(Path(room.__file__).parent, "schapiro2026", stems=["cracker", "fly", "fighter"])
    assert prompt.text == (
        'What single word can be combined with each of "cracker", "fly", and "fighter" to form a compound word or '
        "common phrase?\nRespond with ONLY the single answer word in lowercase. No explanation."
    )
