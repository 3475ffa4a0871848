"""The guard: the first annotator of every run."""

import json

import pytest
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.scenarios.scenario import Input, Instance
from helm.common.request import GeneratedOutput, Request, RequestResult

from helm_creativity.helm.annotator import GuardAnnotator


@pytest.fixture
def guard():
    return GuardAnnotator()


def annotate(guard, result):
    state = RequestState(Instance(Input(text=""), []), None, None, 0, None, Request(), result, 0, False)
    return guard.annotate(state)


def result(completions, **fields):
    return RequestResult(**{"success": True, "cached": False, "embedding": [], "completions": completions, **fields})


@pytest.mark.parametrize(
    ("texts", "repaired", "expected"),
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
def test_one_completion_with_a_text_is_left(guard, texts, repaired, expected):
    """Annotators and pages expect as many as were asked for, each a text; the server's error is kept."""
    for error in (None, "Content blocked"):
        answered = result([GeneratedOutput(text, 0.0, []) for text in texts], success=not error, error=error)
        assert annotate(guard, answered) == {"repaired": repaired, "error": error or ""}
        assert answered.success == (not error)
        assert [completion.text for completion in answered.completions] == [expected]


@pytest.mark.parametrize(
    ("text", "finish", "words"),
    [
        (7, "stop", "malformed reply: expected text as its content, got 7"),
        ({"x": 1}, "stop", "malformed reply: expected text in a part of its content, got null"),
        ("riv", "error", "malformed reply: the server broke off: finish_reason 'error'"),
        ("x" * 2**21, "stop", "malformed reply: it has 2,097,152 characters, and at most 1,048,576 are read"),
    ],
)
def test_what_cannot_be_used_is_a_failed_response(guard, text, finish, words):
    answered = result([GeneratedOutput(text, 0.0, [], {"reason": finish})])
    assert annotate(guard, answered)["error"] == words
    assert not answered.success
    assert [completion.text for completion in answered.completions] == [""]


def test_no_result_is_no_exception(guard):
    """An exception in an annotator empties the whole run folder."""
    assert annotate(guard, None) == {"repaired": "no result", "error": ""}


def test_what_was_repaired_is_in_the_run(suite):
    """A reader of the run page sees why an answer is empty."""
    (folder,) = (suite.folder / "runs" / "s").glob("*model=fake_null*")
    states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
    assert {state["annotations"]["guard"]["repaired"] for state in states} == {"no text"}
