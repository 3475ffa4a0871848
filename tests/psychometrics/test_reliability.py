"""Cronbach's alpha, components of variance, and reliability."""

import math
from statistics import covariance

import numpy as np
import pytest
import scipy.stats
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support.tables import gappy, generator, rating_tables, seeds, tables

from helm_creativity.psychometrics import reliability
from helm_creativity.psychometrics.intraclass import intraclass_correlation
from helm_creativity.psychometrics.reliability import CronbachAlpha, cronbach_alpha, mean_correlations
from helm_creativity.psychometrics.variance_shares import variance_shares

NAN = math.nan
# Twelve people, eleven questions, right or wrong, some unanswered: an example of real-statistics.com.
ANSWERS = """
11111111111 11111111010 .011.111100 11101101100 11111000100 01.01111000
11110010000 11111000000 01011000010 10010100.00 11100000000 10010000000
"""
QUESTIONNAIRE = [[NAN if answer == "." else float(answer) for answer in person] for person in ANSWERS.split()]


def slow_cronbach(table):
    """Pair by pair of judges with the standard library; the value, the sum of the matrix and the fewest units."""
    columns = list(zip(*table, strict=True))
    k, total, trace, fewest = len(columns), 0.0, 0.0, math.inf
    for i, first in enumerate(columns):
        for j, second in enumerate(columns):
            both = [(x, y) for x, y in zip(first, second, strict=True) if not math.isnan(x + y)]
            fewest = min(fewest, len(both))
            if len(both) >= 2:
                total += covariance(*zip(*both, strict=True))
                trace += covariance(*zip(*both, strict=True)) if i == j else 0
    return (k / (k - 1) * (1 - trace / total) if fewest >= 2 and abs(total) > 1e-9 else None), total, fewest


@given(rating_tables(holes=False, min_units=3))
def test_the_interval_of_alpha_is_feldts_and_that_of_the_mean_of_judges(table):
    """By scipy's F; there is none of perfect agreement, nor of the standardised alpha."""
    alpha, same = cronbach_alpha(table), intraclass_correlation(table, "3,k")
    n, k = np.shape(table)
    assert (alpha.low, alpha.high) == (same.low, same.high)
    assert cronbach_alpha(table, standardised=True)[3:5] == (None, None)
    if alpha.low is not None:
        tails = scipy.stats.f.ppf([0.975, 0.025], n - 1, (n - 1) * (k - 1))
        assert (alpha.low, alpha.high) == pytest.approx(tuple(1 - (1 - alpha.value) * tails))
        assert alpha.low <= alpha.value <= alpha.high


def test_a_published_questionnaire():
    """R's psych::alpha with use="pairwise" and "complete.obs", as pingouin's documentation gives them."""
    complete = [row for row in QUESTIONNAIRE if not any(map(math.isnan, row))]
    assert cronbach_alpha(QUESTIONNAIRE)[:3] == pytest.approx((0.732660835214447, 10, 11), rel=1e-12)
    assert cronbach_alpha(complete)[:3] == pytest.approx((0.8016949152542373, 9, 11), rel=1e-12)


@given(rating_tables(min_units=2))
def test_alpha_agrees_with_the_slow_definition(table):
    """And is None where the sum of the matrix is not positive, or missing ratings would make alpha more than 1."""
    alpha, (value, total, fewest) = cronbach_alpha(table), slow_cronbach(table)
    assert alpha.min_pair_units == fewest
    assert bool(alpha.problem) == (alpha.value is None)
    if value is None or total < 0 or value > 1 + 1e-9:
        assert alpha.value is None
    else:
        assert alpha.value == pytest.approx(value, rel=1e-9, abs=1e-9)


