"""Cronbach's alpha and Kendall's W."""

import math
from collections import Counter
from statistics import covariance, variance

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics.agreement import spearman_pairs
from helm_creativity.psychometrics.reliability import (
    CronbachAlpha,
    KendallW,
    cronbach_alpha,
    kendall_w,
    standardised_alpha,
)

NAN = math.nan
# Twelve people, eleven questions, right or wrong, some unanswered: an example of real-statistics.com.
QUESTIONNAIRE = [
    [1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1],
    [1, 1, 1, 1, 1, 1, 1, 1, 0, 1, 0],
    [NAN, 0, 1, 1, NAN, 1, 1, 1, 1, 0, 0],
    [1, 1, 1, 0, 1, 1, 0, 1, 1, 0, 0],
    [1, 1, 1, 1, 1, 0, 0, 0, 1, 0, 0],
    [0, 1, NAN, 0, 1, 1, 1, 1, 0, 0, 0],
    [1, 1, 1, 1, 0, 0, 1, 0, 0, 0, 0],
    [1, 1, 1, 1, 1, 0, 0, 0, 0, 0, 0],
    [0, 1, 0, 1, 1, 0, 0, 0, 0, 1, 0],
    [1, 0, 0, 1, 0, 1, 0, 0, NAN, 0, 0],
    [1, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0],
    [1, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0],
]


@st.composite
def tables(draw, holes=True, min_units=0):
    """Small tables of whole numbers."""
    judges = draw(st.integers(2, 4))
    cell = st.integers(1, 4) | st.just(NAN) if holes else st.integers(1, 4)
    return draw(st.lists(st.lists(cell, min_size=judges, max_size=judges), min_size=min_units, max_size=9))


def slow_cronbach(table):
    """Pair by pair of judges with the standard library; the value, the sum of the matrix and the fewest units."""
    columns = list(zip(*table, strict=True))
    k, total, trace, fewest = len(columns), 0.0, 0.0, math.inf
    for i, first in enumerate(columns):
        for j, second in enumerate(columns):
            both = [(x, y) for x, y in zip(first, second, strict=True) if not math.isnan(x + y)]
            fewest = min(fewest, len(both))
            if len(both) >= 2:
                total += covariance(*zip(*both, strict=True))
                trace += covariance(*zip(*both, strict=True)) if i == j else 0
    return (k / (k - 1) * (1 - trace / total) if fewest >= 2 and abs(total) > 1e-9 else None), total, fewest


def test_alpha_worked_by_hand():
    """Variances 4 and 12, covariance 6."""
    # Σ C = 28: alpha = 2/1 · (1 - 16/28) = 6/7.
    assert cronbach_alpha([[1, 2], [3, 2], [5, 8]]) == pytest.approx(CronbachAlpha(6 / 7, 3, 2))


def test_missing_ratings_worked_by_hand():
    """Each variance is of all that a judge rated, the covariance of what both did, around their means there."""
    # 1 2 3 has variance 1; 2 4 6 has variance 4; in common 1 2 and 2 4 with covariance (1/2·1 + 1/2·1)/1 = 1.
    # Σ C = 1 + 4 + 2 = 7: alpha = 2·(1 - 5/7) = 4/7.
    assert cronbach_alpha([[1, 2], [2, 4], [3, NAN], [NAN, 6]]) == pytest.approx(CronbachAlpha(4 / 7, 2, 2))


def test_a_published_questionnaire():
    """R's psych::alpha with use="pairwise" and "complete.obs", as pingouin's documentation gives them."""
    complete = [row for row in QUESTIONNAIRE if not any(map(math.isnan, row))]
    assert cronbach_alpha(QUESTIONNAIRE) == pytest.approx(CronbachAlpha(0.732660835214447, 10, 11), rel=1e-12)
    assert cronbach_alpha(complete) == pytest.approx(CronbachAlpha(0.8016949152542373, 9, 11), rel=1e-12)


@given(tables(min_units=2))
def test_alpha_agrees_with_the_slow_definition(table):
    """And is None where the sum of the matrix is not positive."""
    alpha, (value, total, fewest) = cronbach_alpha(table), slow_cronbach(table)
    assert alpha.min_pair_units == fewest
    assert (
        alpha.value is None if value is None or total < 0 else alpha.value == pytest.approx(value, rel=1e-9, abs=1e-9)
    )


