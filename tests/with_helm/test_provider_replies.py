"""What providers send: every field of a reply missing, of every other type, and twice, and each becomes what it is."""

from __future__ import annotations

import copy

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.helm.clients.failures import Failure, classify_failure
from helm_creativity.helm.clients.provider_replies import (
    LONGEST,
    MalformedReply,
    ReportedError,
    usable_reply,
)

GOOD = {
    "id": "x",
    "object": "chat.completion",
    "created": 0,
    "model": "fake",
    "choices": [
        {
            "index": 0,
            "message": {"role": "assistant", "content": "river", "refusal": None, "tool_calls": None},
            "finish_reason": "stop",
            "logprobs": None,
        }
    ],
    "usage": {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2},
}
ODD = [None, True, 7, 0.5, "stone", "", [], [7], {}, {"x": 1}]
MISSING = object()
NEEDED = {("choices",), ("choices", 0), ("choices", 0, "message")}
"""Without these there is no reply."""
PATHS = """id object created model usage error choices choices.0 choices.0.index choices.0.finish_reason
choices.0.logprobs choices.0.error choices.0.message choices.0.message.role choices.0.message.content
choices.0.message.refusal choices.0.message.tool_calls choices.0.message.reasoning_content"""
FIELDS = [tuple(0 if name == "0" else name for name in path.split(".")) for path in PATHS.split()]


def changed(path, value):
    """The good reply with another value in one place."""
    response = copy.deepcopy(GOOD)
    inner = response
    for name in path[:-1]:
        inner = inner[name]
    if value is not MISSING:
        inner[path[-1]] = value
    elif isinstance(inner, list):
        del inner[path[-1]]
    else:
        inner.pop(path[-1], None)
    return response


def expected(path, value):
    """What must become of the reply: its text, or the error."""
    if path[-1] == "error":
        return ReportedError if value is not MISSING and value else "river"
    if path in NEEDED:  # a message may lack all its fields, as it may lack its content
        return "" if path[-1] == "message" and isinstance(value, dict) else MalformedReply
    if path[-1] == "content":
        return (
            {"stone": "stone", "": "", None: "", MISSING: ""}.get(value, MalformedReply)
            if _plain(value)
            else ("" if value == [] else MalformedReply)
        )
    return "river"


def _plain(value):
    return value is MISSING or value is None or isinstance(value, str)


@pytest.mark.parametrize("path", FIELDS)
def test_every_field_of_every_type(path):
    """The text is there, or one of two errors; what comes out can be read again and is then the same."""
    for value in (*ODD, MISSING):
        response, wanted = changed(path, value), expected(path, value)
        if isinstance(wanted, str):
            found = usable_reply(response)
            (choice,) = found["choices"]
            assert choice["message"]["content"] == wanted, value
            assert isinstance(choice["finish_reason"], (str, type(None))), value
            assert isinstance(choice["message"].get("reasoning_content"), (str, type(None))), value
            assert choice["logprobs"] is None, value
            assert usable_reply(found) == found, value
        else:
            with pytest.raises(wanted, match=r"malformed reply: |reported an error|Error code"):
                usable_reply(response)


