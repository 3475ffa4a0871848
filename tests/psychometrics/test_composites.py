"""Composites of benchmarks, Pareto fronts, and people and models on one scale."""

import math
from statistics import mean, stdev

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.ending import ends
from support.tables import tables

from helm_creativity.psychometrics import common_scale as scale
from helm_creativity.psychometrics.composites import by_domain, overall, pareto_front, standardised

NAN = math.nan


def slow_z(table, pool):
    """Cell by cell with the standard library."""
    z = np.full(table.shape, NAN)
    for column in range(table.shape[1]):
        known = [x for x, inside in zip(table[:, column], pool, strict=True) if inside and not math.isnan(x)]
        if len(known) >= 2 and len(set(known)) > 1:
            for row in range(len(table)):
                z[row, column] = (table[row, column] - mean(known)) / stdev(known)
    return z


@pytest.mark.parametrize(
    "column", [[1, 1, 1], [0.3, 0.1 + 0.2, 0.3], [NAN, 7, NAN], [NAN, NAN, NAN], [0, 0, 0], [1e300, 1e300, 1e300]]
)
def test_a_column_without_spread_has_no_z(column):
    """Equal up to rounding, known once, or never; the other column is as it was."""
    z = standardised(np.column_stack([column, [1, 2, 3]]))
    assert np.isnan(z[:, 0]).all()
    assert z[:, 1] == pytest.approx([-1, 0, 1])


@given(tables, st.data())
def test_z_agrees_with_the_slow_definition(table, data):
    pool = data.draw(st.lists(st.booleans(), min_size=len(table), max_size=len(table)))
    assert standardised(table, pool) == pytest.approx(slow_z(table, pool), nan_ok=True, abs=1e-12)


@given(tables, st.data())
def test_one_domain_is_the_composite_and_each_its_own_is_the_table(table, data):
    """Names make no difference, order is that of first occurrence."""
    m = table.shape[1]
    assert by_domain(table, ["all"] * m)[1][:, 0] == pytest.approx(overall(table), nan_ok=True)
    own = [str(place) for place in range(m)]
    assert by_domain(table, own) == (tuple(own), pytest.approx(table, nan_ok=True))
    domains = data.draw(st.lists(st.sampled_from("abc"), min_size=m, max_size=m))
    names, found = by_domain(table, domains)
    for place, name in enumerate(names):
        columns = [column for column in range(m) if domains[column] == name]
        for row, values in enumerate(table):
            expected = sum(values[column] for column in columns) / len(columns)
            assert found[row, place] == pytest.approx(expected, nan_ok=True)
    assert list(names) == sorted(set(domains), key=domains.index)


def by_definition(points):
    """No other point is at least as good everywhere and better somewhere."""
    known = [point for point in points if not any(map(math.isnan, point))]

    def beaten(one):
        return any(
            all(a >= b for a, b in zip(other, one, strict=True)) and any(a > b for a, b in zip(other, one, strict=True))
            for other in known
        )

    return [not any(map(math.isnan, point)) and not beaten(point) for point in points]


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


def test_a_hundred_thousand_points_in_the_plane():
    points = np.random.default_rng(0).normal(size=(100_000, 2))
    with ends():
        front = pareto_front(points)
    assert 1 <= front.sum() < 100


RNG = np.random.default_rng(1)


def test_residuals_are_those_of_least_squares():
    cells = ["a"] * 20 + ["b"] * 15
    lengths, scores = RNG.integers(1, 80, 35).astype(float), RNG.normal(size=35)
    found = scale.length_residuals(scores, lengths, cells)
    for part in (slice(0, 20), slice(20, 35)):
        x = np.log(lengths[part])
        expected = scores[part] - np.polyval(np.polyfit(x, scores[part], 1), x)
        assert found[part] == pytest.approx(expected)


def test_missing_and_small_cells_have_none():
    found = scale.length_residuals([1, 2, 6, np.nan, 5, 1, 2], [7, 7, 7, 7, 0, 3, 4], ["a"] * 5 + ["b"] * 2)
    assert np.isnan(found).tolist() == [False] * 3 + [True] * 4


def test_z_is_within_the_cell():
    assert scale.z_within([1, 3, 100, 300, 5], ["a", "a", "b", "b", "c"]) == pytest.approx(
        [-(0.5**0.5), 0.5**0.5, -(0.5**0.5), 0.5**0.5, np.nan], nan_ok=True
    )


def test_negative_lengths_are_refused():
    with pytest.raises(ValueError, match="expected lengths of 0 or more, got -1"):
        scale.length_residuals([1, 2], [1, -1], ["a"] * 2)
