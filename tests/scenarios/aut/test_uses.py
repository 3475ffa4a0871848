"""Which uses of a response count, which of their words carry meaning, and what an object is called."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.types import FailureReason, Response, Sample
from helm_creativity.embeddings.registry import load_embeddings
from helm_creativity.scenarios.aut.items import object_name, object_names, object_sets
from helm_creativity.scenarios.aut.parse import STOP_WORDS, content_words, read_short_uses, read_uses

TWELVE = [f"use number {letter}{letter}" for letter in "abcdefghijkl"]
NOUNS = ["lamp", "bed", "hat", "drum", "boat", "desk", "gate"]


def listed(uses, thing="brick", limit=None):
    return read_uses(Sample(None, {"object": thing, "uses": uses}), limit)


def counted(text, asked=10):
    """The uses of a response that count by the program of mctb2025."""
    return read_short_uses(Sample(Response(text, "stop"), {"object": "brick"}), asked)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *[("use it as a Paperweight", "paperweight"), ("Prop a DOOR open", "prop door open"), ("one's own", "")],
        *[("a child's step-stool", "child step-stool"), ("the child’s toy", "child toy"), ("3D puzzle", "3d puzzle")],
        *[("weights for weights", "weights weights"), ("hold 3 x 20 pages", "hold pages"), ("...", ""), ("", "")],
        *[("Briefbeschwerer für Äpfel", "briefbeschwerer für äpfel"), ("under_score", "score")],
        *[("don't panic", "panic"), ("so that you're warm and it doesn’t slip", "warm slip")],
        ("what won the race, Don's back scratcher", "won race don back scratcher"),
        ("let’s see how it’s made, together", "see made"),
    ],
)
def test_content_words(text, words):
    """Lower case, without stop words, single letters and bare figures; hyphens stay."""
    assert content_words(text) == tuple(words.split())


@given(st.text())
def test_laws_of_content_words(text):
    """None is a stop word, short or in capitals; reading them again changes nothing."""
    words = content_words(text)
    assert not set(words) & STOP_WORDS
    assert all(len(word) > 1 and word == word.lower() for word in words)
    assert content_words(f"the {text} and") == words


@pytest.mark.parametrize(
    ("thing", "uses", "scored", "invalid", "repeated"),
    [
        ("brick", ["Doorstop", "", "a brick", "The doorstop.", "BRICKS"], ["Doorstop"], ["", "a brick", "BRICKS"], 1),
        ("box", ["box", "a box", "Boxes", "the box!", "hat"], ["hat"], ["box", "a box", "Boxes", "the box!"], 0),
        ("pants", ["a pair of pants", "pants", "pants rack"], ["pants rack"], ["a pair of pants", "pants"], 0),
        # A response may name what its uses are of; a colon behind anything else stays.
        ("brick", ["Brick: doorstop", "For a brick: lamp", "BRICKS:lamp"], ["doorstop", "lamp"], [], 1),
        ("brick", ["brick: none", "drum: hit it"], ["drum: hit it"], ["brick: none"], 0),
    ],
)
def test_the_objects_name_is_no_use(thing, uses, scored, invalid, repeated):
    """Nor in the plural, nor as the prompt words it; what was there before is repeated."""
    found = listed(uses, thing)
    assert (list(found.scored), list(found.invalid), found.repeated) == (scored, invalid, repeated)


def test_uses_behind_the_limit_do_not_count():
    """But are reported, as repeated ones of a text are; without a limit all do."""
    text = read_uses(Sample(Response("lamp; lamp; brick: lamp; hat", "stop"), {"object": "brick"}))
    assert (text.scored, text.repeated) == (("lamp", "hat"), 2)
    found = listed([*TWELVE, "brick", TWELVE[0]], limit=10)
    assert (found.scored, found.surplus, found.repeated) == (tuple(TWELVE[:10]), 2, 1)
    assert listed(TWELVE).scored == tuple(TWELVE)


HUNDRED = [f"use w{i}" for i in range(100)]


@pytest.mark.parametrize(
    ("uses", "reason"),
    [
        *[([], FailureReason.EMPTY), (["brick", "", "a brick"], FailureReason.TOO_FEW_VALID), (HUNDRED, None)],
        ([*HUNDRED, "one more"], FailureReason.TOO_LONG),
    ],
)
def test_lists_that_are_no_answer(uses, reason):
    """Each for its reason; a hundred uses are one."""
    found = listed(uses)
    assert (len(found.scored), found.failure_reason) == (0 if reason else 100, reason)


@given(st.lists(st.sampled_from(["doorstop", "a Doorstop", "brick", "", "weight", "anvil", "bell"])), st.integers(1, 5))
def test_laws_of_any_list(texts, limit):
    """Every text is one thing, order is kept, and no use counts twice."""
    found = listed(texts, limit=limit)
    kinds = len(found.scored) + len(found.invalid) + found.repeated + found.surplus
    assert kinds == len(texts) == found.n_listed or not texts
    assert [texts[place] for place in found.places] == list(found.scored)
    assert list(found.places) == sorted(found.places)
    assert len({use.lower().removeprefix("a ") for use in found.scored}) == len(found.scored) <= limit
    assert (found.failure_reason is None) == bool(found.scored)


def test_short_uses_have_twelve_words_at_most_and_differ_in_lower_case():
    """They stand on lines, or between commas where too few lines are uses; one line of seven is no line of words."""
    twelve = " ".join(["word"] * 12)
    found = counted("\n".join([*NOUNS, "Hat", twelve, f"{twelve} more", "a hat"]))
    assert found.scored == (*NOUNS, twelve, "a hat")
    assert (found.repeated, found.invalid, found.places[-2:]) == (1, (f"{twelve} more",), (8, 10))
    assert counted(", ".join(NOUNS)).scored == tuple(NOUNS)
    long = [f"a {noun} on which one may well put down all of the day's many things" for noun in NOUNS]
    assert counted(", ".join(long)).failure_reason is FailureReason.TOO_FEW_VALID


@pytest.mark.parametrize(("asked", "least"), [(1, 7), (10, 7), (11, 7), (12, 7), (15, 9), (20, 12), (50, 30)])
def test_too_few_short_uses_have_no_score(asked, least):
    """Fewer than seven, or than three fifths of those asked for; there may be more than were asked for."""
    lines = [f"use {letter}{other}" for letter in "abcdefg" for other in "abcde"]
    assert counted("\n".join(lines[: least - 1]), asked).failure_reason is FailureReason.TOO_FEW_VALID
    assert len(counted("\n".join(lines[:least]), asked).scored) == least
    assert len(counted("\n".join(lines), max(asked, 4)).scored) == len(lines)


@pytest.mark.parametrize(
    ("named", "name"),
    [
        *[("A  Brick", "brick"), ("an umbrella", "umbrella"), ("The rope", "rope"), ("a pair of pants", "pants")],
        *[("pair of pants", "pants"), ("piece of the rope", "piece of the rope"), ("A4 paper", "a4 paper"), ("a", "a")],
    ],
)
def test_an_object_has_one_name(named, name):
    """However a file names it, so that its responses are of one item."""
    assert object_name(named) == name


def test_objects_of_the_set_have_an_article_and_a_vector():
    """So that everything runs offline; the authors' prompts name an object in two ways more."""
    (table,) = load_embeddings("builtin")
    phrases = object_sets()["all"]
    assert table.knows(list(phrases)).all()
    assert all(name in phrase and phrase.startswith("a ") for name, phrase in phrases.items())
    pants = {"phrase": phrases["pants"], "thing": "pair of pants", "capitals": "PAIR OF PANTS"}
    assert object_names("a pair of pants") == pants
