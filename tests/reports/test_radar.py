"""Profiles over axes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from support.drawn import axes, texts

from helm_creativity.reports.plots import radar
from helm_creativity.reports.plots.radar import rings
from helm_creativity.reports.plots.style import SERIES


def profile(ax, number):
    """Angles and values of a profile, without its web."""
    (line,) = [
        line for line in ax.lines if line.get_marker() == SERIES[number][1] and line.get_transform() == ax.transData
    ]
    return [np.asarray(values, dtype=float) for values in line.get_data()]


def test_a_profile_is_a_closed_line_over_its_axes():
    """Equal angles, clockwise from the top, and back to the first."""
    ax = radar(axes(polar=True), ["a", "b", "c", "d"], {"m": [1, 2, 3, 4]})
    angles, values = profile(ax, 0)
    assert angles == pytest.approx([0, np.pi / 2, np.pi, 3 * np.pi / 2, 0])
    assert values.tolist() == [1, 2, 3, 4, 1]
    assert ax.get_theta_direction() == -1
    assert ax.get_theta_offset() == np.pi / 2


def test_a_missing_value_breaks_the_line_and_is_named():
    """It is no zero."""
    ax = radar(axes(polar=True), ["a", "b", "c"], {"m": [1, None, 3]})
    assert np.isnan(profile(ax, 0)[1]).tolist() == [False, True, False, False]
    assert "m (no b)" in texts(ax)


def test_many_missing_values_are_counted():
    """The line of the key stays short."""
    assert "m (no value in 3 axes)" in texts(radar(axes(polar=True), list("abcd"), {"m": [1, None, None, None]}))


def test_names_stand_at_their_axes():
    """At the outer ring."""
    ax = radar(axes(polar=True), ["a", "b", "c", "d"], {"m": [1, 2, 3, 4]})
    places = {text.get_text(): text.xy for text in ax.texts if text.get_text() in "abcd"}
    assert [places[name][0] for name in "abcd"] == pytest.approx([0, np.pi / 2, np.pi, 3 * np.pi / 2])
    assert {height for _, height in places.values()} == {ax.get_ylim()[1]}


def test_numbers_stand_on_the_threads():
    """Between the last axis and the first a thread of 4 axes is cos 45° as far out as at an axis."""
    ax = radar(axes(polar=True), ["a", "b", "c", "d"], {"m": [0, 2, 3, 4]})
    (four,) = [text.xy for text in ax.texts if text.get_text() == "4"]
    assert four == pytest.approx((-np.pi / 4, 4 * np.sqrt(0.5)))


@settings(max_examples=20)
@given(st.lists(st.floats(-100, 100), min_size=1, max_size=6))
def test_rings_reach_around_all_values(values):
    """No profile leaves the web."""
    found = rings(values)
    assert found[0] <= min(values) + 1e-9 <= max(values) + 2e-9 <= found[-1] + 3e-9
    assert 2 <= len(found) <= 12


def test_more_profiles_than_can_be_distinguished_are_refused():
    """The error says what to do."""
    with pytest.raises(ValueError, match="at most 5 profiles, got 6; draw several"):
        radar(axes(polar=True), ["a"], {str(i): [1.0] for i in range(6)})


def test_other_axes_are_refused():
    """The error says how to make polar ones."""
    with pytest.raises(ValueError, match="needs polar axes, got rectilinear ones"):
        radar(axes(), ["a"], {"m": [1.0]})


def test_profiles_differ_in_colour_marker_and_line():
    """Any one of the three is enough to tell them apart."""
    for values in zip(*SERIES, strict=True):
        assert len(set(values)) == len(SERIES)
