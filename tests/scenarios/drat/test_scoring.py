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
# Distances of the first three are 1, .4 and .2.
SCORE = 100 * 1.6 / 3


def drat(words, anchors, pool, kind="max", quantile=0.9, n_min=3):
    """DRAT of one response."""
    rows, (n, k) = np.concatenate([words, anchors, pool]), (len(words), len(anchors))
    places = list(range(len(rows)))
    of = tuple(places[n : n + k])
    (found,) = drat_of_lists([places[:n]], [of], places[n + k :], rows, kind, quantile, n_min)
    return found


seeds = st.integers(0, 2**32 - 1)
quantiles = st.floats(0, 1)


def unit(rng, n, d=4):
    """N random rows of length one: no two similarities are equal."""
    x = rng.normal(size=(n, d))
    return x / np.linalg.norm(x, axis=1, keepdims=True)


def random_task(seed, n=8, k=3, p=20):
    """Words, anchors and pool."""
    rng = np.random.default_rng(seed)
    return unit(rng, n), unit(rng, k), unit(rng, p)


def slow_drat(words, anchors, pool, kind, quantile, n_min):
    """Eq. 6-9, with nothing but loops."""

    def cosine(x, y):
        return sum(float(a) * float(b) for a, b in zip(x, y, strict=True))

    def u(x):
        similarities = [cosine(x, anchor) for anchor in anchors]
        return {"max": max, "min": min, "avg": lambda values: sum(values) / len(values)}[kind](similarities)

    def distance(rows):
        n = len(rows)
        pairs = [1 - cosine(rows[i], rows[j]) for i in range(n) for j in range(n) if i != j]
        return 100 / (n * (n - 1)) * sum(pairs)

    ordered = sorted(u(x) for x in pool)
    place = quantile * (len(ordered) - 1)
    low, high = math.floor(place), math.ceil(place)
    tau = ordered[low] + (place - low) * (ordered[high] - ordered[low])
    relevant = [x for x in words if u(x) > tau]
    score = distance(relevant) if len(relevant) >= n_min else 0
    return score, tau, [u(x) > tau for x in words], distance(words)


def test_worked_by_hand():
    """Five words, of which three are relevant, one is at the threshold and one below."""
    found = drat(WORDS, ANCHORS, POOL, quantile=0.75)
    assert found.tau == 0.75
    assert found.survivors.tolist() == [True, True, True, False, False]
    assert found.score == pytest.approx(SCORE)
    # Of the ten pairs: 1, .4, 2, .25, .2, 1, 1.5, 1.6, .95, 1.75: 10.65 in all.
    assert found.dat == pytest.approx(106.5)


def test_a_word_at_the_threshold_is_not_relevant():
    """Strictly above; the next number up is."""
    # Utilities of four words: tau, just above it, just below it, 1.
    words = np.array([[0.75, 0], [np.nextafter(0.75, 1), 0], [np.nextafter(0.75, 0), 0], [1, 0]])
    assert drat(words, ANCHORS, POOL, quantile=0.75).survivors.tolist() == [False, True, False, True]


def test_a_word_of_the_pool_at_the_threshold_is_not_relevant():
    """In whatever order the sums are made: a word and its like in the pool have one utility."""
    # Eleven words of the pool: the .9 quantile is the tenth of them, which leaves the eleventh.
    rng = np.random.default_rng(3)
    vectors = unit(rng, 14, d=31).astype(np.float32)
    (found,) = drat_of_lists([list(range(11))], [(11, 12, 13)], list(range(11)), vectors, "max", 0.9, 3)
    assert found.survivors.sum() == 1


@pytest.mark.parametrize(("n_min", "score"), [(2, SCORE), (3, SCORE), (4, 0), (5, 0)])
def test_fewer_survivors_than_the_least_number_score_0(n_min, score):
    """Exactly that many are enough; threshold, survivors and distance of all words are what they were."""
    found = drat(WORDS, ANCHORS, POOL, quantile=0.75, n_min=n_min)
    assert found.score == pytest.approx(score)
    assert (found.tau, found.survivors.sum()) == (0.75, 3)
    assert found.dat == pytest.approx(106.5)


@pytest.mark.parametrize(
    ("quantile", "tau"),
    # Position q·4 among 0, 1/4, 1/2, 3/4, 1: the fraction of it is a fraction of the step of 1/4.
    [(0, 0), (0.1, 0.1), (0.5, 0.5), (0.6, 0.6), (0.75, 0.75), (0.9, 0.9), (1, 1)],
)
def test_threshold_is_interpolated(quantile, tau):
    """Linearly, between the two utilities around it."""
    assert threshold(np.array([0.5, 1, 0, 0.25, 0.75]), quantile) == pytest.approx(tau)


@pytest.mark.parametrize(("kind", "values"), [("max", [0.8, 0.6]), ("min", [0.2, 0.4]), ("avg", [0.5, 0.5])])
def test_utilities_worked_by_hand(kind, values):
    """Over the anchors, not over the words."""
    assert utility(np.array([[0.2, 0.8], [0.6, 0.4]]), kind).tolist() == pytest.approx(values)


