"""What rounding does to a correlation."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from published_validity import LEVELS, MOST, pool_of_stars, rounding_error

from helm_creativity.psychometrics.validity import pearson, specificity

seeds = st.integers(0, 2**32 - 1)


def data(seed, n=12, k=2):
    rng = np.random.default_rng(seed)
    common = rng.normal(size=n)
    x, y = (common + rng.normal(size=n) for _ in range(2))
    return x, y, common[:, None] + rng.normal(size=(n, k))


@given(seed=seeds, k=st.integers(0, 3))
def test_the_error_is_that_of_its_derivatives(seed, k):
    """Against numerical ones, number by number."""
    x, y, controls = data(seed, k=k)
    steps = np.array([0.3, 0.2, 0.5, 0.1, 0.4])[: 2 + k]
    table, h = np.column_stack([x, y, controls]), 1e-5

    def r(values):
        return specificity(values[:, 0], values[:, 1], values[:, 2:]).r if k else pearson(*values.T[:2]).r

    variance = 0.0
    for place in np.ndindex(*table.shape):
        above, below = table.copy(), table.copy()
        above[place] += h
        below[place] -= h
        variance += ((r(above) - r(below)) / (2 * h) * steps[place[1]]) ** 2 / 12
    assert rounding_error(x, y, controls, steps) == pytest.approx(variance**0.5, rel=1e-3, abs=1e-7)


@settings(max_examples=40)
@given(r=st.integers(-99, 99), k=st.integers(0, 3), n=st.integers(8, 200))
def test_the_true_size_is_among_them(r, k, n):
    from scipy.special import stdtr

    exact, df = abs(r / 100) + 0.004, n - 2 - k
    p = 2 * stdtr(df, -exact * np.sqrt(df / (1 - exact**2)))
    pool = pool_of_stars(r / 100, "*" * sum(p < level for level in LEVELS), k)
    assert pool.least <= n <= (pool.most or MOST)
