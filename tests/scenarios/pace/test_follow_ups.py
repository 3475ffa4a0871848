"""Stage 2: what is asked of the model after its first answer, and what is kept of the replies."""

import json
import threading

import pytest
from helm.benchmark.adaptation.request_state import RequestState
from helm.benchmark.scenarios.scenario import Input, Instance
from helm.common.request import GeneratedOutput, Request, RequestResult
from support import chat
from support.pace import REFUSAL, results

from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.protocols import FollowUp
from helm_creativity.helm_plugin import annotator as module
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.parsing import Response

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


def test_the_annotation_is_flat_and_survives_json(annotated):
    """HELM's run page shows one level, and HELM writes it as JSON."""
    annotation, _ = annotated(
        STAGE1, ["one", FollowUp(Response("", failed=True), "set to fail", 4, cached=False), "three"]
    )
    assert annotation == {
        "questions": 3,
        "failed": 1,
        "error": "",
        "chain_1_associate": "Stone",
        "chain_1_reply": "one",
        "chain_1_finish": "stop",
        "chain_1_failed": False,
        "chain_1_error": "",
        "chain_2_associate": "roll",
        "chain_2_reply": "",
        "chain_2_finish": "unknown",
        "chain_2_failed": True,
        "chain_2_error": "set to fail",
        "chain_3_associate": "band",
        "chain_3_reply": "three",
        "chain_3_finish": "stop",
        "chain_3_failed": False,
        "chain_3_error": "",
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
    assert annotated(text, [], **result) == ({"questions": 0, "failed": 0, "error": ""}, [])


def test_an_answer_cut_at_the_limit_asks_nothing(annotated):
    """It will not be scored."""
    cut = GeneratedOutput(STAGE1, 0.0, [], finish_reason={"reason": "length"})
    assert annotated("", [], completions=[cut]) == ({"questions": 0, "failed": 0, "error": ""}, [])


@pytest.mark.parametrize(
    ("replies", "fields", "error"),
    [
        ([RuntimeError("no such thing")], None, "RuntimeError: no such thing"),
        (["one", KeyError("x")], None, "KeyError: 'x'"),
        ([], {}, "KeyError: 'seed'"),
    ],
)
def test_no_exception_leaves_it(annotated, replies, fields, error):
    """HELM would throw the whole run away."""
    annotation, _ = annotated(STAGE1, replies, fields)
    assert annotation == {"questions": 0, "failed": 0, "error": error}


def test_several_answers_in_one_request_are_refused(annotated):
    """The chains of the first would be counted for all."""
    annotation, asked = annotated([STAGE1, STAGE1])
    assert annotation["error"] == "ValueError: expected one answer, got 2: use num_trials= instead of num_outputs="
    assert (annotation["questions"], asked) == (0, [])


def test_it_has_the_name_under_which_the_scorer_looks(tmp_path):
    """HELM keeps annotations under it."""
    annotator = CreativityAnnotator(chat.auto_client(tmp_path), "pace", embedding="builtin")
    assert annotator.name == get_benchmark("pace").name == "pace"
