"""Effects within models."""

import math
from itertools import product

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support.tables import seeds

from helm_creativity.psychometrics.paired import paired_effect


def test_an_effect_worked_by_hand():
    """Second less first."""
    # Differences 1, 2, 3: mean 2, sd 1, d_z 2, t = 2·√3, df 2, where P(|T| >= t) = 1 - t/√(2 + t²) = 1 - √(12/14).
    # All three are positive: of the 8 choices of signs one is as extreme on either side, p = 2/8.
    found = paired_effect([1, 1, 1], [2, 3, 4])
    assert (found.n, found.mean_difference, found.d_z, found.df) == (3, 2, 2, 2)
    assert found.t == pytest.approx(2 * math.sqrt(3))
    assert found.p == pytest.approx(1 - math.sqrt(12 / 14))
    assert found.wilcoxon_p == pytest.approx(0.25)


@given(seed=seeds, n=st.integers(3, 40), shift=st.floats(-3, 3))
def test_the_tests_are_those_of_scipy(seed, n, shift):
    """Student's of pairs and Wilcoxon's, without ties."""
    first, second = np.random.default_rng(seed).normal([[0], [shift]], 1, (2, n))
    found = paired_effect(first, second)
    theirs = scipy.stats.ttest_rel(second, first)
    assert (found.t, found.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-7)
    assert found.wilcoxon_p == pytest.approx(scipy.stats.wilcoxon(second - first, method="exact").pvalue)


@given(seed=seeds, n=st.integers(2, 60), shift=st.floats(-4, 4))
def test_the_interval_is_that_of_the_noncentral_t(seed, n, shift):
    """At its ends t is the 97.5 % and the 2.5 % point."""
    first, second = np.random.default_rng(seed).normal([[0], [shift]], 1, (2, n))
    found = paired_effect(first, second)
    assert found.low < found.d_z < found.high
    for end, tail in ((found.low, 0.975), (found.high, 0.025)):
        delta = end * math.sqrt(n)
        if abs(delta) < 30:  # where scipy's own can be relied on
            assert scipy.stats.nct.cdf(found.t, found.df, delta) == pytest.approx(tail, abs=1e-7)


@pytest.mark.parametrize("size", [10, 1000, 1e6])
def test_huge_effects_have_intervals(size):
    """Where t is large, δ is t times √(χ²/df) but for a normal error of 1, so that the ends are d_z·√(χ²/df)."""
    found = paired_effect([0, 0, 0, 0, 0], np.array([-2, -1, 0, 1, 2]) + size)
    for end, tail in ((found.low, 0.025), (found.high, 0.975)):
        limit = found.d_z * math.sqrt(scipy.stats.chi2.ppf(tail, 4) / 4)
        assert end == pytest.approx(limit, rel=0.06 if size == 10 else 1e-4)


@given(seed=seeds, n=st.integers(2, 9))
def test_the_signed_rank_test_counts_every_sign(seed, n):
    """Against the definition, with ties and differences of 0."""
    differences = np.random.default_rng(seed).integers(-3, 4, n)
    found = paired_effect(np.zeros(n), differences)
    if found is None:
        assert np.ptp(differences) == 0
        return
    moved = differences[differences != 0]
    ranks = scipy.stats.rankdata(np.abs(moved))
    sums = np.array([ranks @ np.array(signs) for signs in product((0, 1), repeat=len(moved))])
    own = ranks @ (moved > 0)
    assert found.wilcoxon_p == pytest.approx(min(1, 2 * min((sums <= own).mean(), (sums >= own).mean())))


def test_many_differences_take_the_normal_test():
    """Fifty are counted."""
    rng = np.random.default_rng(2)
    for n, method in ((50, "exact"), (51, "approx")):
        differences = rng.normal(0.3, 1, n)
        theirs = scipy.stats.wilcoxon(differences, method=method).pvalue
        assert paired_effect(np.zeros(n), differences).wilcoxon_p == pytest.approx(theirs)
    tied = rng.integers(-4, 6, 80)
    theirs = scipy.stats.wilcoxon(tied, method="approx").pvalue
    assert paired_effect(np.zeros(80), tied).wilcoxon_p == pytest.approx(theirs)


@given(seed=seeds, scale=st.floats(1e-3, 1e3))
def test_conditions_may_change_places_and_units(seed, scale):
    """The sign turns; d_z has no unit."""
    first, second = np.random.default_rng(seed).normal(size=(2, 8))
    one, other = paired_effect(first, second), paired_effect(second * scale, first * scale)
    assert (one.d_z, one.low, one.high) == pytest.approx((-other.d_z, -other.high, -other.low), rel=1e-6, abs=1e-8)
    assert (one.p, one.wilcoxon_p) == pytest.approx((other.p, other.wilcoxon_p))


def test_models_that_lack_a_condition_do_not_count():
    """Whichever it is."""
    assert paired_effect([1, 2, math.nan, 4, 5], [2, 2, 3, math.nan, 9]) == paired_effect([1, 2, 5], [2, 2, 9])


@pytest.mark.parametrize(
    ("first", "second"),
    [([], []), ([1], [2]), ([1, math.nan], [2, 3]), ([1, 2], [1, 2]), ([0.1, 0.7, 0.3], [0.3, 0.9, 0.5])],
)
def test_where_there_is_no_effect_size(first, second):
    """Differences without spread, rounding included, have none."""
    assert paired_effect(first, second) is None


def test_what_cannot_be_is_refused():
    """The message says what was expected."""
    with pytest.raises(ValueError, match=r"must hold the same models, got shapes \(2,\) and \(1,\)"):
        paired_effect([1, 2], [1])
    with pytest.raises(ValueError, match="must be finite, or NaN where missing, got an infinity"):
        paired_effect([1, 2], [1, math.inf])


@pytest.mark.parametrize("unit", [2.0**1000, 2.0**-1000])
def test_units_make_no_difference(unit):
    """Squares of differences neither overflow nor vanish."""
    first, second = np.array([1.0, 2.0, 4.0, 3.0]), np.array([2.0, 1.0, 7.0, 6.0])
    one, other = paired_effect(first, second), paired_effect(first * unit, second * unit)
    assert other == one._replace(mean_difference=one.mean_difference * unit)
