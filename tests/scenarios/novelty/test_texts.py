"""What is the same text, and what is none."""

import pytest

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.scenarios.novelty.texts import folded, text_of


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lagos", "lagos"),
        ("Lagos", " **Lagos.** "),
        ("Two\nlines", "two  lines"),
        ('"247"', "247"),
        ("“Lagos”", "Lagos!"),
        ("Ａ", "a"),
    ],
)
def test_layout_makes_no_difference(one, other):
    """Case, white space, kinds of letters, and what stands around."""
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"), [("do it", "do not do it"), ("C", "C#"), ("3.14", "314"), ("!", "?"), ("🎲", "🎯"), ("-5", "5")]
)
def test_what_stands_inside_makes_one(one, other):
    """And of an answer of signs alone nothing is taken away."""
    assert folded(one) != folded(other)


def test_the_text_is_what_was_written_without_thoughts():
    """In the writer's own spelling."""
    assert text_of(Row(Answer("<think>Which?</think>\nLagos, **Nigeria**"))) == "Lagos, **Nigeria**"


@pytest.mark.parametrize(
    "answer",
    [Answer(""), Answer("La", "length"), Answer("", failed=True), Answer("I'm sorry, but I can't help."), None],
)
def test_what_is_no_answer_has_no_text(answer):
    """Empty, cut, failed, refused, or not there at all."""
    assert text_of(Row(answer)) is None
