"""One factor, parallel analysis, and how robust both are."""

import math
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support.tables import generator

from helm_creativity.psychometrics import factor_analysis as factor
from helm_creativity.psychometrics.reliability import cronbach_alpha

NAN = math.nan


def tables(max_models=14):
    """Normal tables with more models than variables, and some dependence."""

    def table(seed, p, more, common):
        rng = np.random.default_rng(seed)
        n = p + more
        return rng.standard_normal((n, p)) + common * rng.standard_normal((n, 1))

    return st.builds(table, st.integers(0, 10**6), st.integers(3, 6), st.integers(1, max_models - 6), st.floats(0, 2))


def with_correlations(matrix, n, seed=0):
    """A table of n rows whose correlations are the given ones exactly; columns have mean 0 and variance 1."""
    noise = np.random.default_rng(seed).standard_normal((n, len(matrix)))
    orthonormal = np.linalg.qr(np.column_stack([np.ones(n), noise]))[0][:, 1:]  # at right angles to the constant
    values, vectors = np.linalg.eigh(matrix)
    return np.sqrt(n - 1) * orthonormal @ (vectors * np.sqrt(np.maximum(values, 0.0))).T


def correlations_of(loadings):
    """What a one-factor model says: products of loadings, 1 on the diagonal."""
    matrix = np.outer(loadings, loadings)
    np.fill_diagonal(matrix, 1.0)
    return matrix


def slow_residual(matrix, loadings):
    """The sum that minimum residuals are the minimum of."""
    return sum((matrix[i][j] - loadings[i] * loadings[j]) ** 2 for i, j in combinations(range(len(loadings)), 2))


def test_the_papers_share_of_variance_is_eigenvalue_over_domains():
    """4.89 of 6 is 81.5 %, and so are the pairs of appendix J."""
    printed = [(4.89, 6, 81.5), (4.61, 6, 76.8), (3.68, 5, 73.6), (4.07, 5, 81.4), (4.92, 6, 82.0)]
    printed += [(4.74, 6, 79.0), (5.05, 6, 84.2)]
    for eigenvalue, p, percent in printed:
        r = (eigenvalue - 1) / (p - 1)
        found = factor.one_factor(with_correlations(np.full((p, p), r) + (1 - r) * np.eye(p), 83))
        assert found.eigenvalues[0] == pytest.approx(eigenvalue)
        assert round(100 * found.share, 1) == percent


def test_the_papers_loadings_are_those_of_the_component():
    """From .87 to .94 and an eigenvalue of 4.89 go together as squares that add up to it."""
    # A common factor with loadings about .88 gives a first eigenvalue of 4.89: 4.67 of communality and .22 of a
    # variable's own. The component's loadings then lie about √(4.89/6) = .903.
    loadings = np.array([0.835, 0.866, 0.875, 0.885, 0.895, 0.938])
    found = factor.one_factor(with_correlations(correlations_of(loadings), 83))
    assert round(found.eigenvalues[0], 2) == 4.89
    assert round(found.component_loadings.min(), 2) == 0.87
    assert round(found.component_loadings.max(), 2) == 0.94
    assert found.eigenvalues[1] < 0.47


def test_the_papers_alpha_of_96_exceeds_what_its_eigenvalue_allows():
    """No alpha is above p/(p-1)·(1 - 1/e), which is .95 for 4.89 of 6."""
    # Equal correlations (4.89 - 1)/5 reach the bound: 6·.778/(1 + 5·.778).
    table = with_correlations(np.full((6, 6), 0.778) + 0.222 * np.eye(6), 83)
    assert cronbach_alpha(table, standardised=True).value == pytest.approx(1.2 * (1 - 1 / 4.89))
    assert cronbach_alpha(table).value == pytest.approx(1.2 * (1 - 1 / 4.89))


@settings(max_examples=40)
@given(tables())
def test_eigenvalues_and_component_follow_the_definition(table):
    """R·v = e·v, and eigenvalues add up to the number of variables."""
    found, matrix, p = factor.one_factor(table), np.corrcoef(table.T), table.shape[1]
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
    found, matrix = factor.one_factor(table), np.corrcoef(table.T)
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


def test_a_heywood_case_worked_by_hand():
    """Where a communality would exceed 1 it is 1, and reported as such."""
    # With λ_1 = 1 and λ_2 = λ_3 = x, f = 2·(a - x)² + (b - x²)² is smallest at x³ + (1 - b)·x = a; b = .4 and
    # a = .343 + .6·.7 = .763 have x = .7. Free, λ_1² = a²/b would be 1.46.
    matrix = np.array([[1, 0.763, 0.763], [0.763, 1, 0.4], [0.763, 0.4, 1]])
    found = factor.one_factor(with_correlations(matrix, 10))
    assert found.loadings == pytest.approx([1, 0.7, 0.7], abs=1e-6)
    assert found.factor_share == pytest.approx((1 + 0.49 + 0.49) / 3)
    assert found.heywood
    assert found.converged


