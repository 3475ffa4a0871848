"""Strengths from comparisons: by hand, by law, by definition, and those of a published set."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support.authors_files import use_real_files
from support.tables import seeds

from helm_creativity.exams.sets.readers import humour_preferences, humour_texts
from helm_creativity.psychometrics.paired_comparisons import bradley_terry


def comparisons(seed, n=6, size=60):
    """Comparisons of things with strengths, some of which are never compared."""
    rng = np.random.default_rng(seed)
    strengths = rng.normal(size=n)
    first, second = np.array([rng.choice(n, 2, replace=False) for _ in range(size)]).T
    wins = rng.random(size) < 1 / (1 + np.exp(strengths[second] - strengths[first]))
    return np.where(wins, first, second), np.where(wins, second, first)


def newton(won, lost, n, ridge):
    """The maximum by Newton's method with the whole matrix of second derivatives, comparison by comparison."""
    s = np.zeros(n)
    for _ in range(50):
        slope, curve = ridge * s, ridge * np.eye(n)
        for i, j in zip(won, lost, strict=True):
            p = 1 / (1 + math.exp(s[j] - s[i]))
            apart = np.zeros(n)
            apart[i], apart[j] = 1, -1
            slope = slope - (1 - p) * apart
            curve = curve + p * (1 - p) * np.outer(apart, apart)
        s = s - np.linalg.solve(curve, slope)
    return s


def test_two_things_have_the_log_odds_between_them():
    """Three of four comparisons: p = 3/4, so that log 3 is between them where the ridge is next to nothing."""
    found = bradley_terry([0, 0, 0, 1], [1, 1, 1, 0], ridge=1e-9)
    assert found.values == pytest.approx([math.log(3) / 2, -math.log(3) / 2], abs=1e-5)
    assert found.log_likelihood == pytest.approx(3 * math.log(3 / 4) + math.log(1 / 4))
    assert found.probability([0, 1], [1, 0]) == pytest.approx([3 / 4, 1 / 4], abs=1e-5)
    assert found.converged


def test_the_ridge_keeps_what_always_wins_finite():
    """One comparison: ridge·s = 1 - p with p = 1/(1 + e^(-2s)); s = 1/2 where ridge = 2/(1 + e)."""
    found = bradley_terry([0], [1], n_things=3, ridge=2 / (1 + math.e))
    assert found.values == pytest.approx([0.5, -0.5, 0], abs=1e-6)


@given(seed=seeds, ridge=st.floats(0.01, 10))
def test_strengths_are_those_of_the_definition(seed, ridge):
    """Found by another method."""
    won, lost = comparisons(seed)
    found = bradley_terry(won, lost, 6, ridge=ridge)
    np.testing.assert_allclose(found.values, newton(won, lost, 6, ridge), atol=1e-5)
    assert found.values.sum() == pytest.approx(0, abs=1e-9)


@given(seed=seeds)
def test_laws_of_names_order_and_turned_comparisons(seed):
    """Names and order of comparisons mean nothing, and turning all of them turns the signs."""
    won, lost = comparisons(seed)
    found = bradley_terry(won, lost, 6)
    rng = np.random.default_rng(seed)
    names, order = rng.permutation(6), rng.permutation(len(won))
    renamed = bradley_terry(names[won][order], names[lost][order], 6)
    np.testing.assert_allclose(renamed.values[names], found.values, atol=1e-5)
    np.testing.assert_allclose(bradley_terry(lost, won, 6).values, -found.values, atol=1e-5)


def test_many_comparisons_find_the_strengths():
    """Of six things that were compared 40,000 times."""
    won, lost = comparisons(3, size=40_000)
    strengths = np.random.default_rng(3).normal(size=6)
    np.testing.assert_allclose(bradley_terry(won, lost, 6).values, strengths - strengths.mean(), atol=0.08)


@pytest.mark.parametrize(
    ("preferred", "other", "more", "match"),
    [
        ([], [], {}, r"two lists of equal length with a comparison, got \(0,\)"),
        ([0], [1, 2], {}, "two lists of equal length"),
        ([0.0], [1.0], {}, "places as whole numbers, got float64"),
        ([0], [3], {"n_things": 2}, "places from 0 to 1, got 0 to 3"),
        ([-1], [3], {}, "places from 0 to 3, got -1 to 3"),
        ([0, 2], [1, 2], {}, "two different things in a comparison, got 2 twice"),
        ([0], [1], {"ridge": 0}, "ridge must be a number above 0, got 0"),
    ],
)
def test_what_is_no_comparison_is_refused(preferred, other, more, match):
    """With what was given."""
    with pytest.raises(ValueError, match=match):
        bradley_terry(preferred, other, **more)


def test_strengths_of_published_comparisons_are_the_released_scores(monkeypatch):
    """And those of four fifths of the comparisons tell which text people prefer in the rest."""
    use_real_files(monkeypatch, "humour-comparisons", "humour-texts")
    texts = humour_texts()
    won, lost = np.array(humour_preferences()).T
    found = bradley_terry(won, lost, len(texts))
    released = [texts[i][0] for i in range(len(texts))]
    assert len(won) == 113638
    assert scipy.stats.spearmanr(found.values, released).statistic >= 0.96
    pairs = np.unique(np.sort([won, lost], axis=0), axis=1, return_inverse=True)[1].ravel()
    for seed in range(2):
        rng = np.random.default_rng(seed)
        for held in (rng.random(len(won)) < 0.2, (rng.random(pairs.max() + 1) < 0.2)[pairs]):
            fitted = bradley_terry(won[~held], lost[~held], len(texts))
            assert (fitted.probability(won[held], lost[held]) > 0.5).mean() == pytest.approx(0.664, abs=0.004)
