"""From an answer to the story in it, and to its sentences."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.stories import STORIES

from helm_creativity.parsing import FailureReason, Response, as_written
from helm_creativity.scenarios.story.stories import bare, count_sentences, read_story, sentences, story_from_file

STORY = "Once there was a stamp. It ended."


def read(text, **answer):
    return read_story(Response(text, **{"finish_reason": "stop", **answer}))


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
        "<think>A story about a stamp.</think>\n",
        "---\n",
    ],
)
def test_what_stands_before_the_story_is_no_part_of_it(head):
    """Titles, announcements, rules and thoughts, one after the other."""
    assert read(head + STORY).text == STORY
    assert read(head + STORY).failure_reason is None


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
    ],
)
def test_what_may_be_the_story_stays(text):
    """Lines that are sentences or too long, and what nothing follows."""
    assert read(text).text == text


LONG = "Once there was a stamp.\nIt wanted to see the sea.\n\nIt ended."


@pytest.mark.parametrize(
    "tail",
    [
        "\n---",
        "\n\n***\n",
        "\n\n---\n\nI hope you like it! Shall I go on?",
        "\n\n* * *\nWord count: 14\n\n---\nStamp, sea.",
        "\n\n(Words used: stamp, letter, send)",
        "\n\n(Words used: stamp,\nletter, send)",
        "\n\n*[This story has all three words.]*\n",
        "\n\n**(Stamp, letter, send)**",
        "\n(14 words)",
        "\n\n14 words",
        "\n\nWord count: 85",
        "\n**Word count:** 85 (about)",
        "\nTotal words: 85",
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
def test_what_stands_behind_the_story_is_no_part_of_it(tail):
    """Rules with remarks below them, counts and lists of words, offers, in any order."""
    assert read(f"**The Stamp**\n\n{LONG}{tail}").text == LONG
    assert story_from_file(LONG + tail).text == LONG


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
        "It was night.\n\nWould you like to dance?",
        "It was night. Let me know if you would like more.",
        "Let me know if you would like more.",
    ],
)
def test_what_may_be_the_end_of_the_story_stays(text):
    """Scenes, sentences in brackets, what stands on a story's own line, and what would leave nothing."""
    assert read(text).text == text


def test_a_story_of_one_line_has_an_end_too():
    """The line below it is taken away, its own never."""
    assert read("Once there was a stamp.\n(Word count: 5)").text == "Once there was a stamp."


def test_numbers_go_though_a_count_stands_behind():
    """It is taken away first."""
    assert read("1. Once.\n2. Twice.\n\nWord count: 2").text == "Once.\nTwice."


def test_a_second_title_is_part_of_the_story():
    """One story has one."""
    assert read("**The Letter**\n\n**Chapter**\n\nOnce.").text == "Chapter\n\nOnce."


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


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response("", "stop"), FailureReason.EMPTY),
        (Response("<think>hm", "stop"), FailureReason.EMPTY),
        (Response(STORY, "length"), FailureReason.TRUNCATED),
        (Response(STORY, "content_filter"), FailureReason.REFUSED),
        (Response("I'm sorry, but I can't write that story.", "stop"), FailureReason.REFUSED),
        (Response(STORY, "stop", failed=True), FailureReason.FAILED),
    ],
)
def test_what_is_no_answer_is_no_story(answer, reason):
    """With its reason."""
    assert read_story(answer).failure_reason is reason


FIRST_PERSON = "I can't sleep, said the stamp. The letter yawned. Nobody will send us now."
CUES = ("stamp", "letter", "send")


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        (FIRST_PERSON, CUES),
        (f"{FIRST_PERSON}\n\n(Words used: stamp, letter, send)", CUES),
        ("I cannot tell you how the letter came. It had no stamp. Who had sent it?", CUES),
        ("I'm unable to sing, said faith. Belief hummed. So they sang together.", ("belief", "faith", "sing")),
        ("I can't eat ice. Or cream. Ice cream I can.", ("ice cream",)),
    ],
)
def test_a_story_may_open_like_a_refusal(text, cues):
    """With three sentences and all cue words; without knowing these it cannot be decided."""
    assert read_story(Response(text, "stop"), cues).failure_reason is None
    assert read_story(Response(text, "stop")).failure_reason is FailureReason.REFUSED


@pytest.mark.parametrize(
    ("text", "cues"),
    [
        ("I'm sorry, but I can't write a story about gloom, payment and exist.", ("gloom", "payment", "exist")),
        ("I'm sorry, but I can't tell of stamp, send, or letter. It is a rule. Shall I help otherwise?", CUES),
        ('I can\'t write "stamp", "letter" and "send". It hurts. "Letter", "send" and "stamp"! Stamp.', CUES),
        ("I can't sleep, said the stamp to the letter. Send us.", CUES),
        ("I can't sleep, said the stamp. The letter yawned. It was so.", CUES),
        ("I can't help with that. It is late. Good night.", CUES),
    ],
)
def test_a_refusal_that_names_the_cue_words_stays_one(text, cues):
    """Too short, without one of them, or naming them in a list."""
    assert read_story(Response(text, "stop"), cues).failure_reason is FailureReason.REFUSED


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (Response(FIRST_PERSON, "content_filter"), FailureReason.REFUSED),
        (Response(FIRST_PERSON, "length"), FailureReason.TRUNCATED),
        (Response(FIRST_PERSON, "stop", failed=True), FailureReason.FAILED),
    ],
)
def test_other_reasons_stay_whatever_the_text(answer, reason):
    """Only refusals in words are looked at again."""
    assert read_story(answer, CUES).failure_reason is reason


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


@pytest.mark.parametrize("story", STORIES.values())
def test_the_stories_have_five_sentences(story):
    """Of the tests themselves."""
    assert count_sentences(sentences(story)) == len(sentences(story)) == 5
    assert read(story).text == story


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
    for text in ("T\n" + "\n" * 200_000 + "x", "*" * 200_000, "_ " * 100_000, "1. a\n" * 50_000, "#\n" * 100_000 + "x"):
        assert read(text) is not None
    for text in (
        "x\n" + "(a)\n" * 100_000,
        "x\n" + "(" * 100_000,
        "x\n" + "a b\n---\n" * 50_000,
        "x\n\n(" + "a\n" * 99_999,
    ):
        assert read(text) is not None
