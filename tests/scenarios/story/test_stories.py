"""From an answer to the story in it, and to its sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.story.parse import count_sentences, read_story, story_from_file
from helm_creativity.task_types.semantic_integration import bare, sentences

STORY = "Once there was a stamp. It ended."


def read(text, **answer):
    return read_story(Response(text, **{"finish_reason": "stop", **answer}))


@pytest.mark.parametrize(
    "reply",
    [
        "**The Letter**\n\n{}",
        "Sure! Here's your story:\n**The Letter**\n\n{}",
        "<think>A story about a stamp.</think>\nStory: {}\n\n(Word count: 7)",
        "{}\n\n---\n\nI hope you like it! Shall I go on?",
        '```json\n{{"title": "The Letter", "story": "{}"}}\n```',
    ],
)
def test_what_stands_around_the_story_is_no_part_of_it(reply):
    """Titles, announcements, counts, offers and JSON, of models and of people."""
    for story in (read(reply.format(STORY)), story_from_file(reply.format(STORY))):
        assert (story.text, story.failure_reason) == (STORY, None)


def test_a_sentence_in_emphasis_is_no_title():
    """It ends like one, or is longer than titles are."""
    assert read("*It was night.*\nShe sang.").text == "It was night.\nShe sang."
    long = "**" + "word " * 12 + "word**\nShe sang."
    assert read(long).text.startswith("word word")


def test_emphasis_goes_and_words_stay():
    """Marks around words; underscores inside them are theirs."""
    assert read("A **stamp** and a _letter_, `send`: snake_case, 2*3.").text == (
        "A stamp and a letter, send: snake_case, 23."
    )


def test_numbers_of_sentences_go():
    """Where the lines are numbered from 1, and only there."""
    assert read("1. Once.\n2. Twice.\n\n3) Thrice.").text == "Once.\nTwice.\nThrice."
    assert read("Sentence 1: Once.\nSentence 2: Twice.").text == "Once.\nTwice."
    assert read("1. Once.\nTwice.").text == "1. Once.\nTwice."
    assert read("1. Once.\n3. Twice.").text == "1. Once.\n3. Twice."
    assert read("1. Once.").text == "1. Once."


FIRST_PERSON = "I can't sleep, said the stamp. The letter yawned. Nobody will send us now."
CUES = ("stamp", "letter", "send")


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        (FIRST_PERSON, CUES),
        (f"{FIRST_PERSON}\n\n(Words used: stamp, letter, send)", CUES),
        ("I cannot tell you how the letter came. It had no stamp. Who had sent it?", CUES),
        ("I'm unable to sing, said faith. Belief hummed. So they sang together.", ("belief", "faith", "sing")),
    ],
)
def test_a_story_may_open_like_a_refusal(text, cues):
    """With three sentences and all cue words."""
    assert read_story(Response(text, "stop"), cues).failure_reason is None


def test_without_cue_words_what_follows_decides():
    """Sentences that say nothing of the task go on with a story."""
    assert read_story(Response(FIRST_PERSON, "stop")).failure_reason is None
    assert read_story(Response("I can't eat ice. Or cream.", "stop")).failure_reason is FailureReason.REFUSED


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("I'm sorry, but I can't write a story about gloom, payment and exist.", ("gloom", "payment", "exist")),
        ("I'm sorry, but I can't tell of stamp, send, or letter. It is a rule. Shall I help otherwise?", CUES),
        ('I can\'t write "stamp", "letter" and "send". It hurts. "Letter", "send" and "stamp"! Stamp.', CUES),
        ("I can't help with that. It is late. Good night.", CUES),
    ],
)
def test_a_refusal_that_names_the_cue_words_stays_one(text, cues):
    """Too short, or naming them in a list."""
    assert read_story(Response(text, "stop"), cues).failure_reason is FailureReason.REFUSED


def test_a_persons_story_is_never_a_refusal():
    """It was given as a story; only nothing is none."""
    assert story_from_file("I'm sorry, but I can't write that story.").failure_reason is None
    assert story_from_file(" \n").failure_reason is FailureReason.EMPTY
    assert story_from_file("**Night**\nShe sang.").text == "She sang."


def test_sentences_are_those_of_punkt_without_training():
    """Which knows no abbreviations, and takes a quoted question for a sentence."""
    assert sentences('Dr. Bell slept. "Who is it?" he asked. It cost 3.5 francs!') == [
        "Dr.",
        "Bell slept.",
        '"Who is it?"',
        "he asked.",
        "It cost 3.5 francs!",
    ]
    assert sentences(" \n") == []


@pytest.mark.parametrize(
    ("text", "n"),
    [
        ('Dr. Bell slept. "Who is it?" he asked. It cost 3.5 francs!', 3),
        ("“Mr. Bell!” “Go away!” she said.", 2),
        ("Once. Twice. ... Thrice.", 3),
        ("...", 0),
        ("once. again.", 1),  # small letters go on, but for the first
        ("She knew St. Anne. Then it rained.", 2),
        ("42 stamps came. 7 went.", 2),
        ("", 0),
    ],
)
def test_readers_count_fewer_sentences(text, n):
    """Titles before names and what goes on behind a quotation are joined."""
    assert count_sentences(sentences(text)) == n


def test_ascii_punctuation_is_deleted():
    """Not replaced, so that words grow together; signs of other alphabets stay."""
    assert bare("“Don't!” – a well-being, [SEP] 3.5%…") == "“Dont” – a wellbeing SEP 35…"


@given(st.text(st.sampled_from("aB.#*_-: \n1é()")) | st.text(max_size=80))
def test_nothing_is_added_to_what_was_written(text):
    """Every letter of the story is one of the answer's, in its order; no text makes it raise."""
    kept = [letter for letter in read(text).text if letter.isalnum()]
    written = iter(as_written(text))
    assert all(letter in written for letter in kept)


@given(st.text(st.sampled_from("aB.*-(: \n"), max_size=40))
def test_a_story_with_letters_is_never_lost(text):
    """Whatever is taken away before and behind it."""
    assert any(letter.isalnum() for letter in read(text).text) == any(letter.isalnum() for letter in as_written(text))


def test_long_heads_and_tails_take_linear_time():
    """Blank lines, marks, brackets, rules and numbers without end."""
    for text in ("T\n" + "\n" * 60_000 + "x", "*" * 60_000, "_ " * 30_000, "1. a\n" * 15_000, "#\n" * 30_000 + "x"):
        assert read(text) is not None
    for text in (
        "x\n" + "(a)\n" * 30_000,
        "x\n" + "(" * 60_000,
        "x\n" + "a b\n---\n" * 15_000,
        "x\n\n(" + "a\n" * 30_000,
    ):
        assert read(text) is not None
