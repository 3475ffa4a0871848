"""The scale that codes come from, and distinct rows of codes."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from helm_creativity.psychometrics.rating_categories import (
    check_ratings,
    count_patterns,
    distinct_ratings,
    encode,
    learn_scale,
)

NAN = float("nan")


@st.composite
def code_tables(draw):
    """Codes with missing ones; few keys, many keys, and more judges than fit into one integer."""
    n_categories, n_judges = draw(st.sampled_from([(2, 1), (3, 4), (51, 4), (51, 12), (51, 40)]))
    rows = draw(st.lists(st.integers(0, 2**32), min_size=1, max_size=30))
    table = [np.random.default_rng(row % 5).integers(-1, n_categories, n_judges) for row in rows]
    return np.array(table, dtype=np.int64), n_categories


@given(code_tables())
def test_patterns_are_the_distinct_rows(case):
    """Their codes, counts and places agree with sorting rows."""
    codes, n_categories = case
    patterns = count_patterns(codes, n_categories)
    rows, counts = np.unique(codes, axis=0, return_counts=True)
    assert (patterns.codes[patterns.inverse] == codes).all()
    assert sorted(map(tuple, patterns.codes.tolist())) == sorted(map(tuple, rows.tolist()))
    assert dict(zip(map(tuple, patterns.codes.tolist()), patterns.counts.tolist(), strict=True)) == dict(
        zip(map(tuple, rows.tolist()), counts.tolist(), strict=True)
    )


def test_many_judges_do_not_share_keys():
    """Rows that differ only in the first of many judges stay apart: 52 to the 39th is 0 in 64 bits."""
    codes = np.full((2, 40), 50)
    codes[1, 0] = 49
    assert count_patterns(codes, 51).counts.tolist() == [1, 1]


def test_offered_but_unused_categories_are_merged():
    """Each counts as the nearest used one, the lower of two."""
    # Used 2, 4, 7 of 1..8: 1 -> 2; 3 lies between 2 and 4 -> 2; 5 -> 4; 6 -> 7; 8 -> 7.
    scale = learn_scale(check_ratings([[2, 4], [7, NAN]]), range(8, 0, -1))
    assert scale.merged == {1: 2, 3: 2, 5: 4, 6: 7, 8: 7}
    assert encode(check_ratings([[6, 3]]), scale).tolist() == [[2, 0]]


@pytest.mark.parametrize(
    ("ratings", "offered", "message"),
    [
        ([[3.0, 3.0], [NAN, 3.0]], None, "at least 2 categories, got only 3; nothing distinguishes units"),
        (np.arange(52.0)[:, None], None, "at most 51 categories, got 52; round them"),
        ([[1.0, 9.0]], [1, 2, 3], r"among the categories 1, 2, 3, got 9; leave out"),
        ([[1.0, 2.0]], [1, 1, 2], "categories must be different finite numbers in one list"),
        ([[1.0, 2.0]], [1, 2, NAN], "categories must be different finite numbers in one list"),
    ],
)
def test_scales_that_are_none_are_refused(ratings, offered, message):
    with pytest.raises(ValueError, match=message):
        learn_scale(np.asarray(ratings), offered)


def test_51_categories_are_a_scale():
    """The limit itself is allowed, and a long list is abridged in errors."""
    scale = learn_scale(np.arange(51.0)[:, None], None)
    assert len(scale.categories) == 51
    with pytest.raises(ValueError, match=r"ratings\[0, 0\] must be one of 0, 1, 2, 3, 4, 5, ..., 48, 49, 50, got 51;"):
        encode(np.array([[51.0]]), scale)


@pytest.mark.parametrize("value", [0.0, 1.5, 4.0])
def test_unknown_ratings_are_refused_by_place(value):
    scale = learn_scale(np.array([[1.0, 2.0, 3.0]]), None)
    with pytest.raises(ValueError, match=rf"ratings\[1, 2\] must be one of 1, 2, 3, got {value:g}; .*categories="):
        encode(np.array([[1.0, 2.0, 3.0], [NAN, 1.0, value]]), scale)


def test_numbers_that_rounding_tells_apart_are_one():
    """The offered one, else the one that is written shortest; real differences stay."""
    tenths = np.array([[1 - 0.9, 0.1, 0.3, 0.1 + 0.2, 0.1 + 0.7, 0.8]])
    assert len(np.unique(tenths)) == 6
    assert distinct_ratings(tenths).tolist() == [0.1, 0.3, 0.8]
    scale = learn_scale(tenths, None)
    assert scale.merged == {}
    assert encode(tenths, scale).tolist() == [[0, 0, 1, 1, 2, 2]]
    scale = learn_scale(tenths, [0.1 + 0.7, 0.1 + 0.2, 1 - 0.9])
    assert scale.categories.tolist() == [1 - 0.9, 0.1 + 0.2, 0.1 + 0.7]
    assert encode(tenths, scale).tolist() == [[0, 0, 1, 1, 2, 2]]
    assert distinct_ratings(np.array([1e9, 1e9 + 0.01, NAN, 1e9 + 0.01])).tolist() == [1e9, 1e9 + 0.01]
    assert distinct_ratings(np.array([0.0, 0.3 - (0.1 + 0.2), 1.0])).tolist() == [0.0, 1.0]


def test_a_tie_is_one_in_spite_of_rounding():
    """0.2 is as far from 0.1 as from 0.3, and goes to the lower one."""
    assert abs(0.2 - 0.1) > abs(0.2 - 0.3)
    assert learn_scale(np.array([[0.1, 0.3]]), [0.1, 0.2, 0.3]).merged == {0.2: 0.1}


@pytest.mark.parametrize("unit", [1.7e308, 5e-324])
def test_scales_at_the_ends_of_what_floats_hold(unit):
    values = np.array([-1.0, 0.0, 1.0]) * unit
    scale = learn_scale(values[None, [0, 2]], values)
    assert scale.merged == {0.0: -unit}
    assert encode(values[None], scale).tolist() == [[0, 0, 1]]
    assert learn_scale(values[None], None).categories.tolist() == values.tolist()
