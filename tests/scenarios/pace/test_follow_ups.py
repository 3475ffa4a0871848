"""Stage 2: what is asked of the model after its first answer, and what is kept of the replies."""

import json
import threading

import pytest
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.scenarios.scenario import Input, Instance
from helm.common.request import GeneratedOutput, Request, RequestResult
from support import chat
from support.pace import REFUSAL, results

from helm_creativity.core.follow_ups import AskModel, FollowUp
from helm_creativity.core.transcripts import FOLLOW_UPS
from helm_creativity.core.types import Response
from helm_creativity.helm_plugin import annotator as module
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.judges.drivers import make_annotation

REQUEST = Request(model="x/y", model_deployment="x/y", prompt="stage 1", temperature=0.3, max_tokens=99, random="1")
STAGE1 = results(["Stone", "rock", "roll", "stone", "band", "cliff"], ["hard", "itself", 'as in "n\\roll"', "again"])


class Questions:
    """In the place of ``FollowUps``: keeps what is asked, answers from a list."""

    def __init__(self, replies):
        self.replies, self.asked, self.lock = list(replies), [], threading.Lock()

    def ask(self, request, prompt):
        with self.lock:
            self.asked.append((request, prompt))
            reply = self.replies.pop(0)
        if isinstance(reply, Exception):
            raise reply
        return reply if isinstance(reply, FollowUp) else FollowUp(Response(reply, "stop"), "", 1, cached=False)


@pytest.fixture
def annotated(monkeypatch):
    """The annotation of an answer to stage 1, and what was asked for it."""

    def annotate(texts, replies=("one", "two", "three"), fields=None, **result):
        questions = Questions(replies)
        monkeypatch.setattr(module, "FollowUps", lambda auto_client: questions)
        texts = [texts] if isinstance(texts, str) or texts is None else texts
        completions = [GeneratedOutput(text, 0.0, [], finish_reason={"reason": "stop"}) for text in texts]
        answered = RequestResult(
            **{"success": True, "cached": False, "embedding": [], "completions": completions, **result}
        )
        instance = Instance(Input(text="stage 1"), [], extra_data={"seed": "rock"} if fields is None else fields)
        state = RequestState(instance, None, None, 0, None, REQUEST, answered, 0, False)
        return CreativityAnnotator(None, "pace", embedding="builtin").annotate(state), questions.asked

    return annotate


def first_entry(prompt):
    """The entry that the prompt begins the list with, decoded."""
    line = prompt.rpartition("\n")[2]
    return json.JSONDecoder().raw_decode(line, line.index('{"word"'))[0]


def test_the_first_three_different_associates_are_asked(annotated):
    """In their order, each with its own reason, under the settings of the first request."""
    _, asked = annotated(STAGE1)
    assert [request for request, _ in asked] == [REQUEST] * 3
    assert [prompt.partition(",")[0] for _, prompt in asked] == [
        f'Starting with the word pair "rock" -> "{word}"' for word in ("Stone", "roll", "band")
    ]
    assert [first_entry(prompt) for _, prompt in asked] == [
        {"word": "Stone", "reason": "hard"},
        {"word": "roll", "reason": 'as in "n\\roll"'},
        {"word": "band", "reason": ""},
    ]
    assert all("generate a chain of 20 words" in prompt for _, prompt in asked)


def test_a_reason_of_two_lines_is_asked_on_one(annotated):
    """The prompt stays JSON."""
    _, asked = annotated(results(["stone"], ['a\n"small"\trock']))
    assert [first_entry(prompt) for _, prompt in asked] == [{"word": "stone", "reason": 'a "small" rock'}]


def entry(word, reason="", **more):
    """What is kept of a question about an associate."""
    question = AskModel("stage2", {"seed": "rock", "associate": word, "reason": reason})
    return {
        "id": question.id,
        "turn": "stage2",
        "reply": "",
        "finish": "stop",
        "failed": False,
        "error": "",
        "conversation": False,
        **more,
    }


def test_the_annotation_survives_json(annotated):
    """What came of each question, and no prompt that can be rendered anew."""
    annotation, _ = annotated(
        STAGE1, ["one", FollowUp(Response("", failed=True), "set to fail", 4, cached=False), "three"]
    )
    assert annotation == {
        "summary": "3 further requests, 1 failed",
        "steps": [
            entry("Stone", "hard", reply="one"),
            entry("roll", 'as in "n\\roll"', finish="unknown", failed=True, error="set to fail"),
            entry("band", reply="three"),
        ],
        "error": "",
        "left_out": [],
    }
    assert json.loads(json.dumps(annotation)) == annotation


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("", {}),
        (None, {}),
        ([], {}),
        (REFUSAL, {}),
        (STAGE1[:-9], {}),
        ("I would rather talk about something else. Really.", {}),
        (results(["rock", "ROCK"]), {}),
        (results(["stone"] * 31), {}),
        ([], {"success": False, "error": "content blocked"}),
    ],
)
def test_nothing_is_asked_after_a_broken_stage_1(annotated, text, result):
    """And nothing is wrong with that."""
    assert annotated(text, [], **result) == (make_annotation((), ()), [])


def test_an_answer_cut_at_the_limit_asks_nothing(annotated):
    """It will not be scored."""
    cut = GeneratedOutput(STAGE1, 0.0, [], finish_reason={"reason": "length"})
    assert annotated("", [], completions=[cut]) == (make_annotation((), ()), [])


@pytest.mark.parametrize(
    ("replies", "fields", "error", "steps"),
    [
        ([RuntimeError("no such thing")], None, "RuntimeError: no such thing", []),
        (["one", KeyError("x")], None, "KeyError: 'x'", [entry("Stone", "hard", reply="one")]),
        ([], {}, "BadArguments: the instance None has no 'seed' in its extra_data", []),
    ],
)
def test_no_exception_leaves_it(annotated, replies, fields, error, steps):
    """HELM would throw the whole run away. What was asked before it is kept."""
    annotation, _ = annotated(STAGE1, replies, fields)
    assert annotation["error"].startswith(error)
    assert annotation["steps"] == steps


def test_several_answers_in_one_request_are_refused(annotated):
    """The chains of the first would be counted for all."""
    annotation, asked = annotated([STAGE1, STAGE1])
    assert annotation["error"] == "expected one answer, got 2: use num_trials= instead of num_outputs="
    assert (annotation["steps"], asked) == ([], [])


def test_it_has_the_name_under_which_the_scorer_looks(tmp_path):
    """HELM keeps annotations under it."""
    annotator = CreativityAnnotator(chat.auto_client(tmp_path), "pace", embedding="builtin")
    assert annotator.name == FOLLOW_UPS