@given(tables(holes=False, min_units=2))
def test_alpha_of_complete_ratings_is_the_textbook_formula(table):
    """By the variance of the sums."""
    k, total = len(table[0]), variance(map(sum, table))
    alpha = cronbach_alpha(table).value
    if total < 1e-9:
        assert alpha is None
    else:
        items = sum(variance(column) for column in zip(*table, strict=True))
        assert alpha == pytest.approx(k / (k - 1) * (1 - items / total), rel=1e-9, abs=1e-9)


@given(tables(), st.lists(st.integers(-9, 9), min_size=4, max_size=4), st.sampled_from([-0.1, 3.0, 1e200]))
def test_alpha_knows_neither_severity_nor_scale(table, severity, scale):
    """A constant of each judge and a common factor change nothing; nothing is NaN or above 1 for complete ratings."""
    k = len(table[0]) if table else 2
    array = np.array(table, dtype=float).reshape(-1, k)
    before, after = cronbach_alpha(array), cronbach_alpha(scale * (array + severity[:k]))
    assert after == pytest.approx(before, rel=1e-6, abs=1e-6) if before.value is not None else after.value is None
    if before.value is not None and not np.isnan(array).any():
        assert before.value <= 1 + 1e-12


@pytest.mark.parametrize(
    ("table", "fewest"),
    [
        (np.empty((0, 2)), 0),
        (np.empty((3, 0)), 3),
        ([[1.0], [2.0]], 2),
        ([[1.0, 2.0]], 1),
        ([[0.1, 0.3]] * 3, 3),
        ([[0.1, -0.1], [0.2, -0.2], [0.7, -0.7]], 3),
        ([[1.0, 2.0, NAN], [2.0, NAN, 3.0], [NAN, 1.0, 2.0]], 1),
        ([[1.0, NAN], [2.0, NAN], [4.0, NAN]], 0),
        ([[NAN, NAN]] * 2, 0),
        # Variances 25 each, covariance -50 on the two units in common: Σ C = -50.
        ([[0.0, 10.0], [10.0, 0.0], [5.0, NAN], [NAN, 5.0]], 2),
    ],
)
def test_where_there_is_no_alpha(table, fewest):
    """Too few judges or common units, sums that do not vary, or covariances that no data could have."""
    assert cronbach_alpha(table)[:2] == (None, fewest)


def test_standardised_alpha_worked_by_hand():
    """Variances 4 and 12, covariance 6: a correlation of √3/2."""
    # alpha = 2·r/(1 + r) = √3/(1 + √3/2); the raw one above is 6/7 = .857, this .928.
    expected = math.sqrt(3) / (1 + math.sqrt(3) / 2)
    assert standardised_alpha([[1, 2], [3, 2], [5, 8]]) == pytest.approx(CronbachAlpha(expected, 3, 2))


def test_standardised_alpha_of_missing_ratings_worked_by_hand():
    """Covariances of what both rated, over deviations of all that each did."""
    # Variances 1 and 4, covariance 1 (as above): correlation 1/2, alpha 2·(1/2)/(3/2) = 2/3.
    found = standardised_alpha([[1, 2], [2, 4], [3, NAN], [NAN, 6]])
    assert found == pytest.approx(CronbachAlpha(2 / 3, 2, 2))


@given(tables(holes=False, min_units=2), st.lists(st.sampled_from([1e-150, 0.1, 7.0, 1e150]), min_size=4, max_size=4))
def test_standardised_alpha_is_alpha_of_z_scores_in_any_unit(table, units):
    """And undefined where one of them is."""
    array = np.array(table, dtype=float)
    deviations = array.std(axis=0, ddof=1)
    found = standardised_alpha(array * units[: array.shape[1]]).value
    if (deviations == 0).any():
        assert found is None
        return
    expected = cronbach_alpha((array - array.mean(axis=0)) / deviations).value
    assert found is expected is None or found == pytest.approx(expected, rel=1e-6, abs=1e-6)


@pytest.mark.parametrize(
    ("table", "fewest"),
    [
        (np.empty((0, 2)), 0),
        (np.empty((3, 0)), 3),
        ([[1.0], [2.0]], 2),
        ([[1.0, 5.0], [2.0, 5.0], [4.0, 5.0]], 3),
        ([[1.0, 2.0], [2.0, 1.0]], 2),
        ([[1.0, NAN], [2.0, NAN], [4.0, 1.0]], 1),
    ],
)
def test_where_there_is_no_standardised_alpha(table, fewest):
    """Too little, a judge without spread, or correlations that cancel."""
    assert standardised_alpha(table)[:2] == (None, fewest)


