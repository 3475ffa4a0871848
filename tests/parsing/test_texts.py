"""A text that was asked for, without what stands around it."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import hostile, reads_to_an_end

from helm_creativity.parsing.texts import text_alone

TEXTS = [
    "Once there was a stamp.\nIt wanted to see the sea.\n\nIt ended.",
    'Once there was a stamp (a blue one). "Send me," it said: {and so on}. Nobody did, for it had no letter.',
    "Let moss on roofs report metals in rain: its tips are imaged by phone and read by a small model.",
]
TAIL_PIECES = ["x\n", "", "{"]


@pytest.mark.parametrize(
    "head",
    [
        "",
        "**The Letter**\n\n",
        "**The Letter**\n",
        "*Who Sent It?*\n",
        "***The Letter***\n\n---\n\n",
        "__The Letter__\n",
        "# The Letter\n",
        "### The letter that was never sent by anyone at all, ever\n",
        "Title: The Letter\n",
        "**Title:** The Letter\n\n",
        "The Letter\n\n",
        "Here is a five-sentence creative story with the words stamp, letter, and send:\n\n",
        "Sure! Here's your story:\n**The Letter**\n\n",
        "The Letter\n\nHere is the story:\n\n",
        "Sure! Here is my answer:\n\n",
        "Of course! Here’s one with all three words:\n",
        "Here is my version:\n\nThe Letter\n\n",
        "---\n",
        "Story: ",
        "**Idea:** ",
        "**Title:** Moss\n\n**Idea:**\n",
        "## Story\n\n",
        '"The Letter"\n\n',
        "Sure!\n\n",
        "Here it is:\n\n",
        "**Keyword:** moss\n\n",
        'Here\'s a novel scientific idea related to "moss": ',
        "Okay, I'll give it a try. 😊\n\n",
        "Let me write a story with the words stamp, letter, and send.\n\n",
        "¡Claro! Aquí tienes una historia:\n\n",
    ],
)
def test_what_stands_before_a_text_is_no_part_of_it(head):
    """Titles, labels, announcements and rules, one after the other."""
    for text in TEXTS:
        assert text_alone(head + text) == text


@pytest.mark.parametrize(
    "text",
    [
        "The Letter\nOnce there was a stamp.",  # a line that is no paragraph of its own
        "It was night.\n\nOnce there was a stamp.",
        "Night fell, and then\n\nit rose again.",  # as many words as a title has, but it goes on
        "Once upon a time there was a stamp that nobody wanted\n\nand it cried.",
        "He said:\n\nGo.",
        "Of course they all said:\n\nGo.",
        "Sure enough, here it was:\n\nGo.",
        "Sure! Here is my answer.\n\nGo.",  # announces nothing
        "Here is the man who gave no name:\n\nGo.",
        "Sure! Here is " + "very " * 30 + "much:\n\nGo.",
        "The Letter",
        "# The Letter",
        "Here is the story:",
        "Ideas: they were all he had. He sold them.",
        "Background: moss.\nIdea: use it.",
        "Final Idea: use moss.",
        "**Final Idea:** use moss.",
        '"Story: the end," she said.\n\nHe left.',
        "Dear Anna,\n\nI send you a stamp.",
        "Let me tell you a story about a stamp.\n\nIt fell off.",
        "Let me write a story with the words stamp, letter, and send.\nShe wrote it.",
        "I will write a story about you.\n\nShe wrote it.",
        "Here is the story of a stamp.\n\nIt fell off.",
    ],
)
def test_what_may_be_the_beginning_stays(text):
    """Lines that are sentences or too long, and what nothing follows."""
    assert text_alone(text) == text


@pytest.mark.parametrize("rule", ["***", "---", "* * *", "~~~"])
@pytest.mark.parametrize(
    "half",
    [
        "She rowed out alone",
        "“Hello?” she called",
        "the sea said nothing",
        "The end came softly—",
        "And this was her story",
        "Morning came. She rowed out.\n\n***\n\nThe lamp burned",
        "Let me know if you see the boat, she had written. Mara folded the page, and the lamp went out.",
    ],
)
def test_a_scene_break_does_not_end_a_text(rule, half):
    """However short its second half is, and however it ends."""
    text = f"The letter arrived on a Tuesday, soaked. Mara read it twice by the stove.\n\n{rule}\n\n{half}"
    assert text_alone(text) == text


@pytest.mark.parametrize(
    "tail",
    [
        "\n---",
        "\n\n***\n",
        "\n\n(Words used: stamp, letter, send)",
        "\n\n*(97/100 words)*",
        "\n\nHope this helps!",
        "\n\nLet me know if you'd like me to refine this idea.",
        "\n\nThis story uses all three words: stamp, letter, and send.",
        "\n---\n*Note: this idea has 85 words.*",
        "\n\n(Words used: stamp,\nletter, send)",
        "\n\n*[This story has all three words.]*\n",
        "\n\n**(Stamp, letter, send)**",
        "\n(14 words)",
        "\n\n14 words",
        "\n\nWord count: 85",
        "\n**Word count:** 85 (about)",
        "\nTotal words: 85",
        "\n\nIs there anything else I can help with?",
        "\n\nThe story explores themes of loss.\n\nI aimed for a gentle tone.",
        "\n\n* **stamp** ✓ used once\n**Sea**: yes",
        "\n\n**Reflection:**\n\nWe all are stamps.\n\nEvery one.",
        "\n\nNow write a story with the words: petrol, diesel.\n\nThe pump was dry.",
        "\n\nWords used: stamp, letter\n\n(Sentences: 3)\n---\n",
        "\n\nLet me know if you would like more.",
        "\n\n*Please let me know whether you want changes!*\n\n(14 words)",
        "\nFeel free to ask for another one.\nWord count: 14",
        "\n\nI hope you enjoy this little story!",
        "\n\nWould you like me to write a longer one?",
        "\n\nIf you’d like a different version, just ask.",
        "\n---\n\n(Word count: 85, words: one two three four five six seven eight nine ten eleven twelve thirteen)",
    ],
)
def test_what_stands_behind_a_text_is_no_part_of_it(tail):
    """Rules with remarks below them, counts and lists of words, offers, in any order."""
    for text in TEXTS:
        assert text_alone(text + tail) == text_alone(f"**The Stamp**\n\n{text}{tail}") == text


@pytest.mark.parametrize(
    "text",
    [
        "It was night.\n\n---\n\nThen she sang.",  # as long below as above
        "It was night.\n\n- - -\n\nThen she sang a song of the sea.",
        "It was a long night.\n\n(Nobody had sent it.)",
        "It was night.\n\n(Once) she sang (twice)",
        "It was night.\nWords: they were all he had.",
        "It was night.\nShe read it in 85 words, or so she said",
        "(Words used: stamp)",
        "Word count: 85",
        "---",
        "… …\n---\nA",
        "It ended (she said)",
        "It was night. (Word count: 85)",
        "It was night.\n\nShe said: let me know if you would like more.",
        'It was night.\n\n"Let me know if you would like more."',
        "It was night.\n\nI hope you sleep.",
        "It was night.\n\nI aimed for the door.",
        "It was night.\n\nI tried to say the words.",
        "It was night.\n\nIs there anything else you want, she asked.",
        "It was night.\n\nMara: yes.",
        "**Aim:** count moss.\n\n**Analysis:** compare roofs.",
        "It was night.\n\nWould you like to dance?",
        "It was night. Let me know if you would like more.",
        "Let me know if you would like more.",
        "It was night.\n\nLet me know if you come, he wrote.",
        "It rained on the town for days and days.\n\n---\n\nShe told her story to the sea.",
    ],
)
def test_what_may_be_the_end_stays(text):
    """Scenes, sentences in brackets, what stands on a story's own line, and what would leave nothing."""
    assert text_alone(text) == text


