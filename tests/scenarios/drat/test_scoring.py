"""The formulas of the DRAT: by hand, by law, against the slow definition."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.scenarios.drat.scoring import drat_of_lists, threshold, utility

KINDS = ["max", "min", "avg"]
# Two anchors at right angles, so that a vector's similarities to them are its coordinates.
ANCHORS = np.eye(2)
# Utilities 0, 1/4, 1/2, 3/4, 1: their .75 quantile is the fourth of them, 3/4, exactly.
POOL = np.array([[0, 0], [0.25, 0], [0, 0.5], [0.75, 0], [0, 1]])
# Utilities 1, 1, .8, 0 and 3/4, which is not above the threshold.
WORDS = np.array([[1, 0], [0, 1], [0.6, 0.8], [-1, 0], [0.75, -0.5]])


def drat(words, anchors, pool, kind="max", quantile=0.9, n_min=3):
    """DRAT of one response."""
    places, n, k = list(range(len(words) + len(anchors) + len(pool))), len(words), len(anchors)
    rows = np.concatenate([words, anchors, pool])
    (found,) = drat_of_lists([places[:n]], [tuple(places[n : n + k])], places[n + k :], rows, kind, quantile, n_min)
    return found


def unit(seed, n, d=4):
    """N random rows of length one: no two similarities are equal."""
    x = np.random.default_rng(seed).normal(size=(n, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def slow_drat(words, anchors, pool, kind, quantile, n_min):
    """Eq. 6-9, with nothing but loops."""

    def u(x):
        similarities = [float(x @ anchor) for anchor in anchors]
        return {"max": max, "min": min, "avg": lambda values: sum(values) / len(values)}[kind](similarities)

    def distance(rows):
        return 100 * np.mean([1 - x @ y for i, x in enumerate(rows) for j, y in enumerate(rows) if i != j])

    ordered = sorted(u(x) for x in pool)
    place = quantile * (len(ordered) - 1)
    low, high = math.floor(place), math.ceil(place)
    tau = ordered[low] + (place - low) * (ordered[high] - ordered[low])
    relevant = [x for x in words if u(x) > tau]
    return distance(relevant) if len(relevant) >= n_min else 0, tau, [u(x) > tau for x in words], distance(words)


@pytest.mark.parametrize(("n_min", "score"), [(2, 160 / 3), (3, 160 / 3), (4, 0)])
def test_worked_by_hand(n_min, score):
    """Five words, of which three are relevant, one is at the threshold and one below."""
    found = drat(WORDS, ANCHORS, POOL, quantile=0.75, n_min=n_min)
    assert (found.tau, found.survivors.tolist()) == (0.75, [True, True, True, False, False])
    # Distances of the first three are 1, .4 and .2. Of the ten pairs: 1, .4, 2, .25, .2, 1, 1.5, 1.6, .95, 1.75: 10.65.
    assert (found.score, found.dat) == (pytest.approx(score), pytest.approx(106.5))


def test_a_word_at_the_threshold_is_not_relevant():
    """The next number up is; a word and its like in the pool have one utility, in whatever order sums are made."""
    words = np.array([[0.75, 0], [np.nextafter(0.75, 1), 0], [np.nextafter(0.75, 0), 0], [1, 0]])
    assert drat(words, ANCHORS, POOL, quantile=0.75).survivors.tolist() == [False, True, False, True]
    # Eleven words of the pool: the .9 quantile is the tenth of them, which leaves the eleventh.
    vectors = unit(3, 14, d=31).astype(np.float32)
    (found,) = drat_of_lists([list(range(11))], [(11, 12, 13)], list(range(11)), vectors, "max", 0.9, 3)
    assert found.survivors.sum() == 1


def test_threshold_and_utilities_by_hand():
    """Position q·4 among 0, 1/4, 1/2, 3/4, 1; over the anchors, not over the words."""
    quantiles = [0, 0.1, 0.5, 0.6, 0.9, 1]
    assert [threshold(np.array([0.5, 1, 0, 0.25, 0.75]), q) for q in quantiles] == pytest.approx(quantiles)
    found = [utility(np.array([[0.2, 0.8], [0.6, 0.4]]), kind).tolist() for kind in KINDS]
    assert found == [pytest.approx(values) for values in ([0.8, 0.6], [0.2, 0.4], [0.5, 0.5])]
    # The paper's settings are max, .9 and 3: of 20 words position .9·19 = 17.1.
    words, anchors, pool = unit(5, 40), unit(6, 3), unit(7, 20)
    (one,) = drat_of_lists([range(40)], [(40, 41, 42)], range(43, 63), np.concatenate([words, anchors, pool]))
    assert one.tau == pytest.approx(np.sort((pool @ anchors.T).max(axis=1))[17:19] @ [0.9, 0.1])
    assert one.score == drat(words, anchors, pool).score > 0


rows = st.integers(0, 29)
tasks = st.lists(
    st.tuples(st.lists(rows, min_size=2, max_size=10), st.lists(rows, min_size=1, max_size=4).map(tuple)), max_size=12
)


@given(tasks, st.sampled_from(KINDS), st.sampled_from([0, 0.1, 0.5, 0.8, 1]), st.integers(2, 5))
def test_many_answers_agree_with_the_definition(tasks, kind, quantile, n_min):
    """Whatever their lengths and anchors, in their order; 0 exactly when there are too few survivors."""
    vectors = unit(11, 30, d=5).astype(np.float32)
    pool = list(range(5, 26))
    lists, anchors = [words for words, _ in tasks], [of for _, of in tasks]
    found = drat_of_lists(lists, anchors, pool, vectors, kind, quantile, n_min)
    wide = vectors.astype(np.float64)
    for (words, of), one in zip(tasks, found, strict=True):
        task = wide[words], wide[list(of)], wide[pool]
        score, tau, survivors, dat = slow_drat(*task, kind, quantile, n_min)
        assert (one.tau, one.dat) == (pytest.approx(tau, abs=1e-5), pytest.approx(dat, abs=1e-3))
        # Single precision cannot tell on which side of the threshold a word lies that is within rounding of it.
        if np.abs(utility(task[0] @ task[1].T, kind) - tau).min() > 1e-5:
            assert one.survivors.tolist() == survivors
            assert one.score == pytest.approx(score, abs=1e-3)


@given(st.integers(0, 2**32 - 1))
def test_when_all_survive_it_is_the_distance_of_all(seed):
    """The DAT is the DRAT without a threshold."""
    words, anchors = unit(seed, 8), unit(seed + 1, 3)
    # A pool whose similarity to every anchor is -2, where no word of length one can be.
    found = drat(words, anchors, np.linalg.lstsq(anchors, np.full(3, -2.0), rcond=None)[0][None])
    assert found.survivors.all()
    assert found.score == found.dat > 0
