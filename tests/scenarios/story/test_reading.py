"""From an answer to the story in it, its sentences, its words and its cue words; and how baselines tell one."""

import re
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.baselines.word_choosers import CHOOSERS
from helm_creativity.benchmark.prompts import id_of_words, render
from helm_creativity.benchmark.types import FailureReason, Response
from helm_creativity.parsing.turns import as_written
from helm_creativity.scenarios.story.baseline import baseline_response
from helm_creativity.scenarios.story.benchmark import HERE, SCORES, cue_sets
from helm_creativity.scenarios.story.parse import (
    count_sentences,
    cue_coverage,
    is_cue,
    read_story,
    split_words,
    story_from_file,
)
from helm_creativity.task_types.semantic_integration import LEFT_OUT, bare, content_words, sentences

STORY = "Once there was a stamp. It ended."
CUES = ("stamp", "letter", "send")
FIRST_PERSON = "I can't sleep, said the stamp. The letter yawned. Nobody will send us now."
FREE, REFUSED = None, FailureReason.REFUSED


def read(text):
    return read_story(Response(text, "stop"))


@pytest.mark.parametrize(
    ("reply", "story"),
    [
        ("**The Letter**\n\n{}", STORY),
        ("Sure! Here's your story:\n**The Letter**\n\n{}", STORY),
        ("<think>A story about a stamp.</think>\nStory: {}\n\n(Word count: 7)", STORY),
        ("{}\n\n---\n\nI hope you like it! Shall I go on?", STORY),
        ('```json\n{{"title": "The Letter", "story": "{}"}}\n```', STORY),
        # A sentence in emphasis is no title: it ends like one, or is longer than titles are.
        ("*It was night.*\nShe sang.", "It was night.\nShe sang."),
        ("**" + "word " * 12 + "word**\nShe sang.", ("word " * 13).strip() + "\nShe sang."),
        # Marks around words go; underscores inside them are theirs.
        ("A **stamp** and a _letter_, `send`: snake_case, 2*3.", "A stamp and a letter, send: snake_case, 23."),
        # Numbers of sentences go where the lines are numbered from 1, and only there.
        ("1. Once.\n2. Twice.\n\n3) Thrice.", "Once.\nTwice.\nThrice."),
        ("Sentence 1: Once.\nSentence 2: Twice.", "Once.\nTwice."),
        *[(text, text) for text in ("1. Once.\nTwice.", "1. Once.\n3. Twice.", "1. Once.")],
    ],
)
def test_what_stands_around_the_story_is_no_part_of_it(reply, story):
    for found in (read(reply.format(STORY)), story_from_file(reply.format(STORY))):
        assert found.text == story
        assert story != STORY or found.failure_reason is None


@pytest.mark.parametrize(
    ("text", "cues", "reason"),
    [
        *[(FIRST_PERSON, CUES, FREE), (f"{FIRST_PERSON}\n\n(Words used: stamp, letter, send)", CUES, FREE)],
        ("I cannot tell you how the letter came. It had no stamp. Who had sent it?", CUES, FREE),
        ("I'm unable to sing, said faith. Belief hummed. So they sang together.", ("belief", "faith", "sing"), FREE),
        # Without cue words what follows decides: sentences that say nothing of the task go on with a story.
        *[(FIRST_PERSON, (), FREE), ("I can't eat ice. Or cream.", (), REFUSED)],
        # Too short, or naming them in a list.
        (
            "I'm sorry, but I can't write a story about gloom, payment and exist.",
            ("gloom", "payment", "exist"),
            REFUSED,
        ),
        ("I'm sorry, but I can't tell of stamp, send, or letter. It is a rule. Shall I help otherwise?", CUES, REFUSED),
        ('I can\'t write "stamp", "letter" and "send". It hurts. "Letter", "send" and "stamp"! Stamp.', CUES, REFUSED),
        ("I can't help with that. It is late. Good night.", CUES, REFUSED),
    ],
)
def test_a_story_may_open_like_a_refusal(text, cues, reason):
    """With three sentences and all cue words; a person's story never is one, and only nothing is none."""
    assert read_story(Response(text, "stop"), cues).failure_reason is reason
    assert story_from_file(text).failure_reason is None
    assert story_from_file(" \n").failure_reason is FailureReason.EMPTY


@pytest.mark.parametrize(
    ("text", "split", "n"),
    [
        # Punkt without training knows no abbreviations, and takes a quoted question for a sentence; readers join those.
        (
            'Dr. Bell slept. "Who is it?" he asked. It cost 3.5 francs!',
            ["Dr.", "Bell slept.", '"Who is it?"', "he asked.", "It cost 3.5 francs!"],
            3,
        ),
        ("“Mr. Bell!” “Go away!” she said.", None, 2),
        *[("Once. Twice. ... Thrice.", None, 3), ("...", None, 0), (" \n", [], 0)],
        ("once. again.", None, 1),  # small letters go on, but for the first
        *[("She knew St. Anne. Then it rained.", None, 2), ("42 stamps came. 7 went.", None, 2)],
    ],
)
def test_sentences(text, split, n):
    found = sentences(text)
    assert split is None or found == split
    assert count_sentences(found) == n


