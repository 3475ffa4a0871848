"""Top scoring, originality without fluency, uniqueness within a sample, and the reliability of a sample."""

from __future__ import annotations

import math
from fractions import Fraction
from itertools import combinations
from statistics import correlation, fmean, linear_regression

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics import divergent_thinking as thinking
from helm_creativity.psychometrics.factor_analysis import mcdonald_omega
from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.reliability import cronbach_alpha

NAN = math.nan
ratings = st.lists(st.integers(1, 5).map(float), min_size=1, max_size=7)
responses = st.lists(st.tuples(st.integers(0, 5), st.sampled_from("abc")), min_size=1, max_size=15)


@given(ratings, st.integers(1, 4), st.data())
def test_top_scores_are_the_mean_over_all_ways_to_break_ties(scores, k, data):
    """A slow definition: of all choices of k responses none of which is passed over for a lower one."""
    order = data.draw(st.lists(st.integers(0, 2).map(float), min_size=len(scores), max_size=len(scores)))
    found = thinking.top_k(scores, k, order)
    if len(scores) < k:
        assert found.value is None
        return
    places = range(len(scores))
    choices = [
        chosen
        for chosen in combinations(places, k)
        if all(order[i] >= order[j] for i in chosen for j in places if j not in chosen)
    ]
    assert found.value == pytest.approx(fmean(fmean(scores[i] for i in chosen) for chosen in choices))


pairs = st.lists(st.tuples(st.integers(-20, 20), st.integers(1, 9)), min_size=3, max_size=12)


@given(pairs)
def test_residuals_by_the_standard_library_and_their_laws(people):
    originality, fluency = map(list, zip(*people, strict=True))
    found = thinking.fluency_residuals(originality, fluency)
    if len(set(fluency)) == 1:
        assert (found.residuals, found.problem) == ((None,) * len(people), "fluency does not vary")
        return
    slope, intercept = linear_regression(fluency, originality)
    assert found.residuals == pytest.approx([o - intercept - slope * f for o, f in people], abs=1e-9)
    assert sum(found.residuals) == pytest.approx(0, abs=1e-9)
    assert np.dot(found.residuals, fluency) == pytest.approx(0, abs=1e-8)
    if len(set(originality)) > 1:
        assert found.r == pytest.approx(correlation(fluency, originality), abs=1e-9)
    else:
        assert found.r is None


def test_the_ratio_is_the_mean_over_responses():
    assert thinking.ratio_score(9, 4) == 2.25
    assert thinking.ratio_score(0, 0) is None
    assert thinking.ratio_score(None, 3) is None
    with pytest.raises(ValueError, match="fluency must be at least 0"):
        thinking.ratio_score(1, -1)


def test_people_who_gave_nothing_are_among_the_others():
    assert thinking.uniqueness("AB", "xx", 4)[0] == thinking.Uniqueness(1, 4, pytest.approx(2 / 3), None)
    assert thinking.uniqueness_by_similarity("AB", [[1], [1]], 0.5, 4) == thinking.uniqueness("AB", "xx", 4)
    assert thinking.uniqueness("AB", "xx", 2) == thinking.uniqueness("AB", "xx")
    with pytest.raises(ValueError, match="n_people must be at least 2, as many as responded, got 1"):
        thinking.uniqueness("AB", "xx", 1)


@given(responses)
def test_uniqueness_by_a_slow_count(given_by):
    people, keys = zip(*given_by, strict=True)
    everyone = set(people)
    for (person, key), found in zip(given_by, thinking.uniqueness(people, keys), strict=True):
        others = [other for other in everyone - {person} if (other, key) in given_by]
        expected = 1 - Fraction(len(others), len(everyone) - 1) if len(everyone) > 1 else None
        assert found.value == (None if expected is None else pytest.approx(float(expected)))
    axes = np.eye(3)[["abc".index(key) for key in keys]]
    assert thinking.uniqueness_by_similarity(people, axes, 0.5) == thinking.uniqueness(people, keys)


def test_likeness_by_vectors_is_no_equivalence():
    """At 0, 30 and 60 degrees with a threshold of .8: the middle one is like both, which are not alike."""
    degrees = np.radians([0, 30, 60])
    vectors = np.stack([np.cos(degrees), np.sin(degrees)], axis=1)
    assert [found.others for found in thinking.uniqueness_by_similarity("ABC", vectors, 0.8)] == [1, 2, 1]
    with pytest.raises(ValueError, match="a vector for each of 2"):
        thinking.uniqueness_by_similarity("AB", vectors, 0.8)
    with pytest.raises(ValueError, match="a key for each of 2"):
        thinking.uniqueness("AB", "a")
    with pytest.raises(ValueError, match="must be finite"):
        thinking.uniqueness_by_similarity("ABC", vectors, NAN)


def test_many_responses_are_compared_in_blocks():
    rng = np.random.default_rng(3)
    keys = rng.integers(0, 40, 1200)
    people = rng.integers(0, 300, 1200).tolist()
    assert thinking.uniqueness_by_similarity(people, np.eye(40)[keys], 0.5) == thinking.uniqueness(
        people, keys.tolist()
    )


def test_reliability_is_that_of_the_known_functions():
    rng = np.random.default_rng(5)
    scores = rng.normal(size=(30, 1)) + rng.normal(size=(30, 4))
    scores[0, 0] = NAN
    rated = rng.normal(size=(20, 1)) + rng.normal(size=(20, 3))
    found = thinking.sample_reliability(scores, rated)
    assert found.problems == {}
    assert found.alpha == cronbach_alpha(scores[1:])
    assert found.omega == mcdonald_omega(scores)
    assert found.icc_2k == intraclass_correlation(rated, "2,k")
    assert found.icc_3k == intraclass_correlation(rated, "3,k")


def test_each_value_that_is_missing_has_its_reason():
    found = thinking.sample_reliability(None, None)
    assert found[:4] == (None, None, None, None)
    items, raters = "fewer than two items", "fewer than two raters"
    assert found.problems == {"alpha": items, "omega": items, "icc_2k": raters, "icc_3k": raters}
    flat = thinking.sample_reliability([[1, 1, 1]] * 5, [[2, 2]] * 3)
    assert flat[:4] == (None, None, None, None)
    assert "sums over the items do not vary" in flat.problems["alpha"]
    assert "on an item all people have the same score" in flat.problems["omega"]
    assert flat.problems["icc_2k"] == flat.problems["icc_3k"] == "ratings do not vary between responses"
    few = thinking.sample_reliability([[1, 2], [2, 3], [3, 5]], [[1, NAN], [NAN, 2]])
    assert few.alpha is not None
    assert few.problems["omega"] == "omega needs 3 items, and more people than items"
    square = thinking.sample_reliability([[1, 2, 4], [2, 3, 1], [3, 5, 5]], None)
    assert square.problems["omega"] == "omega needs 3 items, and more people than items"
    assert few.problems["icc_2k"] == "fewer than two responses that all raters rated"
