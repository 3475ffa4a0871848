"""Rank correlations of pairs of judges."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics.agreement import SpearmanPair, spearman_pairs

NAN = math.nan


@st.composite
def tables(draw):
    """Small tables of whole numbers with holes."""
    judges = draw(st.integers(2, 4))
    cell = st.integers(1, 5) | st.just(NAN)
    rows = draw(st.lists(st.lists(cell, min_size=judges, max_size=judges), max_size=10))
    return np.array(rows, dtype=float).reshape(-1, judges)


def test_ranks_without_ties_worked_by_hand():
    """1 - 6·Σd²/(n³ - n)."""
    # Ranks 1 2 3 4 and 1 3 2 4: Σd² = 2, ρ = 1 - 12/60.
    assert spearman_pairs([[1, 10], [5, 30], [7, 20], [9, 90]]) == [SpearmanPair(0, 1, 4, pytest.approx(0.8))]


def test_ties_worked_by_hand():
    """Ranks 1½ 1½ 3 and 1 2 3."""
    # Around 2: Σab = 1/2 + 0 + 1 = 3/2, Σa² = 3/2, Σb² = 2: ρ = (3/2)/√3 = √3/2.
    assert spearman_pairs([[4, 1], [4, 2], [6, 3]])[0].rho == pytest.approx(math.sqrt(3) / 2)


def test_the_example_of_scipys_documentation():
    """Two lists of five."""
    assert spearman_pairs(np.transpose([[1, 2, 3, 4, 5], [5, 6, 7, 8, 7]]))[0].rho == pytest.approx(0.82078268166812329)


def test_ranks_are_those_of_the_units_in_common():
    """Each pair has units of its own, in the order of the pairs."""
    table = [[1, 1, NAN], [2, 2, 9], [3, NAN, 8], [9, 3, NAN], [NAN, 4, 7]]
    # 0-1: 1 2 9 and 1 2 3; 0-2: 2 3 and 9 8; 1-2: 2 4 and 9 7.
    pairs = spearman_pairs(table)
    assert pairs == [(0, 1, 3, 1.0), (0, 2, 2, -1.0), (1, 2, 2, -1.0)]
    # The rank of 9 among all of judge 0 is 4, among the units shared with judge 1 it is 3: 1 3 9 5 and 1 2 3 4 with
    # the unit of 5 not shared is still perfect.
    assert spearman_pairs([[1, 1], [3, 2], [9, 3], [5, NAN]])[0] == (0, 1, 3, 1.0)


@given(tables())
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


@given(tables())
def test_rising_scales_change_nothing_and_falling_ones_the_sign(table):
    """Only ranks are seen."""
    moved = table.copy()
    moved[:, 0] = np.exp(moved[:, 0])
    moved[:, 1] = -(moved[:, 1] ** 3)
    for before, after in zip(spearman_pairs(table), spearman_pairs(moved), strict=True):
        sign = -1 if 1 in (before.first, before.second) else 1
        assert after == (before if before.rho is None else before._replace(rho=pytest.approx(sign * before.rho)))


@pytest.mark.parametrize(
    ("table", "n"),
    [(np.empty((0, 2)), 0), ([[1.0, 2.0]], 1), ([[1.0, NAN], [NAN, 2.0]], 0), ([[0.1, 1.0], [0.1, 2.0]], 2)],
)
def test_where_there_is_no_correlation(table, n):
    """Fewer than two units in common, or a judge who does not distinguish."""
    assert spearman_pairs(table) == [SpearmanPair(0, 1, n, None)]


@pytest.mark.parametrize("judges", [0, 1])
def test_without_two_judges_there_are_no_pairs(judges):
    """An empty list."""
    assert spearman_pairs(np.ones((3, judges))) == []
