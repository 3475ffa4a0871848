"""Which stories are put to judges; the lexical judge replies."""

import pytest
from support import chat
from support.judges import REFUSAL, answered

from helm_creativity.core.follow_ups import Replies
from helm_creativity.core.transcripts import FOLLOW_UPS, transcript_in
from helm_creativity.helm_plugin.annotator import CreativityAnnotator

PANEL = {"judges": "creativity/lexical-judge", "judge_max_tokens": 99}
STORY = "I can't sleep, said the stamp. The letter yawned. Nobody will send us now."
CUES = {"cues": ["stamp", "letter", "send"]}


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """How many ratings one answer got from an annotator, and how many were asked for."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["candidate"])

    def of(text, fields, benchmark="story", prompts="authors", **more):
        state = answered(text, item="stamp-letter-send", fields=fields, **more)
        annotator = CreativityAnnotator(chat.auto_client(tmp_path), benchmark, prompts=prompts, **PANEL)
        found = transcript_in({FOLLOW_UPS: annotator.annotate(state)})
        assert found.error == ""
        return len(Replies(found.judge_replies).values("creativity")), len(found.judge_replies)

    return of


@pytest.mark.parametrize("text", [STORY, "Once there was a stamp."])
def test_stories_are_rated(judged, text):
    """Also one that opens as refusals do, as the scorer has it."""
    assert judged(text, CUES) == (1, 1)


@pytest.mark.parametrize(
    ("text", "fields", "more"),
    [
        (REFUSAL, CUES, {}),
        ("I'm sorry, but I can't write of stamp, letter and send. It is a rule. Goodbye.", CUES, {}),
        ("", CUES, {}),
        (STORY, CUES, {"finish": "length"}),
        (STORY, CUES, {"finish": "content_filter"}),
        (REFUSAL, {}, {}),
    ],
)
def test_what_is_no_story_is_not_sent(judged, text, fields, more):
    """Nothing was planned, so that nothing is missing."""
    assert judged(text, fields, **more) == (0, 0)


def test_other_benchmarks_have_no_cue_words(judged):
    """There a refusal is one, whatever it names."""
    assert judged(REFUSAL, CUES, "metaphor", prompts="own") == (0, 0)
    assert judged("Once there was a stamp.", CUES, "metaphor", prompts="own") == (1, 1)
