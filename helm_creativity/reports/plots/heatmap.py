"""A table whose cells are shaded."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from helm_creativity.reports.plots.labels import name_rows, shortened
from helm_creativity.reports.plots.sizes import row_text
from helm_creativity.reports.plots.style import (
    BLUE,
    DARK,
    FAMILY,
    MUTED,
    ORANGE,
    SMALL,
    Settings,
    own_style,
    shown,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

DEEPEST = 0.7
"""Opacity of the farthest cells: words stay legible on it on white and on black."""
STEPS = 14
FAR = 0.95
"""Quantile of the distances from zero at which shading is deepest, so that one outlier does not pale the rest."""


@own_style
def heatmap(
    ax: Axes,
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    decimals: int = 1,
    label: str = "",
) -> Axes:
    """Values around zero: blue above, orange below, deeper the farther; the number stands in the cell.

    Args:
        ax: to draw on.
        rows: n names, in the order from above.
        columns: m names.
        values: shape (n, m), None or NaN where there is none, which is an empty cell with a dash.
        decimals: of the numbers.
        label: what the numbers are, with their unit.
    """
    table = np.array(values, dtype=float).reshape(len(rows), len(columns))
    size = row_text(len(rows))
    name_rows(ax, rows, size)
    ax.set_xlim(-0.5, max(len(columns), 1) - 0.5)
    ax.xaxis.tick_top()
    head: Settings = {
        "rotation": 45,
        "ha": "left",
        "rotation_mode": "anchor",
        "fontsize": SMALL,
        "color": DARK,
        "alpha": 1.0,
    }
    ax.set_xticks(range(len(columns)), shortened(columns, 24), fontfamily=FAMILY, parse_math=False, **head)
    ax.tick_params(length=0)
    levels = shades(table)
    for level in sorted(set(levels.ravel().tolist()) - {0}):
        _shade(ax, np.argwhere(levels == level), BLUE if level > 0 else ORANGE, DEEPEST * abs(level) / STEPS)
    for i, j in np.ndindex(table.shape):
        missing = {} if np.isfinite(table[i, j]) else {"alpha": MUTED}
        write(ax, shown(float(table[i, j]), decimals), j, i, ha="center", fontsize=size - 1, **missing).set_in_layout(
            False
        )
    text = " · ".join([*([label] if label else []), "blue above 0, orange below"])
    write(ax, text, 0.5, 0, coords="axes fraction", shift=(0, -11), ha="center", alpha=MUTED)
    return ax


def shades(table: NDArray[np.float64]) -> NDArray[np.int64]:
    """Steps of shading, shape (n, m), -STEPS to STEPS; 0 for what is close to zero or missing."""
    distances = np.abs(table[np.isfinite(table)])
    far = float(np.quantile(distances, FAR)) if distances.size else 0.0
    if not far > 0:
        far = float(distances.max(initial=0.0)) or 1.0
    return np.clip(np.round(STEPS * np.nan_to_num(table) / far), -STEPS, STEPS).astype(np.int64)


def _shade(ax: Axes, cells: NDArray[np.int64], colour: str, depth: float) -> None:
    from matplotlib.patches import PathPatch
    from matplotlib.path import Path

    square = np.array([(-0.5, -0.5), (0.5, -0.5), (0.5, 0.5), (-0.5, 0.5), (-0.5, -0.5)])
    corners = np.concatenate([square + np.array((j, i)) for i, j in cells])
    codes = [Path.MOVETO, Path.LINETO, Path.LINETO, Path.LINETO, Path.CLOSEPOLY] * len(cells)
    ax.add_patch(PathPatch(Path(corners, codes), fc=colour, ec="none", alpha=depth, lw=0, zorder=0))
