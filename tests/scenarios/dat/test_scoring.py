"""The formula of the DAT: by hand, by law, against the slow definition."""

import itertools

import numpy as np
import pytest
import scipy.spatial.distance
from hypothesis import given
from hypothesis import strategies as st
from support.directions import directions, unit

from helm_creativity.benchmark.norms import human_percentile
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.scenarios.dat.scoring import dat, dat_of_lists


def pair_by_pair(rows):
    """The definition, one pair at a time."""
    return 100 * np.mean([scipy.spatial.distance.cosine(a, b) for a, b in itertools.combinations(rows, 2)])


def test_a_simplex_reaches_the_maximum_above_100():
    """The bound 100·n/(n-1) is attained."""
    # Seven corners of a regular simplex: every cosine is -1/6, so every distance is 7/6.
    assert dat(unit(np.eye(7) - 1 / 7)) == pytest.approx(700 / 6)


def test_three_words_worked_by_hand():
    """Angles of 60, 90 and 90 degrees."""
    # Distances 1/2, 1, 1: mean 5/6.
    rows = np.array([[1, 0, 0], [1 / 2, np.sqrt(3) / 2, 0], [0, 0, 1]])
    assert dat(rows) == pytest.approx(500 / 6)


def test_rows_shorter_than_one_are_not_stretched():
    """The built-in table's rows keep their lengths."""
    # Dot products of rows (1/2, 0) and (1/2, 0) are 1/4: distance 3/4, where a cosine would give 0.
    assert dat(np.array([[0.5, 0.0], [0.5, 0.0]])) == pytest.approx(75)


@given(directions(7, 5))
def test_agrees_with_the_definition_pair_by_pair(rows):
    """One pass over the rows equals the loop over pairs."""
    assert dat(rows) == pytest.approx(pair_by_pair(rows), abs=1e-9)


@given(directions(6, 4), st.permutations(range(6)))
def test_order_does_not_matter(rows, order):
    """The words of an answer are a set."""
    assert dat(rows[list(order)]) == pytest.approx(dat(rows))


@given(directions(5, 4))
def test_bounds(rows):
    """0 to 100·n/(n-1) for unit vectors."""
    assert -1e-9 <= dat(rows) <= 125 + 1e-9


@given(st.lists(st.lists(st.integers(0, 19), min_size=2, max_size=6), max_size=12))
def test_lists_of_any_length_keep_their_places(lists):
    """Answers are grouped by length inside; the scores come back in order."""
    vectors = unit(np.random.default_rng(0).normal(size=(20, 8))).astype(np.float32)
    assert dat_of_lists(lists, vectors) == pytest.approx([pair_by_pair(vectors[row]) for row in lists], abs=1e-4)


HUNDREDTHS = st.integers(0, 11_600).map(lambda n: n / 100)
"""As norms are printed."""


def test_percentile_is_a_line_between_percentiles():
    """0 below the least score of people, 100 above the greatest; the mean, 78.19, lies below the median, 78.51."""
    quantiles = next(norm.quantiles for norm in find_entry("dat").card.norms if norm.quantiles)
    assert [human_percentile(score, quantiles) for score in quantiles] == pytest.approx(range(101))
    assert [human_percentile(score, quantiles) for score in (-100, 23.84, 95.75, 116)] == [0, 0, 100, 100]
    # 78.17 is the 48th percentile and 78.32 the 49th: 48 + .02 / .15. Of the 8,572 people 48.12 % have less.
    assert human_percentile(78.19, quantiles) == pytest.approx(48.1333, abs=1e-4)
    # Shares of the 8,572 people below.
    shares = {60: 1.56, 65: 3.50, 70: 9.01, 75: 27.64, 80: 59.95, 84: 81.46, 88: 94.20, 92: 99.13}
    assert [human_percentile(score, quantiles) for score in shares] == pytest.approx(list(shares.values()), abs=0.12)


@given(st.tuples(*[st.floats(0, 120)] * 2), st.lists(HUNDREDTHS, min_size=2, max_size=101).map(sorted))
def test_a_higher_score_never_has_a_lower_percentile(scores, quantiles):
    """And none lies outside 0 to 100."""
    low, high = (human_percentile(score, quantiles) for score in sorted(scores))
    assert 0 <= low <= high <= 100


@given(st.lists(HUNDREDTHS, min_size=2, max_size=101), st.floats(-10, 130), st.booleans())
def test_a_percentile_is_numpys_interpolation(scores, score, of_a_person):
    """At a score that several quantiles have it is the middle of theirs."""
    quantiles = sorted(scores)
    asked = quantiles[len(quantiles) // 2] if of_a_person else score
    shares = np.linspace(0, 100, len(quantiles))
    of_this_score = shares[np.array(quantiles) == asked]
    usual = of_this_score.mean() if len(of_this_score) else np.interp(asked, quantiles, shares)
    assert human_percentile(asked, quantiles) == pytest.approx(float(usual), abs=1e-9)
