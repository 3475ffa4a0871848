"""Several responses in one reply: which they are, with what probability, and which of them is drawn."""

import hashlib
import math
from collections import Counter

import pytest
from support.verbalized_replies import NONE, READ

from helm_creativity.benchmark.names import INSTRUCTIONS, VERBALIZED
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.candidates import (
    PLACEHOLDER,
    CandidateResponse,
    draw,
    find_candidates,
    in_tags,
    one_response,
    shares,
)
from helm_creativity.parsing.response import unanswered

REFUSAL = "I'm sorry, but I can't help with that."
ALIKE = [CandidateResponse(text) for text in "abcdefgh"]


@pytest.mark.parametrize("name", READ)
def test_candidates_are_read(name):
    """Syntax is taken leniently; where a case names texts alone, their probabilities are another's business."""
    reply, wanted = READ[name]
    found = [(text, None if share is None else round(share, 9)) for text, share in find_candidates(reply)]
    assert ([text for text, _ in found] if isinstance(wanted[0], str) else found) == wanted


def test_what_is_not_several_responses_is_none():
    """And so it is never one of them."""
    assert [name for name, reply in NONE.items() if find_candidates(reply)] == []


def test_shares_are_the_probabilities_over_their_sum():
    """.1 and .3 are a quarter and three; one without has the mean of the others; without any all are alike."""
    a, b, unknown = CandidateResponse("a", 0.1), CandidateResponse("b", 0.3), CandidateResponse("c")
    assert shares([a, b]) == pytest.approx((0.25, 0.75))
    assert shares([a, b, unknown]) == pytest.approx((1 / 6, 1 / 2, 1 / 3))
    assert shares([unknown] * 2) == shares([CandidateResponse("a", 0.0)] * 2) == (0.5, 0.5)


def test_candidates_are_drawn_by_their_probabilities():
    """Over 4,000 trials: chi-square with three degrees of freedom below 11.3, its 99th percentile; never what has 0."""
    stated = {"a": 0.05, "b": 0.15, "c": 0.3, "d": 0.5, "never": 0.0}
    candidates, n = [CandidateResponse(text, share) for text, share in stated.items()], 4000
    drawn = Counter(draw(candidates, "lamp", trial, "reply").text for trial in range(n))
    assert drawn["never"] == 0
    assert math.fsum((drawn[text] - n * share) ** 2 / (n * share) for text, share in stated.items() if share) < 11.3


def test_the_draw_depends_on_item_trial_and_reply_alone():
    """It is the same on every machine: of eight that are alike, the first three bits of SHA-256 say which."""

    def drawn(item, reply):
        return "".join(draw(ALIKE, item, trial, reply).text for trial in range(12))

    digests = [hashlib.sha256(f'["lamp", {trial}, "reply"]'.encode()).digest() for trial in range(12)]
    assert drawn("lamp", "reply") == "".join("abcdefgh"[digest[0] >> 5] for digest in digests)
    assert len({drawn("lamp", "reply"), drawn("door", "reply"), drawn("lamp", "another reply")}) == 3
    assert draw(ALIKE, "\ud800", 0, "\ud800").text in "abcdefgh"


@pytest.mark.parametrize("instruction", INSTRUCTIONS)
def test_the_drawn_text_is_the_response_and_the_reply_is_kept(instruction):
    """Under the other instructions the reply is the response."""
    reply = Response(in_tags(["lamp", "sea"]), "stop")
    found = {one_response(reply, Instruction(instruction).candidates, "item", trial) for trial in range(20)}
    drawn = {Response(text, "stop", written=reply.text) for text in ("lamp", "sea")}
    assert found == (drawn if instruction == VERBALIZED else {reply})


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        (NONE["one response"], "stop", FailureReason.UNPARSABLE),
        (REFUSAL, "stop", FailureReason.REFUSED),
        (in_tags([REFUSAL]), "stop", FailureReason.REFUSED),
        ("<think>Five, then.</think>", "stop", FailureReason.EMPTY),
        (in_tags(["lamp"]), "length", FailureReason.TRUNCATED),
        (NONE["one response"], "content_filter", FailureReason.REFUSED),
        (in_tags(["a lamp by the door"]), "stop", None),
    ],
)
def test_a_reply_that_holds_no_response_says_why(text, finish, reason):
    """A list behind an apology is a response where a list was asked for; not where several lists were."""
    assert unanswered(one_response(Response(text, finish), 5, "item", 0), expected=10) == reason


def test_the_instruction_shows_the_form_that_is_read():
    """It names how many, and its placeholder is no response."""
    asked = Instruction(VERBALIZED)
    assert asked.candidates == 5
    assert f"<text>{PLACEHOLDER}</text>" in asked.text
    assert asked.text.count(" 5 ") == 2
    assert find_candidates(asked.text) == ()