def test_w_worked_by_hand():
    """Rank sums 2, 5, 5."""
    # Around 4: 4 + 1 + 1 = 6; W = 12·6/(4·24) = 3/4; chi2 = 2·2·3/4 = 3 with 2 degrees of freedom: p = exp(-3/2).
    assert kendall_w([[10, 1], [20, 3], [30, 2]]) == pytest.approx(KendallW(3 / 4, 3.0, 2, math.exp(-1.5), 3, 0, 2))


def test_ties_worked_by_hand():
    """Ranks 1½ 1½ 3 and 1 2 3."""
    # Rank sums 5/2, 7/2, 6 around 4: 9/4 + 1/4 + 4 = 13/2; T = 2³ - 2 = 6; W = 12·13/2/(4·24 - 2·6) = 78/84 = 13/14.
    assert kendall_w([[1, 1], [1, 2], [2, 3]]).value == pytest.approx(13 / 14)


def test_w_as_r_prints_it():
    """The documented output of irr::kendall for six units and three judges."""
    w = kendall_w(np.transpose([[1, 6, 3, 2, 5, 4], [1, 5, 6, 2, 4, 3], [2, 3, 6, 5, 4, 1]]))
    assert (round(w.value, 3), round(w.chi2, 2), w.df, round(w.p, 2)) == (0.568, 8.52, 5, 0.13)
    assert (w.n_units, w.n_judges) == (6, 3)


@given(tables(holes=False, min_units=3))
def test_w_agrees_with_the_slow_definition_and_with_friedmans_test(table):
    """By the printed formula with its correction for ties, one judge at a time."""
    n, m, w = len(table), len(table[0]), kendall_w(table)
    columns = list(zip(*table, strict=True))
    ranks = [[sum(y < x for y in column) + (column.count(x) + 1) / 2 for x in column] for column in columns]
    ties = sum(t**3 - t for column in columns for t in Counter(column).values())
    below = m**2 * (n**3 - n) - m * ties
    if not below:
        assert w.value is w.chi2 is w.p is None
        return
    sums = [sum(unit) for unit in zip(*ranks, strict=True)]
    above = 12 * sum((r - m * (n + 1) / 2) ** 2 for r in sums)
    assert w.value == pytest.approx(above / below, rel=1e-12)
    friedman = scipy.stats.friedmanchisquare(*table)
    assert (w.chi2, w.p) == pytest.approx((friedman.statistic, friedman.pvalue), rel=1e-9, abs=1e-12)
    assert 0 <= w.value <= 1 + 1e-12


@given(st.integers(2, 8).flatmap(lambda n: st.lists(st.permutations(range(n)), min_size=2, max_size=4)))
def test_w_without_ties_is_the_mean_rank_correlation(rankings):
    """(m·W - 1)/(m - 1) is the mean of Spearman's ρ over pairs of judges."""
    table, m = np.transpose(rankings), len(rankings)
    expected = np.mean([pair.rho for pair in spearman_pairs(table)])
    assert (m * kendall_w(table).value - 1) / (m - 1) == pytest.approx(expected, abs=1e-12)


@given(tables(min_units=1), st.randoms(use_true_random=False))
def test_w_sees_ranks_of_complete_units_only(table, random):
    """Each judge may stretch the scale, units and judges have no order, incomplete units are left out and counted."""
    expected = kendall_w(table)
    complete = [row for row in table if not any(map(math.isnan, row))]
    assert expected.n_units == len(complete)
    assert expected.n_incomplete == len(table) - len(complete)
    stretched = [[math.exp(x + 3 * judge) for judge, x in enumerate(row)] for row in random.sample(table, len(table))]
    moved = kendall_w([row[::-1] for row in stretched])
    assert moved == pytest.approx(expected, abs=1e-12) if expected.value is not None else moved == expected


@pytest.mark.parametrize(
    "table", [np.empty((0, 2)), np.empty((2, 0)), [[1.0, 2.0]], [[1.0], [2.0]], [[1.0, 5.0]] * 3, [[1.0, NAN]] * 3]
)
def test_where_there_is_no_w(table):
    """Fewer than two complete units or judges, or nothing but ties."""
    w = kendall_w(table)
    assert (w.value, w.chi2, w.p) == (None, None, None)
    assert w.df == max(w.n_units - 1, 0)


def test_a_judge_who_ties_everything_agrees_with_nobody():
    """It counts as a judge."""
    # Ranks 1 2 3 and 2 2 2: rank sums 3 4 5: 2; T = 24; W = 24/(96 - 48) = 1/2.
    assert kendall_w([[1, 5], [2, 5], [3, 5]]).value == pytest.approx(1 / 2)