def test_words_are_runs_of_letters():
    """In small letters; hyphens and apostrophes part them, figures are none; deleted punctuation parts nothing."""
    words = ["don", "t", "send", "stamps", "by", "snail", "mail", "zoë"]
    assert split_words("Don’t send 42 STAMPS by snail-mail, Zoë!") == words
    assert bare("“Don't!” – a well-being, [SEP] 3.5%…") == "“Dont” – a wellbeing SEP 35…"


@given(st.text(st.sampled_from("aB.#*_-(: \n1é()")) | st.text(max_size=80))
def test_nothing_is_added_to_what_was_written(text):
    """Every letter of the story is one of the answer's, in its order, and not all are lost; no text makes it raise."""
    kept = [letter for letter in read(text).text if letter.isalnum()]
    written = iter(as_written(text))
    assert all(letter in written for letter in kept)
    assert bool(kept) == any(letter.isalnum() for letter in as_written(text))


@given(
    st.lists(
        st.sampled_from(["don't", "won", "letter’s", "the", "İs", "STRASSE", "'", "’", "-", "o'clock"]) | st.text()
    )
)
def test_content_words_are_those_of_the_definition(parts):
    """Runs of letters that are not left out, unless they are parts of a contraction that is."""
    text = " ".join(parts).casefold()
    wholes = re.findall(r"[^\W\d_]+(?:['’][^\W\d_]+)*", text)
    kept = [word for word in wholes if word.replace("’", "'") not in LEFT_OUT]
    assert content_words(text) == [part for word in kept for part in split_words(word) if part not in LEFT_OUT]


story_words = st.sampled_from(["ice", "ices", "cream", "creams", "mouse", "mice", "sent", "send", "e", "ing", "iced"])


@given(
    st.lists(story_words, max_size=8).map(" ".join),
    st.lists(st.lists(story_words, max_size=3).map(" ".join), min_size=1, max_size=3),
)
def test_coverage_is_that_of_the_definition(text, cues):
    words = text.split()

    def contains(cue):
        starts = range(len(words) - len(cue) + 1) if cue else ()
        return any(all(is_cue(words[i + k], part) for k, part in enumerate(cue)) for i in starts)

    assert cue_coverage(text, cues) == sum(contains(cue.split()) for cue in cues) / len(cues)


FORMS = """sent/send sending/send sends/send sang/sing sung/sing singing/sing stamps/stamp letters/letter beliefs/belief
    pumped/pump embarking/embark complies/comply complied/comply complying/comply existed/exist children/child"""
OTHERS = """s/sing payable/payment pay/payment believe/belief yearly/year weekend/week organic/organ imperial/empire
    sand/send letterbox/letter /letter"""


def test_inflected_words_are_cue_words_and_no_others():
    """Regular forms, irregular plurals, irregular forms of the printed cues; no derivations or compounds."""
    assert [pair for pair in FORMS.split() if not is_cue(*pair.split("/"))] == []
    assert [pair for pair in OTHERS.split() if is_cue(*pair.split("/"))] == []


@pytest.mark.parametrize(
    ("text", "cues", "share"),
    [
        ("SENT: the letter's stamps, stamps, stamps", ["stamp", "letter", "send"], 1),
        *[("stamp stamp", ["stamp", "letter", "send"], 1 / 3), ("", ["stamp"], 0), ("stamp", [], None)],
        *[("two ice creams", ["ice cream"], 1), ("cream on ice", ["ice cream"], 0), ("ice", ["42"], 0)],
    ],
)
def test_coverage_is_the_share_of_cues(text, cues, share):
    assert cue_coverage(text, cues) == (share and pytest.approx(share))


def test_the_printed_cue_words_are_used():
    """Four sets of low and three of high distance; a missing comma of the print joins no two of them."""
    low = ["stamp, letter, send", "belief, faith, sing", "petrol, diesel, pump", "year, week, embark"]
    high = ["gloom, payment, exist", "organ, empire, comply", "statement, stealth, detect"]
    for name, expected in (("low", low), ("high", high), ("both", low + high)):
        assert [", ".join(words) for _, words in cue_sets(name)] == expected
    assert [distance for distance, _ in cue_sets("both")] == ["low"] * 4 + ["high"] * 3


@pytest.mark.parametrize(("strategy", "protocol"), [*product(sorted(CHOOSERS), SCORES)])
def test_baselines_tell_five_sentences_with_all_cues(strategy, protocol):
    for _, cues in cue_sets("both")[::3]:
        prompt = render(HERE, id_of_words(HERE, protocol, "own"), words=", ".join(cues)).text
        reply, again, other = (baseline_response(prompt, CHOOSERS[strategy]("builtin", seed)) for seed in (1, 1, 2))
        assert reply == again != other
        assert read(reply) == (reply, None)
        assert len(sentences(reply)) == count_sentences(sentences(reply)) == 5
        assert cue_coverage(reply, cues) == 1


HEADS = ["T\n" + "\n" * 60_000 + "x", "*" * 60_000, "_ " * 30_000, "1. a\n" * 15_000, "#\n" * 30_000 + "x"]
TAILS = ["x\n" + "(a)\n" * 30_000, "x\n" + "(" * 60_000, "x\n" + "a b\n---\n" * 15_000, "x\n\n(" + "a\n" * 30_000]


@pytest.mark.parametrize("text", [*HEADS, *TAILS], ids=range(len(HEADS + TAILS)))
def test_hostile_text_is_read_to_an_end(text):
    with ends():
        assert read(text) is not None
