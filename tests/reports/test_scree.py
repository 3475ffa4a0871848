"""Eigenvalues against random data."""

from __future__ import annotations

import pytest
from support.drawn import at, axes, texts

from helm_creativity.reports.plots import scree
from helm_creativity.reports.plots.curves import above, numbered


def dots(ax):
    return {
        line.get_markersize(): list(zip(*line.get_data(), strict=True)) for line in ax.lines if line.get_marker() == "o"
    }


def test_eigenvalues_above_random_data_are_large_dots():
    """The third is above its own limit again, but it comes after one that is not."""
    ax = scree(axes(), [3.0, 1.0, 0.9], [1.2, 1.0, 0.7], [1.4, 1.1, 0.8])
    assert dots(ax) == {7: [(1, 3.0)], 3.5: [(2, 1.0), (3, 0.9)]}


def test_lines_of_random_data_are_named_at_their_ends():
    """No legend needs to be read."""
    ax = scree(axes(), [3.0, 1.0, 0.9], [1.2, 1.0, 0.7], [1.4, 1.1, 0.8])
    assert at(ax, "95 % of random data") == (3, 0.8)
    assert at(ax, "mean of random data") == (3, 0.7)
    assert at(ax, "3.00") == (1, 3.0)


def test_the_axis_begins_at_zero():
    """Lengths above it can be compared."""
    low, high = scree(axes(), [3.0, 1.0], [1.2, 1.0], [1.4, 1.1]).get_ylim()
    assert low == 0
    assert high > 3


@pytest.mark.parametrize(
    ("values", "limits", "count"), [([2, 1], [1, 1], 1), ([2, 2], [1, 1], 2), ([1, 2], [1, 1], 0), ([], [], 0)]
)
def test_factors_are_counted_from_the_first(values, limits, count):
    """An eigenvalue equal to its limit does not exceed it."""
    assert above(values, limits) == count


def test_many_eigenvalues_have_few_numbers():
    """Those above random data, and the next."""
    assert list(numbered(8, 1)) == list(range(8))
    assert list(numbered(9, 1)) == [0, 1]
    assert list(numbered(9, 9)) == list(range(9))
    values = [5.0, 0.5, 0.45, 0.4, 0.35, 0.3, 0.25, 0.2, 0.15]
    found = texts(scree(axes(), values, [1.0] * 9, [1.1] * 9))
    assert {"5.00", "0.50"} <= set(found)
    assert "0.45" not in found
