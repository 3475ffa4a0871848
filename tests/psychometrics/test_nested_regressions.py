"""What a score adds to covariates, against slow definitions, by hand, and over simulated models."""

import math

import numpy as np
import pytest
from scipy import stats
from support.tables import generator

from helm_creativity.psychometrics.nested_regressions import block_steps, increment, least_squares_slope
from helm_creativity.psychometrics.uncertainty import times_drawn
from helm_creativity.psychometrics.validity import partial, pearson, specificity

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
    assert values == pytest.approx((before, both, both - before, f, stats.f.sf(f, 1, df)), abs=1e-12)
    draws = []
    for counts in times_drawn(generator(1), 200, 23):
        rows = np.repeat(np.arange(23), counts.astype(int))
        draws.append(explained([*known[rows].T, x[rows]], y[rows]) - explained(known[rows].T, y[rows]))
    assert (found.low, found.high) == pytest.approx(tuple(np.quantile(draws, [0.025, 0.975])))


def test_the_partial_correlation():
    """That of both residuals; its square is the share of what the covariates leave; its p is that of F."""
    x, y, covariate = simulated(3)
    lines = [stats.linregress(covariate, values) for values in (x, y)]
    left = [v - line.slope * covariate - line.intercept for v, line in zip((x, y), lines, strict=True)]
    found, added = partial(x, y, covariate), increment(x, y, covariate, generator())
    assert found.r == pytest.approx(np.corrcoef(*left)[0, 1])
    assert found.r**2 == pytest.approx(added.delta_r2 / (1 - added.r2_covariates))
    assert found.p == pytest.approx(added.p)
    assert abs(found.r) > abs(specificity(x, y, covariate).r)
    assert partial(x, y, np.empty((40, 0))) == pytest.approx(pearson(x, y))


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
    """As scipy has it, with Student's interval, at any scale."""
    x, y, _ = simulated(6, n=9)
    line = stats.linregress(x, y)
    half = stats.t.ppf(0.975, 7) * line.stderr
    expected = (9, line.slope, line.slope - half, line.slope + half)
    assert least_squares_slope([*x, math.nan], [*y, 1]) == pytest.approx(expected)
    assert least_squares_slope(1e200 * x, y)[1] == pytest.approx(line.slope * 1e-200)
    assert least_squares_slope([1, 1, 1], [1, 2, 3]) is least_squares_slope([1, 2], [1, 2]) is None


def test_blocks_worked_by_hand():
    """Of y = 2a + b + ab in two crossed halves, twice: a explains 4 sixths, b and ab one each."""
    a, b = np.array([-1, -1, 1, 1] * 2), np.array([-1, 1, -1, 1] * 2)
    first, then = block_steps(2 * a + b + a * b, [a, np.column_stack([b, a * b])])
    assert (first.n, first.k, first.r2, first.delta_r2) == (8, 1, pytest.approx(4 / 6), pytest.approx(4 / 6))
    assert (first.f, first.df1, first.df2) == (pytest.approx(4 / 6 * 6 / (2 / 6)), 1, 6)
    assert first.p == pytest.approx(stats.f.sf(12, 1, 6))
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
