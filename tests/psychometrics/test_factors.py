"""One factor: eigenvalues, component, common factor, scores."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.factors import correlations_of, one_factor_sample, with_correlations

from helm_creativity.psychometrics import minres
from helm_creativity.psychometrics.factors import one_factor
from helm_creativity.psychometrics.minres import minimum_residuals
from helm_creativity.psychometrics.reliability import cronbach_alpha, standardised_alpha

NAN = math.nan


def tables(max_models=14):
    """Normal tables with more models than variables, and some dependence."""

    def table(seed, p, more, common):
        rng = np.random.default_rng(seed)
        n = p + more
        return rng.standard_normal((n, p)) + common * rng.standard_normal((n, 1))

    return st.builds(table, st.integers(0, 10**6), st.integers(3, 6), st.integers(1, max_models - 6), st.floats(0, 2))


def slow_correlations(table):
    """Pair by pair from the definition."""
    columns = [[x - sum(column) / len(column) for x in column] for column in table.T.tolist()]
    return np.array(
        [
            [
                math.fsum(map(math.prod, zip(a, b, strict=True)))
                / math.sqrt(math.fsum(x * x for x in a) * math.fsum(y * y for y in b))
                for b in columns
            ]
            for a in columns
        ]
    )


def slow_residual(matrix, loadings):
    """The sum that minimum residuals are the minimum of."""
    return sum((matrix[i][j] - loadings[i] * loadings[j]) ** 2 for i, j in combinations(range(len(loadings)), 2))


def test_equal_correlations_worked_by_hand():
    """All correlations r: one eigenvalue 1 + (p-1)·r, the others 1 - r."""
    # p = 4, r = 1/4: 7/4 and three times 3/4; share 7/16. Component loadings √(7/4)·1/2 = √7/4; the common factor's are
    # √r = 1/2. R·1 = 7/4·1, so w = 1/2·4/7·1 = 2/7·1.
    table = with_correlations(np.full((4, 4), 1 / 4) + 3 / 4 * np.eye(4), 9)
    found = one_factor(table)
    assert found.eigenvalues == pytest.approx([7 / 4, 3 / 4, 3 / 4, 3 / 4])
    assert found.share == pytest.approx(7 / 16)
    assert found.component_loadings == pytest.approx([math.sqrt(7) / 4] * 4)
    assert found.loadings == pytest.approx([1 / 2] * 4, abs=1e-6)
    assert found.communalities == pytest.approx([1 / 4] * 4, abs=1e-6)
    assert found.factor_share == pytest.approx(1 / 4, abs=1e-6)
    assert found.scores == pytest.approx(2 / 7 * table.sum(axis=1), abs=1e-5)
    assert (found.converged, found.heywood, found.n_models) == (True, False, 9)


@pytest.mark.parametrize("loadings", [(0.9, 0.8, 0.7), (0.9, -0.8, 0.7, 0.2), (0.94, 0.87, 0.9, 0.91, 0.88, 0.92)])
def test_a_known_one_factor_model_is_recovered(loadings):
    """Correlations that are products of loadings leave no residual."""
    loadings = np.array(loadings)
    found = one_factor(with_correlations(correlations_of(loadings), 20))
    assert found.loadings == pytest.approx(loadings, abs=1e-5)
    assert found.factor_share == pytest.approx((loadings**2).mean(), abs=1e-5)
    assert found.converged
    assert not found.heywood


def test_a_sample_from_a_one_factor_model_recovers_loadings_and_factor():
    """Within sampling error: standard errors of loadings are about (1 - λ²)/√n."""
    loadings = np.array([0.9, 0.8, 0.7, 0.6, 0.5])
    table, factor = one_factor_sample(np.random.default_rng(5), loadings, 4000)
    found = one_factor(table)
    assert found.loadings == pytest.approx(loadings, abs=0.04)
    # Squared multiple correlation of the factor with its variables: s/(1 + s) with s = Σ λ²/(1 - λ²) = 8.10.
    s = (loadings**2 / (1 - loadings**2)).sum()
    assert np.corrcoef(found.scores, factor)[0, 1] ** 2 == pytest.approx(s / (1 + s), abs=0.01)
    assert found.scores.var(ddof=1) == pytest.approx(s / (1 + s), abs=0.03)


def test_the_papers_share_of_variance_is_eigenvalue_over_domains():
    """4.89 of 6 is 81.5 %, and so are the pairs of appendix J."""
    printed = [(4.89, 6, 81.5), (4.61, 6, 76.8), (3.68, 5, 73.6), (4.07, 5, 81.4), (4.92, 6, 82.0)]
    printed += [(4.74, 6, 79.0), (5.05, 6, 84.2)]
    for eigenvalue, p, percent in printed:
        r = (eigenvalue - 1) / (p - 1)
        found = one_factor(with_correlations(np.full((p, p), r) + (1 - r) * np.eye(p), 83))
        assert found.eigenvalues[0] == pytest.approx(eigenvalue)
        assert round(100 * found.share, 1) == percent


def test_the_papers_loadings_are_those_of_the_component():
    """From .87 to .94 and an eigenvalue of 4.89 go together as squares that add up to it."""
    # A common factor with loadings about .88 gives a first eigenvalue of 4.89: 4.67 of communality and .22 of a
    # variable's own. The component's loadings then lie about √(4.89/6) = .903.
    loadings = np.array([0.835, 0.866, 0.875, 0.885, 0.895, 0.938])
    found = one_factor(with_correlations(correlations_of(loadings), 83))
    assert round(found.eigenvalues[0], 2) == 4.89
    assert round(found.component_loadings.min(), 2) == 0.87
    assert round(found.component_loadings.max(), 2) == 0.94
    assert found.eigenvalues[1] < 0.47


def test_the_papers_alpha_of_96_exceeds_what_its_eigenvalue_allows():
    """No alpha is above p/(p-1)·(1 - 1/e); the other printed pairs keep to it."""
    printed = [(4.61, 6, 0.94), (3.68, 5, 0.91), (4.28, 5, 0.96), (4.07, 5, 0.94), (4.92, 6, 0.96), (4.74, 6, 0.95)]
    for eigenvalue, p, alpha in printed:
        assert round(p / (p - 1) * (1 - 1 / eigenvalue), 2) == alpha
    assert round(6 / 5 * (1 - 1 / 4.8949), 2) == 0.95
    # Equal correlations (4.89 - 1)/5 reach the bound: 6·.778/(1 + 5·.778).
    table = with_correlations(np.full((6, 6), 0.778) + 0.222 * np.eye(6), 83)
    assert standardised_alpha(table).value == pytest.approx(1.2 * (1 - 1 / 4.89))
    assert cronbach_alpha(table).value == pytest.approx(1.2 * (1 - 1 / 4.89))


@settings(max_examples=40)
@given(tables(), st.lists(st.floats(0.1, 10), min_size=6, max_size=6))
def test_alpha_never_exceeds_theta(table, scale):
    """Raw or standardised, whatever the units (Armor 1974)."""
    p = table.shape[1]
    theta = p / (p - 1) * (1 - 1 / one_factor(table).eigenvalues[0])
    for alpha in (cronbach_alpha(table * scale[:p]), standardised_alpha(table)):
        assert alpha.value is None or alpha.value <= theta + 1e-9


@settings(max_examples=40)
@given(tables())
def test_eigenvalues_and_component_follow_the_definition(table):
    """R·v = e·v, and eigenvalues add up to the number of variables."""
    found, matrix, p = one_factor(table), slow_correlations(table), table.shape[1]
    first, component = found.eigenvalues[0], found.component_loadings
    assert found.eigenvalues.sum() == pytest.approx(p)
    assert np.prod(found.eigenvalues) == pytest.approx(np.linalg.det(matrix), abs=1e-9)
    assert np.all(np.diff(found.eigenvalues) <= 0)
    assert matrix @ component == pytest.approx(first * component, abs=1e-9)
    assert component @ component == pytest.approx(first)
    assert found.share == pytest.approx(first / p)
    assert min(component.sum(), found.loadings.sum()) >= -1e-9


@settings(max_examples=60)
@given(tables(), st.integers(0, 10**6))
def test_no_other_loadings_have_smaller_residuals(table, seed):
    """Neither nearby nor far off; inside the bounds each loading is the regression of its correlations."""
    found, matrix = one_factor(table), slow_correlations(table)
    best, rng = slow_residual(matrix, found.loadings), np.random.default_rng(seed)
    p = len(matrix)
    assert found.converged
    assert np.abs(found.loadings).max() <= 1
    for step in (1e-3, 0.1, 1.0):
        other = np.clip(found.loadings + step * rng.uniform(-1, 1, p), -1, 1)
        assert slow_residual(matrix, other) >= best - 1e-9
    for i in range(p):
        others = [j for j in range(p) if j != i]
        below = sum(found.loadings[j] ** 2 for j in others)
        fitted = sum(matrix[i][j] * found.loadings[j] for j in others) / below
        assert found.loadings[i] == pytest.approx(np.clip(fitted, -1, 1), abs=1e-5 / below)


@settings(max_examples=40)
@given(tables())
def test_scores_are_the_regression_of_the_factor_on_the_variables(table):
    """Their covariances with the standardised variables are the loadings, and their mean is 0."""
    found = one_factor(table)
    z = (table - table.mean(axis=0)) / table.std(axis=0, ddof=1)
    assert z.T @ found.scores / (len(table) - 1) == pytest.approx(found.loadings, abs=1e-6)
    assert found.scores.mean() == pytest.approx(0, abs=1e-9)


@settings(max_examples=40)
@given(tables(), st.sampled_from([1e-200, 0.1, 1e200]), st.randoms(use_true_random=False))
def test_units_and_order_make_no_difference(table, unit, random):
    """Variables may change places and scales, models places."""
    p = table.shape[1]
    expected = one_factor(table)
    places, rows = random.sample(range(p), p), random.sample(range(len(table)), len(table))
    units = np.array([unit, 3.0, 1.0, 0.5, 7.0, 1.0])[:p]
    found = one_factor((table * units + 5 * units)[rows][:, places])
    assert found.eigenvalues == pytest.approx(expected.eigenvalues, abs=1e-9)
    assert np.abs(found.component_loadings) == pytest.approx(np.abs(expected.component_loadings[places]), abs=1e-5)
    assert slow_residual(slow_correlations(table[:, places]), found.loadings) == pytest.approx(
        slow_residual(slow_correlations(table), expected.loadings), abs=1e-9
    )


def test_a_variable_turned_round_turns_its_loading():
    """And nothing else."""
    table = with_correlations(correlations_of(np.array([0.9, 0.8, 0.7, 0.6])), 12)
    turned = one_factor(table * [1, 1, 1, -1])
    assert turned.loadings == pytest.approx([0.9, 0.8, 0.7, -0.6], abs=1e-5)
    assert turned.component_loadings[3] < 0
    assert one_factor(-table).loadings == pytest.approx([0.9, 0.8, 0.7, 0.6], abs=1e-5)
    assert one_factor(-table).scores == pytest.approx(-one_factor(table).scores, abs=1e-5)


def test_a_factor_of_opposites_has_a_sign_all_the_same():
    """Loadings that add up to 0 are turned by the largest."""
    loadings = np.array([0.6, 0.6, -0.6, -0.6])
    for table in (with_correlations(correlations_of(loadings), 12), -with_correlations(correlations_of(loadings), 12)):
        found = one_factor(table)
        assert found.loadings == pytest.approx(loadings, abs=1e-5)
        assert found.component_loadings[0] > 0


def test_a_heywood_case_worked_by_hand():
    """Where a communality would exceed 1 it is 1, and said to be."""
    # With λ_1 = 1 and λ_2 = λ_3 = x, f = 2·(a - x)² + (b - x²)² is smallest at x³ + (1 - b)·x = a; b = .4 and
    # a = .343 + .6·.7 = .763 have x = .7. Free, λ_1² = a²/b would be 1.46.
    matrix = np.array([[1, 0.763, 0.763], [0.763, 1, 0.4], [0.763, 0.4, 1]])
    found = one_factor(with_correlations(matrix, 10))
    assert found.loadings == pytest.approx([1, 0.7, 0.7], abs=1e-6)
    assert found.heywood
    assert found.converged


def test_the_deepest_of_several_minima_counts():
    """Two groups that have nothing in common: the factor is the group with the larger correlations."""
    matrix = np.eye(6)
    matrix[:3, :3], matrix[3:, 3:] = correlations_of([0.8] * 3), correlations_of([0.7] * 3)
    assert np.abs(minimum_residuals(matrix).loadings) == pytest.approx([0.8] * 3 + [0] * 3, abs=1e-5)
    # Four variables of r = .331 have the larger eigenvalue, 1 + 3·.331 = 1.993 against 1.99 of a pair of r = .99; but
    # the pair as the factor leaves 6·.331² = .657, and the four would leave .99² = .980.
    matrix = np.eye(6)
    matrix[:2, :2], matrix[2:, 2:] = [[1, 0.99], [0.99, 1]], correlations_of([math.sqrt(0.331)] * 4)
    assert minimum_residuals(matrix).residual == pytest.approx(6 * 0.331**2, abs=1e-9)


@settings(max_examples=40)
@given(tables())
def test_the_slope_is_the_derivative(table):
    """By central differences, which are exact but for the cubic term."""
    matrix = slow_correlations(table)
    p = len(matrix)
    point, step = np.linspace(-0.9, 0.7, p), 1e-5
    sides = [[slow_residual(matrix, point + sign * step * unit) for sign in (1, -1)] for unit in np.eye(p)]
    value, slope = minres._residual(point, matrix)
    assert value == pytest.approx(slow_residual(matrix, point))
    assert slope == pytest.approx([(after - before) / (2 * step) for after, before in sides], abs=1e-7)


@given(st.integers(3, 9), st.integers(0, 10**6))
def test_few_steps_are_enough_where_there_is_a_factor(p, seed):
    """Newton's steps double the digits."""
    rng = np.random.default_rng(seed)
    table, _ = one_factor_sample(rng, rng.uniform(0.6, 0.9, p), 300)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(minres, "STEPS", 8)
        patch.setattr(minres, "STARTS", 1)
        assert one_factor(table).converged


