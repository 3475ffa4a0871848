"""What can be said about an answer before it is parsed."""

import dataclasses

import pytest

from helm_creativity.responses import Answer, Unscored, answer_in, fields_of, unanswered, written

LIST = "cat, dog, tree, lamp, sky"
REFUSAL = "I'm sorry, but I can't help with that."


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Answer(LIST), None),
        (Answer(LIST, "stop"), None),
        (Answer(LIST, "endoftext"), None),
        (Answer("", "content_filter"), Unscored.REFUSED),
        (Answer(LIST, "content_filter"), Unscored.REFUSED),
        (Answer("", "content_filter", failed=True), Unscored.REFUSED),
        (Answer("", failed=True), Unscored.FAILED),
        (Answer(LIST, "length", failed=True), Unscored.FAILED),
        (Answer(LIST, "length"), Unscored.TRUNCATED),
        (Answer("", "length"), Unscored.TRUNCATED),
        (Answer(REFUSAL, "length"), Unscored.TRUNCATED),
        (Answer("<think>hm", "length"), Unscored.TRUNCATED),
        (Answer(""), Unscored.EMPTY),
        (Answer(" \n\t"), Unscored.EMPTY),
        (Answer("\u200b\ufeff\x00"), Unscored.EMPTY),
        (Answer("<think>cat, dog"), Unscored.EMPTY),
        (Answer("<think>cat, dog</think>\n"), Unscored.EMPTY),
        (Answer("<|im_end|>"), Unscored.EMPTY),
        (Answer(REFUSAL), Unscored.REFUSED),
        (Answer(f"<think>Should I?</think>{REFUSAL}"), Unscored.REFUSED),
        (Answer(f"<think>{REFUSAL}</think>{LIST}"), None),
        (Answer("hello"), None),  # whether it can be parsed is for the parser
    ],
)
def test_the_first_reason_that_holds(answer, reason):
    """Filter, failure, token limit, emptiness and refusal are asked in this order."""
    assert unanswered(answer) is reason


def test_the_number_asked_decides_whose_list_follows_an_apology():
    """Three entries behind a refusal are an answer where few were asked, and an offer where ten were."""
    answer = Answer("I can't think of more right now: cat, dog, tree")
    assert unanswered(answer, 3) is None
    assert unanswered(answer, 10) is Unscored.REFUSED
    assert unanswered(answer) is Unscored.REFUSED


def test_reasons_are_written_as_their_values():
    """A reason stands in tables and files as its plain word."""
    assert [str(reason) for reason in Unscored] == [
        *("empty", "refused", "truncated", "unparsable", "too_few_valid", "too_long", "failed", "unjudged"),
    ]
    assert f"{Unscored.TOO_LONG}" == "too_long"
    assert Unscored("failed") is Unscored.FAILED
    assert Unscored.EMPTY == "empty"


def test_an_answer_is_a_value():
    """An answer has sensible defaults and does not change."""
    assert Answer("x") == Answer("x", "unknown", False)
    with pytest.raises(dataclasses.FrozenInstanceError, match="cannot assign to field 'text'"):
        Answer("x").text = "y"  # type: ignore[misc]


def test_an_answer_comes_back_from_an_annotation():
    """Among other fields; half of one is none."""
    answer = Answer("stone", "length", failed=True)
    note = {"chain_1_error": "", **fields_of(answer, "chain_1")}
    assert note == {
        "chain_1_error": "",
        "chain_1_reply": "stone",
        "chain_1_finish": "length",
        "chain_1_failed": True,
    }
    assert answer_in(note, "chain_1") == answer
    del note["chain_1_finish"]
    with pytest.raises(KeyError, match="chain_1_finish"):
        answer_in(note, "chain_1")


def test_what_was_written_is_kept_without_thoughts():
    """In the writer's own spelling."""
    assert written(Answer("<think>Which?</think>\nLagos, **Nigeria**")) == "Lagos, **Nigeria**"


@pytest.mark.parametrize("answer", [Answer(""), Answer("La", "length"), Answer("", failed=True), Answer(REFUSAL), None])
def test_what_is_no_answer_was_not_written(answer):
    """Empty, cut, failed, refused, or not there at all."""
    assert written(answer) is None
