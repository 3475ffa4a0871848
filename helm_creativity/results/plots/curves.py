"""How many items are enough to put models into order."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Protocol

from helm_creativity.results.plots.ink import FAINT, INK, MUTED, SERIES, SMALL, TEXT, own_style, tooltip, write
from helm_creativity.results.plots.labels import spread
from helm_creativity.results.plots.numbers import shown
from helm_creativity.results.plots.rows import bare, shortened

if TYPE_CHECKING:
    from matplotlib.axes import Axes

ENOUGH = 0.95
LABELS = -0.05
"""Where names end, in widths of the axes."""
ROUND = (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


class Stable(Protocol):
    """What is drawn of a ``RankStability``."""

    @property
    def sizes(self) -> Sequence[int]:
        """Numbers of items, ascending."""

    @property
    def correlation(self) -> Sequence[float]:
        """Mean rank correlation at each size."""

    @property
    def low(self) -> Sequence[float]:
        """Lower ends of 95 % ranges."""

    @property
    def high(self) -> Sequence[float]:
        """Upper ends."""

    @property
    def enough(self) -> int | None:
        """Smallest size with a mean of at least ENOUGH."""


@own_style
def rank_stability(ax: Axes, curves: Mapping[str, Stable]) -> Axes:
    """Mean rank correlation of k random items' order with that of all items.

    One line a benchmark, named where it begins (all end at 1), with a dot at the smallest number of items that is
    enough and that number beside the name; with a single benchmark also the 95 % range of its draws.

    Args:
        ax: to draw on.
        curves: by benchmark.
    """
    bare(ax)
    sizes = [int(size) for curve in curves.values() for size in curve.sizes] or [1, 2]
    values = [float(v) for c in curves.values() for v in (c.low if len(curves) == 1 else c.correlation)] or [0.0]
    ax.set_xscale("log")
    ax.set_xlim(min(sizes), max(max(sizes), min(sizes) + 1))
    ticks = [size for size in ROUND if min(sizes) <= size <= max(sizes)] or sorted(set(sizes))
    ax.set_xticks(ticks, [str(tick) for tick in ticks])
    ax.set_xticks([], minor=True)
    ax.set_ylim(min(0.9, *values) - 0.01, 1.005)
    ax.yaxis.tick_right()
    bare(ax)
    ax.grid(color=INK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    _enough(ax)
    for number, (name, curve) in enumerate(curves.items()):
        _curve(ax, name, curve, number, len(curves) == 1)
    _names(ax, curves)
    write(ax, "items →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(
        ax, "rank correlation with all items ↑", 1, 1, coords="axes fraction", shift=(20, 13), ha="right", fontsize=TEXT
    )
    return ax


def _enough(ax: Axes) -> None:
    ax.axhline(ENOUGH, color=INK, alpha=MUTED, lw=0.8, ls=(0, (4, 2)))
    text = f"● and number: fewest items with a mean of {shown(ENOUGH, 2)}"
    write(ax, text, 1, 0, coords="axes fraction", shift=(0, -36), ha="right", alpha=MUTED)


def _curve(ax: Axes, name: str, curve: Stable, number: int, alone: bool) -> None:
    colour, _, line = SERIES[number % len(SERIES)]
    if alone:
        ax.fill_between(curve.sizes, curve.low, curve.high, color=colour, alpha=0.15, lw=0)
    (mark,) = ax.plot(curve.sizes, curve.correlation, color=colour, ls=line, lw=1.3, clip_on=False, zorder=2)
    tooltip(mark, name)
    if curve.enough is not None:
        at = list(curve.sizes).index(curve.enough)
        ax.plot([curve.enough], [curve.correlation[at]], "o", ms=4.5, color=colour, clip_on=False, zorder=3)


def _names(ax: Axes, curves: Mapping[str, Stable]) -> None:
    """At the left, in the order of the beginnings of the lines, each joined to its own."""
    low, high = ax.get_ylim()
    fig = ax.get_figure()
    line_height = 1.3 * SMALL / (72 * float(fig.get_figheight()) - 60) * (high - low) if fig else 0.0  # type: ignore[union-attr]
    short = dict(zip(curves, shortened(list(curves), 20), strict=True))
    by_start = sorted(enumerate(curves.items()), key=lambda item: float(item[1][1].correlation[0]))
    starts = [float(curve.correlation[0]) for _, (_, curve) in by_start]
    for (number, (name, curve)), place in zip(by_start, spread(starts, line_height, low, high), strict=True):
        text = short[name] + ("" if curve.enough is None else f"  {curve.enough}")
        tooltip(write(ax, text, LABELS, place, coords=("axes fraction", "data"), ha="right"), name)
        x = [LABELS + 0.01, -0.01, _fraction(ax, float(curve.sizes[0]))]
        y = [place, float(curve.correlation[0]), float(curve.correlation[0])]
        colour = SERIES[number % len(SERIES)][0]
        ax.plot(x, y, transform=ax.get_yaxis_transform(), color=colour, alpha=0.7, lw=0.6, clip_on=False)


def _fraction(ax: Axes, size: float) -> float:
    """Where a size lies along the axes, 0 to 1."""
    low, high = ax.get_xlim()
    return math.log(size / low) / math.log(high / low)
