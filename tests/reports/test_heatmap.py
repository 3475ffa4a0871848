"""The table whose cells are shaded."""

from __future__ import annotations

import numpy as np
from hypothesis import given
from hypothesis import strategies as st
from support.drawn import at, axes, rows, texts

from helm_creativity.reports.plots import heatmap
from helm_creativity.reports.plots.heatmap import DEEPEST, STEPS, shades
from helm_creativity.reports.plots.style import BLUE, ORANGE


def test_every_cell_has_its_number_in_its_place():
    """Rows from above in the order given, columns from the left, a dash where there is none."""
    ax = heatmap(axes(), ["r", "s"], ["c", "d"], [[1.25, -0.5], [None, 0.75]], label="z")
    assert rows(ax) == ["r", "s"]
    assert [label.get_text() for label in ax.get_xticklabels()] == ["c", "d"]
    assert [at(ax, text) for text in ("1.2", "−0.5", "–", "0.8")] == [(0, 0), (1, 0), (0, 1), (1, 1)]
    assert "z · blue above 0, orange below" in texts(ax)


def test_decimals_are_a_choice():
    """Correlations need two."""
    assert "0.25" in texts(heatmap(axes(), ["r"], ["c"], [[0.25]], decimals=2))


def test_cells_above_zero_are_blue_and_below_orange():
    """The farther from zero the deeper; missing cells and zeros have no shade."""
    ax = heatmap(axes(), ["r"], ["a", "b", "c", "d"], [[1.0, -0.5, None, 0.0]])
    found = {}
    for patch in ax.patches:
        x, y = patch.get_path().vertices.min(axis=0) + 0.5
        found[x, y] = (patch.get_facecolor()[:3], patch.get_alpha())
    from matplotlib.colors import to_rgb

    assert found[0, 0] == (to_rgb(BLUE), DEEPEST)
    assert found[1, 0][0] == to_rgb(ORANGE)
    # 0.95 quantile of 1, 0.5, 0 is 0.95, so that -0.5 is step round(14 * 0.5 / 0.95) = 7 of 14.
    assert found[1, 0][1] == DEEPEST * 7 / STEPS
    assert len(found) == 2


def test_cells_of_one_shade_are_one_path():
    """200 models in 20 benchmarks need no 4000 rectangles."""
    values = np.where(np.arange(100).reshape(10, 10) % 2, 1.0, -1.0).tolist()
    assert len(heatmap(axes(), list("abcdefghij"), list("abcdefghij"), values).patches) == 2


@given(st.lists(st.floats(-5, 5) | st.just(float("nan")), min_size=1, max_size=30))
def test_shades_follow_the_order_of_the_values(values):
    """A greater value is never shaded as a lesser one, and equal signs stay."""
    table = np.array([values])
    steps = shades(table)
    known = np.isfinite(table)
    assert (steps[~known] == 0).all()
    order = np.argsort(table[known], kind="stable")
    assert (np.diff(steps[known][order]) >= 0).all()
    assert (steps[known] * table[known] >= 0).all()
    assert np.abs(steps).max() <= STEPS


def test_one_outlier_does_not_pale_the_rest():
    """Shading is deepest from the 95th percentile of the distances on."""
    table = np.array([[1.0] * 39 + [100.0]])
    assert shades(table).tolist() == [[STEPS] * 40]


def test_a_single_value_beside_zeros_is_shaded():
    """Even where the 95th percentile is zero."""
    assert shades(np.array([[0.0] * 40 + [2.0]]))[0, -1] == STEPS
    assert shades(np.zeros((2, 2))).tolist() == [[0, 0], [0, 0]]
