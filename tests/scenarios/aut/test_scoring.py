"""The numbers of an answer, by hand, by law and against slow definitions."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays

from helm_creativity.scenarios.aut.scoring import (
    THRESHOLD,
    distances,
    mean_rating,
    semantic_flexibility,
)

whole = st.integers(-3, 3).map(float)
uses = st.integers(1, 8).flatmap(lambda n: arrays(np.float64, (n, 3), elements=whole)).map(lambda x: unit(x))


def unit(x):
    """Rows of length one; a row of zeros becomes the first axis."""
    x = np.where((x == 0).all(axis=1, keepdims=True), [[1.0, 0, 0]], x)
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def directions(*degrees):
    """Unit vectors in a plane."""
    angles = np.deg2rad(degrees)
    return np.stack([np.cos(angles), np.sin(angles)], axis=1)


def slow_clusters(x, threshold):
    """Merges the two nearest clusters as long as their mean distance is at most the threshold, pair by pair."""
    clusters = [[row] for row in x]

    def apart(one, other):
        return np.mean([1 - a @ b for a in one for b in other])

    while len(clusters) > 1:
        pairs = [(apart(cluster, clusters[j]), i, j) for i, cluster in enumerate(clusters) for j in range(i)]
        least, i, j = min(pairs)
        if least > threshold:
            break
        clusters[j] += clusters.pop(i)
    return len(clusters)


def test_distances_by_hand():
    """0 for the object's own direction, 1 at a right angle, 2 for the opposite; 1 - cos 60° is one half."""
    assert distances(directions(0)[0], directions(0, 90, 180, 60)) == pytest.approx([0, 1, 2, 0.5])


def test_judged_originality_by_hand():
    """A use counts once, however many judges rated it: ((4 + 2)/2 + 1) / 2 = 2, where the mean of ratings is 7/3."""
    assert mean_rating([[4, 2], [1]]) == 2
    assert mean_rating([[4, 2], [], [1]]) == 2
    assert mean_rating([[], []]) is None
    assert mean_rating([]) is None


def test_half_of_the_uses_must_have_a_rating():
    """A judge that rated one use of nine says next to nothing of the nine; of two uses one is half."""
    assert mean_rating([[5], *[[]] * 8]) is None
    assert mean_rating([[5], [], []]) is None
    assert mean_rating([[5], []]) == 5
    assert mean_rating([[5], [1], [], []]) == 3


def test_clusters_by_hand():
    """At 0°, 10°, 90° and 100°: 1 - cos 10° = .015 within the pairs, about 1 - cos 90° = 1 between them."""
    x = directions(0, 10, 90, 100)
    assert semantic_flexibility(x, 0.01) == 4
    assert semantic_flexibility(x, 0.02) == 2
    assert semantic_flexibility(x, 1.1) == 1
    assert semantic_flexibility(x) == 2
    assert THRESHOLD == 0.6


def test_clusters_are_linked_by_the_mean():
    """0°, 60°, 90°: the last two meet at .134; the first is at .5 and 1 from them, which is .75 in the mean."""
    x = directions(0, 60, 90)
    assert semantic_flexibility(x, 0.74) == 2  # the nearest neighbour, at .5, would join it
    assert semantic_flexibility(x, 0.76) == 1  # the farthest, at 1, would not


def test_ties_are_broken_the_same_way_in_any_order():
    """Four in a row, each at .5 from the next: merged from the ends they are two clusters, from the middle three."""
    row = np.array([[1, 1, 1, 1], [1, 1, 1, -1], [1, 1, -1, -1], [1, -1, -1, -1]]) / 2
    assert len({semantic_flexibility(row[list(order)], 0.6) for order in permutations(range(4))}) == 1


@given(uses, st.floats(0.01, 1.99), st.randoms())
def test_the_order_of_uses_means_nothing(x, threshold, random):
    """Ties between distances included, of which vectors of whole numbers have many."""
    order = list(range(len(x)))
    random.shuffle(order)
    assert semantic_flexibility(x[order], threshold) == semantic_flexibility(x, threshold)


@given(uses, st.floats(0.01, 1.99))
def test_laws_of_clusters(x, threshold):
    """From one to as many as there are different uses; a wider threshold never parts what a narrower one joined."""
    found = semantic_flexibility(x, threshold)
    assert 1 <= found <= len(np.unique(x.round(9), axis=0))
    assert semantic_flexibility(x, threshold + 0.3) <= found
    assert semantic_flexibility(x, 2.1) == 1


@given(st.lists(st.integers(0, 359), min_size=1, max_size=7, unique=True), st.floats(0.01, 1.5))
def test_agrees_with_the_slow_definition(degrees, threshold):
    """Merging pair by pair, wherever no two distances tie."""
    x = directions(*degrees)
    apart = np.sort((1 - x @ x.T)[np.triu_indices(len(x), 1)])
    ties = len(apart) > 1 and np.diff(apart).min() < 1e-9
    if not ties:
        assert semantic_flexibility(x, threshold) == slow_clusters(x, threshold)