def choices(*contents, indices=None):
    """A reply with several choices."""
    several = [
        {"index": index, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
        for content, index in zip(contents, indices or range(len(contents)), strict=True)
    ]
    return {**GOOD, "choices": several}


def texts(response, asked=1, **how):
    return [choice["message"]["content"] for choice in usable_reply(response, asked, **how)["choices"]]


def test_of_more_choices_the_asked_ones_are_taken_by_index():
    assert texts(choices("b", "c", "a", indices=[1, 2, 0])) == ["a"]
    assert texts(choices("b", "c", "a", indices=[1, 2, 0]), asked=2) == ["a", "b"]
    assert texts(choices("a", "b")) == ["a"]


PARTS = [
    ([{"type": "text", "text": "river, "}, {"type": "text", "text": "stone"}], "river, stone"),
    (["river, ", "stone"], "river, stone"),
    ([{"type": "output_text", "text": "river"}], "river"),
    ([{"text": "river"}], "river"),
    ([{"type": "text", "text": {"value": "river", "annotations": []}}], "river"),
    ({"type": "text", "text": "river"}, "river"),
    ({"text": "river"}, "river"),
    ([{"type": "thinking", "thinking": [{"type": "text", "text": "hm"}]}, {"type": "text", "text": "river"}], "river"),
    ([{"type": "reasoning", "summary": []}], ""),
    ([{"type": "tool_use", "input": {}}], ""),
]


@pytest.mark.parametrize(("content", "text"), PARTS)
def test_text_in_parts_is_joined(content, text):
    """Reasoning and calls of tools are no part of the response."""
    assert texts(changed(("choices", 0, "message", "content"), content)) == [text]


@pytest.mark.parametrize(
    ("message", "reasoning"),
    [
        ({"reasoning_content": "hm"}, "hm"),
        ({"reasoning": "hm", "reasoning_details": [{"type": "reasoning.text", "text": "hm"}]}, "hm"),
        ({"thinking": "hm"}, "hm"),
        ({"reasoning_content": None, "reasoning": "hm"}, "hm"),
        ({"reasoning_content": "hm", "reasoning": "other"}, "hm"),
        ({"content": [{"type": "thinking", "thinking": [{"type": "text", "text": "h"}, {"text": "m"}]}, "x"]}, "hm"),
        ({"content": [{"type": "thinking", "thinking": "h"}, {"type": "thinking", "thinking": "m"}, "x"]}, "hm"),
        ({"content": [{"type": "reasoning", "summary": []}, "x"]}, None),
        ({"reasoning": {"effort": "low"}, "thinking": True}, None),
        ({"reasoning_content": {"x": 1}}, None),
        ({}, None),
    ],
)
def test_reasoning_beside_a_reply_is_kept(message, reasoning):
    """HELM's client keeps one name of it; newer servers and Mistral have others."""
    (choice,) = usable_reply(changed(("choices", 0, "message"), {"content": "x", **message}))["choices"]
    assert choice["message"].get("reasoning_content") == reasoning
    assert choice["message"]["content"] == "x"


def test_a_refusal_has_a_field_of_its_own():
    """Or a part; where there is a text beside it, the text is the response."""
    refused = changed(("choices", 0, "message"), {"role": "assistant", "content": None, "refusal": "I cannot."})
    in_part = changed(("choices", 0, "message", "content"), [{"type": "refusal", "refusal": "I cannot."}])
    for response in (refused, in_part):
        (choice,) = usable_reply(response)["choices"]
        assert (choice["message"]["content"], choice["finish_reason"]) == ("I cannot.", "refusal")
    assert texts(changed(("choices", 0, "message", "refusal"), "I cannot.")) == ["river"]


@pytest.mark.parametrize("finish", ["error", "cancelled", "canceled", "abort", "ABORTED"])
def test_a_reply_that_broke_off_is_none(finish):
    with pytest.raises(MalformedReply, match=f"the server broke off: finish_reason '{finish}'"):
        usable_reply(changed(("choices", 0, "finish_reason"), finish))


HALF_JSON = ['{"words": ["a", "b', '{"words": ["a",', "[1, 2", "{", '```json\n{"a": ', '{"a": 1']


@pytest.mark.parametrize("text", HALF_JSON)
def test_half_a_json_without_a_reason_to_finish_is_none(text):
    response = changed(("choices", 0, "message", "content"), text)
    response["choices"][0]["finish_reason"] = None
    with pytest.raises(MalformedReply, match="ends in the middle of its JSON"):
        usable_reply(response)
    response["choices"][0]["finish_reason"] = "length"
    assert texts(response) == [text]


def test_a_text_has_a_bound():
    assert texts(choices("a" * LONGEST)) == ["a" * LONGEST]
    with pytest.raises(MalformedReply, match="it has 1,048,577 characters, and at most 1,048,576 are read"):
        usable_reply(choices("a" * (LONGEST + 1)))


@pytest.mark.parametrize(
    ("error", "failure", "words"),
    [
        (
            {"message": "The model is overloaded", "code": 503},
            Failure.DOWN,
            "Error code: 503 - The model is overloaded",
        ),
        ({"message": "Slow down", "code": "429"}, Failure.BUSY, "Error code: 429 - Slow down"),
        ({"message": "Rate limit reached", "type": "requests"}, Failure.BUSY, "Rate limit reached"),
        ({"message": "no", "status": 401}, Failure.FINAL, "Error code: 401 - no"),
        ({"message": "prompt too long", "code": 400}, Failure.FINAL, "Error code: 400"),
        ("upstream connect error", Failure.DOWN, "the server reported an error: upstream connect error"),
        ({"code": 9}, Failure.FINAL, "the server reported an error"),
        (["odd"], Failure.FINAL, "the server reported an error"),
        ({"message": "no", "code": "²"}, Failure.FINAL, "the server reported an error: no"),
    ],
)
def test_an_error_under_a_status_of_success_is_the_status_that_it_names(error, failure, words):
    """Beside no choices, and in a choice."""
    for response in ({**GOOD, "choices": None, "error": error}, changed(("choices", 0, "error"), error)):
        with pytest.raises(ReportedError) as raised:
            usable_reply(response)
        assert words in str(raised.value)
        assert classify_failure(f"ReportedError: {raised.value}") is failure


def test_replies_of_other_providers_pass_as_they_are():
    """But for an error in their place."""
    anthropic = {"content": [{"type": "text", "text": "river"}], "stop_reason": "end_turn"}
    assert usable_reply(anthropic, has_choices=False) is anthropic
    with pytest.raises(MalformedReply, match="it has no choices"):
        usable_reply(anthropic)
    with pytest.raises(ReportedError, match="overloaded"):
        usable_reply({"error": {"message": "overloaded"}}, has_choices=False)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["choices", "message", "content", "text", "type", "error", "refusal", "finish_reason", "index"]
            ),
            inner,
            max_size=4,
        )
    ),
    max_leaves=20,
)


@given(JSON, st.integers(1, 3))
def test_whatever_comes_is_a_reply_or_one_of_two_errors(response, asked):
    """And a reply has the asked choices at most, each with a text, and is the same when it is read again."""
    try:
        found = usable_reply(response, asked)
    except (MalformedReply, ReportedError):
        return
    assert 1 <= len(found["choices"]) <= asked
    for choice in found["choices"]:
        content = choice["message"]["content"] if "message" in choice else choice["text"]
        assert isinstance(content, str)
    assert usable_reply(found, asked) == found
