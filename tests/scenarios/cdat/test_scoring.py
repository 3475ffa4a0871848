"""Novelty, appropriateness and specificity: by hand and against the slow definitions."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.directions import directions, unit

from helm_creativity.scenarios.cdat.scoring import appropriateness as appropriateness_of_lists
from helm_creativity.scenarios.cdat.scoring import specificity
from helm_creativity.task_types.word_list.scoring import mean_distances


def both(words, cue):
    """Novelty and appropriateness of one response."""
    lists, vectors = [range(len(words))], np.concatenate([words, [cue]])
    return mean_distances(lists, vectors)[0], appropriateness_of_lists(lists, [len(words)], vectors)[0]


def slowly(words, cue):
    """Eq. 2 and 3 as they are printed: one cosine at a time."""
    cosine = scipy.spatial.distance.cosine
    novelty = 100 * np.mean([cosine(a, b) for a, b in itertools.permutations(words, 2)])
    return novelty, 100 * np.mean([1 - cosine(cue, word) for word in words])


def test_worked_by_hand():
    """Rows shorter than one are not stretched: the built-in table's keep their lengths."""
    # Cosines between words: 3/5, -1, -3/5, distances 2/5, 2, 8/5: mean 4/3. To the cue: 0, 4/5, 0: mean 4/15.
    words = np.array([[1, 0], [3 / 5, 4 / 5], [-1, 0]])
    assert both(words, np.array([0.0, 1.0])) == pytest.approx((400 / 3, 400 / 15))
    # The dot product of (1/2, 0) and itself is 1/4, where a cosine would be 1.
    assert both(np.array([[0.5, 0.0]] * 2), np.array([0.5, 0.0])) == pytest.approx((75, 25))


@given(st.lists(st.tuples(st.lists(st.integers(0, 19), min_size=2, max_size=9), st.integers(0, 19)), max_size=12))
def test_a_batch_agrees_with_the_definitions(answers):
    """Whatever the lengths, in their places."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    lists, cues = [words for words, _ in answers], [cue for _, cue in answers]
    together = np.array([mean_distances(lists, vectors), appropriateness_of_lists(lists, cues, vectors)])
    expected = [slowly(vectors[words], vectors[cue]) for words, cue in answers]
    assert together == pytest.approx(np.reshape(expected, (-1, 2)).T, abs=1e-4)


@given(
    directions(9, 4), st.lists(st.lists(st.integers(0, 5), min_size=1, max_size=4), min_size=2, max_size=5), st.data()
)
def test_specificity_is_what_it_says(vectors, lists, data):
    """Fit to the own cue less the mean over the others; three cues, of which at least two are asked."""
    cues = [6, 7, *data.draw(st.lists(st.integers(6, 8), min_size=len(lists) - 2, max_size=len(lists) - 2))]
    found = specificity(lists, cues, vectors.astype(np.float32))
    for words, cue, value in zip(lists, cues, found, strict=True):
        fits = {other: 100 * np.mean([vectors[word] @ vectors[other] for word in words]) for other in set(cues)}
        expected = fits[cue] - np.mean([fit for other, fit in fits.items() if other != cue])
        assert value == pytest.approx(expected, abs=1e-3)
