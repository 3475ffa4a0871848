"""Trade-offs."""

from __future__ import annotations

import pytest
from support.drawn import axes, marks, texts

from helm_creativity.reports.plots import pareto
from helm_creativity.reports.plots.scatter import along_front

X = [1.0, 3.0, 2.0, 1.5]
Y = [3.0, 1.0, 2.0, 1.0]
NAMES = ["o/left", "o/right", "o/middle", "o/inside"]
FRONT = [True, True, True, False]


def test_points_stand_at_their_values():
    """The front is filled, the rest hollow."""
    ax = pareto(axes(), X, Y, NAMES, FRONT, "novelty", "use")
    assert marks(ax, "o") == list(zip(X, Y, strict=True))
    faces = [line.get_markerfacecolor() for line in ax.lines if line.get_marker() == "o"]
    assert [face == "none" for face in faces] == [False, False, False, True]


def test_the_front_is_a_stair_from_edge_to_edge():
    """Level until the next model, then down to it: no corner promises what no model reaches."""
    ax = pareto(axes(), X, Y, NAMES, FRONT, "novelty", "use")
    (stair,) = [line for line in ax.lines if line.get_marker() != "o"]
    corners = list(zip(*stair.get_data(), strict=True))
    assert corners == [(ax.get_xlim()[0], 3), (1, 3), (1, 2), (2, 2), (2, 1), (3, 1), (3, ax.get_ylim()[0])]


def test_models_are_named_without_their_makers():
    """All of them where they are few; the axes say what they show and where better lies."""
    found = texts(pareto(axes(), X, Y, NAMES, FRONT, "novelty", "use"))
    assert {"left", "right", "middle", "inside", "novelty →", "↑ use"} <= set(found)


def test_of_many_models_the_front_alone_is_named():
    """Others say their names when pointed at."""
    x = [*X, *[0.5 + i / 50 for i in range(30)]]
    y = [*Y, *[0.5] * 30]
    names = [*NAMES, *[f"p/more-{i}" for i in range(30)]]
    ax = pareto(axes(), x, y, names, [*FRONT, *[False] * 30], "novelty", "use")
    assert "inside" not in texts(ax)
    assert "tooltip:p/more-29" in [line.get_gid() for line in ax.lines]


def test_names_without_space_are_counted_under_the_plot():
    """Nothing is left out silently."""
    n = 80
    ax = pareto(axes(), [0.5] * n, [0.5] * n, [f"a/rather-long-name-{i}" for i in range(n)], [True] * n, "x", "y")
    (note,) = [text for text in texts(ax) if "no room" in text]
    named = len([text for text in texts(ax) if text.startswith("rather")])
    assert note == f"{n - named} more on the front have no room for their names"


def test_the_front_runs_from_the_best_in_y_to_the_best_in_x():
    """Equal points stay in the order given."""
    assert along_front(X, FRONT) == [0, 2, 1]
    assert along_front([1, 1], [True, True]) == [0, 1]


@pytest.mark.parametrize("front", [[True], [False]])
def test_one_model_can_be_drawn(front):
    """Whether it is on the front or, by mistake, not."""
    assert marks(pareto(axes(), [0.0], [0.0], ["m"], front, "x", "y"), "o") == [(0, 0)]
