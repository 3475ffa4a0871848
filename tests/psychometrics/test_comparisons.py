"""Welch's test, the false discovery rate, and the gate of the CDAT."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st

from helm_creativity.psychometrics import Welch, appropriateness_gate, benjamini_hochberg, gated_novelty, welch

numbers = st.floats(-1e6, 1e6)
samples = st.lists(numbers, min_size=2, max_size=20)
probabilities = st.lists(st.floats(0, 1) | st.sampled_from([0.0, 0.01, 0.5, 1.0]), max_size=30)


def test_welch_worked_by_hand():
    """Sizes and variances differ."""
    # x = 1, 3: mean 2, s² = 2, a = 2/2 = 1. y = 4, 6, 8: mean 6, s² = 4, b = 4/3.
    # t = -4 / √(7/3) = -4·√(3/7). df = (7/3)² / (1²/1 + (16/9)/2) = (49/9) / (17/9) = 49/17.
    test = welch([1.0, 3.0], [4.0, 6.0, 8.0])
    assert test.t == pytest.approx(-4 * math.sqrt(3 / 7))
    assert test.df == pytest.approx(49 / 17)
    assert test.difference == pytest.approx(-4)


def test_two_degrees_of_freedom_have_a_closed_form():
    """The probability needs no table there."""
    # 0, 2 and 4, 6: both s² = 2, a = b = 1, df = 4/2 = 2, t = -4/√2 = -√8.
    # For df = 2, P(|T| >= t) = 1 - t/√(2 + t²) = 1 - √(8/10).
    assert welch([0.0, 2.0], [4.0, 6.0]) == pytest.approx(Welch(-math.sqrt(8), 2.0, 1 - math.sqrt(0.8), -4.0))


def test_one_sample_without_variance_leaves_the_other_ones_degrees():
    """The standard error is the other sample's."""
    # x = 5, 5; y = 1, 2, 3: s² = 1, b = 1/3, df = 3 - 1, t = 3/√(1/3).
    test = welch([5.0, 5.0], [1.0, 2.0, 3.0])
    assert (test.t, test.df) == pytest.approx((3 * math.sqrt(3), 2))


@pytest.mark.parametrize(
    ("x", "y"),
    [([], [1.0, 2.0]), ([1.0], [1.0, 2.0]), ([1.0, 2.0], [1.0]), ([1.0, 1.0], [2.0, 2.0]), ([0.0] * 2, [0.0] * 3)],
)
def test_where_there_is_no_test(x, y):
    """Undefined is None, not NaN."""
    assert welch(x, y) is None


def test_equal_values_have_no_variance_whatever_rounding_says():
    """The mean of three times 0.1 is not 0.1 in floating point."""
    assert np.var([0.1] * 3, ddof=1) > 0
    assert welch([0.1] * 3, [1.0] * 3) is None


@pytest.mark.parametrize(("bad", "shown"), [(math.nan, "nan"), (math.inf, "inf")])
def test_values_that_are_not_finite_are_refused_by_place(bad, shown):
    """Sample and position are named."""
    with pytest.raises(ValueError, match=rf"x\[1\] must be finite, got {shown}"):
        welch([1.0, bad], [1.0, 2.0])
    with pytest.raises(ValueError, match=rf"y\[2\] must be finite, got {shown}"):
        welch([1.0, 2.0], [1.0, 2.0, bad])


@given(samples, samples)
def test_welch_agrees_with_scipy(x, y):
    """Where both samples spread enough for scipy's sums."""
    assume(min(np.var(x), np.var(y)) > 1e-6)
    ours, theirs = welch(x, y), scipy.stats.ttest_ind(x, y, equal_var=False)
    assert ours[:3] == pytest.approx((theirs.statistic, theirs.df, theirs.pvalue), rel=1e-6, abs=1e-9)
    assert ours.difference == pytest.approx(np.mean(x) - np.mean(y))


@given(samples, samples, st.sampled_from([1e-200, 0.5, 1e200]))
def test_welch_has_no_units_and_two_sides(x, y, scale):
    """Scaling changes the difference only, and exchanging the samples the signs only; nothing is ever NaN."""
    x, y = [round(value, 3) for value in x], [round(value, 3) for value in y]
    test = welch(x, y)
    scaled = welch([scale * value for value in x], [scale * value for value in y])
    exchanged = welch(y, x)
    if test is None:
        assert scaled is exchanged is None
        return
    assert all(math.isfinite(value) for value in test)
    assert 0 <= test.p <= 1
    assert scaled[:3] == pytest.approx(test[:3], rel=1e-6, abs=1e-6)
    assert exchanged == pytest.approx(Welch(-test.t, test.df, test.p, -test.difference), abs=1e-9)


def test_small_probabilities_keep_their_digits():
    """Gates compare far below .001."""
    x, y = np.arange(50.0), np.arange(50.0) + 100
    assert welch(x, y).p == pytest.approx(scipy.stats.ttest_ind(x, y, equal_var=False).pvalue, rel=1e-9)
    assert 0 < welch(x, y).p < 1e-40


