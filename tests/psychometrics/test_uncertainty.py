"""Standard errors of means over clustered answers."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics import standard_error

numbers = st.floats(-1e3, 1e3)


def test_one_cluster_is_the_textbook_formula():
    """With one item only its answers vary."""
    # 1, 2, 3: s = 1, n = 3.
    assert standard_error([1.0, 2.0, 3.0], ["a"] * 3) == pytest.approx(1 / math.sqrt(3))


def test_a_cluster_for_each_value_is_the_textbook_formula():
    """Independent answers need no correction."""
    assert standard_error([1.0, 2.0, 3.0], ["a", "b", "c"]) == pytest.approx(1 / math.sqrt(3))


def test_equal_clusters_give_the_error_of_their_means():
    """Copies of an answer add nothing."""
    # Means 1 and 3, sd of the means √2, two clusters: √2/√2 = 1. As four free values it would be √(4/3)/2 = 0.577.
    assert standard_error([1.0, 1.0, 3.0, 3.0], ["a", "a", "b", "b"]) == pytest.approx(1.0)


def test_unequal_clusters_worked_by_hand():
    """The sums of deviations, not their means, are what is squared."""
    # Values 0, 0, 3; mean 1; deviations -1, -1, 2; sums -2 and 2; 2/1 · (4 + 4) = 16; √16 / 3 = 4/3.
    assert standard_error([0.0, 0.0, 3.0], ["a", "a", "b"]) == pytest.approx(4 / 3)


@pytest.mark.parametrize("values", [[], [1.0]])
def test_fewer_than_two_values_have_no_spread(values):
    """Undefined is None, not 0."""
    assert standard_error(values, ["a"] * len(values)) is None


def test_lengths_must_agree():
    """A value without a cluster is a fault of the caller."""
    with pytest.raises(ValueError, match="same length, got 2 and 1"):
        standard_error([1.0, 2.0], ["a"])


@given(st.lists(st.tuples(numbers, st.integers(0, 4)), min_size=2, max_size=30), st.floats(0.1, 10), numbers)
def test_scale_shift_and_order(pairs, scale, shift):
    """Units scale the error, an offset and the order of answers do not touch it."""
    values, clusters = [value for value, _ in pairs], [key for _, key in pairs]
    before = standard_error(values, clusters)
    moved = standard_error([scale * value + shift for value in reversed(values)], clusters[::-1])
    assert moved == pytest.approx(scale * before, rel=1e-6, abs=1e-6)


@given(st.integers(2, 5), st.integers(1, 5), st.integers(0, 2**32 - 1))
def test_agrees_with_the_slow_definition_on_balanced_designs(clusters, size, seed):
    """For clusters of one size it is sd(cluster means) / √C."""
    table = np.random.default_rng(seed).normal(size=(clusters, size))
    keys = np.repeat(np.arange(clusters), size).tolist()
    expected = table.mean(axis=1).std(ddof=1) / math.sqrt(clusters)
    assert standard_error(table.ravel().tolist(), keys) == pytest.approx(expected)
