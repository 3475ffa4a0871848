"""The guard: the first annotator of every run."""

import json
from dataclasses import replace

import pytest
from helm.common.request import GeneratedOutput
from support import states

from helm_creativity.helm.annotator import GuardAnnotator


def guarded(texts, finish="stop", **answered):
    """What the guard notes of a result with these texts, and the result as it leaves it."""
    completions = [GeneratedOutput(text, 0.0, [], {"reason": finish}) for text in texts]
    found = states.state(states.instance("a"), "", completions=completions, **answered)
    return GuardAnnotator().annotate(found), found.result


@pytest.mark.parametrize("error", [None, "Content blocked"])
@pytest.mark.parametrize(
    ("texts", "repaired", "left"),
    [
        ([None], "no text", ""),  # would crash ``helm-summarize`` for the whole suite
        ([], "no completion", ""),
        (["x", "y"], "2 completions", "x"),
        ([[{"type": "text", "text": "river"}]], "text of type list", "river"),
        ([["riv", "er"]], "text of type list", "river"),
        ([[]], "text of type list", ""),
        (["x"], "", "x"),
    ],
)
def test_one_completion_with_a_text_is_left(texts, repaired, left, error):
    """Annotators and pages expect as many as were asked for, each a text; the server's error is kept."""
    noted, answered = guarded(texts, success=not error, error=error)
    assert noted == {"repaired": repaired, "error": error or ""}
    assert answered.success == (not error)
    assert [completion.text for completion in answered.completions] == [left]


@pytest.mark.parametrize(
    ("text", "finish", "words"),
    [
        (7, "stop", "expected text as its content, got 7"),
        ({"x": 1}, "stop", "expected text in a part of its content, got null"),
        ("riv", "error", "the server broke off: finish_reason 'error'"),
        ("x" * 2**21, "stop", "it has 2,097,152 characters, and at most 1,048,576 are read"),
    ],
)
def test_what_cannot_be_used_is_a_failed_response(text, finish, words):
    noted, answered = guarded([text], finish)
    assert noted["error"] == f"malformed reply: {words}"
    assert (answered.success, [completion.text for completion in answered.completions]) == (False, [""])


def test_no_result_is_no_exception():
    """An exception in an annotator empties the whole run folder."""
    found = replace(states.state(states.instance("a"), ""), result=None)
    assert GuardAnnotator().annotate(found) == {"repaired": "no result", "error": ""}


def test_what_was_repaired_is_in_the_run(suite):
    """A reader of the run page sees why an answer is empty."""
    (folder,) = (suite.folder / "runs" / "s").glob("*model=fake_null*")
    answered = json.loads((folder / "scenario_state.json").read_text())["request_states"]
    assert {each["annotations"]["guard"]["repaired"] for each in answered} == {"no text"}
