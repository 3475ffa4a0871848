"""Refusals at the start of an answer, in twelve languages, and what only resembles one."""

import pytest
from support.ending import ends
from support.replies import older

from helm_creativity.parsing.refusals import is_refusal

CASES = older("refusals")
REFUSALS, ANSWERS = ([case["text"] for case in CASES if case["refused"] is flag] for flag in (True, False))
KELP = "kelp, verdict, trombone, cement, orbit\n\n"


def test_an_answer_that_opens_by_declining_is_a_refusal():
    """However many words were asked for; apologies and words of refusal elsewhere make none, nor do they in data."""
    assert [text for text in REFUSALS if not (is_refusal(text) and is_refusal(text, 10))] == []
    assert [text for text in ANSWERS if is_refusal(text)] == []
    before = [KELP, "[", "{", "1. kelp\n2. ", "7) "]
    assert [start + text for start in before for text in REFUSALS if is_refusal(start + text)] == []
    assert min(len(REFUSALS), len(ANSWERS)) >= 40


def test_a_list_has_to_be_half_as_long_as_asked():
    """Five of ten entries behind an apology are the writer's own list, four are not."""
    words = ["cat", "dog", "tree", "sun", "moon"]
    assert not is_refusal(f"I cannot think of more: {', '.join(words)}", 10)
    assert is_refusal(f"I cannot think of more: {', '.join(words[:4])}", 10)


@pytest.mark.parametrize(
    "text", ["as an ai ", "i'm sorry for ", "no, ", "thank you ", "i ", "kann ich ", "抱歉", "죄송 ", "申し訳", "que "]
)
def test_openings_without_end_are_no_refusals(text):
    """Nothing backtracks over their combinations."""
    with ends():
        assert not is_refusal(text * 200)


@pytest.mark.parametrize("letter", ["a", "私"])
def test_what_cannot_be_done_stands_within_90_characters(letter):
    """In whatever script it is written."""
    assert is_refusal(f"{letter * 90}できません。")
    assert not is_refusal(f"{letter * 91}できません。")


@pytest.mark.parametrize(
    "text",
    [
        "For safety reasons, I can't write this story.",
        "That sounds like an interesting challenge! However, I'm not able to take part in it.",
        "I'm going to have to pass on this one.",
        "My guidelines do not allow me to produce this type of content.",
        "К сожалению, я не могу ответить на этот вопрос.",
        '{"error": "I cannot comply with this request."}',
    ],
)
def test_a_short_reply_may_decline_in_its_second_clause(text):
    """Or in JSON, or in other languages."""
    assert is_refusal(text)
