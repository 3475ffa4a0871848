"""Scatter plots: two submetrics that pull against each other, and the frontier of validity and specificity."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.psychometrics.validity import best_on_frontier
from helm_creativity.reports.plots.labels import bare, name_points, round_numbers, shortened, without_maker
from helm_creativity.reports.plots.style import (
    BLUE,
    DARK,
    FAINT,
    GREEN,
    MUTED,
    TEXT,
    Settings,
    own_style,
    shown,
    span,
    tooltip,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW = 20
"""Models up to which those off the front are named too, where there is room."""
NAMES_ROOM = 0.2
"""Of the width of the data that is added at the right."""


@own_style
def pareto(
    ax: Axes,
    x: Sequence[float],
    y: Sequence[float],
    names: Sequence[str],
    front: Sequence[bool],
    x_label: str,
    y_label: str,
) -> Axes:
    """Models by two submetrics, more is better in both; those that no other beats in both are filled and named."""
    bare(ax)
    ax.grid(color=DARK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    left, right = span(x, 0.06)
    # Names of the front stand to the right of their points.
    ax.set_xlim(left, right + NAMES_ROOM * (right - left))
    ax.set_ylim(span(y, 0.06))
    for axis in (ax.xaxis, ax.yaxis):
        round_numbers(axis, 5)
    on = along_front(x, front)
    stairs = _corners(ax, [(float(x[i]), float(y[i])) for i in on])
    ax.plot([a for a, _ in stairs], [b for _, b in stairs], color=BLUE, lw=1, zorder=1)
    for i, name in enumerate(names):
        style: Settings = (
            {"ms": 5.5, "mfc": BLUE, "mec": BLUE}
            if front[i]
            else {"ms": 4.2, "mfc": "none", "mec": DARK, "alpha": MUTED}
        )
        (mark,) = ax.plot([x[i]], [y[i]], "o", zorder=3 if front[i] else 2, clip_on=False, **style)
        tooltip(mark, name)
    write(ax, f"{x_label} →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(ax, f"↑ {y_label}", 0, 1, coords="axes fraction", shift=(-20, 13), ha="left", fontsize=TEXT)
    _names(ax, [(float(a), float(b)) for a, b in zip(x, y, strict=True)], names, on, stairs)
    return ax


def along_front(x: Sequence[float], front: Sequence[bool]) -> list[int]:
    """Places of the front, from the best in the second submetric to the best in the first."""
    return sorted((i for i, is_on in enumerate(front) if is_on), key=lambda i: x[i])


def _corners(ax: Axes, front: Sequence[tuple[float, float]]) -> list[tuple[float, float]]:
    """The edge of what some model reaches, from the left end of the axes to the lower one."""
    if not front:
        return []
    at = [(ax.get_xlim()[0], front[0][1]), front[0]]
    for x, y in front[1:]:
        at += [(at[-1][0], y), (x, y)]
    return [*at, (at[-1][0], ax.get_ylim()[0])]


def _names(
    ax: Axes,
    points: Sequence[tuple[float, float]],
    names: Sequence[str],
    on: Sequence[int],
    stairs: Sequence[tuple[float, float]],
) -> None:
    short = shortened(without_maker(names), 24)
    left_out, boxes = name_points(ax, points, {i: short[i] for i in on}, lines=stairs)
    if len(points) <= FEW:
        rest = {i: short[i] for i in range(len(points)) if i not in on}
        name_points(ax, points, rest, taken=boxes, farthest=5.0, alpha=MUTED)
    if left_out:
        note = f"{len(left_out)} more on the front have no room for their names"
        write(ax, note, 0, 0, coords="axes fraction", shift=(-20, -36), ha="left", alpha=MUTED)


@own_style
def frontier(ax: Axes, capability_r: float, points: Sequence[tuple[str, float, float]]) -> Axes:
    """The region of feasible pairs, the best of them, and the pairs of tests."""
    bare(ax)
    ax.set_aspect("equal")
    ax.set_xlim(-1, 1)
    ax.set_ylim(-1, 1)
    ticks = [-1, -0.5, 0, 0.5, 1]
    ax.set_xticks(ticks, [shown(tick, 1) for tick in ticks])
    ax.set_yticks(ticks, [shown(tick, 1) for tick in ticks])
    ax.grid(color=DARK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    _feasible_region(ax, capability_r)
    for name, v, s in points:
        (mark,) = ax.plot([v], [s], "o", ms=5, color=BLUE, clip_on=False, zorder=3)
        tooltip(mark, name)
    write(ax, "validity v →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(ax, "↑ specificity s", 0, 1, coords="axes fraction", shift=(-22, 13), ha="left", fontsize=TEXT)
    names = dict(enumerate(shortened([name for name, _, _ in points], 22)))
    name_points(ax, [(float(v), float(s)) for _, v, s in points], names)
    return ax


def _feasible_region(ax: Axes, capability_r: float) -> None:
    best, _ = best_on_frontier(capability_r)
    # With v = cos a the bound of theorem 1 is s = cos(a - b), where sin b = R: a closed curve without steep ends.
    turn = np.arcsin(abs(capability_r))
    angles = np.linspace(0, 2 * np.pi, 145)
    ax.fill(np.cos(angles), np.cos(angles - turn), fc=DARK, alpha=0.06, ec="none", lw=0)
    ax.plot(np.cos(angles), np.cos(angles - turn), color=DARK, alpha=MUTED, lw=1, clip_on=False)
    ax.plot([best], [best], "*", ms=11, mfc=GREEN, mec=GREEN, mew=0, clip_on=False, zorder=4)
    at = {"coords": "axes fraction"}
    write(ax, f"★ greatest sum: v* = s* = {shown(best, 2)}", 0, 1, shift=(3, -7), ha="left", color=GREEN, **at)
    write(
        ax, f"shaded: feasible, R = {shown(abs(capability_r), 2)}", 1, 0, shift=(-3, 7), ha="right", alpha=MUTED, **at
    )
