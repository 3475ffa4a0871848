"""Validity, specificity, the frontier of both, and dependent correlations."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st
from support.tables import seeds

from helm_creativity.psychometrics.validity import (
    best_on_frontier,
    frontier,
    multiple_r,
    pearson,
    spearman,
    specificity,
    williams,
)

correlations = st.floats(-1, 1)
X, Y, G = [1.0, 2.0, 3.0, 4.0, 5.0, 6.0], [2.0, 1.0, 4.0, 3.0, 7.0, 4.0], [1.0, 1.0, 2.0, 3.0, 5.0, 8.0]


def data(seed, n=15, k=2):
    """A test, an outcome and controls that have something to do with one another."""
    rng = np.random.default_rng(seed)
    common = rng.normal(size=n)
    x, y = (common * rng.normal() + rng.normal(size=n) for _ in range(2))
    return x, y, common[:, None] * rng.normal(size=k) + rng.normal(size=(n, k))


def residuals(y, controls):
    """What least squares with a constant leave of y, by the normal equations."""
    design = np.column_stack([np.ones(len(y)), controls])
    return y - design @ np.linalg.solve(design.T @ design, design.T @ y)


@given(seed=seeds, n=st.integers(5, 60))
def test_pearson_is_that_of_scipy(seed, n):
    x, y, _ = data(seed, n)
    ours, theirs = pearson(x, y), scipy.stats.pearsonr(x, y)
    assert (ours.r, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9, abs=1e-12)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval(0.95)))
    assert (ours.n, ours.df) == (n, n - 2)


@given(seed=seeds, levels=st.integers(2, 6))
def test_spearman_is_that_of_scipy(seed, levels):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, levels, (2, 12))
    assume(np.ptp(x) and np.ptp(y) and abs(scipy.stats.spearmanr(x, y).statistic) < 0.999)
    ours, theirs = spearman(x, y), scipy.stats.spearmanr(x, y)
    assert (ours.r, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9, abs=1e-12)


def test_the_interval_of_spearman_is_wider_than_that_of_pearson():
    """Bonett and Wright's variance is 1 + r²/2 times Fisher's."""
    ranks = list(range(1, 11))
    other = [2, 1, 4, 3, 6, 5, 8, 7, 10, 9]
    plain, by_rank = pearson(ranks, other), spearman(ranks, other)
    wide = math.sqrt(1 + by_rank.r**2 / 2)
    assert by_rank.r == plain.r
    assert math.atanh(by_rank.high) - math.atanh(by_rank.r) == pytest.approx(
        wide * (math.atanh(plain.high) - math.atanh(plain.r))
    )


@given(seed=seeds, k=st.integers(1, 4))
def test_specificity_is_the_correlation_with_residuals(seed, k):
    """The test has k degrees of freedom less, and so has the interval."""
    x, y, controls = data(seed, k=k)
    found = specificity(x, y, controls)
    theirs = scipy.stats.pearsonr(x, residuals(y, controls)).statistic
    t = theirs * math.sqrt((15 - 2 - k) / (1 - theirs**2))
    assert (found.r, found.t) == pytest.approx((theirs, t), rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(2 * scipy.stats.t.sf(abs(t), 15 - 2 - k), rel=1e-6)
    half = (math.atanh(found.high) - math.atanh(found.low)) / 2
    assert half == pytest.approx(scipy.stats.norm.ppf(0.975) / math.sqrt(15 - k - 3))


def test_controls_that_say_nothing_new_take_no_degree_of_freedom():
    x, y, controls = data(7)
    more = np.column_stack([controls, np.full(15, 3.0), controls[:, 0], controls.sum(axis=1)])
    assert specificity(x, y, more) == pytest.approx(specificity(x, y, controls))
    assert multiple_r(y, more) == pytest.approx(multiple_r(y, controls))
    assert specificity(x, y, np.ones(15)) == pytest.approx(pearson(x, y))


def test_only_complete_cases_count():
    """A case that lacks a control has no specificity, but a validity."""
    gap = [math.nan, *G[1:]]
    assert pearson([*X, math.nan, 9], [*Y, 1, math.nan]) == pearson(X, Y)
    assert specificity(X, Y, gap) == specificity(X[1:], Y[1:], G[1:])
    assert specificity(X, Y, gap).n == 5
    assert multiple_r(Y, gap) == multiple_r(Y[1:], G[1:])
    assert pearson(X, Y).n == 6


@pytest.mark.parametrize(
    ("x", "y"),
    [
        ([], []),
        ([1, 2], [1, 2]),
        ([1, 2, math.nan], [1, 2, 3]),
        ([0.1] * 3, [1, 2, 3]),
        (X, [0.3] * 6),
        ([0.1 + 0.2, 0.3, 0.3], [1, 2, 3]),
    ],
)
def test_where_there_is_no_correlation(x, y):
    """Undefined is None; what differs by rounding alone has no spread."""
    assert pearson(x, y) is None
    assert spearman(x, y) is None
    assert specificity(x, y, np.ones((len(x), 1))) is None


def test_where_the_controls_leave_nothing():
    """An outcome that is a sum of controls has no residual to correlate with, only rounding."""
    x, _, controls = data(3)
    outcome = 0.1 * controls[:, 0] + 0.7 * controls[:, 1]
    assert specificity(x, outcome, controls) is None
    assert multiple_r(outcome, controls) == pytest.approx(1)
    assert specificity(X[:4], Y[:4], np.column_stack([G[:4], [1, 0, 0, 1]])) is None
    assert multiple_r(Y[:3], np.column_stack([G[:3], [1, 0, 0]])) is None
    assert multiple_r([2, 2, 2, 2], G[:4]) is None


def test_perfect_correlations_have_a_test():
    """The test statistic is infinite and p is 0; the interval is the point."""
    found = pearson([1, 2, 3, 4, 5], [-2, -4, -6, -8, -10])
    assert found == (-1.0, -math.inf, 3, 0.0, 5, -1.0, -1.0)


@given(seed=seeds, k=st.integers(1, 4))
def test_multiple_r_is_the_correlation_with_the_prediction(seed, k):
    _, y, controls = data(seed, k=k)
    predicted = y - residuals(y, controls)
    assert multiple_r(y, controls) == pytest.approx(np.corrcoef(y, predicted)[0, 1], abs=1e-8)


@given(seed=seeds, n=st.integers(4, 30), k=st.integers(1, 3))
def test_any_data_lie_within_the_lens(seed, n, k):
    """Theorem 1 is about numbers, not about populations."""
    x, y, controls = data(seed, n, k)
    found = specificity(x, y, controls)
    assume(found is not None)
    low, high = frontier(pearson(x, y).r, multiple_r(y, controls))
    assert low - 1e-7 <= found.r <= high + 1e-7


def test_the_ceiling_of_arena_creative_writing():
    """R = 0.98 caps the specificity of a perfectly valid test at about 0.20 (section 2.5)."""
    assert frontier(1, 0.98) == pytest.approx((math.sqrt(1 - 0.98**2),) * 2)
    assert round(frontier(1, 0.98)[1], 2) == 0.20
    assert frontier(0, 0.6) == pytest.approx((-0.6, 0.6))
    assert frontier(-0.6, 0.8) == pytest.approx((-0.36 - 0.64, -0.36 + 0.64))


@given(r=correlations)
def test_the_best_point_is_the_best_of_a_grid(r):
    """No validity of ten thousand has a larger sum with the specificity that the frontier allows it."""
    v, s = best_on_frontier(r)
    grid = np.linspace(-1, 1, 10_001)
    sums = grid + grid * math.sqrt(1 - r * r) + abs(r) * np.sqrt(1 - grid**2)
    assert v + s >= sums.max() - 1e-12
    assert v + s == pytest.approx(sums.max(), abs=1e-3)
    assert s == pytest.approx(frontier(v, r)[1])


@pytest.mark.parametrize(
    ("given_", "t", "p"),
    [((0.6, 0.3, 0.4, 30), 1.7516830936, 0.0911815475), ((0.55, 0.62, 0.7, 82), -1.0386443999, 0.3021387085)],
)
def test_williams_is_that_of_r(given_, t, p):
    # x <- psych::r.test(n = 30, r12 = .6, r13 = .3, r23 = .4); x$t; x$p
    # x <- psych::r.test(n = 82, r12 = .55, r13 = .62, r23 = .7); x$t; x$p
    found = williams(*given_)
    assert (found.t, found.p) == pytest.approx((t, p), abs=1e-9)
    assert found.df == given_[3] - 3
    assert found.difference == pytest.approx(given_[0] - given_[1])


def test_where_williams_has_no_test():
    """Too few cases, or a variable that is compared with itself."""
    assert williams(0.5, 0.3, 0.2, 3) is None
    assert williams(0.5, 0.5, 1, 30) is None
    assert williams(0.5, 0.3, 0.2, 4) is not None
