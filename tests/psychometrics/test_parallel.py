"""Parallel analysis."""

import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.factors import correlations_of, with_correlations

from helm_creativity.psychometrics import parallel
from helm_creativity.psychometrics.parallel import parallel_analysis

ONE = correlations_of([0.8] * 6)


def rng(seed=0):
    return np.random.default_rng(seed)


def test_the_papers_noise_of_83_models_and_6_domains():
    """95 % of 1,000 random tables have a first eigenvalue below 1.53 (AGC-Bench, appendix J)."""
    # Over 100 runs of 1,000 draws the quantile is 1.536 with a standard deviation of .007: three of them.
    found = parallel_analysis(with_correlations(ONE, 83), rng(), 1000)
    assert found.noise_95[0] == pytest.approx(1.536, abs=0.021)
    assert found.noise_95[0] == pytest.approx(1.53, abs=0.025)
    assert found.eigenvalues[0] == pytest.approx(1 + 5 * 0.64)
    assert (found.n_factors, found.draws) == (1, 1000)


def test_noise_agrees_with_numpy_one_table_at_a_time():
    """The same random numbers give the same eigenvalues, in batches or not."""
    data, source = with_correlations(ONE, 12), rng(3)
    slow = [np.sort(np.linalg.eigvalsh(np.corrcoef(source.standard_normal((12, 6)).T)))[::-1] for _ in range(50)]
    found = parallel_analysis(data, rng(3), 50, quantile=0.8)
    assert found.noise_mean == pytest.approx(np.mean(slow, axis=0))
    assert found.noise_95 == pytest.approx(np.quantile(slow, 0.8, axis=0))


def test_memory_makes_no_difference(monkeypatch):
    """However many numbers are held at a time, also when the last batch is smaller."""
    data = with_correlations(ONE, 12)
    expected = parallel_analysis(data, rng(1), 10)
    for at_once in (1, 3 * 72, 10 * 72):
        monkeypatch.setattr(parallel, "AT_ONCE", at_once)
        found = parallel_analysis(data, rng(1), 10)
        assert found.noise_mean == pytest.approx(expected.noise_mean)


def test_two_groups_of_variables_are_two_factors():
    """Counting goes by place."""
    matrix = np.eye(6)
    matrix[:3, :3] = matrix[3:, 3:] = correlations_of([0.9] * 3)
    assert parallel_analysis(with_correlations(matrix, 60), rng(), 200).n_factors == 2


def test_variables_without_anything_in_common_have_no_factor():
    """Eigenvalues of 1 are below those of noise; that later ones are above theirs does not count."""
    found = parallel_analysis(with_correlations(np.eye(6), 60), rng(), 200)
    assert found.n_factors == 0
    assert (found.eigenvalues > found.noise_95).any()


def test_noise_has_a_factor_in_one_case_of_twenty():
    """What the 95 % quantile is for."""
    source = rng(8)
    factors = [parallel_analysis(source.standard_normal((30, 4)), source, 200).n_factors for _ in range(400)]
    # 20 of 400 are expected, with a standard deviation of √(400·.05·.95) = 4.4.
    assert np.count_nonzero(factors) == pytest.approx(20, abs=14)


@settings(max_examples=20)
@given(st.integers(3, 6), st.integers(1, 40), st.integers(0, 99))
def test_eigenvalues_of_noise_keep_their_laws(p, more, seed):
    """They fall, add up to the number of variables, and spread less with more models."""
    found = parallel_analysis(rng(seed).standard_normal((p + more, p)), rng(seed), 20)
    assert found.noise_mean.sum() == pytest.approx(p)
    assert np.all(np.diff(found.noise_mean) <= 0)
    assert np.all(np.diff(found.noise_95) <= 0)
    wider = parallel_analysis(rng(seed).standard_normal((10 * (p + more), p)), rng(seed), 20)
    assert wider.noise_mean[0] < found.noise_mean[0]


def test_only_complete_models_count():
    """Noise has as many rows as they are."""
    data = with_correlations(ONE, 12)
    holes = np.vstack([data, np.full((5, 6), math.nan)])
    found, expected = (parallel_analysis(table, rng(), 20) for table in (holes, data))
    assert found.noise_95 == pytest.approx(expected.noise_95)
    assert found.eigenvalues == pytest.approx(expected.eigenvalues)


def test_misuse_is_named():
    """Settings and data."""
    data = with_correlations(ONE, 12)
    with pytest.raises(ValueError, match="draws must be at least 1, got 0"):
        parallel_analysis(data, rng(), 0)
    for quantile in (0.0, 1.0, math.nan):
        with pytest.raises(ValueError, match="quantile must lie between 0 and 1, got"):
            parallel_analysis(data, rng(), quantile=quantile)
    with pytest.raises(ValueError, match="got 2 of 2 models"):
        parallel_analysis(data[:2], rng())
