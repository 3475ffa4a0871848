"""Krippendorff's alpha, Kendall's W, Spearman's ρ of pairs, Bland and Altman's limits."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st
from support.tables import rating_tables

from helm_creativity.psychometrics import agreement
from helm_creativity.psychometrics.agreement import (
    KRIPPENDORFF_LEVELS,
    bland_altman,
    kendall_interval,
    kendall_w,
    krippendorff_alpha,
    krippendorff_interval,
    spearman_pairs,
)

NAN = math.nan
# Krippendorff 2011, section D: four observers, twelve units, one of them without a pair.
PAPER = [
    [NAN if rating == "." else float(rating) for rating in unit]
    for unit in ["11.1", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", ".555", "..11", ".3.."]
]
levels = st.sampled_from(KRIPPENDORFF_LEVELS)


@st.composite
def tables(draw, top=4):
    """Small tables of quarters from 0 with holes."""
    judges = draw(st.integers(1, 4))
    cell = st.integers(0, top).map(lambda x: x / 4) | st.just(NAN)
    return draw(st.lists(st.lists(cell, min_size=judges, max_size=judges), min_size=1, max_size=7))


def difference(level, c, k, counts):
    """δ² of two values as the paper defines it."""
    if level == "nominal":
        return Fraction(c != k)
    if level == "ordinal":
        between = sum(counts[g] for g in counts if min(c, k) <= g <= max(c, k))
        return (between - Fraction(counts[c] + counts[k], 2)) ** 2
    if level == "interval":
        return Fraction(c - k) ** 2
    return Fraction(c - k, c + k) ** 2 if c + k else Fraction(0)


def by_definition(table, level):
    """The matrix of coincidences, pair by pair of ratings, in fractions."""
    units = [[Fraction(x) for x in row if not math.isnan(x)] for row in table]
    units = [unit for unit in units if len(unit) >= 2]
    counts = Counter(x for unit in units for x in unit)
    n, coincidences = sum(counts.values()), Counter()
    for unit in units:
        for c, k in permutations(unit, 2):
            coincidences[c, k] += Fraction(1, len(unit) - 1)
    observed = sum(o * difference(level, c, k, counts) for (c, k), o in coincidences.items())
    expected = sum(counts[c] * counts[k] * difference(level, c, k, counts) for c in counts for k in counts)
    return float(1 - (n - 1) * observed / expected) if expected else None


@pytest.mark.parametrize(
    ("level", "alpha"), [("nominal", 0.743), ("ordinal", 0.815), ("interval", 0.849), ("ratio", 0.797)]
)
def test_the_example_of_krippendorff(level, alpha):
    assert round(krippendorff_alpha(PAPER, level), 3) == alpha


@given(tables(), levels, st.integers(1, 9))
def test_alpha_agrees_with_the_slow_definition(table, level, block):
    """Whatever fits into memory at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agreement, "BLOCK", block)
        alpha, expected = krippendorff_alpha(table, level), by_definition(table, level)
    assert alpha is None if expected is None else alpha == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_many_values_need_no_matrix_of_them(level):
    """Forty thousand distinct values would fill 12 GB."""
    n = 20_000
    values = np.random.default_rng(0).permutation(2 * n).astype(float)
    alpha = krippendorff_alpha(values.reshape(n, 2), level)
    # No two ratings are equal, so nominal D_o = D_e; the other levels see random pairs.
    assert alpha == pytest.approx(0, abs=1e-12 if level == "nominal" else 0.03)


def test_ratios_need_numbers_from_zero():
    with pytest.raises(ValueError, match=r"ratings\[1, 0\] must be at least 0 at level ratio, got -2"):
        krippendorff_alpha([[NAN, 1.0], [-2.0, -3.0]], "ratio")


@given(rating_tables(min_units=1).map(np.array))
def test_agrees_with_scipy_pair_by_pair(table):
    """On the rows that both rated, and None where it has no answer."""
    pairs = spearman_pairs(table)
    k = table.shape[1]
    assert [(pair.first, pair.second) for pair in pairs] == [(i, j) for i in range(k) for j in range(i + 1, k)]
    for first, second, n, rho in pairs:
        rows = table[~np.isnan(table[:, [first, second]]).any(axis=1)][:, [first, second]]
        assert n == len(rows)
        if n < 2 or (np.ptp(rows, axis=0) == 0).any():
            assert rho is None
        else:
            assert rho == pytest.approx(scipy.stats.spearmanr(*rows.T).statistic, abs=1e-12)
            assert -1 <= rho <= 1


