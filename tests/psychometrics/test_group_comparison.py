"""Tests of differences, corrected p-values, the gate."""

import math
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, example, given
from hypothesis import strategies as st
from support.tables import seeds

from helm_creativity.psychometrics import group_comparison as groups

numbers = st.floats(-1e6, 1e6)
samples = st.lists(numbers, min_size=2, max_size=20)
probabilities = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.5, 1.0]), max_size=30)


@pytest.mark.parametrize(
    ("x", "y"),
    [([], [1.0, 2.0]), ([1.0], [1.0, 2.0]), ([1.0, 2.0], [1.0]), ([0.0] * 2, [0.0] * 3), ([0.1] * 3, [1.0] * 3)],
)
def test_where_there_is_no_test(x, y):
    assert groups.welch(x, y) is None


@given(samples, samples)
def test_welch_agrees_with_scipy(x, y):
    """Where both samples spread enough for scipy's sums."""
    assume(min(np.var(x), np.var(y)) > 1e-6)
    ours, theirs = groups.welch(x, y), scipy.stats.ttest_ind(x, y, equal_var=False)
    assert ours[:3] == pytest.approx((theirs.statistic, theirs.df, theirs.pvalue), rel=1e-6, abs=1e-9)
    assert ours.difference == pytest.approx(np.mean(x) - np.mean(y))


def test_small_probabilities_keep_their_digits():
    x, y = np.arange(50.0), np.arange(50.0) + 100
    assert groups.welch(x, y).p == pytest.approx(scipy.stats.ttest_ind(x, y, equal_var=False).pvalue, rel=1e-9)
    assert 0 < groups.welch(x, y).p < 1e-40


@given(probabilities.filter(len))
def test_adjusted_values_agree_with_the_definition(p):
    """Minimum over all larger p-values of p·m/rank, one at a time; and with scipy's."""
    m, ordered = len(p), sorted(p)
    slow = [min(1, *(ordered[j] * m / (j + 1) for j in range(m) if ordered[j] >= value), 1) for value in p]
    assert groups.benjamini_hochberg(p) == pytest.approx(slow)
    assert groups.benjamini_hochberg(p) == pytest.approx(scipy.stats.false_discovery_control(p, method="bh"))


@pytest.mark.parametrize(("bad", "shown"), [(math.nan, "nan"), (-0.1, "-0.1"), (1.1, "1.1")])
def test_what_is_no_probability_is_refused_by_position(bad, shown):
    with pytest.raises(ValueError, match=rf"p_values\[2\] must be from 0 to 1, got {shown}"):
        groups.benjamini_hochberg([0.1, 0.2, bad])


def compare(first, second):
    """Two groups a and b."""
    return groups.compare_groups([*first, *second], ["a"] * len(first) + ["b"] * len(second))[0]


def test_two_groups_worked_by_hand():
    """One pair of six is the wrong way round."""
    # a = 3, 5; b = 1, 2, 4. Pairs with a higher: 3>1, 3>2, 5>1, 5>2, 5>4: u = 5 of 6; rank biserial 2·5/6 - 1 = 2/3.
    # Of the 10 orders, u = 6 in one and u = 5 in one: p = 2·2/10.
    found = compare([3, 5], [1, 2, 4])
    assert (found.first, found.second, found.n_first, found.n_second) == ("a", "b", 2, 3)
    assert (found.median_first, found.median_second, found.u) == (4, 2, 5)
    assert (found.p, found.method) == (pytest.approx(0.4), "exact")
    assert found.rank_biserial == pytest.approx(2 / 3)


@given(seed=seeds, n=st.integers(1, 31), m=st.integers(1, 31))
@example(seed=0, n=30, m=30)
@example(seed=0, n=30, m=31)
def test_up_to_sixty_values_are_counted_as_scipy_does(seed, n, m):
    values = np.random.default_rng(seed).permutation(n + m)
    found = compare(values[:n], values[n:])
    theirs = scipy.stats.mannwhitneyu(values[:n], values[n:], method="exact" if n + m <= 60 else "asymptotic")
    assert (found.u, found.p) == pytest.approx((theirs.statistic, theirs.pvalue))
    assert found.method == ("exact" if n + m <= 60 else "normal")


