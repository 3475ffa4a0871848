"""When two answers are the same text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.parsing.folding import folded


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Lagos", "lagos"),
        ("Lagos", " **Lagos.** "),
        ("Two\nlines", "two  lines"),
        ('"247"', "247"),
        ("“Lagos”", "Lagos!"),
        ("Ａ", "a"),
        ("Moon Cafe\u0301", "moon café"),
        ("Moon\u200b Café", "moon café"),
    ],
)
def test_layout_makes_no_difference(one, other):
    """Case, white space, kinds of letters, and what stands around."""
    assert folded(one) == folded(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("do it", "do not do it"),
        ("C", "C#"),
        ("3.14", "314"),
        ("!", "?"),
        ("🎲", "🎯"),
        ("-5", "5"),
        ("moon café", "moon cafe"),
        ("moon café", "café moon"),
        ("moon, café", "moon café"),
    ],
)
def test_what_stands_inside_makes_one(one, other):
    """And of an answer of signs alone nothing is taken away."""
    assert folded(one) != folded(other)


@given(st.text(max_size=40))
def test_folding_twice_is_folding_once(text):
    """So that what is folded is a key."""
    assert folded(folded(text)) == folded(text)
