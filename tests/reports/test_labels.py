"""Names beside points."""

from __future__ import annotations

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.drawn import axes, texts

from helm_creativity.reports.plots.labels import LabelBox, name_points, spread

PLACES = st.lists(st.floats(0, 10), max_size=8).map(sorted)


@given(PLACES, st.floats(0.1, 3))
def test_spread_places_keep_their_distance(wanted, gap):
    """They stay in order and within bounds; where all do not fit they stand evenly."""
    found = spread(wanted, gap, 0, 10)
    least = min(gap, 10 / max(len(wanted) - 1, 1))
    assert len(found) == len(wanted)
    assert all(right - left >= least - 1e-9 for left, right in pairwise(found))
    assert all(-1e-9 <= place <= 10 + 1e-9 for place in found)


def test_places_that_are_far_apart_stay_where_they_are():
    """Only what would touch moves, by the same to both sides."""
    assert spread([1, 4, 9], 2, 0, 10) == [1, 4, 9]
    assert spread([5, 5, 9.5], 2, 0, 10) == [4, 6, 9.5]
    assert spread([0, 0.5], 2, 0, 10) == [0, 2]
    assert spread([], 2, 0, 10) == []


def test_spreading_moves_as_little_as_possible():
    """1, 1.5, 2 become 0.5, 1.5, 2.5: the wanted ones less the gaps of 1 have the mean 0.5."""
    assert spread([1, 1.5, 2], 1, 0, 10) == pytest.approx([0.5, 1.5, 2.5])


def test_boxes_meet_when_they_share_area():
    """An edge in common is no area."""
    box = LabelBox(0, 0, 2, 2)
    assert box.meets(LabelBox(1, 1, 3, 3))
    assert not box.meets(LabelBox(2, 0, 3, 2))
    assert LabelBox(0.5, 0, 2, 2).inside(box)
    assert not LabelBox(0, 0, 2.1, 2).inside(box)


def test_no_name_covers_another_or_a_point():
    """Boxes of names keep clear of each other, of all points and of lines."""
    ax = axes()
    points = [(0.5 + 0.03 * i, 0.5 + 0.02 * (i % 3)) for i in range(9)]
    line = [(0.0, 0.6), (1.0, 0.6)]
    left_out, boxes = name_points(ax, points, {i: f"model {i}" for i in range(9)}, lines=line)
    named = boxes[len(points) + 1 :]
    assert len(named) + len(left_out) == 9
    assert len(named) >= 6
    assert not any(first.meets(other) for first, other in combinations(named, 2))
    assert not any(name.meets(box) for name in named for box in boxes[: len(points) + 1])


def test_names_without_space_are_counted():
    """In a corner full of points some names find no place, and the caller learns which."""
    ax = axes()
    left_out, _ = name_points(ax, [(0.5, 0.5)] * 60, {i: f"a long name {i}" for i in range(60)})
    assert left_out
    assert len(texts(ax)) - len([t for t in texts(ax) if not t.startswith("a long")]) == 60 - len(left_out)
    assert f"a long name {left_out[0]}" not in texts(ax)


def test_far_names_are_joined_to_their_points():
    """A line leads from the point to a name that does not stand next to it."""
    ax = axes()
    name_points(ax, [(0.5, 0.5)] * 12, {i: f"name {i}" for i in range(12)})
    assert ax.texts[0].arrow_patch is None
    assert ax.texts[-1].arrow_patch is not None


def test_axes_without_a_figure_are_refused():
    """Nothing can be measured there."""
    ax = axes()
    ax.remove()
    with pytest.raises(ValueError, match="belong to none"):
        name_points(ax, [], {})
