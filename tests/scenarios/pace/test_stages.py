"""What an answer of either stage says."""

from hypothesis import given
from hypothesis import strategies as st
from support.pace import results

from helm_creativity.benchmark.types import Response
from helm_creativity.parsing.pairs import ExplainedEntry
from helm_creativity.scenarios.pace.benchmark import associates, read_stage

SOME_WORDS = st.sampled_from(["rock", "Rock", "stone", "Stone", "roll", "cliff", "band", "pebble"])


def stage(*words):
    """A stage that was read, each reason the place of its word."""
    return [ExplainedEntry(word, str(place)) for place, word in enumerate(words)]


def words_of(pairs):
    return [pair.word for pair in pairs]


def test_a_repeated_word_and_the_seed_are_no_associates():
    """Whatever their capitals; the first spelling and its reason stay, and later words move up."""
    found = associates(stage("Stone", "ROCK", "stone", "roll", "Roll", "cliff", "band"), "Rock", 3)
    assert found == [ExplainedEntry("Stone", "0"), ExplainedEntry("roll", "3"), ExplainedEntry("cliff", "5")]


@given(st.lists(SOME_WORDS), st.integers(1, 4))
def test_associates_by_their_definition(words, chains):
    """A word counts unless it or the seed stood before it, until there are enough."""
    expected = []
    for word in words:
        if word.lower() not in ["rock", *map(str.lower, expected)] and len(expected) < chains:
            expected.append(word)
    assert words_of(associates(stage(*words), "rock", chains)) == expected


def test_ten_times_the_words_asked_are_still_an_answer():
    """30 for three, 31 for four."""
    assert len(read_stage(Response(results(["stone"] * 30)), 3)) == 30
    assert len(read_stage(Response(results(["stone"] * 31)), 4)) == 31


def test_an_apology_before_the_words_is_no_refusal():
    """The number of words asked decides: two of three are an answer, one of four is not."""
    text = "I'm sorry, I cannot think of rarer ones:\n" + results(["stone", "roll"])
    assert words_of(read_stage(Response(text), 3)) == ["stone", "roll"]


def test_the_list_with_as_many_words_as_were_asked_is_the_answer():
    """Two in brackets are no chain of 20 where 20 stand below; they are the associates where three were asked."""
    words = [f"{a}{b}" for a in "bcdf" for b in ("at", "in", "od", "ut", "en")]
    text = results(["stone", "roll"]) + "\n\n" + "\n".join(f"{i}. {word}" for i, word in enumerate(words, 1))
    assert words_of(read_stage(Response(text), 20)) == words
    assert words_of(read_stage(Response(text), 3)) == ["stone", "roll"]