@pytest.mark.parametrize("text", TEXTS)
def test_json_around_a_text_is_no_part_of_it(text):
    """One object with one long string, in any syntax, announced or fenced."""
    objects = (
        {"story": text},
        {"title": "The Stamp", "idea": text},
        {"story": text, "words": ["sea"], "word_count": 9},
    )
    for reply in (*map(json.dumps, objects), str(objects[0]), f'{{"text": "{text}"}}', json.dumps([objects[0]])):
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


@given(st.text(st.sampled_from('aB.#*_-: \n1é(){}"[]')) | st.text(max_size=80))
def test_nothing_is_added_and_no_text_is_lost(text):
    """Every letter is one of the reply's, in its order; where there are any, some are left."""
    alone = text_alone(text)
    written = iter(text)
    assert all(letter in written for letter in alone if letter.isalnum())
    assert any(map(str.isalnum, alone)) == any(map(str.isalnum, text))


@pytest.mark.parametrize(
    "piece",
    [
        *("T\n\n", "\n", "*", "_ ", "1. a\n", "#\n", "(a)\n", "(", "(a\n", "a b\n---\n", "story:", "here is a story "),
        *('{"a":', "{'a': '", '"', "sure! ", "let me know if you ", "I hope this ", "```\n", "word count ", "- "),
    ],
)
@pytest.mark.parametrize("before", TAIL_PIECES)
def test_hostile_text_is_read_to_an_end(before, piece):
    """Many titles, marks, brackets, rules or offers."""
    with reads_to_an_end():
        assert text_alone(before + hostile(piece) + "\n\nx") is not None
