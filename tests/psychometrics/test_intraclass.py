"""Intraclass correlations."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, example, given
from support.tables import rating_tables

from helm_creativity.psychometrics.intraclass import ICC_KINDS, intraclass_correlation

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


def by_definition(table):
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


@pytest.mark.parametrize(
    ("kind", "value", "f", "df2", "p", "low", "high"),
    [
        ("1,1", 0.17, 1.8, 18, 0.16477, -0.133, 0.72),
        ("2,1", 0.29, 11.0, 15, 0.00013, 0.019, 0.76),
        ("3,1", 0.71, 11.0, 15, 0.00013, 0.342, 0.95),
        ("1,k", 0.44, 1.8, 18, 0.16477, -0.884, 0.91),
        ("2,k", 0.62, 11.0, 15, 0.00013, 0.071, 0.93),
        ("3,k", 0.91, 11.0, 15, 0.00013, 0.676, 0.99),
    ],
)
def test_the_example_of_shrout_and_fleiss(kind, value, f, df2, p, low, high):
    """Coefficients as in their Table 4; F, p and limits as R's psych::ICC prints them for the same data."""
    icc = intraclass_correlation(SHROUT_FLEISS, kind)
    assert round(icc.value, 2) == value
    assert round(icc.f, 1) == f
    assert (icc.df1, icc.df2, round(icc.p, 5)) == (5, df2, p)
    assert (round(icc.low, 3), round(icc.high, 2)) == (low, high)
    assert (icc.n_units, icc.n_incomplete, icc.n_judges) == (6, 0, 4)


@given(rating_tables(holes=False, min_units=2))
@example([[1, 5, 5], [2, 2, 5], [3, 3, 5], [5, 2, 2], [5, 2, 2], [5, 2, 2]])
def test_coefficients_agree_with_the_slow_definition(table):
    """Sums over cells as fractions, whose zeros are exact."""
    for kind, (above, below) in by_definition(table).items():
        value = intraclass_correlation(table, kind).value
        assert value is None if below <= 0 else value == pytest.approx(float(above / below), rel=1e-11, abs=1e-12)


@given(rating_tables(holes=False, min_units=3))
def test_intervals_agree_with_the_published_formulas(table):
    """Shrout and Fleiss's limits for 1 and 3, McGraw and Wong's for 2 in terms of r and J/E."""
    n, k = len(table), len(table[0])
    b, j, e, w = map(float, mean_squares(table))
    assume(b > e > 0 and b > 0 and w > 0)
    quantile = scipy.stats.f.ppf
    for kind, error, d in (("1", w, n * (k - 1)), ("3", e, (n - 1) * (k - 1))):
        lower, upper = b / error / quantile(0.975, n - 1, d), b / error * quantile(0.975, d, n - 1)
        single, mean = intraclass_correlation(table, f"{kind},1"), intraclass_correlation(table, f"{kind},k")
        assert (single.low, single.high) == pytest.approx(
            ((lower - 1) / (lower + k - 1), (upper - 1) / (upper + k - 1))
        )
        assert (mean.low, mean.high) == pytest.approx((1 - 1 / lower, 1 - 1 / upper))
    r = intraclass_correlation(table, "2,1").value
    below = k * r * j / e + n * (1 + (k - 1) * r) - k * r
    v = (k - 1) * (n - 1) * below**2 / ((n - 1) * (k * r * j / e) ** 2 + (n * (1 + (k - 1) * r) - k * r) ** 2)
    up, down = quantile(0.975, n - 1, v), quantile(0.975, v, n - 1)
    low = n * (b - up * e) / (up * (k * j + (k * n - k - n) * e) + n * b)
    high = n * (down * b - e) / (k * j + (k * n - k - n) * e + n * down * b)
    icc = intraclass_correlation(table, "2,1")
    assert (icc.low, icc.high) == pytest.approx((low, high), rel=1e-9, abs=1e-9)


def test_incomplete_units_are_left_out_and_counted():
    table = [[9, 2, math.nan, 8], *SHROUT_FLEISS, [math.nan] * 4]
    for kind in ICC_KINDS:
        expected = intraclass_correlation(SHROUT_FLEISS, kind)
        assert intraclass_correlation(table, kind) == expected._replace(n_incomplete=2)


@pytest.mark.parametrize("kind", ICC_KINDS)
@pytest.mark.parametrize(
    "table",
    [
        np.empty((0, 3)),
        np.empty((3, 0)),
        [[1.0, 2.0]],
        [[1.0], [2.0]],
        [[1.0, math.nan], [math.nan, 2.0], [3.0, 4.0]],
        [[0.1, 0.1, 0.1]] * 3,
    ],
)
def test_where_there_is_no_coefficient(kind, table):
    """Too few units or judges, or no variance: None throughout, and the sizes stay."""
    icc = intraclass_correlation(table, kind)
    assert (icc.value, icc.f, icc.p, icc.low, icc.high) == (None,) * 5
    assert icc.n_units + icc.n_incomplete == len(table)
    assert min(icc.df1, icc.df2) >= 0


@pytest.mark.parametrize("kind", ICC_KINDS)
def test_perfect_agreement_is_one_without_a_test(kind):
    icc = intraclass_correlation([[0.1] * 3, [0.2] * 3, [0.7] * 3], kind)
    assert (icc.value, icc.f, icc.p, icc.low, icc.high) == (1.0, None, None, None, None)


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
    assert by_definition(table)["2,k"][1] == 0
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
