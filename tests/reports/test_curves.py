"""How many items are enough."""

from __future__ import annotations

from itertools import pairwise

import pytest
from support.drawn import axes, curve, marks, texts

from helm_creativity.reports.plots import rank_stability

DAT = curve((2, 5, 10), (0.6, 0.9, 0.97), 10)
RAT = curve((2, 5, 20), (0.3, 0.5, 0.9), None)


def test_lines_run_through_the_means():
    """One per benchmark, distinguished by colour and by dashes."""
    ax = rank_stability(axes(), {"DAT": DAT, "RAT": RAT})
    lines = {line.get_gid(): line for line in ax.lines if line.get_gid()}
    assert [list(line.get_ydata()) for line in lines.values()] == [[0.6, 0.9, 0.97], [0.3, 0.5, 0.9]]
    assert list(lines["tooltip:RAT"].get_xdata()) == [2, 5, 20]
    assert len({(line.get_color(), line.get_linestyle()) for line in lines.values()}) == 2


def test_the_fewest_items_that_are_enough_are_marked_and_named():
    """A benchmark that never gets there has no dot and no number."""
    ax = rank_stability(axes(), {"DAT": DAT, "RAT": RAT})
    assert marks(ax, "o") == [(10, 0.97)]
    assert "DAT 10" in texts(ax)
    assert "RAT" in texts(ax)


def test_names_stand_in_the_order_of_the_lines():
    """The higher line has the higher name, and names do not touch."""
    many = {f"b{i}": curve((2, 10), (0.5 + i / 1000, 1.0), None) for i in range(12)}
    ax = rank_stability(axes(), many)
    heights = [next(text.xy[1] for text in ax.texts if text.get_text() == name) for name in many]
    assert heights == sorted(heights)
    # The figure is 288 points high and its axes less, so 8 points of type take more than 8/288 of the range of y.
    low, high = ax.get_ylim()
    assert min(b - a for a, b in pairwise(heights)) > 8 / 288 * (high - low)


@pytest.mark.parametrize(("curves", "bands"), [({"DAT": DAT}, 1), ({"DAT": DAT, "RAT": RAT}, 0)])
def test_a_single_benchmark_shows_its_range(curves, bands):
    """Several bands would cover one another."""
    ax = rank_stability(axes(), curves)
    assert len(ax.collections) == bands
    if bands:
        box = ax.collections[0].get_paths()[0].get_extents()
        assert (box.ymin, box.ymax) == pytest.approx((0.5, 1.07))


def test_the_line_of_enough_is_drawn():
    """At a mean of .95, the number that the words under the plot say."""
    ax = rank_stability(axes(), {"DAT": DAT})
    assert [0.95, 0.95] in [list(line.get_ydata()) for line in ax.lines]
    assert "● and number: fewest items with a mean of 0.95" in texts(ax)


def test_items_are_counted_in_round_numbers():
    """On a scale of ratios."""
    ax = rank_stability(axes(), {"RAT": RAT})
    assert ax.get_xscale() == "log"
    assert [label.get_text() for label in ax.get_xticklabels()] == ["2", "5", "10", "20"]
    assert "3" in texts(rank_stability(axes(), {"one": curve((3,), (1.0,), 3)}))
