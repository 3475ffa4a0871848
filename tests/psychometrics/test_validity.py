"""Validity, specificity, the frontier of both, dependent correlations, and what a score adds to covariates."""

import math

import numpy as np
import pytest
import scipy.stats
from hypothesis import assume, given
from hypothesis import strategies as st
from support.tables import generator, seeds

from helm_creativity.psychometrics import validity
from helm_creativity.psychometrics.nested_regressions import block_steps, increment, least_squares_slope
from helm_creativity.psychometrics.uncertainty import times_drawn

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
    ours, theirs = validity.pearson(x, y), scipy.stats.pearsonr(x, y)
    assert (ours.r, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9, abs=1e-12)
    assert (ours.low, ours.high) == pytest.approx(tuple(theirs.confidence_interval(0.95)))
    assert (ours.n, ours.df) == (n, n - 2)


@given(seed=seeds, levels=st.integers(2, 6))
def test_spearman_is_that_of_scipy(seed, levels):
    rng = np.random.default_rng(seed)
    x, y = rng.integers(0, levels, (2, 12))
    assume(np.ptp(x) and np.ptp(y) and abs(scipy.stats.spearmanr(x, y).statistic) < 0.999)
    ours, theirs = validity.spearman(x, y), scipy.stats.spearmanr(x, y)
    assert (ours.r, ours.p) == pytest.approx((theirs.statistic, theirs.pvalue), rel=1e-9, abs=1e-12)


def test_the_interval_of_spearman_is_wider_than_that_of_pearson():
    """Bonett and Wright's variance is 1 + r²/2 times Fisher's."""
    ranks = list(range(1, 11))
    other = [2, 1, 4, 3, 6, 5, 8, 7, 10, 9]
    plain, by_rank = validity.pearson(ranks, other), validity.spearman(ranks, other)
    wide = math.sqrt(1 + by_rank.r**2 / 2)
    assert by_rank.r == plain.r
    assert math.atanh(by_rank.high) - math.atanh(by_rank.r) == pytest.approx(
        wide * (math.atanh(plain.high) - math.atanh(plain.r))
    )


@given(seed=seeds, k=st.integers(1, 4))
def test_specificity_is_the_correlation_with_residuals(seed, k):
    """The test has k degrees of freedom less, and so has the interval."""
    x, y, controls = data(seed, k=k)
    found = validity.specificity(x, y, controls)
    theirs = scipy.stats.pearsonr(x, residuals(y, controls)).statistic
    t = theirs * math.sqrt((15 - 2 - k) / (1 - theirs**2))
    assert (found.r, found.t) == pytest.approx((theirs, t), rel=1e-6, abs=1e-9)
    assert found.p == pytest.approx(2 * scipy.stats.t.sf(abs(t), 15 - 2 - k), rel=1e-6)
    half = (math.atanh(found.high) - math.atanh(found.low)) / 2
    assert half == pytest.approx(scipy.stats.norm.ppf(0.975) / math.sqrt(15 - k - 3))


def test_controls_that_say_nothing_new_take_no_degree_of_freedom():
    x, y, controls = data(7)
    more = np.column_stack([controls, np.full(15, 3.0), controls[:, 0], controls.sum(axis=1)])
    assert validity.specificity(x, y, more) == pytest.approx(validity.specificity(x, y, controls))
    assert validity.multiple_r(y, more) == pytest.approx(validity.multiple_r(y, controls))
    assert validity.specificity(x, y, np.ones(15)) == pytest.approx(validity.pearson(x, y))


def test_only_complete_cases_count():
    """A case that lacks a control has no specificity, but a validity."""
    gap = [math.nan, *G[1:]]
    assert validity.pearson([*X, math.nan, 9], [*Y, 1, math.nan]) == validity.pearson(X, Y)
    assert validity.specificity(X, Y, gap) == validity.specificity(X[1:], Y[1:], G[1:])
    assert validity.specificity(X, Y, gap).n == 5
    assert validity.multiple_r(Y, gap) == validity.multiple_r(Y[1:], G[1:])
    assert validity.pearson(X, Y).n == 6


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
    assert validity.pearson(x, y) is None
    assert validity.spearman(x, y) is None
    assert validity.specificity(x, y, np.ones((len(x), 1))) is None


def test_where_the_controls_leave_nothing():
    """An outcome that is a sum of controls has no residual to correlate with, only rounding."""
    x, _, controls = data(3)
    outcome = 0.1 * controls[:, 0] + 0.7 * controls[:, 1]
    assert validity.specificity(x, outcome, controls) is None
    assert validity.multiple_r(outcome, controls) == pytest.approx(1)
    assert validity.specificity(X[:4], Y[:4], np.column_stack([G[:4], [1, 0, 0, 1]])) is None
    assert validity.multiple_r(Y[:3], np.column_stack([G[:3], [1, 0, 0]])) is None
    assert validity.multiple_r([2, 2, 2, 2], G[:4]) is None