@pytest.mark.parametrize("standardised", [False, True])
def test_missing_ratings_give_no_alpha_above_one(standardised):
    """A judge rates only units on which the other differs most: their covariance exceeds the variances."""
    # The first rates 0 10 and six times 5: variance 50/7; the second 0 10: 50; covariance 50 on the two units.
    # Σ C = 157.1, alpha = 2·(1 - 57.1/157.1) = 1.27; the correlation would be 50/√(50·50/7) = 2.65.
    table = [[0, 0], [10, 10], *[[5, NAN]] * 6]
    assert cronbach_alpha(table, standardised) == CronbachAlpha(None, 2, 2, problem=reliability.IMPOSSIBLE)
    assert cronbach_alpha(table[:2], standardised).value == pytest.approx(1)


@given(
    rating_tables(holes=False, min_units=2),
    st.lists(st.sampled_from([1e-150, 0.1, 7.0, 1e150]), min_size=4, max_size=4),
)
def test_standardised_alpha_is_alpha_of_z_scores_in_any_unit(table, units):
    array = np.array(table, dtype=float)
    deviations = array.std(axis=0, ddof=1)
    found = cronbach_alpha(array * units[: array.shape[1]], standardised=True).value
    if (deviations == 0).any():
        assert found is None
        return
    expected = cronbach_alpha((array - array.mean(axis=0)) / deviations).value
    assert found is expected is None or found == pytest.approx(expected, rel=1e-6, abs=1e-6)


cubes = st.tuples(st.integers(1, 5), st.integers(1, 3), st.integers(1, 5)).flatmap(
    lambda shape: arrays(float, shape, elements=gappy)
)


def simulated(seed, n, k, t, interaction=0.8, trial=1.0):
    """Answers of models with variance 1, of items with variance 1/4."""
    rng = generator(seed)
    fixed = rng.normal(size=(n, 1)) + rng.normal(0, 0.5, k) + rng.normal(0, interaction, (n, k))
    return fixed[:, :, None] + rng.normal(0, trial, (n, k, t))


def pearson(x, y):
    """Over the cases that have both; None where one of the two does not vary."""
    known = [(a, b) for a, b in zip(x, y, strict=True) if not math.isnan(a + b)]
    if len({round(a, 9) for a, _ in known}) < 2 or len({round(b, 9) for _, b in known}) < 2:
        return None
    return float(np.corrcoef(np.array(known).T)[0, 1])


def mean_or_none(correlations):
    """Mean of what ``pearson`` gives for several pairs, None where it gives none."""
    known = list(correlations)
    return None if all(r is None for r in known) else float(np.mean([r or 0.0 for r in known]))


def mean(values):
    known = [value for value in values if not math.isnan(value)]
    return sum(known) / len(known) if known else math.nan


