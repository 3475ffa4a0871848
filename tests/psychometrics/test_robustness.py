"""The one-factor solution with other variables, models, and without covariates."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra.numpy import arrays
from support.factors import one_factor_sample, with_correlations

from helm_creativity.psychometrics.factors import one_factor
from helm_creativity.psychometrics.reliability import cronbach_alpha
from helm_creativity.psychometrics.robustness import Spread, WithoutOne, dropped, residualised, subsampled

NAN = math.nan
EQUAL = np.full((5, 5), 0.5) + 0.5 * np.eye(5)


def rng(seed=0):
    return np.random.default_rng(seed)


def test_dropping_a_variable_worked_by_hand():
    """Four variables that correlate by 1/2 are left, whichever goes."""
    # First eigenvalue 1 + 3/2 = 5/2 of 4; alpha 4·(1/2)/(1 + 3/2) = 4/5.
    found = dropped(with_correlations(EQUAL, 12), "abcde")
    assert [one.name for one in found] == list("abcde")
    for one in found:
        assert one == WithoutOne(one.name, *(pytest.approx(value) for value in (5 / 2, 4 / 5, 5 / 8)))


def test_dropping_is_solving_again_without():
    """Over the models that have all variables, also the one that goes."""
    table, _ = one_factor_sample(rng(), [0.9, 0.7, 0.5, 0.3], 20)
    holes = np.vstack([table, [[NAN, 1, 2, 3]]])
    for place, one in enumerate(dropped(holes, ["a", "b", "c", "d"])):
        others = np.delete(table, place, axis=1)
        again = one_factor(others)
        assert one.eigenvalue == pytest.approx(again.eigenvalues[0])
        assert one.share == pytest.approx(again.share)
        assert one.alpha == pytest.approx(cronbach_alpha(others).value)


def test_three_variables_can_lose_none():
    """Two determine no factor."""
    assert dropped(with_correlations(EQUAL[:3, :3], 12), ["a", "b", "c"]) == ()


def test_alpha_may_be_undefined():
    """Where the others' sum does not vary."""
    x, y = with_correlations(np.eye(2), 8).T
    found = dropped(np.column_stack([x, -x, y, -y, x + 2 * y]), "abcde")
    assert found[4].alpha is None
    assert found[4].eigenvalue == pytest.approx(2)
    assert found[0].alpha is not None


def test_all_models_are_one_subsample():
    """Of the same size, the solution has no spread."""
    table = with_correlations(EQUAL, 12)
    found = subsampled(table, 12, 5, rng())
    # Eigenvalue 3 of 5, alpha 5·(1/2)/(1 + 4/2) = 5/6.
    assert found.eigenvalue == pytest.approx(Spread(3, 3, 3))
    assert found.share == pytest.approx(Spread(3 / 5, 3 / 5, 3 / 5))
    assert found.alpha == pytest.approx(Spread(5 / 6, 5 / 6, 5 / 6))
    assert (found.size, found.draws, found.undefined) == (12, 5, 0)


def test_subsamples_are_drawn_without_replacement():
    """Against the loop that says so, with the same random numbers."""
    table, source = with_correlations(EQUAL, 30, seed=2), rng(4)
    samples = [table[source.choice(30, 20, replace=False)] for _ in range(40)]
    firsts = [one_factor(sample).eigenvalues[0] for sample in samples]
    alphas = [cronbach_alpha(sample).value for sample in samples]
    found = subsampled(table, 20, 40, rng(4))
    assert found.eigenvalue == pytest.approx(Spread(np.mean(firsts), *np.quantile(firsts, [0.025, 0.975])))
    assert found.alpha == pytest.approx(Spread(np.mean(alphas), *np.quantile(alphas, [0.025, 0.975])))
    assert found.share == pytest.approx(tuple(value / 5 for value in found.eigenvalue))


def test_the_papers_interval_is_one_of_draws_without_replacement():
    """60 of 83 models, 500 draws: 4.74 to 5.05 is .31 wide (AGC-Bench, appendix J)."""
    # For normal data of this strength the width is .39 on average without replacement and .73 with it.
    table = with_correlations(np.full((6, 6), 0.778) + 0.222 * np.eye(6), 83)
    found = subsampled(table, 60, 500, rng(42))
    assert 0.25 < found.eigenvalue.high - found.eigenvalue.low < 0.55
    assert found.eigenvalue.mean == pytest.approx(4.89, abs=0.04)


def test_subsamples_in_which_a_variable_does_not_vary_are_counted():
    """They have no correlations; without any other there is nothing."""
    table = with_correlations(EQUAL, 12)
    table[:, 0] = [1] + [0] * 11
    found = subsampled(table, 6, 200, rng())
    # The one model that differs is in half of the subsamples: 100, with a standard deviation of 7.
    assert found.undefined == pytest.approx(100, abs=30)
    assert found.draws + found.undefined == 200
    assert math.isfinite(found.eigenvalue.mean)
    seed = next(seed for seed in range(99) if 0 not in rng(seed).choice(12, 6, replace=False))
    assert subsampled(table, 6, 1, rng(seed)) is None