numbers = st.integers(-1000, 1000).map(lambda value: value / 8)
pairs = st.lists(st.tuples(numbers, numbers), min_size=2, max_size=20)
# Bland & Altman 1986, Table I: first readings of 17 people with two peak flow meters, l/min.
WRIGHT = [494, 395, 516, 434, 476, 557, 413, 442, 650, 433, 417, 656, 267, 478, 178, 423, 427]
MINI = [512, 430, 520, 428, 500, 600, 364, 380, 658, 445, 432, 626, 260, 477, 259, 350, 451]


def flat(result):
    """All numbers of a result in a row."""
    return [*result.bias, result.sd, *result.lower, *result.upper, result.n_pairs]


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


@pytest.mark.parametrize(("x", "y"), [([], []), ([1.0], [2.0]), ([1.0, NAN, 3.0], [NAN, 2.0, 2.0])])
def test_one_difference_has_no_spread(x, y):
    assert bland_altman(x, y) is None


def test_equal_differences_have_no_spread_whatever_rounding_says():
    assert np.std([0.1] * 3, ddof=1) > 0
    result = bland_altman([0.1] * 3, [0.0] * 3)
    assert flat(result) == [0.1, 0.1, 0.1, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 3]
    assert bland_altman([5.0, 7.0], [5.0, 7.0]).sd == 0


@given(rating_tables(holes=False, min_units=3))
def test_w_is_that_of_friedmans_test(table):
    """χ² is m·(n - 1)·W; there is none where each judge has a single rating."""
    n, m = len(table), len(table[0])
    w = kendall_w([[NAN] * m, *table, [*table[0][1:], NAN]])
    assert (w.n_units, w.n_incomplete) == (n, 2)
    if not np.ptp(table, axis=0).any():
        assert w.value is w.chi2 is w.p is None
        return
    friedman = scipy.stats.friedmanchisquare(*table)
    assert (w.chi2, w.p) == pytest.approx((friedman.statistic, friedman.pvalue), rel=1e-9, abs=1e-12)
    assert w.value == pytest.approx(w.chi2 / (m * (n - 1)), rel=1e-9, abs=1e-12)


def krippendorff(level):
    """Interval and value at a level of measurement."""
    return (
        lambda table, rng, draws: krippendorff_interval(table, rng, level, draws),
        lambda table: krippendorff_alpha(table, level),
    )


INTERVALS = {"W": (kendall_interval, lambda table: kendall_w(table).value)}
INTERVALS |= {level: krippendorff(level) for level in KRIPPENDORFF_LEVELS}


@pytest.mark.parametrize("name", INTERVALS)
@given(table=rating_tables(), seed=st.integers(0, 99))
def test_intervals_agree_with_the_loop_that_says_so(name, table, seed):
    """The statistic again of every table of drawn units; none where most have none."""
    interval, statistic = INTERVALS[name]
    array = np.array(table, dtype=float).reshape(-1, len(table[0]) if table else 2)
    array = array[(~np.isnan(array)).sum(axis=1) >= (array.shape[1] if name == "W" else 2)]
    found, again = interval(table if table else array, np.random.default_rng(seed), 9), []
    if len(array) > 1:
        drawn = np.random.default_rng(seed).integers(len(array), size=(9, len(array)))
        again = [one for places in drawn if (one := statistic(array[places])) is not None]
    if len(again) < 5 or statistic(array) is None:
        assert found is None
    else:
        assert found == pytest.approx((statistic(array), *np.percentile(again, [2.5, 97.5])), abs=1e-9)


@pytest.mark.parametrize("interval", [krippendorff_interval, kendall_interval])
def test_one_draw_is_the_least(interval):
    with pytest.raises(ValueError, match="draws must be at least 1"):
        interval(PAPER, np.random.default_rng(1), draws=0)