def test_a_search_that_stops_early_says_so(monkeypatch):
    """Then the loadings are no minimum."""
    table = with_correlations(correlations_of([0.9, 0.8, 0.7, 0.6]), 12)
    assert one_factor(table).converged
    monkeypatch.setattr(minres, "STEPS", 1)
    assert not one_factor(table).converged


def test_columns_that_are_multiples_of_one_another_share_their_weight():
    """A singular matrix has eigenvalues, loadings and scores."""
    table = with_correlations(correlations_of([0.8, 0.7, 0.6, 0.5]), 30)
    found = one_factor(np.column_stack([table, 3 * table[:, 0] + 1]))
    assert found.eigenvalues[-1] == pytest.approx(0, abs=1e-12)
    assert found.eigenvalues.min() >= 0
    assert found.loadings[0] == pytest.approx(found.loadings[4], abs=1e-5)
    assert np.isfinite(found.scores).all()
    assert np.corrcoef(found.scores, table[:, 0])[0, 1] > 0.9
    assert np.abs(found.scores).max() < 5


def test_all_columns_the_same_is_one_factor_entirely():
    """Every loading and the share are 1."""
    found = one_factor(np.outer([1.0, 2.0, 4.0, 5.0, 9.0], [1, 10, 100]))
    assert found.share == pytest.approx(1)
    assert found.loadings == pytest.approx([1, 1, 1], abs=1e-5)
    assert found.heywood
    z = np.array([1.0, 2.0, 4.0, 5.0, 9.0])
    assert found.scores == pytest.approx((z - z.mean()) / z.std(ddof=1), abs=1e-5)