@given(seed=seeds, n=st.integers(2, 40), m=st.integers(2, 40), levels=st.integers(2, 9))
def test_ties_and_many_values_take_the_normal_test_of_scipy(seed, n, m, levels):
    rng = np.random.default_rng(seed)
    first, second = rng.integers(0, levels, n), rng.integers(0, levels, m)
    first[0], second[0] = 0, 0
    first[1] = 1
    found = compare(first, second)
    theirs = scipy.stats.mannwhitneyu(first, second, method="asymptotic")
    assert (found.u, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9)
    assert found.method == "normal"


def test_equal_values_do_not_differ():
    """They have no variance, and nothing speaks against chance."""
    found = compare([1, 1], [1, 1, 1])
    assert (found.p, found.rank_biserial, found.method) == (1, 0, "normal")
    assert found.low < 0 < found.high


@pytest.mark.parametrize("wins", [0, 1, 7, 12, 20])
def test_the_interval_solves_its_equation(wins):
    """Each end is 1.96 standard errors under itself away from what was observed."""
    # a's values beat b's in `wins` of 4·5 pairs.
    first, second = [-1.0] * 4, [0.0, 1.0, 2.0, 3.0, 4.0]
    for i in range(4):
        first[i] = max(min(wins - 5 * i, 5), 0) - 0.5
    found = compare(first, second)
    theta = wins / 20
    assert found.rank_biserial == pytest.approx(2 * theta - 1)
    for end in (found.low, found.high):
        value = (end + 1) / 2
        if 0 < value < 1:
            spread = 1 + 3.5 * ((1 - value) / (2 - value) + value / (1 + value))
            assert abs(theta - value) == pytest.approx(
                1.959964 * math.sqrt(value * (1 - value) * spread / 20), rel=1e-5
            )
    assert found.low < found.high
    assert (wins == 0) == (found.low == -1)
    assert (wins == 20) == (found.high == 1)


def test_all_pairs_are_compared_and_corrected():
    """Groups in the order in which they first occur; missing values and groups without one are left out."""
    values = [1, 2, 3, 4, math.nan, 6, 7, 8, 9, math.nan]
    found = groups.compare_groups(values, ["b", "b", "b", "a", "a", "c", "c", "c", "a", "none"])
    assert [(comparison.first, comparison.second) for comparison in found] == [("b", "a"), ("b", "c"), ("a", "c")]
    assert [comparison.n_second for comparison in found] == [2, 3, 3]
    p = [comparison.p for comparison in found]
    assert [comparison.p_bonferroni for comparison in found] == pytest.approx(groups.bonferroni(p))
    assert [comparison.p_holm for comparison in found] == pytest.approx(groups.holm(p))
    assert [comparison.p_bonferroni for comparison in found] == pytest.approx(np.minimum(np.multiply(p, 3), 1))


@given(p=probabilities)
def test_holm_lies_between_the_p_value_and_bonferroni(p):
    adjusted = groups.holm(p)
    assert (adjusted >= np.asarray(p)).all()
    assert (adjusted <= groups.bonferroni(p) + 1e-15).all()
    order, going = np.argsort(p, kind="stable"), True
    for place, i in enumerate(order):
        going = going and p[i] * (len(p) - place) <= 0.05
        assert going == (adjusted[i] <= 0.05)


@given(seed=seeds, n=st.integers(3, 40), shift=st.floats(-3, 3))
def test_the_tests_are_those_of_scipy(seed, n, shift):
    """Student's of pairs and Wilcoxon's, without ties."""
    first, second = np.random.default_rng(seed).normal([[0], [shift]], 1, (2, n))
    found = groups.paired_effect(first, second)
    theirs = scipy.stats.ttest_rel(second, first)
    assert (found.t, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-7)
    assert found.wilcoxon_p == pytest.approx(scipy.stats.wilcoxon(second - first, method="exact").pvalue)


@given(seed=seeds, n=st.integers(2, 60), shift=st.floats(-4, 4))
def test_the_interval_is_that_of_the_noncentral_t(seed, n, shift):
    """At its ends t is the 97.5 % and the 2.5 % point."""
    first, second = np.random.default_rng(seed).normal([[0], [shift]], 1, (2, n))
    found = groups.paired_effect(first, second)
    assert found.low < found.d_z < found.high
    for end, tail in ((found.low, 0.975), (found.high, 0.025)):
        delta = end * math.sqrt(n)
        if abs(delta) < 30:  # where scipy's own can be relied on
            assert scipy.stats.nct.cdf(found.t, found.df, delta) == pytest.approx(tail, abs=1e-7)


