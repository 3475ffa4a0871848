"""Which words of a use carry meaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.aut.items import object_sets
from helm_creativity.scenarios.aut.parse import STOP_WORDS, content_words, hyphen_parts, stop_words_checksum
from helm_creativity.words.function_words import FUNCTION_WORDS, words_checksum


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Reading", ("reading",)),
        ("use it as a paperweight", ("paperweight",)),
        ("Prop a DOOR open", ("prop", "door", "open")),
        ("a child's step-stool", ("child", "step-stool")),
        ("the child’s toy", ("child", "toy")),
        ("weights for weights", ("weights", "weights")),
        ("hold 3 x 20 pages", ("hold", "pages")),
        ("3D puzzle", ("3d", "puzzle")),
        ("Briefbeschwerer für Äpfel", ("briefbeschwerer", "für", "äpfel")),
        ("one's own", ()),
        ("it is what it is", ()),
        ("...", ()),
        ("", ()),
        ("don't panic", ("panic",)),
        ("so that you're warm and it doesn’t slip", ("warm", "slip")),
        ("under_score", ("score",)),
        ("what won the race, Don's back scratcher", ("won", "race", "don", "back", "scratcher")),
        ("let’s see how it’s made, together", ("see", "made")),
    ],
)
def test_content_words(text, words):
    """Lower case, without stop words, single letters and bare figures; hyphens stay."""
    assert content_words(text) == words


def test_parts_of_a_word_with_hyphens():
    """Without stop words; a word without has none."""
    assert hyphen_parts("build-in-step") == ("build", "step")
    assert hyphen_parts("door") == ()


def test_the_list_of_stop_words():
    """Words of grammar and the verb of the task; no noun that a use could be, and no object."""
    assert {"use", "used", "uses", "using"} == STOP_WORDS - FUNCTION_WORDS
    assert not {"door", "stop", "paper", "make", "hold", "open", "art", "back", "top", "new", "old"} & STOP_WORDS
    assert all(content_words(thing.name) for things in object_sets().values() for thing in things)
    assert stop_words_checksum() == words_checksum(STOP_WORDS) != words_checksum()


@given(st.text())
def test_laws_of_content_words(text):
    """None is a stop word, short or in capitals; reading them again changes nothing."""
    words = content_words(text)
    assert not set(words) & STOP_WORDS
    assert all(len(word) > 1 and word == word.lower() for word in words)
    assert content_words(f"the {text} and") == words
