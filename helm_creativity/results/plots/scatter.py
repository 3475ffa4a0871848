"""Two facets that pull against each other."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from helm_creativity.results.plots.ink import BLUE, FAINT, INK, MUTED, TEXT, Settings, own_style, tooltip, write
from helm_creativity.results.plots.labels import name_points
from helm_creativity.results.plots.numbers import span
from helm_creativity.results.plots.rows import bare, round_numbers, shortened, without_maker

if TYPE_CHECKING:
    from matplotlib.axes import Axes

FEW = 20
"""Models up to which those off the front are named too, where there is room."""
ROOM = 0.2
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
    """Models by two facets, more is better in both; those that no other beats in both are filled, joined and named.

    Args:
        ax: to draw on.
        x: n values of the first facet.
        y: n values of the second.
        names: of the n models.
        front: which of them are on the Pareto front.
        x_label: the first facet, with its unit.
        y_label: the second.
    """
    bare(ax)
    ax.grid(color=INK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    left, right = span(x, 0.06)
    # Names of the front stand to the right of their points.
    ax.set_xlim(left, right + ROOM * (right - left))
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
            else {"ms": 4.2, "mfc": "none", "mec": INK, "alpha": MUTED}
        )
        (mark,) = ax.plot([x[i]], [y[i]], "o", zorder=3 if front[i] else 2, clip_on=False, **style)
        tooltip(mark, name)
    write(ax, f"{x_label} →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(ax, f"↑ {y_label}", 0, 1, coords="axes fraction", shift=(-20, 13), ha="left", fontsize=TEXT)
    _names(ax, [(float(a), float(b)) for a, b in zip(x, y, strict=True)], names, on, stairs)
    return ax


def along_front(x: Sequence[float], front: Sequence[bool]) -> list[int]:
    """Places of the front, from the best in the second facet to the best in the first."""
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
    """The front first; others where they are few and there is room next to them."""
    short = shortened(without_maker(names), 24)
    left_out, boxes = name_points(ax, points, {i: short[i] for i in on}, lines=stairs)
    if len(points) <= FEW:
        rest = {i: short[i] for i in range(len(points)) if i not in on}
        name_points(ax, points, rest, taken=boxes, farthest=5.0, alpha=MUTED)
    if left_out:
        note = f"{len(left_out)} more on the front have no room for their names"
        write(ax, note, 0, 0, coords="axes fraction", shift=(-20, -36), ha="left", alpha=MUTED)
