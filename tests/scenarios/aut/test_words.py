"""Which words of a use carry meaning."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.aut.parse import STOP_WORDS, content_words


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


@given(st.text())
def test_laws_of_content_words(text):
    """None is a stop word, short or in capitals; reading them again changes nothing."""
    words = content_words(text)
    assert not set(words) & STOP_WORDS
    assert all(len(word) > 1 and word == word.lower() for word in words)
    assert content_words(f"the {text} and") == words