def test_the_deepest_of_several_minima_counts():
    """Two groups that have nothing in common: the factor is the group with the larger correlations."""
    matrix = np.eye(6)
    matrix[:3, :3], matrix[3:, 3:] = correlations_of([0.8] * 3), correlations_of([0.7] * 3)
    assert np.abs(factor.minimum_residuals(matrix)[0]) == pytest.approx([0.8] * 3 + [0] * 3, abs=1e-5)
    # Four variables of r = .331 have the larger eigenvalue, 1 + 3·.331 = 1.993 against 1.99 of a pair of r = .99; but
    # the pair as the factor leaves 6·.331² = .657, and the four would leave .99² = .980.
    matrix = np.eye(6)
    matrix[:2, :2], matrix[2:, 2:] = [[1, 0.99], [0.99, 1]], correlations_of([math.sqrt(0.331)] * 4)
    assert factor.minimum_residuals(matrix)[1] == pytest.approx(6 * 0.331**2, abs=1e-9)


def test_columns_that_are_multiples_of_one_another_share_their_weight():
    """A singular matrix has eigenvalues, loadings and scores."""
    table = with_correlations(correlations_of([0.8, 0.7, 0.6, 0.5]), 30)
    found = factor.one_factor(np.column_stack([table, 3 * table[:, 0] + 1]))
    assert found.eigenvalues[-1] == pytest.approx(0, abs=1e-12)
    assert found.eigenvalues.min() >= 0
    assert found.loadings[0] == pytest.approx(found.loadings[4], abs=1e-5)
    assert np.isfinite(found.scores).all()
    assert np.corrcoef(found.scores, table[:, 0])[0, 1] > 0.9
    assert np.abs(found.scores).max() < 5


def test_models_that_lack_a_variable_are_left_out_and_have_no_score():
    table = with_correlations(correlations_of([0.9, 0.8, 0.7]), 8)
    holes = np.vstack([table[:3], [1, NAN, 2], table[3:], [NAN, NAN, NAN]])
    found, expected = factor.one_factor(holes), factor.one_factor(table)
    assert np.flatnonzero(np.isnan(found.scores)).tolist() == [3, 9]
    assert found.scores[[0, 1, 2, 4, 5, 6, 7, 8]] == pytest.approx(expected.scores)
    assert found.loadings == pytest.approx(expected.loadings)
    assert found.n_models == 8
    masked = np.ma.masked_invalid(holes)
    assert factor.one_factor(masked).scores == pytest.approx(found.scores, nan_ok=True)


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
        factor.one_factor(data)


ONE = correlations_of([0.8] * 6)


def test_the_papers_noise_of_83_models_and_6_domains():
    """95 % of 1,000 random tables have a first eigenvalue below 1.53 (AGC-Bench, appendix J)."""
    # Over 100 runs of 1,000 draws the quantile is 1.536 with a standard deviation of .007: three of them.
    found = factor.parallel_analysis(with_correlations(ONE, 83), generator(), 1000)
    assert found.noise_95[0] == pytest.approx(1.536, abs=0.021)
    assert found.noise_95[0] == pytest.approx(1.53, abs=0.025)
    assert found.eigenvalues[0] == pytest.approx(1 + 5 * 0.64)
    assert (found.n_factors, found.draws) == (1, 1000)


@pytest.mark.parametrize("at_once", [1, 3 * 72, 50 * 72])
def test_noise_agrees_with_numpy_one_table_at_a_time(monkeypatch, at_once):
    """The same random numbers give the same eigenvalues, however many are held at a time."""
    monkeypatch.setattr(factor, "AT_ONCE", at_once)
    data, source = with_correlations(ONE, 12), generator(3)
    slow = [np.sort(np.linalg.eigvalsh(np.corrcoef(source.standard_normal((12, 6)).T)))[::-1] for _ in range(50)]
    found = factor.parallel_analysis(data, generator(3), 50, quantile=0.8)
    assert found.noise_mean == pytest.approx(np.mean(slow, axis=0))
    assert found.noise_95 == pytest.approx(np.quantile(slow, 0.8, axis=0))


EQUAL = np.full((5, 5), 0.5) + 0.5 * np.eye(5)