def test_benjamini_hochberg_worked_by_hand():
    """The example of a step that is pulled down by the next."""
    # In order .01 .02 .03 .04, times 4/k: .04 .04 .04 .04; and with .5 as the largest, times 5/k: .05 .05 .05 .05 .5.
    assert benjamini_hochberg([0.04, 0.01, 0.03, 0.02]) == pytest.approx([0.04] * 4)
    assert benjamini_hochberg([0.04, 0.5, 0.01, 0.03, 0.02]) == pytest.approx([0.05, 0.5, 0.05, 0.05, 0.05])
    # .01 .04 .045: times 3, 3/2, 1 = .03 .06 .045; the second may not exceed the third.
    assert benjamini_hochberg([0.01, 0.04, 0.045]) == pytest.approx([0.03, 0.045, 0.045])


def test_no_tests_and_one_test():
    """One p-value needs no adjustment."""
    assert benjamini_hochberg([]).shape == (0,)
    assert benjamini_hochberg([0.3]).tolist() == [0.3]


@given(probabilities.filter(len))
def test_adjusted_values_agree_with_the_definition(p):
    """Minimum over all larger p-values of p·m/rank, one at a time; and with scipy's."""
    m, ordered = len(p), sorted(p)
    slow = [min(1, *(ordered[j] * m / (j + 1) for j in range(m) if ordered[j] >= value), 1) for value in p]
    assert benjamini_hochberg(p) == pytest.approx(slow)
    assert benjamini_hochberg(p) == pytest.approx(scipy.stats.false_discovery_control(p, method="bh"))


@given(probabilities, st.floats(0, 1))
def test_adjusted_values_reject_what_the_step_up_procedure_rejects(p, alpha):
    """The k smallest, for the largest k with p_(k) <= alpha·k/m."""
    m, ordered = len(p), sorted(p)
    assume(all(abs(value * m / (k + 1) - alpha) > 1e-9 for k, value in enumerate(ordered)))
    k = max((k for k in range(1, m + 1) if ordered[k - 1] <= alpha * k / m), default=0)
    assert (benjamini_hochberg(p) <= alpha).sum() == k


@given(probabilities, st.randoms(use_true_random=False))
def test_laws_of_adjustment(p, random):
    """Never below the p-value, in its order, ties equal, and the same whatever the order."""
    adjusted = dict(zip(p, benjamini_hochberg(p).tolist(), strict=True))
    assert all(p <= q <= 1 for p, q in adjusted.items())
    assert [adjusted[value] for value in sorted(p)] == sorted(adjusted[value] for value in p)
    shuffled = random.sample(p, len(p))
    assert benjamini_hochberg(shuffled).tolist() == [adjusted[value] for value in shuffled]


@pytest.mark.parametrize(("bad", "shown"), [(math.nan, "nan"), (-0.1, "-0.1"), (1.1, "1.1")])
def test_what_is_no_probability_is_refused_by_position(bad, shown):
    """One NaN would take all others with it."""
    with pytest.raises(ValueError, match=rf"p_values\[2\] must be from 0 to 1, got {shown}"):
        benjamini_hochberg([0.1, 0.2, bad])


def test_the_gate_worked_by_hand():
    """Both halves are needed: the adjusted p-value and the sign."""
    # Times 4/k: a .0002·4 = .0008, b .0004·4/2 = .0008, c .0009·4/3 = .0012, d 1. At .001 a and b pass; b lies below
    # the random words. Unadjusted, c would pass.
    p = {"c": 0.0009, "a": 0.0002, "d": 1.0, "b": 0.0004}
    passed = appropriateness_gate(p, {"a": 5.0, "b": -5.0, "c": 5.0, "d": 5.0})
    assert passed == {"c": False, "a": True, "d": False, "b": False}
    assert list(passed) == list(p)
    assert appropriateness_gate(p, {"a": 5.0, "b": -5.0, "c": 5.0, "d": 5.0}, alpha=0.002)["c"]


def test_the_gate_is_strict():
    """A p-value of alpha and a difference of 0 do not pass."""
    assert appropriateness_gate({"a": 0.001}, {"a": 1.0}) == {"a": False}
    assert appropriateness_gate({"a": 0.0}, {"a": 0.0}) == {"a": False}
    assert appropriateness_gate({}, {}) == {}


def test_the_gate_names_the_model():
    """A position would not help."""
    with pytest.raises(ValueError, match="p-value of b must be from 0 to 1, got nan"):
        appropriateness_gate({"a": 0.1, "b": math.nan}, {"a": 1.0, "b": 1.0})
    with pytest.raises(ValueError, match="difference of a must be a number, got nan"):
        appropriateness_gate({"a": 0.1}, {"a": math.nan})
    with pytest.raises(ValueError, match="same models; in one only: b, c"):
        appropriateness_gate({"a": 0.1, "b": 0.1}, {"a": 1.0, "c": 1.0})


def test_gated_novelty_is_the_mean_over_passing_temperatures():
    """The others count neither above nor below the line."""
    novelty = {1.0: 60.0, 1.5: 70.0, 2.0: 95.0}
    assert gated_novelty(novelty, {1.0: True, 1.5: True, 2.0: False}) == pytest.approx(65)
    assert gated_novelty(novelty, {1.0: False, 1.5: False, 2.0: False}) is None
    assert gated_novelty({}, {}) is None


def test_gated_novelty_needs_both_sides():
    """A missing verdict is not a failed gate."""
    with pytest.raises(ValueError, match=r"in one only: \[1.5\]"):
        gated_novelty({1.0: 60.0, 1.5: 70.0}, {1.0: True})
    with pytest.raises(ValueError, match=r"novelty at temperature 1.5 must be finite, got nan"):
        gated_novelty({1.0: 60.0, 1.5: math.nan}, {1.0: True, 1.5: False})
