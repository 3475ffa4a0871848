"""What providers send: each reply becomes its text or one of two errors, and each error says what to do next.

``provider_replies.jsonl`` has a choice of a reply with the ``text``, ``finish``, ``reasoning`` and ``tokens`` that are
read, or why it is ``malformed``; or an ``error`` under a status of success, with its ``words`` and the ``failure``.
``provider_errors.jsonl`` has the texts of errors as HELM's clients word them: the ``failure`` and the refused
``parameter``; ``retriable`` is a client's own word.
"""

from __future__ import annotations

import copy
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.replies import read_rows

from helm_creativity.helm.clients.failures import Failure, classify_failure, refused_parameter
from helm_creativity.helm.clients.provider_replies import LONGEST, MalformedReply, ReportedError, usable_reply

HERE = Path(__file__).parent
CASES = read_rows(HERE / "provider_replies.jsonl")
GOOD = {
    "id": "x",
    "object": "chat.completion",
    "choices": [{"index": 0, "message": {"role": "assistant", "content": "river"}, "finish_reason": "stop"}],
}
MISSING = object()
ODD = [None, True, 7, 0.5, "stone", "", [], [7], {}, {"x": 1}, MISSING]
FIELDS = """id usage error choices choices.0 choices.0.index choices.0.finish_reason choices.0.logprobs
choices.0.error choices.0.message choices.0.message.role choices.0.message.content choices.0.message.refusal
choices.0.message.tool_calls choices.0.message.reasoning_content"""


def changed(path, value):
    """The good reply with another value in one place."""
    response = inner = copy.deepcopy(GOOD)
    *before, last = (0 if name == "0" else name for name in path.split("."))
    for name in before:
        inner = inner[name]
    if value is not MISSING:
        inner[last] = value
    elif isinstance(inner, list):
        del inner[last]
    else:
        inner.pop(last, None)
    return response


def expected(path, value):
    """What must become of the reply: its text, or the error."""
    name = path.rpartition(".")[2]
    if name == "error":
        return ReportedError if value is not MISSING and value else "river"
    if path in ("choices", "choices.0"):
        return MalformedReply
    if name == "message":  # it may lack all its fields, as it may lack its content
        return "" if isinstance(value, dict) else MalformedReply
    if name == "content":
        nothing = value is MISSING or value is None or value == []
        return "" if nothing else value if isinstance(value, str) else MalformedReply
    return "river"


@pytest.mark.parametrize("path", FIELDS.split())
@pytest.mark.parametrize("value", ODD)
def test_every_field_of_every_type(path, value):
    """What comes out has the types that HELM reads, and can be read again and is then the same."""
    response, wanted = changed(path, value), expected(path, value)
    if not isinstance(wanted, str):
        with pytest.raises(wanted, match=r"malformed reply: |reported an error|Error code"):
            usable_reply(response)
        return
    found = usable_reply(response)
    (choice,) = found["choices"]
    assert choice["message"]["content"] == wanted
    assert isinstance(choice["finish_reason"], (str, type(None)))
    assert isinstance(choice["message"].get("reasoning_content"), (str, type(None)))
    assert choice["logprobs"] is None
    assert usable_reply(found) == found


@pytest.mark.parametrize("case", [case for case in CASES if "choice" in case])
def test_choices_as_servers_send_them(case):
    """Text in parts, reasoning under any name, refusals in a field of their own, and what broke off."""
    response = {**GOOD, "choices": [case["choice"]]}
    if "malformed" in case:
        with pytest.raises(MalformedReply, match=case["malformed"]):
            usable_reply(response)
        return
    (choice,) = usable_reply(response)["choices"]
    message = choice.get("message") or {"content": choice["text"]}
    assert (message["content"], message.get("reasoning_content")) == (case["text"], case.get("reasoning"))
    assert (choice["logprobs"] or {}).get("tokens", []) == case.get("tokens", [])
    assert choice["finish_reason"] == case.get("finish", "stop")


@pytest.mark.parametrize("case", [case for case in CASES if "error" in case])
def test_an_error_under_a_status_of_success_is_the_status_that_it_names(case):
    """Beside no choices, in a choice, and in the place of another provider's reply."""
    error, beside = case["error"], {**GOOD, "choices": None, "error": case["error"]}
    for response, has_choices in ((beside, True), (changed("choices.0.error", error), True), ({"error": error}, False)):
        with pytest.raises(ReportedError) as raised:
            usable_reply(response, has_choices=has_choices)
        assert case["words"] in str(raised.value)
        assert classify_failure(f"ReportedError: {raised.value}").value == case["failure"]


@pytest.mark.parametrize("case", read_rows(HERE / "provider_errors.jsonl"))
def test_errors_as_clients_word_them(case):
    """The first status decides, then the words; what is unknown is final. Of a parameter another number may do."""
    assert classify_failure(case["error"], case.get("retriable")) is Failure(case["failure"])
    assert refused_parameter(case["error"]) == case.get("parameter")


def choices(*contents, indices=None):
    """A reply with several choices."""
    several = [
        {"index": index, "message": {"role": "assistant", "content": content}, "finish_reason": "stop"}
        for content, index in zip(contents, indices or range(len(contents)), strict=True)
    ]
    return {**GOOD, "choices": several}


@pytest.mark.parametrize(
    ("indices", "asked", "texts"),
    [([1, 2, 0], 1, ["c"]), ([1, 2, 0], 2, ["c", "a"]), ([0, 0, 0], 2, ["a", "b"]), ([0, 1, 2], 9, ["a", "b", "c"])],
)
def test_of_more_choices_the_asked_ones_are_taken_by_index(indices, asked, texts):
    found = usable_reply(choices("a", "b", "c", indices=indices), asked)["choices"]
    assert [choice["message"]["content"] for choice in found] == texts


def test_a_text_has_a_bound():
    assert len(usable_reply(choices("a" * LONGEST))["choices"][0]["message"]["content"]) == LONGEST
    with pytest.raises(MalformedReply, match="it has 1,048,577 characters, and at most 1,048,576 are read"):
        usable_reply(choices("a" * (LONGEST + 1)))


def test_replies_of_other_providers_pass_as_they_are():
    anthropic = {"content": [{"type": "text", "text": "river"}], "stop_reason": "end_turn"}
    assert usable_reply(anthropic, has_choices=False) is anthropic
    with pytest.raises(MalformedReply, match="it has no choices"):
        usable_reply(anthropic)


NAMES = ["choices", "message", "content", "text", "type", "error", "refusal", "finish_reason", "index"]
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(NAMES), inner, max_size=4),
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
    texts = [choice["message"]["content"] if "message" in choice else choice["text"] for choice in found["choices"]]
    assert all(isinstance(text, str) for text in texts)
    assert usable_reply(found, asked) == found
