"""Several responses in one reply: which they are, with what probability, and which of them is drawn."""

import hashlib
import json
import math
from collections import Counter

import pytest
from support.ending import hostile, reads_to_an_end
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


def pairs(found):
    return [(text, None if share is None else round(share, 9)) for text, share in found]


@pytest.mark.parametrize("name", READ)
def test_candidates_are_read(name):
    """Syntax is taken leniently; where a case names texts alone, their probabilities are another's business."""
    reply, wanted = READ[name]
    found = find_candidates(reply)
    if isinstance(wanted[0], str):
        assert [candidate.text for candidate in found] == wanted
    else:
        assert pairs(found) == wanted


@pytest.mark.parametrize("name", NONE)
def test_what_is_not_several_responses_is_none(name):
    """And so it is never one of them."""
    assert find_candidates(NONE[name]) == ()


def test_shares_are_the_probabilities_over_their_sum():
    """.1 and .3 are a quarter and three; one without has the mean of the others; without any all are alike."""
    a, b, unknown = CandidateResponse("a", 0.1), CandidateResponse("b", 0.3), CandidateResponse("c")
    assert shares([a, b]) == pytest.approx((0.25, 0.75))
    assert shares([a, b, unknown]) == pytest.approx((1 / 6, 1 / 2, 1 / 3))
    assert (
        shares([unknown, unknown]) == shares([CandidateResponse("a", 0.0), CandidateResponse("b", 0.0)]) == (0.5, 0.5)
    )


def test_candidates_are_drawn_by_their_probabilities():
    """Over 4,000 trials: chi-square with three degrees of freedom below 11.3, its 99th percentile; never what has 0."""
    stated = {"a": 0.05, "b": 0.15, "c": 0.3, "d": 0.5, "never": 0.0}
    candidates = [CandidateResponse(text, share) for text, share in stated.items()]
    n = 4000
    drawn = Counter(draw(candidates, "lamp", trial, "reply").text for trial in range(n))
    assert drawn["never"] == 0
    assert math.fsum((drawn[text] - n * share) ** 2 / (n * share) for text, share in stated.items() if share) < 11.3


def test_the_draw_depends_on_item_trial_and_reply_alone():
    """It is the same on every machine: of eight that are alike, the first three bits of SHA-256 say which."""
    candidates = [CandidateResponse(text) for text in "abcdefgh"]
    drawn = "".join(draw(candidates, "lamp", trial, "reply").text for trial in range(12))
    digests = [hashlib.sha256(f'["lamp", {trial}, "reply"]'.encode()).digest() for trial in range(12)]
    assert drawn == "".join("abcdefgh"[digest[0] >> 5] for digest in digests)
    others = [("door", "reply"), ("lamp", "another reply")]
    for item, reply in others:
        assert "".join(draw(candidates, item, trial, reply).text for trial in range(12)) != drawn
    assert draw(candidates, "\ud800", 0, "\ud800").text in "abcdefgh"


def test_the_drawn_text_is_the_response_and_the_reply_is_kept():
    """Under the other instructions the reply is the response."""
    reply = Response(in_tags(["lamp", "sea"]), "stop")
    for instruction in INSTRUCTIONS:
        found = {one_response(reply, Instruction(instruction).candidates, "item", trial) for trial in range(20)}
        if instruction == VERBALIZED:
            assert {response.text for response in found} == {"lamp", "sea"}
            assert {(response.written, response.completion) for response in found} == {(reply.text, reply.text)}
        else:
            assert found == {reply}


@pytest.mark.parametrize(
    ("text", "finish", "reason"),
    [
        (NONE["one response"], "stop", FailureReason.UNPARSABLE),
        (REFUSAL, "stop", FailureReason.REFUSED),
        (in_tags([REFUSAL]), "stop", FailureReason.REFUSED),
        ("<think>Five, then.</think>", "stop", FailureReason.EMPTY),
        ("", "stop", FailureReason.EMPTY),
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


PIECES = [
    "<response>", "<response><text>", "<text>a", "</response>", "<", "<response ", "<probability>0.1",
    "< / response", "1. a (probability: 0.1)\n", "1. ", "- a probability: 0.1\n", "(probability: ", "prob",
    "(((", "0.1", "***", "~", "Response 1:", "Response 1: a\nResponse 2: b\n",
    '{"text": "a", "probability": 0.1},', "[{", '{"text":', "```\n", "<think>", " ", "\n",
    "<text><probability>1/", "é", "</text>\n", "<![CDATA[", "]]>", "&lt;response&gt;",
    "<response><text>a</text></response>", "a <text>b</text> c", '{"a": [', "1. a (0.2)\n", "- a — 0.2\n",
    "a (20%)\n", "(0.", "— ", "a\nProbability: 0.2\n\n", "---\n", "```\n1. a (0.2)\n", "概率：0.2\n", "1/5 ",
    "Text: ",
]  # fmt: skip


@pytest.mark.parametrize("piece", PIECES)
def test_time_is_linear(piece):
    """A whole reply of one piece, alone and in an opened tag."""
    with reads_to_an_end():
        for reply in (hostile(piece), "<response>" + hostile(piece), json.dumps([{"text": hostile(piece)}])):
            one_response(Response(reply), 5, "item", 0)
