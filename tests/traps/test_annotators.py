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


def test_missing_text_becomes_empty_text(guard):
    """``content: null`` would crash ``helm-summarize`` for the whole suite."""
    answered = result([GeneratedOutput(text=None, logprob=0.0, tokens=[])])
    assert annotate(guard, answered) == {"repaired": "no text", "error": ""}
    assert [completion.text for completion in answered.completions] == [""]


def test_of_more_completions_than_were_asked_for_the_first_is_taken(guard):
    """Annotators and pages expect as many as were asked for."""
    answered = result([GeneratedOutput("x", 0.0, []), GeneratedOutput("y", 0.0, [])])
    assert annotate(guard, answered) == {"repaired": "2 completions", "error": ""}
    assert [completion.text for completion in answered.completions] == ["x"]


@pytest.mark.parametrize(
    ("text", "expected"), [([{"type": "text", "text": "river"}], "river"), (["riv", "er"], "river"), ([], "")]
)
def test_text_in_parts_is_joined(guard, text, expected):
    """As HELM's own clients let it through."""
    answered = result([GeneratedOutput(text, 0.0, [])])
    assert annotate(guard, answered) == {"repaired": "text of type list", "error": ""}
    assert answered.success
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


def test_a_missing_completion_becomes_an_empty_one(guard):
    """So would no choice at all."""
    answered = result([])
    assert annotate(guard, answered) == {"repaired": "no completion", "error": ""}
    assert [completion.text for completion in answered.completions] == [""]


def test_a_good_answer_is_left_alone(guard):
    """And the server's error is kept where there was one."""
    answered = result([GeneratedOutput("x", 0.0, [])], success=False, error="Content blocked")
    assert annotate(guard, answered) == {"repaired": "", "error": "Content blocked"}
    assert annotate(guard, result([GeneratedOutput("x", 0.0, [])])) == {"repaired": "", "error": ""}


def test_no_result_is_no_exception(guard):
    """An exception in an annotator empties the whole run folder."""
    assert annotate(guard, None) == {"repaired": "no result", "error": ""}


def test_what_was_repaired_is_in_the_run(suite):
    """A reader of the run page sees why an answer is empty."""
    (folder,) = (suite.folder / "runs" / "s").glob("*model=fake_null*")
    states = json.loads((folder / "scenario_state.json").read_text())["request_states"]
    assert {state["annotations"]["guard"]["repaired"] for state in states} == {"no text"}