def test_alpha_that_some_subsample_lacks_is_none():
    """A mean over the others would be another statistic."""
    x, y = with_correlations(np.eye(2), 20).T
    # The sum of all is 0 for every model but one, so that it has a variance in the half of the draws with that one.
    odd = np.where(np.arange(20) == 0, 1.0, -y)
    found = subsampled(np.column_stack([x, -x, y, odd]), 10, 20, rng())
    assert found.draws == 20
    assert found.alpha is None
    assert found.eigenvalue.mean > 1


def test_taking_out_a_covariate_worked_by_hand():
    """What remains of 1 3 2 about its line through 0 1 2."""
    # Means 1 and 2; Σ (z - 1)·(x - 2) = (-1)·(-1) + 0·1 + 1·0 = 1 and Σ (z - 1)² = 2: slope 1/2, line 3/2 2 5/2.
    found = residualised([[1], [3], [2]], [[0], [1], [2]])
    assert found[:, 0] == pytest.approx([-1 / 2, 1, -1 / 2])


@st.composite
def tables(draw):
    """A table and covariates of small whole numbers, with holes that leave enough complete models."""
    n, p, k = draw(st.integers(6, 10)), draw(st.integers(1, 3)), draw(st.integers(0, 2))
    both = draw(arrays(float, (n, p + k), elements=st.integers(-4, 4).map(float)))
    holes = draw(st.lists(st.tuples(st.integers(0, n - 1), st.integers(0, p + k - 1)), max_size=n - k - 2))
    for hole in holes:
        both[hole] = NAN
    return both[:, :p], both[:, p:]


@settings(max_examples=50)
@given(tables())
def test_residuals_agree_with_the_normal_equations(both):
    """Over the models that lack nothing."""
    data, covariates = both
    found = residualised(data, covariates)
    known = ~np.isnan(np.hstack(both)).any(axis=1)
    design = np.column_stack([np.ones(known.sum()), covariates[known]])
    slow = data[known] - design @ np.linalg.pinv(design.T @ design) @ design.T @ data[known]
    assert found[known] == pytest.approx(slow, abs=1e-8)
    assert np.isnan(found[~known]).all()
    assert design.T @ found[known] == pytest.approx(0, abs=1e-8)


@settings(max_examples=50)
@given(tables(), st.sampled_from([1e-150, 1e150]))
def test_units_of_covariates_make_no_difference(both, unit):
    """Nor does a covariate twice, or one that is the same for all."""
    data, covariates = both
    expected = residualised(data, covariates)
    assert residualised(data, unit * covariates) == pytest.approx(expected, nan_ok=True, abs=1e-9)
    more = np.column_stack([covariates, covariates, np.full(len(data), 7.0)])
    if np.isfinite(expected).all(axis=1).sum() > more.shape[1] + 1:
        assert residualised(data, more) == pytest.approx(expected, nan_ok=True, abs=1e-9)


def test_correlations_of_residuals_are_partial_correlations():
    """(r_12 - r_13·r_23) / √((1 - r_13²)(1 - r_23²))."""
    x = with_correlations([[1, 0.6, 0.5], [0.6, 1, 0.4], [0.5, 0.4, 1]], 15)
    left = residualised(x[:, :2], x[:, 2:])
    expected = (0.6 - 0.5 * 0.4) / math.sqrt((1 - 0.25) * (1 - 0.16))
    assert np.corrcoef(left.T)[0, 1] == pytest.approx(expected)


def test_a_factor_that_is_the_covariate_is_gone_and_one_that_is_not_stays():
    """The use of it: capability taken out of creativity."""
    source = rng(1)
    table, factor = one_factor_sample(source, [0.9] * 6, 300)
    # What is left is independent noise, whose first eigenvalue is near 1.
    assert one_factor(residualised(table, factor[:, None])).eigenvalues[0] < 1.35
    other = source.standard_normal((300, 1))
    assert one_factor(residualised(table, other)).eigenvalues[0] == pytest.approx(
        one_factor(table).eigenvalues[0], abs=0.05
    )


def test_a_variable_that_is_the_covariate_leaves_exact_zeros():
    """So that a factor analysis refuses it in place of analysing rounding errors."""
    table, z = with_correlations(EQUAL, 12) + 100, rng().standard_normal((12, 1))
    table[:, 2] = 0.1 * z[:, 0] + 7
    left = residualised(table, z)
    assert np.all(left[:, 2] == 0)
    assert np.all(left[:, 1] != 0)
    with pytest.raises(ValueError, match=r"data\[:, 2\] must vary"):
        one_factor(left)


def test_misuse_is_named():
    """Names, sizes, draws and shapes."""
    table = with_correlations(EQUAL, 12)
    with pytest.raises(ValueError, match="names must name each of the 5 variables, got 2"):
        dropped(table, ["a", "b"])
    for size in (5, 13):
        with pytest.raises(ValueError, match=f"size must be from 6 to 12 of the 12 models with all 5 .* got {size}"):
            subsampled(table, size, 10, rng())
    with pytest.raises(ValueError, match="draws must be at least 1, got 0"):
        subsampled(table, 8, 0, rng())
    with pytest.raises(ValueError, match="must have the same models, got 12 and 3 rows"):
        residualised(table, [[1], [2], [3]])
    with pytest.raises(ValueError, match=r"covariates must have shape \(n_models, n_covariates\), got \(12,\)"):
        residualised(table, np.ones(12))
    with pytest.raises(ValueError, match="must share more than 2 models that lack nothing for 1 covariates, got 2"):
        residualised(table[:3], [[1], [2], [NAN]])
