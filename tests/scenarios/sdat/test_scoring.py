"""The formula of the S-DAT: by hand, by law, against the slow definition."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.sdat.scoring import sdat, sdat_of_lists


def unit(x):
    """Rows of length one."""
    return x / np.linalg.norm(x, axis=-1, keepdims=True)


def random_rows(seed, n, d):
    return unit(np.random.default_rng(seed).normal(size=(n, d)))


def pair_by_pair(rows):
    """The definition, one pair at a time."""
    return 100 * np.mean([scipy.spatial.distance.cosine(a, b) for a, b in itertools.combinations(rows, 2)])


seeds = st.integers(0, 2**32 - 1)


def test_words_at_right_angles_score_100():
    """However many."""
    assert sdat(np.eye(2)) == pytest.approx(100)
    assert sdat(np.eye(25)) == pytest.approx(100)


def test_three_words_worked_by_hand():
    """Angles of 60, 90 and 90 degrees."""
    # Distances 1/2, 1, 1: mean 5/6.
    rows = np.array([[1, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 1]])
    assert sdat(rows) == pytest.approx(500 / 6)


def test_the_ends_of_the_scale():
    """0 for one direction, 100·n/(n-1) for the corners of a simplex, whose cosines are all -1/(n-1)."""
    assert sdat(np.ones((7, 4)) / 2) == pytest.approx(0, abs=1e-12)
    # Two opposite words: distance 2, and 100·2/1.
    assert sdat(np.array([[1.0, 0.0], [-1.0, 0.0]])) == pytest.approx(200)
    assert sdat(unit(np.eye(10) - 1 / 10)) == pytest.approx(1000 / 9)


@given(seeds, st.integers(2, 25))
def test_agrees_with_the_definition_pair_by_pair(seed, n):
    """And stays within its bounds."""
    rows = random_rows(seed, n, 6)
    assert sdat(rows) == pytest.approx(pair_by_pair(rows), abs=1e-9)
    assert -1e-9 <= sdat(rows) <= 100 * n / (n - 1) + 1e-9


@given(seeds, st.permutations(range(6)))
def test_order_does_not_matter(seed, order):
    """The words of an answer are a set."""
    rows = random_rows(seed, 6, 4)
    assert sdat(rows[list(order)]) == pytest.approx(sdat(rows))


def test_answers_of_one_length_are_measured_together():
    """The leading axes are answers."""
    rows = np.stack([random_rows(seed, 7, 5) for seed in range(3)])
    assert sdat(rows) == pytest.approx([pair_by_pair(row) for row in rows])


@given(st.lists(st.lists(st.integers(0, 39), min_size=2, max_size=25), max_size=8))
def test_lists_of_any_length_keep_their_places(lists):
    """Ten words and 25 in one run."""
    vectors = random_rows(0, 40, 8).astype(np.float32)
    assert sdat_of_lists(lists, vectors) == pytest.approx([pair_by_pair(vectors[row]) for row in lists], abs=1e-4)
