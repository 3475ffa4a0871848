"""Krippendorff's alpha, Kendall's W, intraclass correlations, Spearman's ρ of pairs, Bland and Altman's limits."""

import math
from collections import Counter
from fractions import Fraction
from itertools import permutations

import numpy as np
import pytest
import scipy.stats
from hypothesis import example, given
from hypothesis import strategies as st
from support.tables import rating_tables

from helm_creativity.psychometrics import agreement
from helm_creativity.psychometrics.intraclass import ICC_KINDS, intraclass_correlation

NAN = math.nan
# Krippendorff 2011, section D: four observers, twelve units, one of them without a pair.
PAPER = [
    [NAN if rating == "." else float(rating) for rating in unit]
    for unit in ["11.1", "2232", "3333", "3333", "2222", "1234", "4444", "1121", "2222", ".555", "..11", ".3.."]
]
levels = st.sampled_from(agreement.KRIPPENDORFF_LEVELS)


@st.composite
def tables(draw):
    """Small tables of quarters from 0 with holes."""
    judges = draw(st.integers(1, 4))
    cell = st.integers(0, 4).map(lambda x: x / 4) | st.just(NAN)
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
    assert round(agreement.krippendorff_alpha(PAPER, level), 3) == alpha


@given(tables(), levels, st.integers(1, 9))
def test_alpha_agrees_with_the_slow_definition(table, level, block):
    """Whatever fits into memory at once."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(agreement, "BLOCK", block)
        alpha, expected = agreement.krippendorff_alpha(table, level), by_definition(table, level)
    assert alpha is None if expected is None else alpha == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("level", ["nominal", "ordinal", "interval"])
def test_many_values_need_no_matrix_of_them(level):
    """Forty thousand distinct values would fill 12 GB."""
    n = 20_000
    values = np.random.default_rng(0).permutation(2 * n).astype(float)
    alpha = agreement.krippendorff_alpha(values.reshape(n, 2), level)
    # No two ratings are equal, so nominal D_o = D_e; the other levels see random pairs.
    assert alpha == pytest.approx(0, abs=1e-12 if level == "nominal" else 0.03)


def test_ratios_need_numbers_from_zero():
    with pytest.raises(ValueError, match=r"ratings\[1, 0\] must be at least 0 at level ratio, got -2"):
        agreement.krippendorff_alpha([[NAN, 1.0], [-2.0, -3.0]], "ratio")


@given(rating_tables(min_units=1).map(np.array))
def test_agrees_with_scipy_pair_by_pair(table):
    """On the rows that both rated, and None where it has no answer."""
    pairs = agreement.spearman_pairs(table)
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
    result = agreement.bland_altman(WRIGHT, MINI)
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
    result, d = agreement.bland_altman(x, y), x - y
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
    assert agreement.bland_altman(x, y) is None


def test_equal_differences_have_no_spread_whatever_rounding_says():
    assert np.std([0.1] * 3, ddof=1) > 0
    result = agreement.bland_altman([0.1] * 3, [0.0] * 3)
    assert flat(result) == [0.1, 0.1, 0.1, 0.0, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 3]
    assert agreement.bland_altman([5.0, 7.0], [5.0, 7.0]).sd == 0


@given(rating_tables(holes=False, min_units=3))
def test_w_is_that_of_friedmans_test(table):
    """χ² is m·(n - 1)·W; there is none where each judge has a single rating."""
    n, m = len(table), len(table[0])
    w = agreement.kendall_w([[NAN] * m, *table, [*table[0][1:], NAN]])
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
        lambda table, rng, draws: agreement.krippendorff_interval(table, rng, level, draws),
        lambda table: agreement.krippendorff_alpha(table, level),
    )


INTERVALS = {"W": (agreement.kendall_interval, lambda table: agreement.kendall_w(table).value)}
INTERVALS |= {level: krippendorff(level) for level in agreement.KRIPPENDORFF_LEVELS}


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


@pytest.mark.parametrize("interval", [agreement.krippendorff_interval, agreement.kendall_interval])
def test_one_draw_is_the_least(interval):
    with pytest.raises(ValueError, match="draws must be at least 1"):
        interval(PAPER, np.random.default_rng(1), draws=0)


# Shrout & Fleiss 1979, Table 2: six targets, four judges.
SHROUT_FLEISS = [[9, 2, 5, 8], [6, 1, 3, 2], [8, 4, 6, 8], [7, 1, 2, 6], [10, 5, 6, 9], [6, 2, 4, 7]]


def mean_squares(table):
    """B, J, E and W of the definition, cell by cell, as fractions."""
    n, k = len(table), len(table[0])
    cells = [[Fraction(x) for x in row] for row in table]
    grand = sum(map(sum, cells)) / (n * k)
    units = [sum(row) / k for row in cells]
    judges = [sum(column) / n for column in zip(*cells, strict=True)]
    b = sum(k * (u - grand) ** 2 for u in units) / (n - 1)
    j = sum(n * (m - grand) ** 2 for m in judges) / (k - 1)
    e = sum((cells[u][m] - units[u] - judges[m] + grand) ** 2 for u in range(n) for m in range(k))
    w = sum((cells[u][m] - units[u]) ** 2 for u in range(n) for m in range(k))
    return b, j, e / ((n - 1) * (k - 1)), w / (n * (k - 1))


def fractions_of(table):
    """Numerator and denominator of the six coefficients as Shrout and Fleiss print them."""
    n, k = len(table), len(table[0])
    b, j, e, w = mean_squares(table)
    return {
        "1,1": (b - w, b + (k - 1) * w),
        "2,1": (b - e, b + (k - 1) * e + k * (j - e) / n),
        "3,1": (b - e, b + (k - 1) * e),
        "1,k": (b - w, b),
        "2,k": (b - e, b + (j - e) / n),
        "3,k": (b - e, b),
    }


PRINTED = """
1,1 0.17 1.8 18 0.16477 -0.133 0.72
2,1 0.29 11.0 15 0.00013 0.019 0.76
3,1 0.71 11.0 15 0.00013 0.342 0.95
1,k 0.44 1.8 18 0.16477 -0.884 0.91
2,k 0.62 11.0 15 0.00013 0.071 0.93
3,k 0.91 11.0 15 0.00013 0.676 0.99
"""


@pytest.mark.parametrize("row", PRINTED.split("\n")[1:-1])
def test_the_example_of_shrout_and_fleiss(row):
    """Coefficients as in their Table 4; F, p and limits as R's psych::ICC prints them for the same data."""
    kind, *printed = row.split()
    icc = intraclass_correlation(SHROUT_FLEISS, kind)
    found = [(icc.value, 2), (icc.f, 1), (icc.df2, 0), (icc.p, 5), (icc.low, 3), (icc.high, 2)]
    assert [round(value, digits) for value, digits in found] == [*map(float, printed)]
    assert (icc.df1, icc.n_units, icc.n_incomplete, icc.n_judges) == (5, 6, 0, 4)


