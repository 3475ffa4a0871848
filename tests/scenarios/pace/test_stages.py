"""What an answer of either stage says."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.pace import REFUSAL, results

from helm_creativity.core.types import FailureReason, Response
from helm_creativity.scenarios.pace.parse import Stage, associates, read_stage
from helm_creativity.text.pairs import ExplainedEntry

SOME_WORDS = st.sampled_from(["rock", "Rock", "stone", "Stone", "roll", "cliff", "band", "pebble"])


def stage(*words):
    """A stage that was read, each reason the place of its word."""
    return Stage(tuple(ExplainedEntry(word, str(place)) for place, word in enumerate(words)))


def words_of(pairs):
    return [pair.word for pair in pairs]


def test_three_associates_with_their_reasons():
    """Of five, the first three."""
    found = associates(stage("stone", "roll", "cliff", "band", "pebble"), "rock", 3)
    assert found == (ExplainedEntry("stone", "0"), ExplainedEntry("roll", "1"), ExplainedEntry("cliff", "2"))


def test_a_repeated_word_and_the_seed_are_no_associates():
    """Whatever their capitals; the first spelling and its reason stay, and later words move up."""
    found = associates(stage("Stone", "ROCK", "stone", "roll", "Roll", "cliff", "band"), "Rock", 3)
    assert found == (ExplainedEntry("Stone", "0"), ExplainedEntry("roll", "3"), ExplainedEntry("cliff", "5"))


def test_fewer_words_are_fewer_chains():
    """Down to none: nothing is made up."""
    assert words_of(associates(stage("stone", "Stone"), "rock", 3)) == ["stone"]
    assert associates(stage("rock", "Rock"), "rock", 3) == ()
    assert associates(Stage(failure_reason=FailureReason.EMPTY), "rock", 3) == ()


@given(st.lists(SOME_WORDS), st.integers(1, 4))
def test_associates_by_their_definition(words, chains):
    """A word counts unless it or the seed stood before it, until there are enough."""
    expected = []
    for word in words:
        if word.lower() not in ["rock", *map(str.lower, expected)] and len(expected) < chains:
            expected.append(word)
    assert words_of(associates(stage(*words), "rock", chains)) == expected


@pytest.mark.parametrize(
    ("text", "answer", "reason"),
    [
        ("", {}, FailureReason.EMPTY),
        ("<think>stone, roll, cliff", {}, FailureReason.EMPTY),
        (REFUSAL, {}, FailureReason.REFUSED),
        (results(["stone", "roll", "cliff"]), {"finish_reason": "content_filter"}, FailureReason.REFUSED),
        (results(["stone", "roll", "cliff"]), {"finish_reason": "length"}, FailureReason.TRUNCATED),
        (results(["stone", "roll", "cliff"]), {"failed": True}, FailureReason.FAILED),
        ('{"results": [{"word": "stone", "reason": "a ro', {}, FailureReason.UNPARSABLE),
        ("Rocks are everywhere. One might say more.", {}, FailureReason.UNPARSABLE),
        (results([""] * 3), {}, FailureReason.UNPARSABLE),
        (results(["stone"] * 31), {}, FailureReason.TOO_LONG),
    ],
)
def test_every_failure_has_its_reason_and_no_words(text, answer, reason):
    """From an answer that was asked for three words."""
    assert read_stage(Response(text, **answer), 3) == Stage((), reason)


def test_ten_times_the_words_asked_are_still_an_answer():
    """30 for three, 31 for four."""
    assert len(read_stage(Response(results(["stone"] * 30)), 3).pairs) == 30
    assert len(read_stage(Response(results(["stone"] * 31)), 4).pairs) == 31


def test_words_and_reasons_of_an_answer():
    """As asked, with talk around it; a word without a reason has an empty one."""
    text = "Sure!\n```json\n" + results(["stone", "roll"], ["a small rock"]) + "\n```"
    assert read_stage(Response(text), 3) == Stage((ExplainedEntry("stone", "a small rock"), ExplainedEntry("roll", "")))


def test_an_apology_before_the_words_is_no_refusal():
    """The number of words asked decides: two of three are an answer, one of four is not."""
    text = "I'm sorry, I cannot think of rarer ones:\n" + results(["stone", "roll"])
    assert words_of(read_stage(Response(text), 3).pairs) == ["stone", "roll"]


def test_the_list_with_as_many_words_as_were_asked_is_the_answer():
    """Two in brackets are no chain of 20 where 20 stand below; they are the associates where three were asked."""
    words = [f"{a}{b}" for a in "bcdf" for b in ("at", "in", "od", "ut", "en")]
    text = results(["stone", "roll"]) + "\n\n" + "\n".join(f"{i}. {word}" for i, word in enumerate(words, 1))
    assert words_of(read_stage(Response(text), 20).pairs) == words
    assert words_of(read_stage(Response(text), 3).pairs) == ["stone", "roll"]
