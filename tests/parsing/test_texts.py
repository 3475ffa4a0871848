"""A text that was asked for, without what stands around it."""

import json

import pytest
from support.replies import older

from helm_creativity.parsing.texts import text_alone

TEXTS = [
    "Once there was a stamp.\nIt wanted to see the sea.\n\nIt ended.",
    'Once there was a stamp (a blue one). "Send me," it said: {and so on}. Nobody did, for it had no letter.',
    "Let moss on roofs report metals in rain: its tips are imaged by phone and read by a small model.",
]
STORY = "The letter arrived on a Tuesday, soaked. Mara read it twice by the stove."
HALVES = [
    "She rowed out alone",
    "“Hello?” she called",
    "the sea said nothing",
    "The end came softly—",
    "And this was her story",
    "Morning came. She rowed out.\n\n***\n\nThe lamp burned",
    "Let me know if you see the boat, she had written. Mara folded the page, and the lamp went out.",
]
BEFORE, BEHIND, WHOLE = (
    [case["text"] for case in older("around_texts") if case["at"] == at] for at in ("before", "behind", "whole")
)


@pytest.mark.parametrize("text", TEXTS)
def test_what_stands_around_a_text_is_no_part_of_it(text):
    """Titles, labels, announcements and rules; remarks, counts and lists of words, offers, in any order."""
    assert min(len(BEFORE), len(BEHIND)) >= 25
    assert [head for head in BEFORE if text_alone(head + text) != text] == []
    assert [tail for tail in BEHIND if text_alone(text + tail) != text] == []
    assert [tail for tail in BEHIND if text_alone(f"**The Stamp**\n\n{text}{tail}") != text] == []


def test_what_may_be_its_beginning_or_end_stays():
    """Lines that are sentences or too long, scenes, brackets, what nothing follows, what would leave nothing."""
    assert len(WHOLE) >= 45
    assert [text for text in WHOLE if text_alone(text) != text] == []


@pytest.mark.parametrize("rule", ["***", "---", "* * *", "~~~"])
def test_a_scene_break_does_not_end_a_text(rule):
    """However short its second half is, and however it ends."""
    texts = [f"{STORY}\n\n{rule}\n\n{half}" for half in HALVES]
    assert [text for text in texts if text_alone(text) != text] == []


@pytest.mark.parametrize("text", TEXTS)
def test_json_around_a_text_is_no_part_of_it(text):
    """One object with one long string, in any syntax, announced or fenced."""
    story = {"story": text}
    objects = (story, {"title": "The Stamp", "idea": text}, {**story, "words": ["sea"], "word_count": 9})
    for reply in (*map(json.dumps, objects), str(story), f'{{"text": "{text}"}}', json.dumps([story])):
        assert text_alone(reply) == text_alone(f"Here is the story:\n```json\n{reply}\n```\nHope this helps!") == text
    assert text_alone(f"```text\n{text}\n```") == text


@pytest.mark.parametrize(
    "reply",
    [
        json.dumps({"story": TEXTS[0], "idea": TEXTS[2]}),
        '{"story": "' + TEXTS[0],
        f'He wrote {{"story": "{TEXTS[2]}"}} and left.',
        '{"title": "The Stamp", "story": "It said "Send me," and "Write me," and then no more for ever and a day."}',
        "{}",
    ],
)
def test_json_that_is_not_clear_stays(reply):
    """Two long strings, half an object, one in a sentence, and one that could be read in two ways."""
    assert text_alone(reply) == reply
