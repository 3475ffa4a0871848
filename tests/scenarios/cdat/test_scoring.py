"""Novelty and appropriateness: by hand, by law, against the slow definitions."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.directions import directions, unit

from helm_creativity.scenarios.cdat.scoring import appropriateness as appropriateness_of_lists
from helm_creativity.scenarios.cdat.scoring import specificity
from helm_creativity.task_types.word_list.scoring import mean_distance as novelty
from helm_creativity.task_types.word_list.scoring import mean_distances

# Three words and a cue in the plane. Cosines between words: 3/5, -1, -3/5; to the cue: 0, 4/5, 0.
WORDS = np.array([[1, 0], [3 / 5, 4 / 5], [-1, 0]])
CUE = np.array([0.0, 1.0])


def appropriateness(words, cue):
    """Of one response."""
    n = len(words)
    return appropriateness_of_lists([range(n)], [n], np.concatenate([words, [cue]]))[0]


def slow_novelty(rows):
    """Eq. 2 as it is printed: the sum over ordered pairs."""
    n = len(rows)
    pairs = itertools.permutations(range(n), 2)
    return 100 / (n * (n - 1)) * sum(scipy.spatial.distance.cosine(rows[i], rows[j]) for i, j in pairs)


def slow_appropriateness(rows, cue):
    """Eq. 3 as it is printed: one cosine at a time."""
    return 100 / len(rows) * sum(1 - scipy.spatial.distance.cosine(cue, row) for row in rows)


def test_novelty_worked_by_hand():
    """Eq. 2."""
    # Distances 2/5, 2, 8/5: mean 4/3.
    assert novelty(WORDS) == pytest.approx(400 / 3)


def test_appropriateness_worked_by_hand():
    """Eq. 3."""
    # Cosines to the cue 0, 4/5, 0: mean 4/15.
    assert appropriateness(WORDS, CUE) == pytest.approx(400 / 15)


def test_rows_shorter_than_one_are_not_stretched():
    """The built-in table's rows keep their lengths."""
    # Dot product of (1/2, 0) and (1/2, 0) is 1/4, where a cosine would be 1.
    rows = np.array([[0.5, 0.0], [0.5, 0.0]])
    assert appropriateness(rows, rows[0]) == pytest.approx(25)
    assert novelty(rows) == pytest.approx(75)


@given(directions(8, 5))
def test_agree_with_the_definitions(rows):
    """The last row is the cue."""
    words, cue = rows[:-1], rows[-1]
    assert novelty(words) == pytest.approx(slow_novelty(words), abs=1e-9)
    assert appropriateness(words, cue) == pytest.approx(slow_appropriateness(words, cue), abs=1e-3)


@given(directions(6, 4), st.permutations(range(5)))
def test_order_of_words_does_not_matter(rows, order):
    """The words of an answer are a set."""
    words, cue = rows[:-1], rows[-1]
    assert novelty(words[list(order)]) == pytest.approx(novelty(words), abs=1e-9)
    assert appropriateness(words[list(order)], cue) == pytest.approx(appropriateness(words, cue), abs=1e-3)


@given(directions(6, 4))
def test_bounds(rows):
    """For unit vectors: 0 to 100·n/(n-1), and -100 to 100."""
    assert -1e-9 <= novelty(rows[:-1]) <= 125 + 1e-9
    assert -100 - 1e-3 <= appropriateness(rows[:-1], rows[-1]) <= 100 + 1e-3


@given(st.lists(st.tuples(st.lists(st.integers(0, 19), min_size=2, max_size=9), st.integers(0, 19)), max_size=12))
def test_a_batch_equals_single_answers_equals_the_definition(answers):
    """Whatever the lengths, in their places."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    lists, cues = [words for words, _ in answers], [cue for _, cue in answers]
    together = mean_distances(lists, vectors), appropriateness_of_lists(lists, cues, vectors)
    for i, (words, cue) in enumerate(answers):
        rows = vectors[words]
        assert together[0][i] == pytest.approx(novelty(rows), abs=1e-4)
        assert together[0][i] == pytest.approx(slow_novelty(rows), abs=1e-4)
        assert together[1][i] == pytest.approx(appropriateness(rows, vectors[cue]), abs=1e-4)
        assert together[1][i] == pytest.approx(slow_appropriateness(rows, vectors[cue]), abs=1e-4)
    assert together[0].shape == together[1].shape == (len(answers),)


@given(
    directions(9, 4), st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=2, max_size=5), st.data()
)
def test_specificity_is_what_it_says(vectors, lists, data):
    """Cue by cue, for words and cues that are rows of one table; three cues, of which at least two are asked."""
    cues = [6, 7, *data.draw(st.lists(st.integers(6, 8), min_size=len(lists) - 2, max_size=len(lists) - 2))]
    found = specificity(lists, cues, vectors.astype(np.float32))
    for words, cue, value in zip(lists, cues, found, strict=True):
        fits = {other: float(appropriateness(vectors[words], vectors[other])) for other in set(cues)}
        expected = fits[cue] - np.mean([fit for other, fit in fits.items() if other != cue])
        assert value == pytest.approx(expected, abs=1e-3)
