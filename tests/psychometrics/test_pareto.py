"""The Pareto front."""

import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import ends

from helm_creativity.psychometrics.pareto import pareto_front


def by_definition(points):
    """No other point is at least as good everywhere and better somewhere."""
    known = [one for one in points if not any(map(math.isnan, one))]

    def beaten(one):
        return any(
            all(a >= b for a, b in zip(other, one, strict=True)) and any(a > b for a, b in zip(other, one, strict=True))
            for other in known
        )

    return [not any(map(math.isnan, one)) and not beaten(one) for one in points]


def test_a_front_by_hand():
    """Of two points with equal x, or equal y, one is beaten, and so is what lies inside."""
    points = [(1, 5), (3, 3), (3, 2), (5, 1), (2, 2), (3, 3), (0, 5), (2, 3)]
    assert pareto_front(points).tolist() == [True, True, False, True, False, True, False, False]
    space = [(*point, 1) for point in points]
    assert pareto_front(space).tolist() == pareto_front(points).tolist()


@given(
    k=st.integers(1, 4),
    rows=st.lists(
        st.lists(st.integers(0, 4).map(float) | st.just(math.nan) | st.just(-math.inf), min_size=4, max_size=4)
    ),
)
def test_the_front_is_what_it_is_defined_to_be(k, rows):
    """With ties, points that lack a number, and infinities."""
    points = [row[:k] for row in rows]
    assert pareto_front(np.array(points).reshape(len(rows), k)).tolist() == by_definition(points)


def test_a_point_without_a_number_beats_nobody():
    """However good the rest of it."""
    assert pareto_front([(9, math.nan), (1, 1)]).tolist() == [False, True]


def test_a_hundred_thousand_points_in_the_plane():
    """They are sorted, not compared with one another."""
    points = np.random.default_rng(0).normal(size=(100_000, 2))
    with ends():
        front = pareto_front(points)
    assert 1 <= front.sum() < 100


@pytest.mark.parametrize("points", [[1.0, 2.0], np.zeros((3, 0))])
def test_what_is_no_table_is_refused(points):
    """The message has the shape."""
    with pytest.raises(ValueError, match=r"points must have shape \(n, k\) with k of 1 or more, got "):
        pareto_front(points)
