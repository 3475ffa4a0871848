"""Divergent semantic integration and Lempel-Ziv complexity: by hand, by law, by definition."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp
from support.ending import ends

from helm_creativity.scenarios.story.scoring import count_phrases, lempel_ziv
from helm_creativity.task_types.semantic_integration import dsi_of_lists, dsi_of_sums

rows = hnp.arrays(
    np.float64,
    st.tuples(st.integers(2, 9), st.integers(2, 5)),
    elements=st.one_of(st.floats(0.01, 1), st.floats(-1, -0.01)),
)


def unit(x):
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def of_sums(*stories):
    return dsi_of_sums(np.array([len(x) for x in stories]), np.array([x.sum(axis=0) for x in stories]))


def pair_by_pair(x):
    return np.mean([1 - a @ b for a, b in combinations(x, 2)])


def test_values_by_hand():
    """Three vectors at right angles: 1. Opposite ones: 2, the most there is. Equal ones: 0."""
    x = np.eye(3)
    # (x, x, y): distances 0, 1, 1.
    assert of_sums(x, x[[0, 0, 1]], x[[2, 2, 2]]) == pytest.approx([1, 2 / 3, 0])
    assert of_sums(np.array([[1.0, 0.0], [-1.0, 0.0]])) == pytest.approx([2])
    # Four corners of a square: 1, 1, 1, 1, 2, 2, mean 4/3 = n/(n-1).
    assert of_sums(np.array([[1.0, 0], [0, 1], [-1, 0], [0, -1]])) == pytest.approx([4 / 3])


def test_fewer_than_two_vectors_have_no_dsi():
    """Beside others that have one."""
    found = dsi_of_sums(np.array([0, 1, 2]), np.array([[0.0, 0], [1, 0], [1, 1]]))
    assert found == pytest.approx([np.nan, np.nan, 1], nan_ok=True)
    assert np.isnan(dsi_of_lists([[], [0]], np.eye(2, dtype=np.float32))).all()
    assert len(dsi_of_lists([], np.eye(2, dtype=np.float32))) == 0


@given(rows)
def test_sums_give_what_pairs_give(x):
    (found,) = of_sums(unit(x))
    assert found == pytest.approx(pair_by_pair(unit(x)), abs=1e-12)
    assert -1e-12 <= found <= len(x) / (len(x) - 1) + 1e-12


@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=8), min_size=1, max_size=4), st.floats(0.5, 1))
def test_words_are_compared_as_often_as_they_occur(lists, length):
    """A word has the distance 0 from itself, even under vectors that are shorter than one."""
    vectors = (length * unit(np.array([[1.0, 0.2, 0], [0, 1, 0.3], [0.1, 0, 1], [1, 1, 1]]))).astype(np.float32)
    slow = [
        np.mean([0 if a == b else 1 - float(vectors[a] @ vectors[b]) for a, b in combinations(keys, 2)])
        for keys in lists
    ]
    np.testing.assert_allclose(dsi_of_lists(lists, vectors), slow, atol=1e-6)


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


@given(few)
def test_the_number_is_that_of_the_definition(text):
    assert count_phrases(text) == len(phrases(text))


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        # Kaspar and Schuster 1987; Lempel and Ziv 1976 have the same parse of another text.
        *[("1001111011000010", "1 0 01 1110 1100 0010"), ("0001101001000101", "0 001 10 100 1000 101")],
        *[("", ""), ("a", "a"), ("aaaaaaa", "a aaaaaa"), ("abab", "a b ab")],  # copies reach into themselves
    ],
)
def test_texts_are_cut_into_new_phrases(text, parts):
    assert phrases(text) == parts.split()
    assert count_phrases(text) == len(parts.split())


@pytest.mark.parametrize(
    ("text", "value"),
    [
        ("1001111011000010", 1.5),  # six phrases of 16 characters, two of them different: 6 · log2(16) / 16
        ("abc", 1),  # c = 3 (a, b, c), n = 3, b = 3: 3 · 1 / 3
        # a, " ", b, " a", b: what is left at the end counts; case, line ends and runs of spaces are levelled.
        *[(text, 5 * math.log(6, 3) / 6) for text in (" A b\n\nAB\t", "a b ab")],
        ("ababab", 3 * math.log2(6) / 6),  # a, b, abab
        *[(text, None) for text in ("", " ", "a", "aaaa", "Aa", "\n a \n")],
    ],
)
def test_the_number_is_related_to_that_of_random_text(text, value):
    assert lempel_ziv(text) == (value and pytest.approx(value))
    assert lempel_ziv("STRASSE") == lempel_ziv("straße")


@pytest.mark.parametrize("text", ["ab" * 100_000, "a" * 200_000 + "b", "the cat sat on the mat " * 9_000])
def test_long_texts_that_repeat_have_next_to_none(text):
    """200,000 characters, for which the definition would need minutes."""
    with ends():
        assert lempel_ziv(text) < 0.01
