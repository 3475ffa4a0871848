"""Failures by reason."""

from __future__ import annotations

import math

import pytest
from support.drawn import at, axes, rows, texts

from helm_creativity.reports.plots import failures
from helm_creativity.reports.plots.row_plots import WIDEST, worst_first

RATES = {"refusal": [0.1, 0.0, 0.0, 0.2], "empty": [0.0, 0.0, math.nan, 0.4]}


def bars(ax):
    found = [bar for bar in ax.patches if bar.get_width()]
    return {(bar.get_x(), round(bar.get_y() + bar.get_height() / 2, 9)): bar.get_width() for bar in found}


def test_the_worst_stand_on_top_and_those_without_failures_are_counted():
    """A model whose only rate is unknown is not shown as failing."""
    ax = failures(axes(), ["a", "b", "c", "d"], RATES)
    assert rows(ax) == ["d", "a"]
    assert "share of responses · 2 more models without known failures" in texts(ax)


def test_bars_of_all_reasons_share_one_scale():
    """The longest, 0.4, has the full width, and half of it is half as long, in its own column."""
    ax = failures(axes(), ["a", "b", "c", "d"], RATES)
    assert bars(ax) == {
        (0, 0): pytest.approx(WIDEST / 2),
        (1, 0): pytest.approx(WIDEST),
        (0, 1): pytest.approx(WIDEST / 4),
    }


def test_each_bar_has_its_number_and_nothing_has_none():
    """Zeros are blank, what is unknown is a dash."""
    ax = failures(axes(), ["a", "b"], {"refusal": [0.25, 0.1], "empty": [0.0, None]})
    assert at(ax, "25%") == (pytest.approx(WIDEST), 0)
    assert at(ax, "–") == (1, 1)
    assert "0%" not in texts(ax)


def test_reasons_head_their_columns():
    """No legend needs to be read."""
    ax = failures(axes(), ["a", "b", "c", "d"], RATES)
    assert at(ax, "refusal") == (0, 1)
    assert at(ax, "empty") == (1, 1)


def test_equal_totals_stay_in_the_order_given():
    """The sum over the reasons decides."""
    assert worst_first(3, {"r": [0.1, 0.3, 0.0], "s": [0.25, None, 0.5]}) == [2, 0, 1]
    assert worst_first(3, {"r": [0.25, 0.25, 0.5]}) == [2, 0, 1]
