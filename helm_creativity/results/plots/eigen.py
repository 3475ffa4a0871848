"""Eigenvalues against those of random data (Horn 1965)."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from helm_creativity.results.plots.ink import BLUE, FAINT, INK, MUTED, TEXT, Settings, own_style, write
from helm_creativity.results.plots.numbers import shown
from helm_creativity.results.plots.rows import bare, round_numbers

if TYPE_CHECKING:
    from matplotlib.axes import Axes

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
    """Eigenvalues in order, large dots where they exceed what random data give, and two lines of random data.

    Args:
        ax: to draw on.
        eigenvalues: p, descending.
        noise_mean: p means over random data of the same shape.
        noise_95: p 95th percentiles.
    """
    from matplotlib.ticker import MaxNLocator

    last = len(eigenvalues)
    bare(ax)
    ax.set_xlim(0.7, last + 0.3)
    ax.set_ylim(0, 1.08 * max([*eigenvalues, *noise_mean, *noise_95]))
    ax.xaxis.set_major_locator(MaxNLocator(10, integer=True, min_n_ticks=1))
    round_numbers(ax.yaxis, 4)
    ax.grid(axis="y", color=INK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    _random(ax, noise_mean, noise_95)
    _values(ax, eigenvalues, above(eigenvalues, noise_95))
    write(ax, "component →", 1, 0, coords="axes fraction", shift=(0, -23), ha="right", fontsize=TEXT)
    write(ax, "↑ eigenvalue", 0, 1, coords="axes fraction", shift=(-14, 13), ha="left", fontsize=TEXT)
    return ax


def _random(ax: Axes, mean: Sequence[float], high: Sequence[float]) -> None:
    """Two lines, named at their ends."""
    places = range(1, len(mean) + 1)
    # A single point makes no line, so it gets a stroke across.
    marker: Settings = {"marker": "_", "ms": 14} if len(mean) == 1 else {}
    ax.plot(places, high, color=INK, alpha=MUTED, lw=1, ls=(0, (4, 2)), **marker)
    ax.plot(places, mean, color=INK, alpha=MUTED, lw=1, ls=(0, (1, 2)), **marker)
    for text, values, dy in (("95% of random data", high, 5), ("mean of random data", mean, -5)):
        write(ax, text, len(mean), values[-1], shift=(9, dy), ha="left", alpha=MUTED)


def _values(ax: Axes, eigenvalues: Sequence[float], real: int) -> None:
    places = list(range(1, len(eigenvalues) + 1))
    ax.plot(places, eigenvalues, color=BLUE, lw=1, zorder=2)
    for some, size in ((slice(None, real), 7), (slice(real, None), 3.5)):
        if places[some]:
            ax.plot(places[some], eigenvalues[some], "o", ms=size, color=BLUE, ls="none", zorder=3)
    for place in numbered(len(eigenvalues), real):
        value = eigenvalues[place]
        # The last one leaves the right to the names of the lines.
        side = {"shift": (4, 9), "ha": "right"} if place + 1 == places[-1] else {"shift": (5, 7), "ha": "left"}
        write(ax, shown(value, 2), place + 1, value, **side)


def numbered(count: int, real: int) -> range:
    """Places of the eigenvalues whose numbers are printed."""
    return range(count if count <= ALL_NUMBERED else min(real + 1, count))