def test_dropping_is_solving_again_without():
    """Over the models that have all variables, also the one that goes."""
    table = with_correlations(correlations_of([0.9, 0.7, 0.5, 0.3]), 20)
    holes = np.vstack([table, [[NAN, 1, 2, 3]]])
    for place, without in enumerate(factor.leave_one_out(holes, ["a", "b", "c", "d"])):
        others = np.delete(table, place, axis=1)
        again = factor.one_factor(others)
        assert without.eigenvalue == pytest.approx(again.eigenvalues[0])
        assert without.share == pytest.approx(again.share)
        assert without.alpha == pytest.approx(cronbach_alpha(others, standardised=True).value)
        assert without.raw_alpha == pytest.approx(cronbach_alpha(others).value)
    assert factor.leave_one_out(table[:, :3], ["a", "b", "c"]) == ()


def test_subsamples_are_drawn_without_replacement():
    """Against the loop that says so, with the same random numbers."""
    table, source = with_correlations(EQUAL, 30, seed=2) * [1, 2, 3, 4, 5], generator(4)
    samples = [table[source.choice(30, 20, replace=False)] for _ in range(40)]
    firsts = [factor.one_factor(sample).eigenvalues[0] for sample in samples]
    found = factor.subsampled(table, 20, 40, generator(4))
    assert found.eigenvalue == pytest.approx(factor.Spread(np.mean(firsts), *np.quantile(firsts, [0.025, 0.975])))
    for spread, standardised in ((found.alpha, True), (found.raw_alpha, False)):
        alphas = [cronbach_alpha(sample, standardised).value for sample in samples]
        assert spread == pytest.approx(factor.Spread(np.mean(alphas), *np.quantile(alphas, [0.025, 0.975])))
    assert found.share == pytest.approx(tuple(value / 5 for value in found.eigenvalue))


def test_subsamples_in_which_a_variable_does_not_vary_are_counted():
    """They have no correlations; without any other there is nothing."""
    table = with_correlations(EQUAL, 12)
    table[:, 0] = [1] + [0] * 11
    found = factor.subsampled(table, 6, 200, generator())
    # The one model that differs is in half of the subsamples: 100, with a standard deviation of 7.
    assert found.undefined == pytest.approx(100, abs=30)
    assert found.draws + found.undefined == 200
    assert math.isfinite(found.eigenvalue.mean)
    seed = next(seed for seed in range(99) if 0 not in generator(seed).choice(12, 6, replace=False))
    assert factor.subsampled(table, 6, 1, generator(seed)) is None


@st.composite
def factor_tables(draw):
    """A table and covariates of small whole numbers, with holes that leave enough complete models."""
    n, p, k = draw(st.integers(6, 10)), draw(st.integers(1, 3)), draw(st.integers(0, 2))
    both = draw(arrays(float, (n, p + k), elements=st.integers(-4, 4).map(float)))
    holes = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, p + k - 1)), max_size=n - k - 2))
    for hole in holes:
        both[hole] = NAN
    return both[:, :p], both[:, p:]


@settings(max_examples=50)
@given(factor_tables())
def test_residuals_agree_with_the_normal_equations(both):
    data, covariates = both
    found = factor.residualised(data, covariates)
    known = ~np.isnan(np.hstack(both)).any(axis=1)
    design = np.column_stack([np.ones(known.sum()), covariates[known]])
    slow = data[known] - design @ np.linalg.pinv(design.T @ design) @ design.T @ data[known]
    assert found[known] == pytest.approx(slow, abs=1e-8)
    assert np.isnan(found[~known]).all()
    assert design.T @ found[known] == pytest.approx(0, abs=1e-8)


def test_a_variable_that_is_the_covariate_leaves_exact_zeros():
    """So that a factor analysis refuses it in place of analysing rounding errors."""
    table, z = with_correlations(EQUAL, 12) + 100, generator().standard_normal((12, 1))
    table[:, 2] = 0.1 * z[:, 0] + 7
    left = factor.residualised(table, z)
    assert np.all(left[:, 2] == 0)
    assert np.all(left[:, 1] != 0)
    with pytest.raises(ValueError, match=r"data\[:, 2\] must vary"):
        factor.one_factor(left)


@settings(max_examples=40)
@given(tables())
def test_omega_is_what_is_not_the_variables_own(table):
    """Of the variance of the sum of z-scores."""
    found, matrix = factor.mcdonald_omega(table), np.corrcoef(table.T)
    if found is not None:
        own = (1 - factor.one_factor(table).loadings ** 2).sum()
        assert found == pytest.approx(1 - own / matrix.sum(), abs=1e-9)


def test_a_sum_that_does_not_vary_has_no_omega():
    x, y = with_correlations(np.eye(2), 8).T
    assert factor.mcdonald_omega(np.column_stack([x, -x, y, -y])) is None