def test_uncorrelated_variables_have_no_common_factor():
    """The component explains one variable's worth, and so does an improper factor at most."""
    found = one_factor(with_correlations(np.eye(4), 12))
    assert found.share == pytest.approx(1 / 4)
    assert found.factor_share <= 1 / 4 + 1e-6
    assert np.isfinite(found.scores).all()


def test_models_that_lack_a_variable_are_left_out_and_have_no_score():
    """Rows stay where they are."""
    table = with_correlations(correlations_of([0.9, 0.8, 0.7]), 8)
    holes = np.vstack([table[:3], [1, NAN, 2], table[3:], [NAN, NAN, NAN]])
    found, expected = one_factor(holes), one_factor(table)
    assert np.flatnonzero(np.isnan(found.scores)).tolist() == [3, 9]
    assert found.scores[[0, 1, 2, 4, 5, 6, 7, 8]] == pytest.approx(expected.scores)
    assert found.loadings == pytest.approx(expected.loadings)
    assert found.n_models == 8
    masked = np.ma.masked_invalid(holes)
    assert one_factor(masked).scores == pytest.approx(found.scores, nan_ok=True)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (np.zeros((9, 2)), r"at least 3 variables \(columns\) for a factor, got 2"),
        ([[1, 2, 3], [4, 5, 7]], "more models with all 3 variables than variables, got 2 of 2 models; leave out"),
        ([[1, 2, 3], [4, 5, 7], [8, 1, 2], [2, NAN, 2]], "got 3 of 4 models"),
        (np.empty((0, 4)), "got 0 of 0 models"),
        ([[1, 2, 3], [4, 2, 7], [8, 2, 2], [2, 2, 2]], r"data\[:, 1\] must vary, got 2.0 for all 4 models"),
        ([[1, 0.3, 3], [4, 0.1 + 0.2, 7], [8, 0.3, 2], [2, 0.3, 2]], r"data\[:, 1\] must vary"),
        ([1.0, 2.0], r"data must have shape \(n_models, n_variables\), got \(2,\)"),
        ([[1, 2, math.inf]] * 5, r"data\[0, 2\] must be finite"),
        ([["a", "b", "c"]], "data must be numbers"),
    ],
)
def test_data_without_a_factor_are_refused(data, message):
    """Too few variables or models, or nothing that varies."""
    with pytest.raises(ValueError, match=message):
        one_factor(data)
