"""What is known of an answer before it is parsed."""

import pytest

from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.parsing.response import echoes, to_prompts, unanswered, written

LIST = "cat, dog, tree, lamp, sky"
REFUSAL = "I'm sorry, but I can't help with that."
PROMPT = "Please write ten nouns that are as different from each other as possible, one on each line, and nothing else."
FIRST_REASONS = {
    None: [
        *(Response(LIST), Response(LIST, "stop"), Response(LIST, "endoftext")),
        *(Response(f"<think>{REFUSAL}</think>{LIST}"), Response("hello")),  # if it can be parsed the parser will know
    ],
    FailureReason.PROMPT_TRUNCATED: [
        Response(LIST, prompt_truncated=True),
        Response(LIST, "length", prompt_truncated=True),
        Response("", "content_filter", failed=True, prompt_truncated=True),
    ],
    FailureReason.FAILED: [Response("", failed=True), Response(LIST, "length", failed=True)],
    FailureReason.TRUNCATED: [Response(text, "length") for text in (LIST, "", REFUSAL, "<think>hm")],
    FailureReason.EMPTY: [
        *map(Response, ("", " \n\t", "\u200b\ufeff\x00", "<think>cat, dog", "<think>cat, dog</think>\n", "<|im_end|>")),
        Response("", echo=True),
    ],
    FailureReason.ECHO: [Response(LIST, echo=True)],
    FailureReason.REFUSED: [
        *(Response("", "content_filter"), Response(LIST, "content_filter")),
        Response("", "content_filter", failed=True),
        *(Response(REFUSAL), Response(f"<think>Should I?</think>{REFUSAL}")),
    ],
}


@pytest.mark.parametrize(
    ("reason", "answer"), [(reason, each) for reason, its in FIRST_REASONS.items() for each in its]
)
def test_the_first_reason_that_holds(reason, answer):
    """A cut prompt, filter, failure, token limit, emptiness and refusal are asked in this order."""
    assert unanswered(answer) is reason


@pytest.mark.parametrize(("asked", "reason"), [(3, None), (10, FailureReason.REFUSED), (None, None)])
def test_the_number_asked_decides_whose_list_follows_an_apology(asked, reason):
    """Three entries behind a refusal are an answer where few were asked or no number, and none where ten were."""
    assert unanswered(Response("I can't think of more right now: cat, dog, tree"), asked) is reason


@pytest.mark.parametrize(
    ("answer", "kept"),
    [
        (Response("<think>Which?</think>\nLagos, **Nigeria**"), "Lagos, **Nigeria**"),
        *((answer, None) for answer in (Response("La", "length"), Response("", failed=True), Response(REFUSAL), None)),
    ],
)
def test_what_was_written_is_kept_without_thoughts(answer, kept):
    """In the writer's own spelling; what is cut, failed, refused or not there was not written."""
    assert written(answer) == kept


def test_a_sample_holds_what_is_seen():
    """A benchmark sees no escape sequence and no NUL, wherever the response is from."""
    assert Sample(Response("\x1b[1mc\0at\x1b[0m")).response == Response("cat")


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
    assert not echoes("lamp", "Lamp")  # a prompt of a word or two, such as a seed, may be the response