@given(tables, seeds)
@settings(max_examples=80)
def test_split_half_is_that_of_a_slow_loop(scores, seed):
    """Means of what is known in either half, correlated over the models that have both."""
    found = reliability.split_half(scores, generator(seed), draws=3)
    table = scores[~np.isnan(scores).all(axis=1)]
    table = table[:, ~np.isnan(table).all(axis=0)]
    n, k = table.shape
    if n < 3 or k < 2:
        assert found is None
        return
    places = generator(seed).permuted(np.tile(np.arange(k), (3, 1)), axis=1)
    r = mean_or_none(
        pearson([mean(row[place < k // 2]) for row in table], [mean(row[place >= k - k // 2]) for row in table])
        for place in places
    )
    assert (found is None) == (r is None)
    if found:
        assert found.r == pytest.approx(r, abs=1e-9)
        assert (found.n_models, found.length) == (n, k)
        assert found.reliability == pytest.approx(reliability.stepped_up(found.r, k / (k // 2)))  # an odd one is aside


def test_rounding_tells_no_models_apart():
    scores = np.full((5, 7), 0.1) + 0.2
    scores[1] = 0.3
    assert reliability.split_half(scores, generator()) is None
    assert reliability.test_retest(np.ones((4, 6, 3)) * 0.1, generator()) is None


def test_three_trials_are_three_times_one():
    """One trial in either half: f = 3; where items have two or three answers, f is all of them over those in a half."""
    scores = simulated(1, 10, 2, 3)
    found = reliability.test_retest(scores, generator())
    assert found.reliability == pytest.approx(3 * found.r / (1 + 2 * found.r))
    scores[:, 0, 2] = np.nan
    found = reliability.test_retest(scores, generator())
    # 10·(2 + 3) answers, 10·(1 + 1) of them in a half: f = 2.5.
    assert found.reliability == pytest.approx(2.5 * found.r / (1 + 1.5 * found.r))


@given(cubes, seeds)
@settings(max_examples=80)
def test_retest_is_that_of_a_slow_loop(scores, seed):
    """Of the answers that there are, in their order, those in the first places against those in the last."""
    found = reliability.test_retest(scores, generator(seed), draws=3)
    rows = [[[x for x in item.tolist() if not math.isnan(x)] for item in row] for row in scores]
    rows = [row for row in rows if any(len(item) > 1 for item in row)]
    if len(rows) < 3:
        assert found is None
        return
    rng, orders = generator(seed), {}
    for count in sorted({len(item) for row in rows for item in row if len(item) > 1}):
        start = np.broadcast_to(np.arange(count), (3, scores.shape[1], count))
        orders[count] = rng.permuted(start, axis=2)
    r = []
    for draw in range(3):
        sides = [], []
        for row in rows:
            first, second = [], []
            for number, item in enumerate(row):
                if len(item) > 1:
                    places, h = orders[len(item)][draw, number], len(item) // 2
                    first += [x for x, place in zip(item, places, strict=True) if place < h]
                    second += [x for x, place in zip(item, places, strict=True) if place >= len(item) - h]
            sides[0].append(mean(first))
            sides[1].append(mean(second))
        r.append(pearson(*sides))
    assert (found is None) == (mean_or_none(r) is None)
    if found:
        assert found.r == pytest.approx(mean_or_none(r), abs=1e-9)


@pytest.mark.parametrize(("n", "k", "t"), [(400, 10, 4), (400, 11, 3), (300, 1, 10), (300, 40, 2)])
def test_reliability_is_that_of_the_variances(n, k, t):
    scores = simulated(7, n, k, t)
    again = reliability.test_retest(scores, generator(1))
    error = 0.64 + 1 / t
    assert again.reliability == pytest.approx((1 + 0.64 / k) / (1 + error / k), abs=0.03)
    if k > 1:
        found = reliability.split_half(scores.mean(axis=2), generator(2))
        assert found.reliability == pytest.approx(1 / (1 + error / k), abs=0.03)


@pytest.mark.parametrize(("n", "k", "t"), [(12, 8, 3), (40, 20, 2)])
def test_intervals_hold_the_truth(n, k, t):
    """About as often as they say: of 60 at 95 %, 51 or more (fewer than that happen once in 2,000)."""
    over_items, over_trials = 1 / (1 + (0.64 + 1 / t) / k), (1 + 0.64 / k) / (1 + (0.64 + 1 / t) / k)
    held = np.zeros(2)
    for seed in range(60):
        scores = simulated(seed, n, k, t)
        one = reliability.split_half(scores.mean(axis=2), generator(seed), 30)
        again = reliability.test_retest(scores, generator(seed), 30)
        held += [one.low <= over_items <= one.high, again.low <= over_trials <= again.high]
    assert held.min() >= 51


@pytest.mark.parametrize(
    ("r", "lengthened", "expected"),
    [(0.5, 2, 2 / 3), (0.5, 3, 0.75), (1, 2.5, 1), (0, 2, 0), (-0.5, 2, -0.5), (-1, 2, -1), (0.7, 1, 0.7)],
)
def test_stepping_up(r, lengthened, expected):
    """By Spearman and Brown above 0, and not at all below."""
    assert reliability.stepped_up(r, lengthened) == pytest.approx(expected)


def test_correlations_are_weighted_as_cases_repeated():
    x, y = generator(1).normal(size=(2, 3, 5))
    x[0, 1] = np.nan
    weights = np.array([[1, 2, 0, 1, 3], [1, 1, 1, 1, 1]], dtype=float)
    rows = [[0, 1, 1, 3, 4, 4, 4], [0, 1, 2, 3, 4]]
    expected = [mean_or_none(pearson(a[row], b[row]) for a, b in zip(x, y, strict=True)) for row in rows]
    assert mean_correlations(x, y, weights) == pytest.approx(expected)


def test_resampling_that_leaves_one_model_has_no_correlation():
    """A model drawn three times does not correlate with itself."""
    x = np.array([[1.0, 2.0, 3.0]])
    assert np.isnan(mean_correlations(x, x, np.array([[0.0, 3.0, 0.0]]))[0])
    assert mean_correlations(x, -x, np.array([[2.0, 1.0, 0.0]]))[0] == pytest.approx(-1)


TRUE = {"M": 4.0, "I": 2.0, "F": 1.0, "MI": 1.5, "MF": 0.8, "IF": 0.5, "e": 1.0}


def drawn(rng, shape, variances):
    """Scores with components of known variances, in the order of ``SOURCES``."""
    n, k, l = shape  # noqa: E741 - as in the formulas
    sizes = [(n, 1, 1), (1, k, 1), (1, 1, l), (n, k, 1), (n, 1, l), (1, k, l), (n, k, l)]
    return sum(rng.normal(0, np.sqrt(v), size) for v, size in zip(variances, sizes, strict=True))


def by_projections(y):
    """The slow definition: each source's sum of squares is what its indicators explain beyond those that they hold."""
    sizes = y.shape
    places = np.indices(sizes).reshape(3, -1)

    def explained(axes):
        groups = np.ravel_multi_index([places[a] for a in axes], [sizes[a] for a in axes]) if axes else places[0] * 0
        design = np.eye(groups.max() + 1)[groups]
        return design @ np.linalg.lstsq(design, y.ravel(), rcond=None)[0]

    fitted = {axes: explained(axes) for axes in [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2), (0, 1, 2)]}
    squares = {}
    for axes, values in fitted.items():
        inner = [other for other in fitted if set(other) < set(axes)]
        own = values - sum((-1) ** (len(axes) - len(other) + 1) * fitted[other] for other in inner)
        squares[axes] = (own @ own) / np.prod([sizes[a] - 1 for a in axes])
    n, k, l = sizes  # noqa: E741 - as in the formulas
    m, i, f, mi, mf, jf, e = (squares[axes] for axes in list(fitted)[1:])
    return [
        (m - mi - mf + e) / (k * l),
        (i - mi - jf + e) / (n * l),
        (f - mf - jf + e) / (n * k),
        (mi - e) / l,
        (mf - e) / k,
        (jf - e) / n,
        e,
    ]


def test_the_slow_definition_gives_the_same():
    for seed in range(5):
        rng = generator(seed)
        y = drawn(rng, rng.integers(2, 6, 3), list(TRUE.values())) + 50
        expected = np.maximum(by_projections(y), 0)
        found = variance_shares(y)
        assert found.components == pytest.approx(tuple(expected), abs=1e-9)
        assert found.shares == pytest.approx(tuple(expected / expected.sum()), abs=1e-9)


def test_an_item_that_lacks_a_score_is_left_out_whole():
    y = drawn(generator(1), (5, 6, 2), list(TRUE.values()))
    holed = y.copy()
    holed[2, 4, 1] = np.nan
    found = variance_shares(holed)
    assert found == variance_shares(np.delete(y, 4, axis=1))._replace(items_left_out=1)


@pytest.mark.parametrize("shape", [(1, 3, 2), (3, 1, 2), (3, 3, 1), (0, 3, 2)])
def test_nothing_is_said_of_too_little(shape):
    assert variance_shares(np.arange(np.prod(shape), dtype=float).reshape(shape)) is None