@pytest.mark.parametrize("size", [10, 1000, 1e6])
def test_huge_effects_have_intervals(size):
    """Where t is large, δ is t times √(χ²/df) but for a normal error of 1, so that the ends are d_z·√(χ²/df)."""
    found = groups.paired_effect([0, 0, 0, 0, 0], np.array([-2, -1, 0, 1, 2]) + size)
    for end, tail in ((found.low, 0.025), (found.high, 0.975)):
        limit = found.d_z * math.sqrt(scipy.stats.chi2.ppf(tail, 4) / 4)
        assert end == pytest.approx(limit, rel=0.06 if size == 10 else 1e-4)


@given(seed=seeds, n=st.integers(2, 9))
def test_the_signed_rank_test_counts_every_sign(seed, n):
    """Against the definition, with ties and differences of 0."""
    differences = np.random.default_rng(seed).integers(-3, 4, n)
    found = groups.paired_effect(np.zeros(n), differences)
    if found is None:
        assert np.ptp(differences) == 0
        return
    moved = differences[differences != 0]
    ranks = scipy.stats.rankdata(np.abs(moved))
    sums = np.array([ranks @ np.array(signs) for signs in product((0, 1), repeat=len(moved))])
    own = ranks @ (moved > 0)
    assert found.wilcoxon_p == pytest.approx(min(1, 2 * min((sums <= own).mean(), (sums >= own).mean())))


def test_many_differences_take_the_normal_test():
    rng = np.random.default_rng(2)
    for n, method in ((50, "exact"), (51, "approx")):
        differences = rng.normal(0.3, 1, n)
        theirs = scipy.stats.wilcoxon(differences, method=method).pvalue
        assert groups.paired_effect(np.zeros(n), differences).wilcoxon_p == pytest.approx(theirs)
    tied = rng.integers(-4, 6, 80)
    theirs = scipy.stats.wilcoxon(tied, method="approx").pvalue
    assert groups.paired_effect(np.zeros(80), tied).wilcoxon_p == pytest.approx(theirs)


@pytest.mark.parametrize(
    ("first", "second"),
    [([], []), ([1], [2]), ([1, math.nan], [2, 3]), ([1, 2], [1, 2]), ([0.1, 0.7, 0.3], [0.3, 0.9, 0.5])],
)
def test_where_there_is_no_effect_size(first, second):
    """Differences without spread, rounding included, have none."""
    assert groups.paired_effect(first, second) is None


def test_a_mean_slope_is_that_of_each_models_own_regression():
    """By numpy's polynomials, and scipy's test of their mean."""
    rng = np.random.default_rng(5)
    x, y = [0, 0.3, 0.7, 1.5], rng.normal(size=(9, 4)) * 20
    slopes = [np.polyfit(x, row, 1)[0] for row in y]
    expected = scipy.stats.ttest_1samp(slopes, 0)
    interval = expected.confidence_interval(0.95)
    found = groups.mean_slope(x, [*y, [1, math.nan, 2, 3]])  # a model that lacks a setting does not count
    assert (found.slope, found.low, found.high) == pytest.approx((np.mean(slopes), interval.low, interval.high))
    assert (found.t, found.p) == pytest.approx((expected.statistic, expected.pvalue))


@pytest.mark.parametrize(
    ("settings", "scores"),
    [
        ([0, 1], [[1, 2]]),
        ([1, 1], [[1, 2], [2, 5]]),
        ([0, 1], [[0.1, 0.3], [0.2, 0.4]]),
        ([0, 1], [[1, 2], [3, math.nan]]),
    ],
)
def test_where_there_is_no_slope(settings, scores):
    assert groups.mean_slope(settings, scores) is None


def test_ties_are_ties_in_any_unit():
    """Differences of 1, 1 and 2 points are tied as tenths of points, too, where 0.3 - 0.2 is not 0.2 - 0.1."""
    first, second = np.array([1, 2, 5, 4, 7, 3]), np.array([2, 3, 3, 6, 6, 3])
    assert groups.paired_effect(first / 10, second / 10).wilcoxon_p == groups.paired_effect(first, second).wilcoxon_p
