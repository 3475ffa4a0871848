"""The formula: by hand, its laws, and the loop over pairs."""

from itertools import combinations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

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
    assert np.isnan(found).tolist() == [True, True, False]
    assert found[2] == pytest.approx(1)
    assert np.isnan(dsi_of_lists([[], [0]], np.eye(2, dtype=np.float32))).all()
    assert len(dsi_of_lists([], np.eye(2, dtype=np.float32))) == 0


@given(rows)
def test_sums_give_what_pairs_give(x):
    """For unit vectors, within its bounds."""
    (found,) = of_sums(unit(x))
    assert found == pytest.approx(pair_by_pair(unit(x)), abs=1e-12)
    assert -1e-12 <= found <= len(x) / (len(x) - 1) + 1e-12


@given(st.lists(rows, min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_order_does_not_matter(stories, random):
    """Neither of the vectors of a story nor of the stories."""
    width = min(x.shape[1] for x in stories)
    stories = [unit(x[:, :width]) for x in stories]
    order = list(range(len(stories)))
    random.shuffle(order)
    plain = of_sums(*stories)
    np.testing.assert_allclose(of_sums(*(stories[i][::-1] for i in order)), plain[order], atol=1e-12)


@given(rows)
def test_every_vector_twice_brings_a_story_together(x):
    """The n new pairs have distance 0: DSI · (4 n(n-1)/2) / (2n(2n-1)/2)."""
    n = len(x)
    once, twice = of_sums(unit(x), np.concatenate([unit(x), unit(x)]))
    assert twice == pytest.approx(once * (2 * n - 2) / (2 * n - 1), abs=1e-12)


@given(st.lists(st.lists(st.integers(0, 3), min_size=2, max_size=8), min_size=1, max_size=4), st.floats(0.5, 1))
def test_words_are_compared_as_often_as_they_occur(lists, length):
    """A word has the distance 0 from itself, even under vectors that are shorter than one."""
    vectors = (length * unit(np.array([[1.0, 0.2, 0], [0, 1, 0.3], [0.1, 0, 1], [1, 1, 1]]))).astype(np.float32)
    slow = [
        np.mean([0 if a == b else 1 - float(vectors[a] @ vectors[b]) for a, b in combinations(keys, 2)])
        for keys in lists
    ]
    np.testing.assert_allclose(dsi_of_lists(lists, vectors), slow, atol=1e-6)
