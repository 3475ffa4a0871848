"""What is known of an answer before it is parsed."""

import pytest

from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.parsing.response import echoes, to_prompts, unanswered, written

LIST = "cat, dog, tree, lamp, sky"
REFUSAL = "I'm sorry, but I can't help with that."


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response(LIST), None),
        (Response(LIST, "stop"), None),
        (Response(LIST, "endoftext"), None),
        (Response("", "content_filter"), FailureReason.REFUSED),
        (Response(LIST, "content_filter"), FailureReason.REFUSED),
        (Response("", "content_filter", failed=True), FailureReason.REFUSED),
        (Response("", failed=True), FailureReason.FAILED),
        (Response(LIST, "length", failed=True), FailureReason.FAILED),
        (Response(LIST, "length"), FailureReason.TRUNCATED),
        (Response("", "length"), FailureReason.TRUNCATED),
        (Response(REFUSAL, "length"), FailureReason.TRUNCATED),
        (Response("<think>hm", "length"), FailureReason.TRUNCATED),
        (Response(LIST, prompt_truncated=True), FailureReason.PROMPT_TRUNCATED),
        (Response(LIST, "length", prompt_truncated=True), FailureReason.PROMPT_TRUNCATED),
        (Response("", "content_filter", failed=True, prompt_truncated=True), FailureReason.PROMPT_TRUNCATED),
        (Response(""), FailureReason.EMPTY),
        (Response(" \n\t"), FailureReason.EMPTY),
        (Response("\u200b\ufeff\x00"), FailureReason.EMPTY),
        (Response("<think>cat, dog"), FailureReason.EMPTY),
        (Response("<think>cat, dog</think>\n"), FailureReason.EMPTY),
        (Response("<|im_end|>"), FailureReason.EMPTY),
        (Response(REFUSAL), FailureReason.REFUSED),
        (Response(f"<think>Should I?</think>{REFUSAL}"), FailureReason.REFUSED),
        (Response(f"<think>{REFUSAL}</think>{LIST}"), None),
        (Response(LIST, echo=True), FailureReason.ECHO),
        (Response("", echo=True), FailureReason.EMPTY),
        (Response("hello"), None),  # whether it can be parsed is for the parser
    ],
)
def test_the_first_reason_that_holds(answer, reason):
    """A cut prompt, filter, failure, token limit, emptiness and refusal are asked in this order."""
    assert unanswered(answer) is reason


def test_the_number_asked_decides_whose_list_follows_an_apology():
    """Three entries behind a refusal are an answer where few were asked or no number, and none where ten were."""
    answer = Response("I can't think of more right now: cat, dog, tree")
    assert unanswered(answer, 3) is None
    assert unanswered(answer, 10) is FailureReason.REFUSED
    assert unanswered(answer) is None


def test_what_was_written_is_kept_without_thoughts():
    """In the writer's own spelling."""
    assert written(Response("<think>Which?</think>\nLagos, **Nigeria**")) == "Lagos, **Nigeria**"


@pytest.mark.parametrize(
    "answer", [Response(""), Response("La", "length"), Response("", failed=True), Response(REFUSAL), None]
)
def test_what_is_no_answer_was_not_written(answer):
    """Empty, cut, failed, refused, or not there at all."""
    assert written(answer) is None


def test_a_sample_holds_what_is_seen():
    """A benchmark sees no escape sequence and no NUL, wherever the response is from."""
    assert Sample(Response("\x1b[1mc\0at\x1b[0m")).response == Response("cat")


PROMPT = "Please write ten nouns that are as different from each other as possible, one on each line, and nothing else."


@pytest.mark.parametrize(
    ("text", "is_echo"),
    [
        (PROMPT, True),
        (f"<think>hm</think>\n**{PROMPT.upper()}**\n", True),
        (f"Sure! {PROMPT}", True),
        (f"{PROMPT}\n\nAnswer:", True),
        (PROMPT.replace("ten nouns", "ten words"), True),
        (f"{PROMPT}\nlamp", False),
        (f"{PROMPT}\nlamp, idea, river, salt, hope, drum, moss, debt, wing, queue", False),
        (f"You asked: {PROMPT} Here they are: lamp", False),
        ("Please write ten nouns that are as different as possible.", False),
        ("lamp, idea, river, salt, hope, drum, moss, debt, wing, queue", False),
        ("", False),
    ],
)
def test_an_echo_says_nothing_but_its_prompt(text, is_echo):
    """In nine tenths of the words of both; what goes on behind the prompt is a response."""
    assert echoes(text, PROMPT) is is_echo
    assert to_prompts(Response(text), None, "Another task.", PROMPT).echo is is_echo


def test_a_prompt_of_a_word_or_two_may_be_the_response():
    """A seed or a name."""
    assert not echoes("lamp", "Lamp")
