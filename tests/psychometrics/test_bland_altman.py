"""Bias and limits of agreement of two judges."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics.bland_altman import BlandAltman, Estimate, bland_altman

NAN = math.nan
numbers = st.integers(-1000, 1000).map(lambda value: value / 8)
pairs = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=20)
# Bland & Altman 1986, Table I: first readings of 17 people with two peak flow meters, l/min.
WRIGHT = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
MINI = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]


def flat(result):
    """All numbers of a result in a row."""
    return [*result.bias, result.sd, *result.lower, *result.upper, result.n_pairs]


def test_three_pairs_worked_by_hand():
    """Differences 1, 2, 6."""
    # Mean 3, s² = (4 + 1 + 9)/2 = 7. With 2 degrees of freedom t = .95·√(2/(1 - .95²)) = 4.3027.
    # Bias: ± t·√7/√3. Limits: 3 ± 1.96·√7, each ± t·√7·√(3/3).
    t, s = 0.95 * math.sqrt(2 / (1 - 0.95**2)), math.sqrt(7)
    bias = Estimate(3, 3 - t * s / math.sqrt(3), 3 + t * s / math.sqrt(3))
    low, high = 3 - 1.96 * s, 3 + 1.96 * s
    expected = BlandAltman(
        bias, s, Estimate(low, low - t * s, low + t * s), Estimate(high, high - t * s, high + t * s), 3
    )
    assert flat(bland_altman([2, 5, 10], [1, 3, 4])) == pytest.approx(flat(expected))


def test_two_pairs_worked_by_hand():
    """Where √(3/n) and √3 differ."""
    # Differences 1, 3: s = √2; with 1 degree of freedom t = tan(.475·π); limits ± t·√2·√(3/2).
    result, t = bland_altman([2, 5], [1, 2]), math.tan(0.475 * math.pi)
    assert (result.bias.low, result.bias.high) == pytest.approx((2 - t, 2 + t))
    assert result.lower.value - result.lower.low == pytest.approx(t * math.sqrt(3))
    assert result.upper.high - result.upper.value == pytest.approx(t * math.sqrt(3))


def test_the_example_of_bland_and_altman():
    """Mean, sd, interval of the bias and margin of the limits as the paper of 1986 prints them."""
    result = bland_altman(WRIGHT, MINI)
    assert (round(result.bias.value, 1), round(result.sd, 1), result.n_pairs) == (-2.1, 38.8, 17)
    assert (round(result.bias.low, 1), round(result.bias.high, 1)) == (-22.0, 17.8)
    # It gives -79.7 with -114.3 to -45.1 and 75.5 with 40.9 to 110.1, around 2·s and from rounded factors.
    for limit in (result.lower, result.upper):
        assert (limit.value - limit.low, limit.high - limit.value) == pytest.approx((34.6, 34.6), abs=0.1)
    # With 1.96·s and the other sign, analyse-it's tutorial prints -73.9 to 78.1.
    assert (round(result.lower.value, 1), round(result.upper.value, 1)) == (-78.1, 73.9)


@given(pairs)
def test_agrees_with_scipy_and_the_plain_formulas(ratings):
    """Student's interval of the mean difference."""
    x, y = np.transpose(ratings)
    result, d = bland_altman(x, y), x - y
    sd, n = d.std(ddof=1), len(d)
    margin = scipy.stats.t.ppf(0.975, n - 1) * sd
    assert flat(result) == pytest.approx(
        [d.mean(), d.mean() - margin / n**0.5, d.mean() + margin / n**0.5, sd]
        + [d.mean() - 1.96 * sd + side * margin * (3 / n) ** 0.5 for side in (0, -1, 1)]
        + [d.mean() + 1.96 * sd + side * margin * (3 / n) ** 0.5 for side in (0, -1, 1)]
        + [n],
        abs=1e-9,
    )


@given(pairs, st.sampled_from([1e-200, 0.1, 3.0, 1e200]))
def test_exchange_and_scale(ratings, scale):
    """Exchanged judges have the opposite bias; units scale all; what both judges add alike is gone."""
    x, y = np.transpose(ratings)
    result = bland_altman(x, y)
    exchanged = bland_altman(y, x)
    assert exchanged.bias == pytest.approx((-result.bias.value, -result.bias.high, -result.bias.low))
    assert exchanged.lower == pytest.approx((-result.upper.value, -result.upper.high, -result.upper.low))
    scaled = flat(bland_altman(scale * x, scale * y))
    assert scaled[:-1] == pytest.approx([scale * value for value in flat(result)[:-1]], rel=1e-9, abs=1e-9 * scale)
    assert flat(bland_altman(x + y, y + y)) == pytest.approx(flat(result), abs=1e-9)


