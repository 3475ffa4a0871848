"""Profiles over axes."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.reports.plots.labels import bare, shortened
from helm_creativity.reports.plots.style import (
    DARK,
    FAINT,
    MUTED,
    SERIES,
    SMALL,
    TEXT,
    known,
    own_style,
    shown,
    span,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes


@own_style
def radar(ax: Axes, axes: Sequence[str], profiles: Mapping[str, Sequence[float | None]]) -> Axes:
    """One closed line per profile over the axes, all on one scale; it is broken where a profile has no value."""
    if len(profiles) > len(SERIES):
        raise ValueError(f"a radar shows at most {len(SERIES)} profiles, got {len(profiles)}; draw several")
    if ax.name != "polar":
        raise ValueError(f"a radar needs polar axes, got {ax.name} ones; make them by new(..., polar=True)")
    angles = np.linspace(0, 2 * np.pi, len(axes), endpoint=False)
    bare(ax)
    ax.set_theta_zero_location("N")  # type: ignore[attr-defined]
    ax.set_theta_direction(-1)  # type: ignore[attr-defined]
    ax.grid(False)
    ax.set_xticks([])
    ax.set_yticks([])
    _web(ax, angles, shortened(axes), rings(value for values in profiles.values() for value in values))
    for values, (colour, marker, line) in zip(profiles.values(), SERIES, strict=False):
        data = np.array([np.nan if value is None else value for value in values], dtype=float)
        around = np.append(angles, angles[:1]), np.append(data, data[:1])
        ax.plot(*around, color=colour, marker=marker, ls=line, lw=1.5, ms=4.5, clip_on=False, zorder=3)
    _key(ax, axes, profiles)
    return ax


def rings(values: Iterable[float | None]) -> list[float]:
    """Round numbers that reach around all values."""
    from matplotlib.ticker import MaxNLocator

    low, high = span(values, 0.0)
    return [float(ring) for ring in MaxNLocator(6, steps=[1, 2, 5, 10]).tick_values(low, high)]


def _web(ax: Axes, angles: np.ndarray, axes: Sequence[str], at: Sequence[float]) -> None:
    ax.set_ylim(at[0], at[-1])
    around = np.append(angles, angles[:1])
    for ring in at:
        crosses = ring == 0 and at[0] < 0
        ax.plot(around, np.full(around.shape, ring), color=DARK, alpha=0.45 if crosses else FAINT, lw=0.6, zorder=1)
    _scale(ax, len(angles), at)
    for angle, axis in zip(angles, axes, strict=True):
        ax.plot([angle, angle], [at[0], at[-1]], color=DARK, alpha=FAINT, lw=0.5, zorder=1)
        across, along = float(np.sin(angle)), float(np.cos(angle))
        side = "center" if abs(across) < 0.1 else "left" if across > 0 else "right"
        write(ax, axis, angle, at[-1], shift=(7 * across, 9 * along), ha=side)


def _scale(ax: Axes, count: int, at: Sequence[float]) -> None:
    middle = np.pi / count if count > 2 else 0.0
    decimals = max((len(f"{ring:.6g}".partition(".")[2]) for ring in at), default=0)
    for ring in at:
        # The middle of a straight thread lies closer to the centre than its ends.
        height = at[0] + (ring - at[0]) * np.cos(middle)
        write(ax, shown(ring, decimals), -middle, height, ha="center", fontsize=SMALL - 1, alpha=MUTED)


def _key(ax: Axes, axes: Sequence[str], profiles: Mapping[str, Sequence[float | None]]) -> None:
    for row, ((name, values), (colour, marker, line)) in enumerate(zip(profiles.items(), SERIES, strict=False)):
        y = -0.13 - 0.055 * row
        ax.plot(
            [0.12, 0.2],
            [y, y],
            transform=ax.transAxes,
            color=colour,
            marker=marker,
            ls=line,
            lw=1.5,
            ms=4.5,
            clip_on=False,
        )
        lacks = [axis for axis, value in zip(axes, values, strict=True) if not known([value])]
        named = ", ".join(lacks) if len(lacks) < 3 else f"value in {len(lacks)} axes"
        text = shortened([name], 40)[0] + (f" (no {shortened([named], 30)[0]})" if lacks else "")
        write(ax, text, 0.24, y, coords="axes fraction", ha="left", fontsize=TEXT)
