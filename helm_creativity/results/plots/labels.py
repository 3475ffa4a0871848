"""Names beside points, so that none covers another."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from helm_creativity.results.plots.ink import INK, SMALL, Settings, any_glyph, text_width, write

if TYPE_CHECKING:
    from matplotlib.axes import Axes

RADIUS = 3.5
DISTANCES = (5.0, 11.0, 18.0, 27.0, 38.0)
# Where better lies in both facets there are few points, so names try that side first.
SIDES = ((0.8, 0.8), (1.0, 0.0), (0.0, 1.0), (-0.8, 0.8), (-1.0, 0.0), (0.8, -0.8), (0.0, -1.0), (-0.8, -0.8))
ACROSS = {-1: "right", 0: "center", 1: "left"}
ALONG = {-1: "top", 0: "center", 1: "bottom"}


class Box(NamedTuple):
    """A rectangle in points."""

    left: float
    bottom: float
    right: float
    top: float

    def meets(self, other: Box) -> bool:
        """Whether they share area."""
        return (
            self.left < other.right and other.left < self.right and self.bottom < other.top and other.bottom < self.top
        )

    def inside(self, other: Box) -> bool:
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
    taken: Sequence[Box] = (),
    lines: Sequence[tuple[float, float]] = (),
    farthest: float = DISTANCES[-1],
    **settings: Any,  # noqa: ANN401 - matplotlib's own
) -> tuple[list[int], list[Box]]:
    """Writes the names where there is room, near first, with a thin line to a name that stands farther off.

    Call it last: it measures the axes as they then are.

    Args:
        ax: with its limits set.
        points: all points, named or not, which no name may cover.
        names: by place in ``points``, the most important first.
        taken: boxes that no name may cover, such as those of an earlier call.
        lines: corners, in data, of a path along the axes that no name may cross.
        farthest: points from a point to its name.
        settings: of the text.

    Returns:
        The places without a name because there was no room, and all boxes now taken.
    """
    spots, frame = _measured(ax, points)
    corners, _ = _measured(ax, lines)
    boxes = [*taken, *(_around(spot, spot, RADIUS) for spot in spots), *map(_around, corners, corners[1:])]
    left_out = []
    for place, name in names.items():
        size = float(settings.get("fontsize", SMALL))
        options = _options(spots[place], text_width(name, size), size * 1.15, farthest)
        free = ((box, s) for box, s in options if box.inside(frame) and not any(box.meets(other) for other in boxes))
        found = next(free, None)
        if found is None:
            left_out.append(place)
            continue
        boxes.append(found[0])
        _write(ax, name, points[place], found[1], settings)
    return left_out, boxes


def _measured(ax: Axes, points: Sequence[tuple[float, float]]) -> tuple[list[tuple[float, float]], Box]:
    """``points`` and the axes, in points from the corner of the figure."""
    fig = ax.get_figure()
    if fig is None:
        raise ValueError("names are placed on axes of a figure, and these belong to none")
    with any_glyph():
        fig.draw_without_rendering()  # type: ignore[union-attr]
    unit = fig.dpi / 72
    spots = [tuple(spot / unit) for spot in ax.transData.transform(points)] if len(points) else []
    edges = [float(edge) / unit for edge in ax.get_window_extent().extents]
    return spots, Box(edges[0], edges[1] - 2, edges[2] + 4, edges[3] + 6)


def _around(first: tuple[float, float], second: tuple[float, float], air: float = 1.0) -> Box:
    """The rectangle between two places, with some air."""
    (x, y), (z, w) = first, second
    return Box(min(x, z) - air, min(y, w) - air, max(x, z) + air, max(y, w) + air)


def _options(
    spot: tuple[float, float], width: float, height: float, farthest: float
) -> Iterator[tuple[Box, tuple[float, float, float]]]:
    """Boxes around a point, each with its shift from it and its distance."""
    for distance in DISTANCES:
        if distance > farthest:
            return
        for dx, dy in SIDES:
            x, y = spot[0] + dx * distance, spot[1] + dy * distance
            left = x - width * (1 - _sign(dx)) / 2
            bottom = y - height * (1 - _sign(dy)) / 2
            yield Box(left, bottom, left + width, bottom + height), (dx * distance, dy * distance, distance)


def _sign(value: float) -> int:
    return (value > 0) - (value < 0)


def _write(
    ax: Axes, name: str, point: tuple[float, float], shift: tuple[float, float, float], settings: Mapping[str, Any]
) -> None:
    dx, dy, distance = shift
    line = {"arrowstyle": "-", "lw": 0.5, "color": INK, "alpha": 0.5, "shrinkA": 0, "shrinkB": RADIUS}
    far: Settings = {"arrowprops": line} if distance > DISTANCES[0] else {}
    sides: Settings = {"ha": ACROSS[_sign(dx)], "va": ALONG[_sign(dy)]}
    # The layout of the figure is settled; a name must not move it.
    write(ax, name, point[0], point[1], shift=(dx, dy), **sides, **far, **settings).set_in_layout(False)


def spread(wanted: Sequence[float], gap: float, low: float, high: float) -> list[float]:
    """Places within [low, high], ``gap`` apart, or evenly where that is too much, with the least sum of squared shifts.

    Args:
        wanted: ascending.
        gap: least distance.
        low: the least place.
        high: the greatest.
    """
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