@given(rating_tables(holes=False, min_units=2))
@example([[1, 5, 5], [2, 2, 5], [3, 3, 5], [5, 2, 2], [5, 2, 2], [5, 2, 2]])
def test_coefficients_agree_with_the_slow_definition(table):
    """Sums over cells as fractions, whose zeros are exact."""
    for kind, (above, below) in fractions_of(table).items():
        value = intraclass_correlation(table, kind).value
        assert value is None if below <= 0 else value == pytest.approx(float(above / below), rel=1e-11, abs=1e-12)


def test_incomplete_units_are_left_out_and_counted():
    table = [[9, 2, math.nan, 8], *SHROUT_FLEISS, [math.nan] * 4]
    for kind in ICC_KINDS:
        expected = intraclass_correlation(SHROUT_FLEISS, kind)
        assert intraclass_correlation(table, kind) == expected._replace(n_incomplete=2)


@pytest.mark.parametrize("kind", ICC_KINDS)
@pytest.mark.parametrize(
    ("table", "value"),
    [
        (np.empty((0, 3)), None),
        (np.empty((3, 0)), None),
        ([[1.0, 2.0]], None),
        ([[1.0], [2.0]], None),
        ([[1.0, math.nan], [math.nan, 2.0], [3.0, 4.0]], None),
        ([[0.1, 0.1, 0.1]] * 3, None),
        ([[0.1] * 3, [0.2] * 3, [0.7] * 3], 1.0),
    ],
)
def test_where_there_is_no_test(kind, table, value):
    """Too few units or judges, no variance, or perfect agreement; the sizes stay."""
    icc = intraclass_correlation(table, kind)
    assert (icc.value, icc.f, icc.p, icc.low, icc.high) == (value, None, None, None, None)
    assert icc.n_units + icc.n_incomplete == len(table)
    assert min(icc.df1, icc.df2) >= 0


def test_units_that_do_not_differ():
    """The lowest coefficient of one judge, -1/(k-1), without an interval, and none for the mean: its variance is 0."""
    table = [[1.0, 2.0, 3.0], [3.0, 1.0, 2.0], [2.0, 3.0, 1.0]]
    icc = intraclass_correlation(table, "1,1")
    assert (icc.value, icc.f, icc.p) == pytest.approx((-0.5, 0.0, 1.0))
    assert (icc.low, icc.high) == (None, None)
    assert intraclass_correlation(table, "1,k").value is None
    assert intraclass_correlation([[1.0, 2.0], [2.0, 1.0]], "2,1").value is None


def test_a_denominator_that_only_rounding_keeps_from_zero():
    """Sums of rounded squares would make it a number of some 10^16."""
    # Unit means 2, 5/3, 5/3, 2, judges' means 5/4, 9/4, 2, grand mean 11/6, squares about it 35/3: B = 1/9, J = 13/12,
    # E = 55/36. 2,k: B + (J - E)/4 = 1/9 - 4/36 = 0. 2,1: (4 - 55)/(4 + 2·55 + 3·(39 - 55)/4) = -51/102.
    table = [[1, 1, 4], [1, 2, 2], [1, 3, 1], [2, 3, 1]]
    assert fractions_of(table)["2,k"][1] == 0
    assert intraclass_correlation(table, "2,k").value is None
    assert intraclass_correlation(table, "2,1").value == pytest.approx(-1 / 2)


def test_a_negative_coefficient_keeps_its_sign_and_a_usable_interval():
    """Its place in the degrees of freedom is taken by 0, where they are those of the error."""
    # Units 1 5 / 5 1 / 2 3 / 4 2: B = 1/6 by means 3, 3, 5/2, 3; grand mean 23/8.
    table = [[1, 5], [5, 1], [2, 3], [4, 2]]
    b, j, e, _ = map(float, mean_squares(table))
    icc = intraclass_correlation(table, "2,1")
    larger = scipy.stats.f.ppf(0.975, 3, 3)
    assert icc.value < -0.9
    assert icc.high == pytest.approx((b * larger - e) / (b * larger + e + 2 * (j - e) / 4))
