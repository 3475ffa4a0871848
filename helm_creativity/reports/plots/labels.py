"""Names on plots: beside points, so that none covers another, and of rows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.reports.plots.style import (
    DARK,
    FAINT,
    FAMILY,
    MUTED,
    SMALL,
    Settings,
    any_glyph,
    text_width,
    tooltip,
    visible,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.axis import Axis

RADIUS = 3.5
DISTANCES = (5.0, 11.0, 18.0, 27.0, 38.0)
# Where better lies in both submetrics there are few points, so names try that side first.
SIDES = ((0.8, 0.8), (1.0, 0.0), (0.0, 1.0), (-0.8, 0.8), (-1.0, 0.0), (0.8, -0.8), (0.0, -1.0), (-0.8, -0.8))
ACROSS = {-1: "right", 0: "center", 1: "left"}
ALONG = {-1: "top", 0: "center", 1: "bottom"}


class LabelBox(NamedTuple):
    """A rectangle in points."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: LabelBox) -> bool:
        """Whether they share area."""
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )

    def inside(self, other: LabelBox) -> bool:
        """Whether no part lies beyond ``other``."""
        return (
            other.left <= self.left
            and self.right <= other.right
            and other.bottom <= self.bottom
            and self.top <= other.top
        )


def name_points(
    ax: Axes,
    points: Sequence[tuple[float, float]],
    names: Mapping[int, str],
    *,
    taken: Sequence[LabelBox] = (),
    lines: Sequence[tuple[float, float]] = (),
    farthest: float = DISTANCES[-1],
    **settings: Any,  # noqa: ANN401 - matplotlib's own
) -> tuple[list[int], list[LabelBox]]:
    """Writes the names where there is room, near first, with a thin line to a name that stands farther off.

    Call it last: it measures the axes as they then are.
    """
    centres, frame = _measured(ax, points)
    corners, _ = _measured(ax, lines)
    boxes = [*taken, *(_around(centre, centre, RADIUS) for centre in centres), *map(_around, corners, corners[1:])]
    left_out = []
    for place, name in names.items():
        size = float(settings.get("fontsize", SMALL))
        options = _positions(centres[place], text_width(name, size), size * 1.15, farthest)
        free = ((box, s) for box, s in options if box.inside(frame) and not any(box.meets(other) for other in boxes))
        found = next(free, None)
        if found is None:
            left_out.append(place)
            continue
        boxes.append(found[0])
        _write(ax, name, points[place], found[1], settings)
    return left_out, boxes


def _measured(ax: Axes, points: Sequence[tuple[float, float]]) -> tuple[list[tuple[float, float]], LabelBox]:
    fig = ax.get_figure()
    if fig is None:
        raise ValueError("names are placed on axes of a figure, and these belong to none")
    with any_glyph():
        fig.draw_without_rendering()  # type: ignore[union-attr]
    unit = fig.dpi / 72
    centres = [tuple(centre / unit) for centre in ax.transData.transform(points)] if len(points) else []
    edges = [float(edge) / unit for edge in ax.get_window_extent().extents]
    return centres, LabelBox(edges[0], edges[1] - 2, edges[2] + 4, edges[3] + 6)


def _around(first: tuple[float, float], second: tuple[float, float], air: float = 1.0) -> LabelBox:
    (x, y), (z, w) = first, second
    return LabelBox(min(x, z) - air, min(y, w) - air, max(x, z) + air, max(y, w) + air)


def _positions(
    centre: tuple[float, float], width: float, height: float, farthest: float
) -> Iterator[tuple[LabelBox, tuple[float, float, float]]]:
    """Boxes around a point, each with its shift from it and its distance."""
    for distance in DISTANCES:
        if distance > farthest:
            return
        for dx, dy in SIDES:
            x, y = centre[0] + dx * distance, centre[1] + dy * distance
            left = x - width * (1 - _sign(dx)) / 2
            bottom = y - height * (1 - _sign(dy)) / 2
            yield LabelBox(left, bottom, left + width, bottom + height), (dx * distance, dy * distance, distance)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _write(
    ax: Axes, name: str, point: tuple[float, float], shift: tuple[float, float, float], settings: Mapping[str, Any]
) -> None:
    dx, dy, distance = shift
    line = {"arrowstyle": "-", "lw": 0.5, "color": DARK, "alpha": 0.5, "shrinkA": 0, "shrinkB": RADIUS}
    far: Settings = {"arrowprops": line} if distance > DISTANCES[0] else {}
    sides: Settings = {"ha": ACROSS[_sign(dx)], "va": ALONG[_sign(dy)]}
    # The layout of the figure is settled; a name must not move it.
    write(ax, name, point[0], point[1], shift=(dx, dy), **sides, **far, **settings).set_in_layout(False)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places within [low, high], ``gap`` apart, or evenly where that is too much, with the least squared shifts."""
    gap = min(gap, (high - low) / max(len(wanted) - 1, 1))
    # Without the gaps the places need only ascend, so neighbours that would cross share their mean.
    blocks: list[tuple[float, int]] = []
    for number, value in enumerate(wanted):
        mean, count = value - number * gap, 1
        while blocks and blocks[-1][0] > mean:
            before, weight = blocks.pop()
            mean, count = (mean * count + before * weight) / (count + weight), count + weight
        blocks.append((mean, count))
    free = [mean for mean, count in blocks for _ in range(count)]
    top = high - gap * (len(wanted) - 1)
    return [min(max(value, low), top) + number * gap for number, value in enumerate(free)]


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
        for name in (name for group in _alike(limits) for name in group):
            limits[name] += 1
    short = {name: _without_middle(name, limits[name]) for name in names}
    for group in _alike(limits):
        short.update({name: f"{short[name]} #{number}" for number, name in enumerate(group, 1)})
    return [short[name] for name in names]


def _alike(limits: Mapping[str, int]) -> list[list[str]]:
    behind = defaultdict(list)
    for name, limit in limits.items():
        behind[_without_middle(name, limit)].append(name)
    return [group for group in behind.values() if len(group) > 1]


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
    ax.tick_params(which="both", length=0, labelsize=SMALL, labelcolor=(DARK, MUTED), labelfontfamily=FAMILY, pad=3)


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
    ax.set_yticks(range(len(names)), short, fontsize=size, color=DARK, alpha=1.0, parse_math=False)
    for label, name, text in zip(ax.get_yticklabels(), names, short, strict=True):
        if text != visible(name):
            tooltip(label, name)


def guide_rows(ax: Axes, places: Sequence[int]) -> None:
    """A light line from a name to its mark, all of them one path."""
    x = [0.0, 1.0, float("nan")] * len(places)
    y = [value for place in places for value in (place, place, float("nan"))]
    ax.plot(x, y, transform=ax.get_yaxis_transform(), color=DARK, alpha=FAINT, lw=0.5, clip_on=False, zorder=0)
