"""From an answer to the story in it, its sentences, its words and its cue words; and how baselines tell one."""

import re
from itertools import product
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import ends
from support.replies import read_rows

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


def read(text, cues=()):
    return read_story(Response(text, "stop"), cues)


CASES = read_rows(Path(__file__).with_name("readings.jsonl"))
READERS = {
    "story": lambda text: read(text).text,
    "reason": lambda text, cues: read(text, cues).failure_reason,
    "sentences": sentences,
    "count": lambda text: count_sentences(sentences(text)),
    "coverage": cue_coverage,
    "is_cue": lambda text, cues: is_cue(text, *cues),
}


@pytest.mark.parametrize("reader", READERS)
def test_texts_are_read_as_a_person_reads_them(reader):
    """What is no part of a story, and stories that open like refusals, which have three sentences and all cue words.

    Sentences: Punkt without training knows no abbreviations, and takes a quoted question for one; readers join those.
    Inflected words are cue words, also the irregular forms of the printed ones; derivations and compounds are not.
    """
    found, expected = [], []
    for case in (case for case in CASES if case["read"] == reader):
        given = [case["text"], *([case["cues"]] if "cues" in case else [])]
        found.append((case["text"], READERS[reader](*given)))
        expected.append((case["text"], case["right"]))
    assert found == expected != []


@pytest.mark.parametrize("case", [case for case in CASES if case["read"] in ("story", "reason")])
def test_a_persons_story_is_never_a_refusal(case):
    found = story_from_file(case["text"])
    assert found.failure_reason in (None, FailureReason.IMPLAUSIBLE)  # some are a few words
    assert case["read"] == "reason" or found.text == case["right"]
    assert story_from_file(" \n").failure_reason is FailureReason.EMPTY


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
