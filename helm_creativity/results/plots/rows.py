"""What plots of one row a name have in common."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helm_creativity.results.plots.ink import FAINT, FAMILY, INK, MUTED, SMALL, tooltip, visible

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

LONGEST = 28
MORE = 8
ELLIPSIS = "…"


def shortened(names: Sequence[str], limit: int = LONGEST) -> list[str]:
    """``names`` in about ``limit`` characters, the middle left out.

    Where two would become the same they keep up to MORE characters more, and get numbers where that does not help.
    """
    names = [visible(name) for name in names]
    limits = dict.fromkeys(names, limit)
    for _ in range(MORE):
        for name in (name for some in _alike(limits) for name in some):
            limits[name] += 1
    short = {name: _without_middle(name, limits[name]) for name in names}
    for some in _alike(limits):
        short.update({name: f"{short[name]} #{number}" for number, name in enumerate(some, 1)})
    return [short[name] for name in names]


def _alike(limits: Mapping[str, int]) -> list[list[str]]:
    """Groups of different names that are the same when they are cut."""
    behind = defaultdict(list)
    for name, limit in limits.items():
        behind[_without_middle(name, limit)].append(name)
    return [some for some in behind.values() if len(some) > 1]


def without_maker(names: Sequence[str]) -> list[str]:
    """``names`` without what stands before their last slash, where this leaves them different."""
    bare = [name.rpartition("/")[2] for name in names]
    return bare if len(set(bare)) == len(set(names)) and all(bare) else list(names)


def _without_middle(name: str, limit: int) -> str:
    if len(name) <= limit:
        return name
    tail = (limit - 1) * 2 // 5
    return name[: limit - 1 - tail] + ELLIPSIS + name[len(name) - tail :]


def bare(ax: Axes) -> None:
    """Leaves nothing of the box around the data, and quiet ticks."""
    ax.patch.set_visible(False)
    for spine in ax.spines.values():
        spine.set_visible(False)
    ax.tick_params(which="both", length=0, labelsize=SMALL, labelcolor=(INK, MUTED), labelfontfamily=FAMILY, pad=3)


def round_numbers(axis: Axis, count: int) -> None:
    """About so many ticks at round numbers, each written in full."""
    from matplotlib.ticker import MaxNLocator, ScalarFormatter

    axis.set_major_locator(MaxNLocator(count, steps=[1, 2, 2.5, 5, 10]))
    written = ScalarFormatter(useOffset=False)
    written.set_scientific(False)
    axis.set_major_formatter(written)


def name_rows(ax: Axes, names: Sequence[str], size: float) -> None:
    """One row a name, from above."""
    bare(ax)
    ax.set_ylim(max(len(names), 1) - 0.5, -0.5)
    short = shortened(names)
    ax.set_yticks(range(len(names)), short, fontsize=size, color=INK, alpha=1.0, parse_math=False)
    for label, name, text in zip(ax.get_yticklabels(), names, short, strict=True):
        if text != visible(name):
            tooltip(label, name)


def guide_rows(ax: Axes, places: Sequence[int]) -> None:
    """A light line from a name to its mark, all of them one path."""
    x = [0.0, 1.0, float("nan")] * len(places)
    y = [value for place in places for value in (place, place, float("nan"))]
    ax.plot(x, y, transform=ax.get_yaxis_transform(), color=INK, alpha=FAINT, lw=0.5, clip_on=False, zorder=0)
