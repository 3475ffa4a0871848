"""What validity and specificity a test can have together (Schapiro et al. 2026, theorem 1)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.psychometrics.validity import best_on_frontier
from helm_creativity.results.plots.ink import BLUE, FAINT, GREEN, INK, MUTED, TEXT, own_style, tooltip, write
from helm_creativity.results.plots.labels import name_points
from helm_creativity.results.plots.numbers import shown
from helm_creativity.results.plots.rows import bare, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_style
def frontier(ax: Axes, capability_r: float, points: Sequence[tuple[str, float, float]]) -> Axes:
    """The lens of feasible pairs, the best of them, and the pairs of tests.

    Args:
        ax: to draw on.
        capability_r: multiple correlation of the outcome with general capability, -1 to 1; its sign says nothing.
        points: name, validity and specificity of each test, -1 to 1.
    """
    bare(ax)
    ax.set_aspect("equal")
    ax.set_xlim(-1, 1)
    ax.set_ylim(-1, 1)
    ticks = [-1, -0.5, 0, 0.5, 1]
    ax.set_xticks(ticks, [shown(tick, 1) for tick in ticks])
    ax.set_yticks(ticks, [shown(tick, 1) for tick in ticks])
    ax.grid(color=INK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    _lens(ax, capability_r)
    for name, v, s in points:
        (mark,) = ax.plot([v], [s], "o", ms=5, color=BLUE, clip_on=False, zorder=3)
        tooltip(mark, name)
    write(ax, "validity v →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(ax, "↑ specificity s", 0, 1, coords="axes fraction", shift=(-22, 13), ha="left", fontsize=TEXT)
    names = dict(enumerate(shortened([name for name, _, _ in points], 22)))
    name_points(ax, [(float(v), float(s)) for _, v, s in points], names)
    return ax


def _lens(ax: Axes, capability_r: float) -> None:
    best, _ = best_on_frontier(capability_r)
    # With v = cos a the bound of theorem 1 is s = cos(a - b), where sin b = R: a closed curve without steep ends.
    turn = np.arcsin(abs(capability_r))
    angles = np.linspace(0, 2 * np.pi, 145)
    ax.fill(np.cos(angles), np.cos(angles - turn), fc=INK, alpha=0.06, ec="none", lw=0)
    ax.plot(np.cos(angles), np.cos(angles - turn), color=INK, alpha=MUTED, lw=1, clip_on=False)
    ax.plot([best], [best], "*", ms=11, mfc=GREEN, mec=GREEN, mew=0, clip_on=False, zorder=4)
    at = {"coords": "axes fraction"}
    write(ax, f"★ greatest sum: v* = s* = {shown(best, 2)}", 0, 1, shift=(3, -7), ha="left", color=GREEN, **at)
    write(
        ax, f"shaded: feasible, R = {shown(abs(capability_r), 2)}", 1, 0, shift=(-3, 7), ha="right", alpha=MUTED, **at
    )
