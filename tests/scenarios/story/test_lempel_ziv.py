"""Lempel-Ziv complexity: the literature's strings, laws, and the definition."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.scenarios.story.scoring import count_phrases, lempel_ziv

few = st.text("ab", max_size=60) | st.text("abc", max_size=60) | st.text(max_size=40)


def phrases(text):
    """The definition: the shortest pieces that are not to be found in what ends one character before they do."""
    found, start = [], 0
    while start < len(text):
        size = 1
        while start + size <= len(text) and text[start : start + size] in text[: start + size - 1]:
            size += 1
        found.append(text[start : start + size])
        start += size
    return found


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # Kaspar and Schuster 1987; Lempel and Ziv 1976 have the same parse of another text: 0001101001000101.
        ("1001111011000010", "1 0 01 1110 1100 0010"),
        ("0001101001000101", "0 001 10 100 1000 101"),
        ("", ""),
        ("a", "a"),
        ("aa", "a a"),
        ("aaaaaaa", "a aaaaaa"),  # the copy reaches into the phrase itself
        ("ababab", "a b abab"),
        ("abcabd", "a b c abd"),
        ("abab", "a b ab"),  # what is left counts
    ],
)
def test_texts_are_cut_into_new_phrases(text, parts):
    """By hand and by the definition."""
    assert phrases(text) == parts.split()
    assert count_phrases(text) == len(parts.split())


@given(few)
def test_the_number_is_that_of_the_definition(text):
    """Whatever the characters."""
    assert count_phrases(text) == len(phrases(text))


@given(st.text("ab", min_size=1, max_size=12), st.integers(2, 40))
def test_repetition_adds_one_phrase(text, times):
    """The rest is one copy that reaches into itself."""
    once = phrases(text)
    assert count_phrases(text * times) <= len(once) + 1


@given(few)
def test_names_of_characters_do_not_matter(text):
    """Only which are equal; lone surrogates are characters too."""
    other = {character: chr(0xD800 + i) for i, character in enumerate(dict.fromkeys(text))}
    assert count_phrases("".join(other[character] for character in text)) == count_phrases(text)


def test_the_number_is_related_to_that_of_random_text():
    """By hand: six phrases of 16 characters, two of them different: 6 · log2(16) / 16 = 1.5."""
    assert lempel_ziv("1001111011000010") == pytest.approx(1.5)
    # c = 3 (a, b, c), n = 3, b = 3: 3 · 1 / 3.
    assert lempel_ziv("abc") == pytest.approx(1)
    # a, b, abab: 3 · log2(6) / 6.
    assert lempel_ziv("ababab") == pytest.approx(3 * math.log2(6) / 6)


def test_case_and_white_space_are_levelled():
    """Line ends and runs of spaces are single spaces, and none stands at the ends."""
    # a, " ", b, " a", b: what is left at the end counts.
    assert lempel_ziv(" A b\n\nAB\t") == lempel_ziv("a b ab") == pytest.approx(5 * math.log(6, 3) / 6)
    assert lempel_ziv("STRASSE") == lempel_ziv("straße")


@pytest.mark.parametrize("text", ["", " ", "a", "aaaa", "Aa", "\n a \n"])
def test_too_little_has_no_complexity(text):
    """No base for the logarithm, or nothing to compare."""
    assert lempel_ziv(text) is None


@pytest.mark.parametrize("text", ["ab" * 100_000, "a" * 200_000 + "b", "the cat sat on the mat " * 9_000])
def test_long_texts_that_repeat_have_next_to_none(text):
    """200,000 characters, for which the definition would need minutes."""
    with ends():
        assert lempel_ziv(text) < 0.01
