"""Which stories are put to judges; the lexical judge answers."""

import pytest
from support import chat
from support.judges import REFUSAL, answered

from helm_creativity.judging.ratings import judgement_of
from helm_creativity.rated.annotator import RatedAnnotator
from helm_creativity.scenarios.story.annotator import StoryAnnotator

PANEL = {"judges": "creativity/lexical-judge", "design": "all", "seed": 42, "judge_temp": 0.0, "judge_max_tokens": 99}
TOLD = "I can't sleep, said the stamp. The letter yawned. Nobody will send us now."
CUES = {"cues": ["stamp", "letter", "send"]}


@pytest.fixture
def judged(tmp_path, monkeypatch):
    """How many ratings one answer got from an annotator, and how many were planned."""
    chat.deploy(monkeypatch, "http://127.0.0.1:9/v1", ["candidate"])

    def of(text, fields, annotator=StoryAnnotator, **more):
        state = answered(text, item="stamp-letter-send", fields=fields, **more)
        found = judgement_of(annotator(chat.auto_client(tmp_path), **PANEL).annotate(state))
        assert found.error == ""
        return len(found.values("creativity")), found.planned

    return of


@pytest.mark.parametrize("text", [TOLD, "Once there was a stamp."])
def test_stories_are_rated(judged, text):
    """Also one that opens as refusals do, as the scorer has it."""
    assert judged(text, CUES) == (1, 1)


@pytest.mark.parametrize(
    ("text", "fields", "more"),
    [
        (REFUSAL, CUES, {}),
        ("I'm sorry, but I can't write of stamp, letter and send. It is a rule. Goodbye.", CUES, {}),
        ("", CUES, {}),
        (TOLD, CUES, {"finish": "length"}),
        (TOLD, CUES, {"finish": "content_filter"}),
        (TOLD, {}, {}),
    ],
)
def test_what_is_no_story_is_not_sent(judged, text, fields, more):
    """Nothing was planned, so that nothing is missing."""
    assert judged(text, fields, **more) == (0, 0)


def test_other_rooms_have_no_cue_words(judged):
    """There a refusal is one, whatever it goes on to say."""
    assert judged(TOLD, CUES, RatedAnnotator) == (0, 0)
    assert judged("Once there was a stamp.", CUES, RatedAnnotator) == (1, 1)
