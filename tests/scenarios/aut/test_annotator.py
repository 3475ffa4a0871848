"""What judges are asked about a response, and how many ratings that makes; the lexical judge replies."""

from dataclasses import replace

import pytest
from helm.common.request import GeneratedOutput
from support import chat
from support.aut import own_words
from support.judges import REFUSAL, answered

from helm_creativity.clients.request_states import trials_in
from helm_creativity.core.follow_ups import Replies
from helm_creativity.core.transcripts import FOLLOW_UPS, transcript_in
from helm_creativity.helm_plugin.annotator import CreativityAnnotator
from helm_creativity.judges.drivers import replayed
from helm_creativity.scenarios.aut.benchmark import OWN_PROTOCOLS, PROTOCOLS

PANEL = {"judges": "creativity/lexical-judge", "embedding": "builtin", "judge_max_tokens": 99}
TWELVE = "; ".join(f"tray for plant {letter}{letter}" for letter in "bcdfghjklmnp")


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """What was asked because of a response of a model that is not asked, under a protocol in words of this package."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["candidate"])

    def of(protocol, text, words=None, **more):
        chosen = {**PANEL, "protocol": protocol, **(own_words(protocol) if words is None else words)}
        annotator = CreativityAnnotator(chat.auto_client(tmp_path), "aut", **chosen)
        state = answered(text, item="brick", fields={"object": "brick"}, **more)
        return transcript_in({FOLLOW_UPS: annotator.annotate(state)})

    return of


@pytest.mark.parametrize(("protocol", "whole"), [("wenger2025", 0), ("mctb2025", 0), ("agc2026", 1)])
def test_every_use_is_rated_on_the_scale(judged, protocol, whole):
    """And all of them are sorted; under agc2026 the answer is rated too."""
    found = judged(protocol, "doorstop; a brick; hold a door; doorstop")
    replies = Replies(found.judge_replies)
    assert len(replies) == 2 + 1 + whole
    scale = {**PROTOCOLS, **OWN_PROTOCOLS}[protocol].scale
    for about in ("#1", "#2"):
        (rating,) = replies.values("originality", about)
        assert scale.admits(rating)
    assert replies.values("flexibility") == [2]
    assert len(replies.values("creativity")) == whole


@pytest.mark.parametrize(("protocol", "n"), [("wenger2025", 10), ("mctb2025", 12)])
def test_uses_beyond_the_limit_are_not_sent(judged, protocol, n):
    """Where the prompt has one."""
    replies = judged(protocol, TWELVE).judge_replies
    assert [reply.about for reply in replies if reply.about] == [f"#{i}" for i in range(1, n + 1)]


@pytest.mark.parametrize(
    ("text", "more"), [("", {}), (REFUSAL, {}), ("a brick", {}), ("doorstop; wei", {"finish": "length"})]
)
def test_an_answer_without_uses_is_not_sent(judged, text, more):
    """Nothing was planned, so that nothing is missing."""
    found = judged("agc2026", text, **more)
    assert (found.judge_replies, found.error) == ([], "")


def test_several_answers_of_one_request_are_refused(tmp_path, aut):
    """One annotation cannot hold their ratings; nothing raises, and all ratings of each are missing."""
    two = [GeneratedOutput(text, 0.0, []) for text in ("doorstop", "weight")]
    state = answered(item="brick", fields={"object": "brick"}, completions=two)
    annotator = CreativityAnnotator(chat.auto_client(tmp_path), "aut", protocol="mctb2025", **PANEL, prompts="own")
    annotated = replace(state, annotations={FOLLOW_UPS: annotator.annotate(state)})
    for found in replayed(aut, annotator.settings, trials_in(annotated)):
        assert "use num_trials= instead of num_outputs=" in found.error
        assert {reply.rubric for reply in found.judge_replies} == {"originality_tenths", "categories"}
        assert Replies(found.judge_replies).values("originality") == []