def test_standard_settings_are_the_papers():
    """Max, .9, 3."""
    words, anchors, pool = random_task(5, n=40)
    standard = drat(words, anchors, pool)
    assert standard.score > 0
    assert standard.score == drat(words, anchors, pool, kind="max", quantile=0.9, n_min=3).score
    # Position .9·19 = 17.1.
    assert standard.tau == pytest.approx(np.sort((pool @ anchors.T).max(axis=1))[17:19] @ [0.9, 0.1])


@given(seeds, st.permutations(range(8)), st.permutations(range(3)), st.permutations(range(20)))
def test_order_does_not_matter(seed, of_words, of_anchors, of_pool):
    """Words, anchors and pool are sets."""
    words, anchors, pool = random_task(seed)
    found = drat(words, anchors, pool, quantile=0.5)
    again = drat(words[list(of_words)], anchors[list(of_anchors)], pool[list(of_pool)], quantile=0.5)
    assert again.score == pytest.approx(found.score)
    assert again.tau == pytest.approx(found.tau)
    assert again.survivors.tolist() == found.survivors[list(of_words)].tolist()


@given(seeds, st.sampled_from(KINDS), quantiles, quantiles)
def test_a_higher_threshold_lets_fewer_through(seed, kind, one, other):
    """Those that survive it survive the lower one too."""
    words, anchors, pool = random_task(seed)
    low, high = (drat(words, anchors, pool, kind=kind, quantile=q) for q in sorted([one, other]))
    assert low.tau <= high.tau
    assert not (high.survivors & ~low.survivors).any()


@given(seeds, st.sampled_from(KINDS), quantiles, st.integers(2, 8))
def test_bounds(seed, kind, quantile, n_min):
    """0 exactly when there are too few survivors, else at most 100·s/(s-1)."""
    words, anchors, pool = random_task(seed)
    found = drat(words, anchors, pool, kind=kind, quantile=quantile, n_min=n_min)
    s = int(found.survivors.sum())
    assert (found.score == 0) == (s < n_min)
    assert -1e-9 <= found.score <= (100 * s / (s - 1) if s > 1 else 0) + 1e-3


@given(seeds)
def test_when_all_survive_it_is_the_distance_of_all(seed):
    """The DAT is the DRAT without a threshold."""
    words, anchors, _ = random_task(seed)
    # A pool whose similarity to every anchor is -2, where no word of length one can be.
    pool = np.linalg.lstsq(anchors, np.full(len(anchors), -2.0), rcond=None)[0][None]
    found = drat(words, anchors, pool)
    assert found.survivors.all()
    assert found.score == found.dat > 0


@given(seeds, st.sampled_from(KINDS), quantiles, st.integers(2, 8))
def test_agrees_with_the_definition(seed, kind, quantile, n_min):
    """One answer, word by word and pair by pair."""
    task = random_task(seed)
    found = drat(*task, kind=kind, quantile=quantile, n_min=n_min)
    score, tau, survivors, dat = slow_drat(*task, kind, quantile, n_min)
    assert found.tau == pytest.approx(tau, abs=1e-9)
    if np.abs(utility(task[0] @ task[1].T, kind) - tau).min() > 1e-9:
        assert found.survivors.tolist() == survivors
        assert found.score == pytest.approx(score, abs=1e-3)
    assert found.dat == pytest.approx(dat, abs=1e-3)


rows = st.integers(0, 29)
tasks = st.lists(
    st.tuples(st.lists(rows, min_size=2, max_size=10), st.lists(rows, min_size=1, max_size=4).map(tuple)), max_size=12
)


@given(tasks, st.sampled_from(KINDS), st.sampled_from([0.1, 0.5, 0.8]), st.integers(2, 5))
def test_many_answers_score_what_each_scores_alone(tasks, kind, quantile, n_min):
    """Whatever their lengths and anchors, in their order; and as the definition has it."""
    vectors = unit(np.random.default_rng(11), 30, d=5).astype(np.float32)
    pool = list(range(5, 26))
    lists, anchors = [words for words, _ in tasks], [words for _, words in tasks]
    found = drat_of_lists(lists, anchors, pool, vectors, kind, quantile, n_min)
    assert len(found) == len(tasks)
    wide = vectors.astype(np.float64)
    for (words, of), sample_score in zip(tasks, found, strict=True):
        task = wide[words], wide[list(of)], wide[pool]
        score, tau, survivors, dat = slow_drat(*task, kind, quantile, n_min)
        assert sample_score.tau == pytest.approx(tau, abs=1e-5)
        assert sample_score.dat == pytest.approx(dat, abs=1e-3)
        # Single precision cannot tell on which side of the threshold a word lies that is within rounding of it.
        if np.abs(utility(task[0] @ task[1].T, kind) - tau).min() > 1e-5:
            assert sample_score.survivors.tolist() == survivors
            assert sample_score.score == pytest.approx(score, abs=1e-3)