def test_perfect_correlations_have_a_test():
    """The test statistic is infinite and p is 0; the interval is the point."""
    found = validity.pearson([1, 2, 3, 4, 5], [-2, -4, -6, -8, -10])
    assert found == (-1.0, -math.inf, 3, 0.0, 5, -1.0, -1.0)


@given(seed=seeds, k=st.integers(1, 4))
def test_multiple_r_is_the_correlation_with_the_prediction(seed, k):
    _, y, controls = data(seed, k=k)
    predicted = y - residuals(y, controls)
    assert validity.multiple_r(y, controls) == pytest.approx(np.corrcoef(y, predicted)[0, 1], abs=1e-8)


@given(seed=seeds, n=st.integers(4, 30), k=st.integers(1, 3))
def test_any_data_lie_within_the_lens(seed, n, k):
    """Theorem 1 is about numbers, not about populations."""
    x, y, controls = data(seed, n, k)
    found = validity.specificity(x, y, controls)
    assume(found is not None)
    low, high = validity.frontier(validity.pearson(x, y).r, validity.multiple_r(y, controls))
    assert low - 1e-7 <= found.r <= high + 1e-7


def test_the_ceiling_of_arena_creative_writing():
    """R = 0.98 caps the specificity of a perfectly valid test at about 0.20 (section 2.5)."""
    assert validity.frontier(1, 0.98) == pytest.approx((math.sqrt(1 - 0.98**2),) * 2)
    assert round(validity.frontier(1, 0.98)[1], 2) == 0.20
    assert validity.frontier(0, 0.6) == pytest.approx((-0.6, 0.6))
    assert validity.frontier(-0.6, 0.8) == pytest.approx((-0.36 - 0.64, -0.36 + 0.64))


@given(r=correlations)
def test_the_best_point_is_the_best_of_a_grid(r):
    """No validity of ten thousand has a larger sum with the specificity that the frontier allows it."""
    v, s = validity.best_on_frontier(r)
    grid = np.linspace(-1, 1, 10_001)
    sums = grid + grid * math.sqrt(1 - r * r) + abs(r) * np.sqrt(1 - grid**2)
    assert v + s >= sums.max() - 1e-12
    assert v + s == pytest.approx(sums.max(), abs=1e-3)
    assert s == pytest.approx(validity.frontier(v, r)[1])


@pytest.mark.parametrize(
    ("given_", "t", "p"),
    [((0.6, 0.3, 0.4, 30), 1.7516830936, 0.0911815475), ((0.55, 0.62, 0.7, 82), -1.0386443999, 0.3021387085)],
)
def test_williams_is_that_of_r(given_, t, p):
    # x <- psych::r.test(n = 30, r12 = .6, r13 = .3, r23 = .4); x$t; x$p
    # x <- psych::r.test(n = 82, r12 = .55, r13 = .62, r23 = .7); x$t; x$p
    found = validity.williams(*given_)
    assert (found.t, found.p) == pytest.approx((t, p), abs=1e-9)
    assert found.df == given_[3] - 3
    assert found.difference == pytest.approx(given_[0] - given_[1])


def test_where_williams_has_no_test():
    """Too few cases, or a variable that is compared with itself."""
    assert validity.williams(0.5, 0.3, 0.2, 3) is None
    assert validity.williams(0.5, 0.5, 1, 30) is None
    assert validity.williams(0.5, 0.3, 0.2, 4) is not None


NONE = np.empty((0, 0))


def simulated(seed, n=40, added=0.3, known=0.3):
    """Models of which a score adds so much to one covariate in explaining a criterion, in the population."""
    draw = generator(seed)
    covariate, own, rest = draw.standard_normal((3, n))
    y = math.sqrt(known) * covariate + math.sqrt(added) * own + math.sqrt(1 - known - added) * rest
    # The score is correlated with the covariate, as tests are with capability.
    return own + 0.5 * covariate, y, covariate


def explained(columns, y):
    """R² by least squares with a constant."""
    design = np.column_stack([np.ones(len(y)), *columns])
    left = y - design @ np.linalg.lstsq(design, y, rcond=None)[0]
    return 1 - left @ left / ((y - y.mean()) @ (y - y.mean()))


@pytest.mark.parametrize("k", [0, 1, 3])
def test_the_slow_definitions(k):
    """Two regressions by least squares, scipy's F, and regressions of every resample; what is missing is left out."""
    draw = generator(k)
    known = draw.standard_normal((23, k))
    x, noise = draw.standard_normal((2, 23)) + known.sum(axis=1)
    y = x + noise
    found = increment([*x, math.nan, 1.0], [*y, 1.0, math.nan], np.vstack([known, np.ones((2, k))]), generator(1), 200)
    before, both = explained(known.T, y), explained([*known.T, x], y)
    df = 23 - k - 2
    f = (both - before) / (1 - both) * df
    assert (found.n, found.k, found.df) == (23, k, df)
    values = (found.r2_covariates, found.r2, found.delta_r2, found.f, found.p)
    assert values == pytest.approx((before, both, both - before, f, scipy.stats.f.sf(f, 1, df)), abs=1e-12)
    draws = []
    for counts in times_drawn(generator(1), 200, 23):
        rows = np.repeat(np.arange(23), counts.astype(int))
        draws.append(explained([*known[rows].T, x[rows]], y[rows]) - explained(known[rows].T, y[rows]))
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(draws, [0.025, 0.975])))


