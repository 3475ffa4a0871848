"""The formulas of the Artificial Hivemind: by hand, by law, against the slow definition."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.embeddings.similarity import mean_pairwise_distance
from helm_creativity.scenarios.hivemind.scoring import between_prompts, dissimilarities, equal_shares, unit

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(2, 9)


def rows(seed, n, d=4):
    """Vectors of any length."""
    return np.random.default_rng(seed).normal(size=(n, d))


def pair_by_pair(vectors):
    """100 times the mean of 1 - cos, one pair at a time."""
    return 100 * np.mean([scipy.spatial.distance.cosine(a, b) for a, b in itertools.combinations(vectors, 2)])


def one_by_one(vectors):
    """Of each vector the mean of 100 · (1 - cos) to every other, one at a time."""
    return [
        100 * np.mean([scipy.spatial.distance.cosine(x, y) for j, y in enumerate(vectors) if j != i])
        for i, x in enumerate(vectors)
    ]


def test_three_answers_worked_by_hand():
    """Angles of 60, 90 and 90 degrees, whatever the lengths."""
    # Distances 1/2 (a, b), 1 (a, c), 1 (b, c). Of a: mean 3/4; of b: 3/4; of c: 1. Of the prompt: 5/6.
    vectors = np.array([[2.0, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 0.1]])
    assert dissimilarities(vectors) == pytest.approx([75, 75, 100])
    assert dissimilarities(vectors).mean() == pytest.approx(500 / 6)


def test_the_ends_of_the_scale():
    """0 for one direction, 200 for two opposite ones, 100·n/(n-1) for the corners of a simplex."""
    assert dissimilarities(np.array([[0.6, 0.8]] * 5, np.float32)) == pytest.approx([0] * 5, abs=1e-12)
    assert dissimilarities(np.array([[1.0, 0], [-3.0, 0]])) == pytest.approx([200, 200])
    assert dissimilarities(np.eye(10) - 1 / 10) == pytest.approx([1000 / 9] * 10)


@given(seeds, sizes)
def test_agrees_with_the_definition_answer_by_answer(seed, n):
    """And the mean over answers with that over pairs, as with the distance that the DAT is made of."""
    vectors = rows(seed, n)
    found = dissimilarities(vectors)
    assert found == pytest.approx(one_by_one(vectors))
    assert found.mean() == pytest.approx(pair_by_pair(vectors))
    assert found.mean() == pytest.approx(100 * mean_pairwise_distance(unit(vectors)))


@given(seeds, sizes, st.floats(0.1, 10))
def test_order_and_lengths_do_not_matter(seed, n, scale):
    """Nor does a rotation, which here swaps two axes."""
    vectors, order = rows(seed, n), np.random.default_rng(seed + 1).permutation(n)
    found = dissimilarities(vectors)
    assert dissimilarities(scale * vectors[order]) == pytest.approx(found[order])
    assert dissimilarities(vectors[:, [1, 0, 2, 3]]) == pytest.approx(found)
    assert ((found >= 0) & (found <= 200)).all()
    assert found.mean() <= 100 * n / (n - 1) + 1e-9


@given(seeds, st.integers(3, 7), st.data())
def test_fewer_answers_estimate_the_same(seed, n, data):
    """The mean over all choices of m of the n answers is that over all n: the estimate is unbiased in m."""
    m = data.draw(st.integers(2, n - 1))
    vectors = rows(seed, n)
    some = [dissimilarities(vectors[list(combination)]).mean() for combination in itertools.combinations(range(n), m)]
    assert np.mean(some) == pytest.approx(dissimilarities(vectors).mean())


@given(st.lists(st.sampled_from("abc"), min_size=3, max_size=7), st.data())
def test_fewer_answers_estimate_the_same_share_of_equal_pairs(answers, data):
    """Which the share of answers that repeat an earlier one does not."""
    m = data.draw(st.integers(2, len(answers) - 1))
    some = [np.mean(equal_shares(combination)) for combination in itertools.combinations(answers, m)]
    pairs = list(itertools.combinations(answers, 2))
    assert np.mean(some) == pytest.approx(np.mean(equal_shares(answers)))
    assert np.mean(equal_shares(answers)) == pytest.approx(sum(a == b for a, b in pairs) / len(pairs))


def test_equal_answers_worked_by_hand():
    """Of each answer the share of the others that are equal to it."""
    # a has one equal of three others, b and c have none: 1 of 6 pairs.
    assert equal_shares(["a", "b", "a", "c"]) == pytest.approx([1 / 3, 0, 1 / 3, 0])


@given(seeds, st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_between_prompts_agrees_with_the_definition(seed, counts):
    """The mean over pairs of prompts of the mean over pairs of one answer each."""
    prompts = [rows(seed + place, n) for place, n in enumerate(counts)]
    pairs = [
        np.mean([scipy.spatial.distance.cosine(x, y) for x in one for y in other])
        for one, other in itertools.combinations(prompts, 2)
    ]
    assert between_prompts(prompts) == pytest.approx(100 * np.mean(pairs))