@given(pairs, st.integers(0, 2**32 - 1))
def test_units_that_one_judge_did_not_rate_do_not_count(ratings, seed):
    """Wherever they stand."""
    rows = [*ratings, (NAN, 1.0), (2.0, NAN), (NAN, NAN)]
    x, y = np.array(rows)[np.random.default_rng(seed).permutation(len(rows))].T
    assert flat(bland_altman(x, y)) == pytest.approx(flat(bland_altman(*np.transpose(ratings))), abs=1e-9)


@pytest.mark.parametrize(("x", "y"), [([], []), ([1.0], [2.0]), ([1.0, NAN, 3.0], [NAN, 2.0, 2.0])])
def test_one_difference_has_no_spread(x, y):
    """Undefined is None."""
    assert bland_altman(x, y) is None


def test_equal_differences_have_no_spread_whatever_rounding_says():
    """Bias and limits coincide."""
    assert np.std([0.1] * 3, ddof=1) > 0
    result = bland_altman([0.1] * 3, [0.0] * 3)
    assert flat(result) == [0.1, 0.1, 0.1, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 3]
    assert bland_altman([5.0, 7.0], [5.0, 7.0]).sd == 0


def test_intervals_hold_what_they_promise():
    """Over 2,000 samples of 50 normal differences: the bias exactly, the limits nearly."""
    samples = np.random.default_rng(7).normal(size=(2000, 50))
    results = [bland_altman(sample, np.zeros(50)) for sample in samples]
    bias = np.mean([result.bias.low < 0 < result.bias.high for result in results])
    limit = np.mean([result.upper.low < 1.96 < result.upper.high for result in results])
    # Three standard errors of a share of .95 in 2,000 are .0146.
    assert abs(bias - 0.95) < 0.0146
    assert abs(limit - 0.95) < 0.0146


def test_mistakes_are_named():
    """Lengths, shapes and infinities."""
    with pytest.raises(ValueError, match="x and y must rate the same units, got 2 and 1 ratings"):
        bland_altman([1.0, 2.0], [1.0])
    with pytest.raises(ValueError, match=r"y\[1\] must be finite, or NaN where missing; got -inf"):
        bland_altman([1.0, 2.0], [1.0, -math.inf])
    with pytest.raises(ValueError, match=r"x\[0\] must be finite, or NaN where missing; got inf"):
        bland_altman([math.inf, 2.0], [math.inf, 1.0])
    with pytest.raises(ValueError, match=r"x must have shape \(n_units,\), got \(1, 2\)"):
        bland_altman([[1.0, 2.0]], [1.0])


def test_judges_may_be_anything_that_holds_numbers():
    """Arrays with masks and columns with missing values of their own; the same as with NaN."""
    pandas = pytest.importorskip("pandas")
    expected = bland_altman([1.0, NAN, 4.0, 2.0], [2.0, 3.0, 3.0, 2.0])
    masked = np.ma.masked_array([1, 99, 4, 2], mask=[False, True, False, False])
    column = pandas.Series([2, 3, 3, 2], dtype="Int64")
    assert bland_altman(masked, column) == expected
    assert bland_altman(pandas.Series([1, None, 4, 2], dtype="Int64"), column.to_numpy()) == expected
    with pytest.raises(ValueError, match="x must be numbers with NaN for a missing one, got something else"):
        bland_altman([1j, 2.0], [1.0, 2.0])


def test_differences_beyond_the_largest_float_do_no_harm():
    """What can be told is, and the rest is infinite, without numpy's warnings."""
    x, y = [1.7e308, -1.7e308, 1.0e308, -1.0e308], [-1.7e308, 1.7e308, -1.0e308, 1.0e308]
    result = bland_altman(x, y)
    assert result.bias.value == 0
    assert result.sd == math.inf
    small = bland_altman([3.0, 1.0, 2.0], [1.0, 2.0, 2.0])
    large = bland_altman([3e305, 1e305, 2e305], [1e305, 2e305, 2e305])
    assert [value / 1e305 for value in flat(large)[:-1]] == pytest.approx(flat(small)[:-1])
