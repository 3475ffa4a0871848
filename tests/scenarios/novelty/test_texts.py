"""What an answer says, and what is none."""

import pytest

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.scenarios.novelty.texts import text_of


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
