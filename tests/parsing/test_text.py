"""One spelling of a text, and when two answers are the same text."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.benchmark.types import visible
from helm_creativity.parsing.text import clean, folded


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


@pytest.mark.parametrize("text", ["می\u200cخواهم", "क्\u200dष", "👩\u200d🚀 ❤\ufe0f\u200d🔥", "10⁶ ﬁne"])
def test_what_is_seen_stays(text):
    """Joiners between letters that they join, and in emoji; every sign of its own."""
    assert visible(text) == text


def test_what_nobody_sees_goes():
    """Joiners that join nothing, marks of direction, control characters, escape sequences; line ends are one."""
    assert visible("a\u200d\u200db\u202ec\u00add\x00\r\ne\u2028f\u200c \ud800") == "abcd\ne\nf \ufffd"
    assert visible("a_x000D_\nb_x000d_\r\nc_x000D_d") == "a\nb\nc\nd"
    assert visible("\x1b[1;31mcat\x1b[0m do\x1bg\x1b]0;title\x07 \x1b(Bsun") == "cat dog sun"
    assert clean("①ｆｉ\u2011re") == "1. fi-re"


@given(st.text() | st.text("a\u200d\u200c\u200b\ufeffم👩\x85\r\n①²"))
def test_one_spelling_is_found_once(text):
    """What is cleaned is clean."""
    assert visible(visible(text)) == visible(text)
    assert clean(clean(text)) == clean(text)
