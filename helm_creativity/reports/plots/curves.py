"""Curves: how many items are enough to rank models, and eigenvalues against those of random data (Horn 1965)."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helm_creativity.reports.plots.labels import bare, round_numbers, shortened, spread
from helm_creativity.reports.plots.style import (
    BLUE,
    DARK,
    FAINT,
    MUTED,
    SERIES,
    SMALL,
    TEXT,
    Settings,
    own_style,
    shown,
    tooltip,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

    from helm_creativity.psychometrics.uncertainty import RankStability

ENOUGH = 0.95
LABELS = -0.05
"""Where names end, in widths of the axes."""
ROUND = (2, 5, 10, 20, 50, 100, 200, 500, 1000, 2000, 5000, 10000)


@own_style
def rank_stability(ax: Axes, curves: Mapping[str, RankStability]) -> Axes:
    """Mean rank correlation of k random items' order with that of all items.

    One line per benchmark, named where it begins (all end at 1), with a dot at the smallest number of items that is
    enough and that number beside the name; with a single benchmark also the 95 % range of its draws.
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
    ax.grid(color=DARK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    ax.axhline(ENOUGH, color=DARK, alpha=MUTED, lw=0.8, ls=(0, (4, 2)))
    text = f"● and number: fewest items with a mean of {shown(ENOUGH, 2)}"
    write(ax, text, 1, 0, coords="axes fraction", shift=(0, -36), ha="right", alpha=MUTED)
    for number, (name, curve) in enumerate(curves.items()):
        _curve(ax, name, curve, number, len(curves) == 1)
    _names(ax, curves)
    write(ax, "items →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(
        ax, "rank correlation with all items ↑", 1, 1, coords="axes fraction", shift=(20, 13), ha="right", fontsize=TEXT
    )
    return ax


def _curve(ax: Axes, name: str, curve: RankStability, number: int, alone: bool) -> None:
    colour, _, line = SERIES[number % len(SERIES)]
    if alone:
        ax.fill_between(curve.sizes, curve.low, curve.high, color=colour, alpha=0.15, lw=0)
    (mark,) = ax.plot(curve.sizes, curve.correlation, color=colour, ls=line, lw=1.3, clip_on=False, zorder=2)
    tooltip(mark, name)
    if curve.enough is not None:
        at = list(curve.sizes).index(curve.enough)
        ax.plot([curve.enough], [curve.correlation[at]], "o", ms=4.5, color=colour, clip_on=False, zorder=3)


def _names(ax: Axes, curves: Mapping[str, RankStability]) -> None:
    """Names stand at the left in the order in which the lines begin, each joined to its line."""
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


ALL_NUMBERED = 8
"""Eigenvalues up to which each has its number; beyond, those above random data and the next."""


def above(eigenvalues: Sequence[float], noise_95: Sequence[float]) -> int:
    """How many eigenvalues, from the first on, exceed the 95th percentile of random data."""
    for count, (value, limit) in enumerate(zip(eigenvalues, noise_95, strict=True)):
        if not value > limit:
            return count
    return len(eigenvalues)


@own_style
def scree(ax: Axes, eigenvalues: Sequence[float], noise_mean: Sequence[float], noise_95: Sequence[float]) -> Axes:
    """Eigenvalues in order, large dots where they exceed what random data give, and two lines of random data."""
    from matplotlib.ticker import MaxNLocator

    last = len(eigenvalues)
    bare(ax)
    ax.set_xlim(0.7, last + 0.3)
    ax.set_ylim(0, 1.08 * max([*eigenvalues, *noise_mean, *noise_95]))
    ax.xaxis.set_major_locator(MaxNLocator(10, integer=True, min_n_ticks=1))
    round_numbers(ax.yaxis, 4)
    ax.grid(axis="y", color=DARK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    _random(ax, noise_mean, noise_95)
    _values(ax, eigenvalues, above(eigenvalues, noise_95))
    write(ax, "component →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(ax, "↑ eigenvalue", 0, 1, coords="axes fraction", shift=(-14, 13), ha="left", fontsize=TEXT)
    return ax


def _random(ax: Axes, mean: Sequence[float], high: Sequence[float]) -> None:
    places = range(1, len(mean) + 1)
    # A single point makes no line, so it gets a stroke across.
    marker: Settings = {"marker": "_", "ms": 14} if len(mean) == 1 else {}
    ax.plot(places, high, color=DARK, alpha=MUTED, lw=1, ls=(0, (4, 2)), **marker)
    ax.plot(places, mean, color=DARK, alpha=MUTED, lw=1, ls=(0, (1, 2)), **marker)
    for text, values, dy in (("95 % of random data", high, 5), ("mean of random data", mean, -5)):
        write(ax, text, len(mean), values[-1], shift=(9, dy), ha="left", alpha=MUTED)


def _values(ax: Axes, eigenvalues: Sequence[float], real: int) -> None:
    places = list(range(1, len(eigenvalues) + 1))
    ax.plot(places, eigenvalues, color=BLUE, lw=1, zorder=2)
    for part, size in ((slice(None, real), 7), (slice(real, None), 3.5)):
        if places[part]:
            ax.plot(places[part], eigenvalues[part], "o", ms=size, color=BLUE, ls="none", zorder=3)
    for place in numbered(len(eigenvalues), real):
        value = eigenvalues[place]
        # The last one leaves the right to the names of the lines.
        side = {"shift": (4, 9), "ha": "right"} if place + 1 == places[-1] else {"shift": (5, 7), "ha": "left"}
        write(ax, shown(value, 2), place + 1, value, **side)


def numbered(count: int, real: int) -> range:
    """Places of the eigenvalues whose numbers are printed."""
    return range(count if count <= ALL_NUMBERED else min(real + 1, count))