def test_the_partial_correlation():
    """That of both residuals; its square is the share of what the covariates leave; its p is that of F."""
    x, y, covariate = simulated(3)
    lines = [scipy.stats.linregress(covariate, values) for values in (x, y)]
    left = [v - line.slope * covariate - line.intercept for v, line in zip((x, y), lines, strict=True)]
    found, added = validity.partial(x, y, covariate), increment(x, y, covariate, generator())
    assert found.r == pytest.approx(np.corrcoef(*left)[0, 1])
    assert found.r**2 == pytest.approx(added.delta_r2 / (1 - added.r2_covariates))
    assert found.p == pytest.approx(added.p)
    assert abs(found.r) > abs(validity.specificity(x, y, covariate).r)
    assert validity.partial(x, y, np.empty((40, 0))) == pytest.approx(validity.pearson(x, y))


def test_a_planted_increment_comes_back():
    """.3 of the variance beyond the covariate: the mean is near it, and intervals hold it as often as they say."""
    found = [increment(*simulated(seed), generator(seed), 300) for seed in range(150)]
    # A sample's R² is too large by some 1/n of what is left.
    assert np.mean([each.delta_r2 for each in found]) == pytest.approx(0.3, abs=0.03)
    assert 0.90 <= np.mean([each.low <= 0.3 <= each.high for each in found]) <= 0.99


@pytest.mark.parametrize(
    ("x", "y", "covariates"),
    [
        ([1, 2, 4], [1, 3, 2], [2, 1, 1]),  # one model too few for a covariate
        ([1, 1, 1, 1, 1], [1, 3, 2, 5, 4], [2, 1, 1, 3, 4]),
        ([1, 3, 2, 5, 4], [1, 1, 1, 1, 1], [2, 1, 1, 3, 4]),
        ([1, 3, 2, 5, 4], [3, 1, 2, 5, 2], [2, 6, 4, 10, 8]),  # the covariate is the score
        ([3, 1, 2, 5, 2], [1, 3, 2, 5, 4], [2, 6, 4, 10, 8]),  # the covariate is the criterion
        ([], [], NONE),
    ],
)
def test_where_there_is_no_increment(x, y, covariates):
    assert increment(x, y, covariates, generator(), 10) is None


def test_the_slope_of_a_line():
    """As scipy has it, with Student's interval."""
    x, y, _ = simulated(6, n=9)
    line = scipy.stats.linregress(x, y)
    half = scipy.stats.t.ppf(0.975, 7) * line.stderr
    expected = (9, line.slope, line.slope - half, line.slope + half)
    assert least_squares_slope([*x, math.nan], [*y, 1]) == pytest.approx(expected)
    assert least_squares_slope([1, 1, 1], [1, 2, 3]) is least_squares_slope([1, 2], [1, 2]) is None


def test_blocks_worked_by_hand():
    """Of y = 2a + b + ab in two crossed halves, twice: a explains 4 sixths, b and ab one each."""
    a, b = np.array([-1, -1, 1, 1] * 2), np.array([-1, 1, -1, 1] * 2)
    first, then = block_steps(2 * a + b + a * b, [a, np.column_stack([b, a * b])])
    assert (first.n, first.k, first.r2, first.delta_r2) == (8, 1, pytest.approx(4 / 6), pytest.approx(4 / 6))
    assert (first.f, first.df1, first.df2) == (pytest.approx(4 / 6 * 6 / (2 / 6)), 1, 6)
    assert first.p == pytest.approx(scipy.stats.f.sf(12, 1, 6))
    assert (then.r2, then.delta_r2, then.df1, then.df2, then.f) == (
        pytest.approx(1),
        pytest.approx(2 / 6),
        2,
        4,
        math.inf,
    )
    # What is missing is left out everywhere, and one predictor that is entered last is an increment.
    draw = generator(3)
    known, x, y = draw.standard_normal((20, 2)), *draw.standard_normal((2, 20))
    y[0] = math.nan
    added, step = increment(x, y, known, generator()), block_steps(y, [known, x])[-1]
    assert (step.n, step.delta_r2, step.f, step.p) == pytest.approx((19, added.delta_r2, added.f, added.p))


def test_blocks_that_have_no_test():
    """Too few cases, a criterion without spread, or a block that those before determine."""
    x = generator().standard_normal((6, 4))
    assert block_steps(x[:, 0], [x[:, 1:], x[:, 1] + x[:, 2]]) is None
    assert block_steps(np.ones(6), [x[:, 1]]) is None
    assert block_steps(x[:4, 0], [x[:4, 1:3], x[:4, 3]]) is None
