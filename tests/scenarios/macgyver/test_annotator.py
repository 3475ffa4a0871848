"""What judges are asked about a response, and what is kept of it."""

from dataclasses import replace

import pytest
from helm.common.request import GeneratedOutput
from support import chat
from support.judges import answered
from support.macgyver import NOT_POSSIBLE, PROBLEM, SORRY, STEPS

from helm_creativity.clients.request_states import trials_in
from helm_creativity.core.follow_ups import Replies
from helm_creativity.core.ratings import MissingReason
from helm_creativity.core.transcripts import FOLLOW_UPS, transcript_in
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.judges.drivers import make_annotation, replayed
from helm_creativity.scenarios.macgyver.benchmark import question_about

KNOWN = {"problem": PROBLEM, "solvable": True, "reference": "Step1: Fish."}


@pytest.fixture
def annotator(server, tmp_path):
    """One of a panel that everybody rates in."""

    def make(*names):
        judges = "+".join(f"chat/{name}" for name in names)
        return CreativityAnnotator(chat.auto_client(tmp_path), "macgyver", judges=judges)

    return make


def test_an_answer_has_a_letter_of_each_judge(annotator, server):
    """Who are asked one question, about the answer without its thoughts; once more whose reply is no letter."""
    note = annotator("constant", "other", "garbage").annotate(answered(f"<think>hm</think>\n{STEPS}", fields=KNOWN))
    replies = Replies(transcript_in({FOLLOW_UPS: note}).judge_replies)
    assert (len(replies), note["error"], replies.values("solution")) == (3, "", [5, 3])
    expected = question_about(STEPS, PROBLEM, True, "Step1: Fish.").user
    assert {body["messages"][0]["content"] for body in server.bodies} == {expected}
    assert server.calls == {"constant": 1, "other": 1, "garbage": 2}


def test_a_solvability_statement_is_judged(annotator):
    """It is no refusal, however sorry."""
    note = annotator("other").annotate(answered(NOT_POSSIBLE, fields={"problem": PROBLEM, "solvable": False}))
    assert Replies(transcript_in({FOLLOW_UPS: note}).judge_replies).values("solution") == [3]


@pytest.mark.parametrize(
    "answer", [{"text": ""}, {"text": SORRY}, {"text": STEPS, "finish": "length"}, {"completions": []}]
)
def test_what_is_no_answer_is_not_sent_to_judges(annotator, server, answer):
    """Nor planned."""
    assert annotator("constant").annotate(answered(fields=KNOWN, **answer)) == make_annotation((), ())
    assert server.calls == {}


def test_what_breaks_is_no_exception(annotator, macgyver):
    """HELM would throw the run away; all that was planned is missing."""
    both = [GeneratedOutput(STEPS, 0.0, [])] * 2
    for state, judges, error in (
        (answered(STEPS), ["constant", "other"], "BadArguments: the instance enzymes has no 'problem'"),
        (
            answered(completions=both, fields=KNOWN),
            ["constant"],
            "expected one answer, got 2: use num_trials= instead of num_outputs=",
        ),
    ):
        asking = annotator(*judges)
        note = asking.annotate(state)
        assert note == make_annotation((), (), note["error"])
        assert note["error"].startswith(error)
        for found in replayed(macgyver, asking.settings, trials_in(replace(state, annotations={FOLLOW_UPS: note}))):
            assert [reply.judge for reply in found.judge_replies] == [f"chat/{judge}" for judge in judges]
            assert {reply.readings["solution"].missing for reply in found.judge_replies} == {MissingReason.NOT_ASKED}
