"""Leaderboards and severities as dot plots."""

from __future__ import annotations

import math

import pytest
from support.drawn import at, axes, marks, rows, segments, texts

from helm_creativity.reports.plots import leaderboard, severity
from helm_creativity.reports.plots.row_plots import best_first

NAMES = ["a/low", "b/none", "c/high", "d/base"]
SCORES = [60.0, None, 80.0, 70.0]
LOWS = [58.0, None, 79.0, None]
HIGHS = [62.0, None, 81.0, None]
BASELINES = [False, False, False, True]


def board(ax, **changes):
    values = {"names": NAMES, "scores": SCORES, "lows": LOWS, "highs": HIGHS, "baselines": BASELINES, "label": "DAT"}
    return leaderboard(ax, **{**values, **changes})


def test_rows_are_sorted_and_those_without_a_score_stand_last():
    """The best is on top."""
    ax = axes()
    assert board(ax) is ax
    assert rows(ax) == ["c/high", "d/base", "a/low", "b/none"]


def test_dots_stand_at_the_scores():
    """Models are filled dots, baselines hollow diamonds; nothing stands where there is no score."""
    ax = board(axes())
    assert marks(ax, "o") == [(80, 0), (60, 2)]
    assert marks(ax, "D") == [(70, 1)]
    (diamond,) = [line for line in ax.lines if line.get_marker() == "D"]
    assert diamond.get_markerfacecolor() == "none"


def test_intervals_are_drawn_where_they_are_known():
    """From the lower to the upper end, in the row of the model."""
    assert segments(board(axes()), 0.6) == [(79, 81, 0), (58, 62, 2)]


def test_each_row_has_its_number():
    """With one decimal for a range of 20, and a dash where there is none."""
    ax = board(axes())
    assert [at(ax, text)[1] for text in ("80.0", "70.0", "60.0", "–")] == [0, 1, 2, 3]


def test_marks_are_explained_where_they_occur():
    """No word of intervals or baselines where there are none."""
    assert "lines: 95 % intervals · ◇ baseline" in texts(board(axes()))
    plain = board(axes(), lows=[None] * 4, highs=[math.nan] * 4, baselines=[False] * 4)
    assert not [text for text in texts(plain) if "interval" in text or "baseline" in text]


def test_means_of_people_are_dashed_lines_on_the_scale():
    """Also where they lie beyond all models."""
    ax = board(axes(), people=[90.0])
    (line,) = [line for line in ax.lines if line.is_dashed()]
    assert list(line.get_xdata()) == [90, 90]
    assert ax.get_xlim()[1] > 90
    assert not [line for line in board(axes()).lines if line.is_dashed()]


def test_where_less_is_better_the_least_is_on_top():
    """The scale keeps its direction."""
    ax = board(axes(), lower_is_better=True)
    assert rows(ax) == ["a/low", "d/base", "c/high", "b/none"]
    assert ax.get_xlim()[0] < ax.get_xlim()[1]


def test_equal_scores_stay_in_the_order_given():
    """Sorting adds no order of its own."""
    assert best_first([1.0, math.nan, 1.0, 2.0, None]) == [3, 0, 2, 1, 4]


@pytest.mark.parametrize(("count", "above"), [(25, False), (26, True)])
def test_long_tables_have_a_scale_above_too(count, above):
    """So that the top can be read without scrolling to the end."""
    ax = leaderboard(axes(), [f"m{i}" for i in range(count)], range(count), *[[None] * count] * 3, "s")
    assert ax.xaxis.get_tick_params()["labeltop"] is above


def test_the_scale_holds_all_intervals():
    """No line leaves the axes."""
    low, high = board(axes()).get_xlim()
    assert low < 58
    assert high > 81


def test_judges_stand_under_their_dimension_strictest_first():
    """Each dimension is a row of its own above its judges."""
    ax = severity(axes(), ["j", "k", "j"], [0.2, 0.5, -0.1], [0.1, None, 0.05], ["novelty", "novelty", "use"])
    assert rows(ax) == ["novelty", "k", "j", "use", "j"]
    assert marks(ax, "o") == [(0.5, 1), (0.2, 2), (-0.1, 4)]
    weights = [label.get_fontweight() for label in ax.get_yticklabels()]
    assert weights == ["bold", "normal", "normal", "bold", "normal"]


def test_intervals_of_severity_are_two_standard_errors_wide():
    """1.96 of them to each side; none where the error is unknown."""
    ax = severity(axes(), ["j", "k", "j"], [0.2, 0.5, -0.1], [0.1, None, 0.05], ["novelty", "novelty", "use"])
    assert segments(ax, 0.6) == [
        pytest.approx((0.2 - 0.196, 0.2 + 0.196, 2), abs=1e-4),
        pytest.approx((-0.1 - 0.098, -0.1 + 0.098, 4), abs=1e-4),
    ]
    low, high = ax.get_xlim()
    assert low < 0 < high


def test_zero_is_always_on_the_scale_of_severity():
    """How far all judges are from it is the point."""
    ax = severity(axes(), ["j"], [2.0], [None], ["novelty"])
    assert ax.get_xlim()[0] < 0
    assert "SD of what is rated" in texts(ax)


def test_a_baseline_beyond_the_cap_is_an_arrow_with_its_number():
    """Models are not capped, and the key says what the arrow is."""
    ax = axes()
    names, scores = ["far", "a", "b"], [40.0, 7.0, -1.0]
    leaderboard(ax, names, scores, [39.0, None, None], [41.0, None, None], [True, False, False], "z", cap=5.0)
    arrows = [line for line in ax.lines if line.get_marker() == ">"]
    assert [line.get_xdata().tolist() for line in arrows] == [[5.0]]
    assert ax.get_xlim()[1] < 10
    assert {"40.0", "7.0", "◇ baseline · ▶ baseline beyond ±5"} <= {
        text.removeprefix("lines: 95 % intervals · ") for text in texts(ax)
    }
