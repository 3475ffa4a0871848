"""Bias of judges: by hand, by law, against least squares written out, and found where it was planted."""

import math
import sys
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from helm_creativity.psychometrics import rating_bias as bias

sys.path.insert(0, str(Path(__file__).parents[2] / "perf"))

from rating_bias import KINDS, PLANTED, found

NAN = math.nan


def by_definition(y, x, strata, authors=None):
    """β by ``lstsq`` on dummies of strata and authors, once more without each stratum, and se as the module says."""
    kept = ~np.isnan(y) & ~np.isnan(x)
    kept &= np.array([(strata[kept] == stratum).sum() > 1 for stratum in strata], dtype=bool)
    y, x, strata = y[kept], x[kept], strata[kept]
    design = [x, *(strata == stratum for stratum in np.unique(strata))]
    if authors is not None:
        design += [authors[kept] == author for author in np.unique(authors[kept])]
    design = np.array(design, dtype=float).T
    beta, *rest = (
        np.linalg.lstsq(design[chosen], y[chosen], rcond=None)[0][0]
        for chosen in (slice(None), *(strata != stratum for stratum in np.unique(strata)))
    )
    g = len(rest)
    return beta, math.sqrt((g - 1) / g * sum((slope - beta) ** 2 for slope in rest))


@settings(max_examples=40, deadline=None)
@given(st.integers(0, 10**6), st.booleans())
def test_slope_is_least_squares_with_dummies(seed, with_authors):
    """On tables with holes, with items of one rating and models that answer some items only."""
    rng = np.random.default_rng(seed)
    n = int(rng.integers(30, 80))
    strata, authors = rng.integers(0, 8, n), rng.integers(0, 4, n)
    x, y = rng.normal(size=(2, n)) + strata + authors
    y[rng.random(n) < 0.1] = NAN
    x[rng.random(n) < 0.1] = NAN
    slope = bias.within_slope(y, x, strata.tolist(), strata.tolist(), authors.tolist() if with_authors else None)
    assert slope.problem == ""
    beta, se = by_definition(y, x, strata, authors if with_authors else None)
    assert (slope.value, slope.se) == pytest.approx((beta, se), rel=1e-6)


@pytest.mark.parametrize(
    ("y", "x", "strata", "value", "problem"),
    [
        ([], [], "", None, bias.NOTHING_TO_COMPARE),
        ([1, 2], [1, 2], "ab", None, bias.NOTHING_TO_COMPARE),
        ([1, NAN, 3], [1, 2, NAN], "aaa", None, bias.NOTHING_TO_COMPARE),
        ([1, 2, 3, 5], [7, 7, 8, 8], "aabb", None, bias.NO_SPREAD),
        ([4, 4, 5, 5], [1, 2, 3, 4], "aabb", 0.0, bias.NO_RATING_SPREAD),
        ([1, 2, 4], [1, 2, 3], "aaa", 1.5, bias.ONE_CLUSTER),
        ([1, 2, 5, 7], [1, 2, 5, 7], "aabb", 1.0, bias.EXACT),
    ],
)
def test_what_is_undefined_says_why(y, x, strata, value, problem):
    slope = bias.within_slope(y, x, strata, strata)
    assert slope.value == (None if value is None else pytest.approx(value))
    assert (slope.se, slope.low, slope.high, slope.p, slope.problem) == (None, None, None, None, problem)


def test_length_counts_in_doublings():
    """Ratings that rise by 2 with each doubling; a length of 0 is unknown."""
    words = [4, 8, 16, 0, 32, 64, 16]
    ratings = np.array([[10, 12, 14, 99, 5, 7, 3]], dtype=float).T
    slopes = bias.length_slopes(ratings, words, [*"aaaabbb"], ["m"] * 7)
    assert slopes.judges[0].value == pytest.approx(2)
    assert slopes.judges[0].n == 6
    with pytest.raises(ValueError, match="words must not be negative, got -1"):
        bias.length_slopes(ratings, [-1] * 7, [*"aaaabbb"], ["m"] * 7)


def test_adjusted_scores_keep_the_mean_and_lose_the_slope():
    scores, words, items = [10.0, 12, 20, NAN, 24], [4, 8, 4, 8, 16], [*"aabbb"]
    adjusted = bias.length_adjusted(scores, words, items, 2.0)
    assert adjusted == pytest.approx([11, 11, 22, NAN, 22], nan_ok=True)
    assert np.nanmean(adjusted) == pytest.approx(np.nanmean(scores))


def test_beyond_others_by_hand():
    """Judges' standardised ratings are -1, 1 and 1, -1; of two, a difference is twice the one's own."""
    z = math.sqrt(0.5)  # of two values, n-1
    table = [[1, 30], [3, 10]]
    assert bias.standardised_ratings(table) == pytest.approx(np.array([[-z, z], [z, -z]]))
    assert bias.beyond_others(table) == pytest.approx(np.array([[-2 * z, 2 * z], [2 * z, -2 * z]]))
    apart = [[False, True], [False, False]]
    assert bias.beyond_others(table, apart) == pytest.approx(np.array([[NAN, 2 * z], [2 * z, -2 * z]]), nan_ok=True)
    with pytest.raises(ValueError, match=r"expected truth values of shape \(2, 2\), as the ratings have, got \(1, 2\)"):
        bias.beyond_others(table, [[True, False]])


def test_own_family_is_a_difference_in_differences():
    """The judge is severe and rates its own family's two responses a step higher than the other judge does."""
    other = np.array([1.0, 2, 3, 4, 2, 4])
    own = np.array([1, 0, 0, 0, 1, 0], dtype=bool)
    table = np.stack([other - 5 + own, other], axis=1)
    favoured = np.stack([own, np.zeros(6, dtype=bool)], axis=1)
    slopes = bias.preference(table, favoured, [*"aaabbb"])
    assert slopes.judges[0].value > 0.5
    assert slopes.judges[1].problem == bias.NO_SPREAD
    assert slopes.panel.value == pytest.approx(slopes.judges[0].value)


def test_place_in_a_question_counts_from_first_to_last():
    """Two responses, of three texts and of two: each rises by 4 from its first text to its last."""
    slopes = bias.order_effects(np.array([[1, 3, 5, 2, 6]]).T, [1, 2, 3, 1, 2], [*"aaabb"], [*"aaabb"])
    assert slopes.judges[0].value == pytest.approx(4)


SIZES = {
    "length": (40, 8, 3),
    "own family": (100, 10, 3),
    "order in a question": (40, 6, 3),
    "drift over a run": (600, 10, 3),
}
"""Items, models and judges from which .3 standard deviations are found nine times out of ten."""
REPEATS = 60
"""Of each simulation; ``perf/rating_bias.py`` has a thousand."""


@pytest.mark.parametrize("kind", KINDS)
def test_a_planted_bias_is_found_and_none_is_not(kind):
    """Nine of ten are found, and of panels without bias one in twenty: 8 or more of 60 have a chance of 1 in 100."""
    assert found(kind, PLANTED, SIZES[kind], REPEATS, seed=7) >= 0.9
    assert found(kind, 0.0, SIZES[kind], REPEATS, seed=11) <= 7 / REPEATS
