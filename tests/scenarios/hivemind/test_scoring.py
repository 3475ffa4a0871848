"""The formulas of the Artificial Hivemind: by hand, by law, against the slow definitions and what papers print."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.hivemind.scoring import (
    between_prompts,
    binned,
    dissimilarities,
    equal_shares,
    homogeneity,
    prompt_similarity,
)

seeds = st.integers(0, 2**32 - 1)
sizes = st.integers(2, 9)
distance = scipy.spatial.distance.cosine
approx = pytest.approx


def rows(seed, n, d=4):
    """Vectors of any length."""
    return np.random.default_rng(seed).normal(size=(n, d))


def test_worked_by_hand():
    """Whatever the lengths of the vectors; the ends of the scale; equal answers."""
    # Angles of 60 (a, b), 90 and 90 degrees: distances 1/2, 1, 1. Of a and b: mean 3/4; of c: 1.
    vectors = np.array([[2.0, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 0.1]])
    assert dissimilarities(vectors) == approx([75, 75, 100])
    assert dissimilarities(np.array([[0.6, 0.8]] * 5, np.float32)) == approx([0] * 5, abs=1e-12)
    assert dissimilarities(np.array([[1.0, 0], [-3.0, 0]])) == approx([200, 200])
    # The corners of a simplex: 100·n/(n-1).
    assert dissimilarities(np.eye(10) - 1 / 10) == approx([1000 / 9] * 10)
    # a has one equal of three others, b and c have none.
    assert equal_shares(["a", "b", "a", "c"]) == approx([1 / 3, 0, 1 / 3, 0])


def test_bins_by_hand():
    """Similarities .97, .94 and .5 are in bins with the middles .95, .95 and .55; equal and opposite responses."""
    assert binned([3, 6, 50]) == approx(100 * (1 - (0.95 + 0.95 + 0.55) / 3))
    assert [binned([0.0]), binned([200.0]), binned([])] == [approx(5), approx(95), None]


@given(st.lists(st.floats(0, 100), min_size=1, max_size=20))
def test_bins_lie_within_half_a_bin_of_the_mean(dissimilarities):
    """Which is what Schapiro et al. 2026 say of eq. 30; the slow way counts bins."""
    assert abs(binned(dissimilarities) - np.mean(dissimilarities)) <= 5 + 1e-9
    edges = [np.nextafter(place / 10, -1) if place else 0 for place in range(10)]
    bins = [sum(1 - value / 100 >= edge for edge in edges) - 1 for value in dissimilarities]
    shares = [bins.count(place) / len(bins) for place in range(10)]
    expected = 100 * (1 - sum(share * (place + 0.5) / 10 for place, share in enumerate(shares)))
    assert binned(dissimilarities) == approx(expected, abs=10 / len(bins) + 1e-9)


@given(seeds, sizes, st.lists(st.integers(1, 4), min_size=2, max_size=4))
def test_agrees_with_the_definitions(seed, n, counts):
    """Of each answer the mean of 100 · (1 - cos) to every other; of prompts, over pairs of one answer each."""
    vectors = rows(seed, n)
    expected = [100 * np.mean([distance(x, y) for j, y in enumerate(vectors) if j != i]) for i, x in enumerate(vectors)]
    assert dissimilarities(vectors) == approx(expected)
    prompts = [rows(seed + place, k) for place, k in enumerate(counts)]
    pairs = [np.mean([distance(x, y) for x in one for y in other]) for one, other in itertools.combinations(prompts, 2)]
    assert between_prompts(prompts) == approx(100 * np.mean(pairs))
    # Runs are compared by the complement of it.
    within = prompt_similarity(np.ones((1, n), int), vectors, range(n))[0][0, 0]
    assert dissimilarities(vectors).mean() == approx(100 * (1 - within))


def pair_by_pair(responses, vectors):
    """The definition: of every pair of runs the mean over their pairs of responses, none paired with itself."""
    found = np.full((len(responses), len(responses)), np.nan)
    for a, b in np.ndindex(found.shape):
        places = itertools.product(enumerate(responses[a]), enumerate(responses[b]))
        some = [1 - distance(vectors[i], vectors[j]) for (x, i), (y, j) in places if a != b or x != y]
        found[a, b] = np.mean(some) if some else np.nan
    return found


@given(seeds, st.lists(st.lists(st.integers(0, 4), max_size=4), min_size=2, max_size=4))
def test_cells_agree_with_the_definition_pair_by_pair(seed, responses):
    """Also for runs without a response, or with one."""
    vectors = rows(seed, 5, 3)
    times = np.array([[response.count(text) for text in range(5)] for response in responses])
    similarity, identical = prompt_similarity(times, vectors, range(5))
    np.testing.assert_allclose(similarity, pair_by_pair(responses, vectors), atol=1e-9)
    np.testing.assert_allclose(identical, pair_by_pair(responses, np.eye(5)), atol=1e-9)
    # Texts of one key are equal and not nearer.
    similarity, identical = prompt_similarity(np.array([[1, 0], [0, 1]]), np.eye(2), ["moon", "moon"])
    assert (similarity[0, 1], identical[0, 1]) == (0, 1)


def summed(similarities, models, counts=None):
    """Over prompts, whose shares of equal pairs are 0."""
    cells = [(np.array(similarity, float), np.zeros(np.shape(similarity))) for similarity in similarities]
    counts = np.array(counts or [True] * len(models))
    return homogeneity(cells, models, counts, 200, np.random.default_rng(0))


def test_means_over_models_worked_by_hand():
    """Two runs of one model are no pair of models, and who does not count has a row all the same."""
    # Between a1-b: .4, a2-b: .6, a1-a2 left out, x not counted. Within: (.9 + .8 + .7) / 3.
    one = [[0.9, 0.95, 0.4, 0.1], [0.95, 0.8, 0.6, 0.1], [0.4, 0.6, 0.7, 0.1], [0.1, 0.1, 0.1, 0.2]]
    found = summed([one, one], ["a", "a", "b", "x"], [True, True, True, False])
    assert [found[name][0] for name in ("between", "within", "difference")] == approx([0.5, 0.8, 0.3])
    assert found["others"][:, 0].tolist() == approx([0.4, 0.6, 0.5, 0.1])
    assert found["between"][1:].tolist() == approx([0.5, 0.5])  # all prompts alike: nothing moves
    # A cell is the mean over the prompts that have it, and says how many they are.
    nan = np.nan
    found = summed([[[nan, 0.2], [0.2, 0.5]], [[0.4, 0.6], [0.6, nan]]], ["a", "b"])
    assert found["similarity"][..., 0].tolist() == [[0.4, 0.4], [0.4, 0.5]]
    assert found["prompts"].tolist() == [[1, 2], [2, 1]]


@given(seeds)
def test_intervals_draw_the_same_prompts_for_all_cells(seed):
    """The difference of two cells that move together does not move; both are inside their intervals."""
    level = np.random.default_rng(seed).uniform(0.2, 0.6, size=12)
    found = summed([[[value + 0.2, value], [value, value + 0.2]] for value in level], ["a", "b"])
    assert found["difference"] == approx((0.2, 0.2, 0.2))
    assert found["between"][1] < level.mean() < found["between"][2]
    assert found["similarity"][0, 1] == approx(found["between"])


# Jiang et al. 2025, Table 6 (prompts, of 100, by the bin of their mean similarity, 0.9 to 1.0 first) and the diagonal
# of Table 7 (in percent); Schapiro et al. 2026, Table 4 ("Hivemind diversity").
PRINTED = {
    "gpt-4o-2024-11-20": ([51, 36, 10, 1, 2, 0, 0, 0, 0, 0], 88.2, 0.12),
    "gpt-4-turbo-2024-04-09": ([38, 44, 11, 5, 1, 0, 1, 0, 0, 0], 85.9, 0.14),
    "claude-3-haiku-20240307": ([48, 33, 15, 2, 1, 0, 1, 0, 0, 0], 86.9, 0.13),
    "deepseek-ai/DeepSeek-V3": ([42, 39, 13, 3, 0, 3, 0, 0, 0, 0], 86.3, 0.14),
    "meta-llama/Llama-3.1-8B-Instruct": ([19, 52, 14, 5, 6, 1, 2, 1, 0, 0], 80.7, 0.19),
    "meta-llama/Llama-3.2-3B-Instruct": ([20, 44, 20, 5, 5, 2, 2, 2, 0, 0], 79.9, 0.20),
}


@pytest.mark.parametrize("model", PRINTED)
def test_the_papers_numbers_are_those_of_the_formula(model):
    """The diversity of one is the complement of the bins of the other, eq. 30; the diagonal has pairs with itself."""
    prompts, percent, diversity = PRINTED[model]
    of_bins = 1 - np.dot(prompts, np.arange(0.95, 0, -0.1)) / 100
    assert abs(of_bins - diversity) <= 0.005 + 1e-9
    # Of n = 50 answers n² m = n + n(n-1) s, so s = (n m - 1) / (n - 1).
    assert abs(1 - (50 * percent / 100 - 1) / 49 - of_bins) < 0.006
