"""Intraclass correlations."""

import math
from fractions import Fraction

import numpy as np
import pytest
import scipy.stats
from hypothesis import example, given
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
    for kind, (above, below) in by_definition(table).items():
        value = intraclass_correlation(table, kind).value
        assert value is None if below <= 0 else value == pytest.approx(float(above / below), rel=1e-11, abs=1e-12)


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
