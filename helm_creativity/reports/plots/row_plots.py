"""Plots of one row per name: a leaderboard, the severity of judges, and failures by reason.

Positions are along a common scale (Cleveland 1984).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helm_creativity.reports.plots.labels import guide_rows, name_rows, round_numbers, shortened
from helm_creativity.reports.plots.sizes import row_text
from helm_creativity.reports.plots.style import (
    BLUE,
    DARK,
    FAINT,
    MUTED,
    ORANGE,
    SMALL,
    TEXT,
    known,
    own_style,
    percent,
    plot_decimals,
    shown,
    span,
    text_width,
    write,
)

if TYPE_CHECKING:
    from matplotlib.axes import Axes

LONGEST_LABEL = 60
NORMAL_95 = 1.959964
LONG = 25
"""Rows from which on the scale stands on top too."""


def best_first(scores: Sequence[float | None], lower_is_better: bool = False) -> list[int]:
    """Places of ``scores`` in order, those without a score last; equal ones stay in the order given."""
    sign = 1.0 if lower_is_better else -1.0

    def key(place: int) -> tuple[bool, float]:
        value = known([scores[place]])
        return not value, sign * value[0] if value else 0.0

    return sorted(range(len(scores)), key=key)


@own_style
def leaderboard(
    ax: Axes,
    names: Sequence[str],
    scores: Sequence[float | None],
    lows: Sequence[float | None],
    highs: Sequence[float | None],
    baselines: Sequence[bool],
    label: str,
    *,
    lower_is_better: bool = False,
    cap: float | None = None,
    people: Sequence[float] = (),
) -> Axes:
    """One row per model, the best on top: a dot, a thin line for its interval, its score at the right."""
    order = best_first(scores, lower_is_better)
    size = row_text(len(names))
    name_rows(ax, [names[place] for place in order], size)
    at, lows, highs = (
        [capped(value, cap) if baseline else value for value, baseline in zip(values, baselines, strict=True)]
        for values in (scores, lows, highs)
    )
    ax.set_xlim(span([*at, *lows, *highs, *people]))
    _scale(ax, len(order) > LONG)
    for mean in people:
        ax.axvline(mean, color=DARK, alpha=MUTED, lw=0.8, ls=(0, (4, 3)), zorder=1)
    guide_rows(ax, range(len(order)))
    _intervals(ax, [(lows[place], highs[place]) for place in order])
    beyond = [place for place in order if known([scores[place]]) and at[place] != scores[place]]
    _dots(ax, [None if place in beyond else at[place] for place in order], [baselines[place] for place in order])
    for place in beyond:
        end = known([at[place]])[0]
        ax.plot([end], [order.index(place)], ">" if end > 0 else "<", color=BLUE, ms=6, clip_on=False, zorder=3)
    decimals = plot_decimals(scores)
    texts = [shown(scores[place], decimals) for place in order]
    widths = [text_width(text, size) for text in texts]
    shift = max(widths, default=0.0) + 8
    for row, text in enumerate(texts):
        number = write(ax, text, 1, row, coords=("axes fraction", "data"), shift=(shift, 0), ha="right", fontsize=size)
        # One of the widest makes room for all; measuring each takes longer than drawing them.
        number.set_in_layout(widths[row] == max(widths))
    intervals = any(len(known(pair)) == 2 for pair in zip(lows, highs, strict=True))
    means = [shown(mean, decimals) for mean in people]
    _under(ax, label, _key(intervals, any(baselines), cap if beyond else None, means), shift)
    return ax


def capped(value: float | None, cap: float | None) -> float | None:
    """The value, or the cap on its side of 0 where it lies beyond."""
    return value if value is None or cap is None else max(-cap, min(cap, value))


def _key(intervals: bool, baselines: bool, cap: float | None, people: Sequence[str]) -> str:
    parts = ["lines: 95 % intervals"] * intervals + ["◇ baseline"] * baselines
    arrows = [] if cap is None else [f"▶ baseline beyond ±{cap:g}"]
    norms = [f"dashed: people, {', '.join(people)}"] if people else []
    return " · ".join([*parts, *arrows, *norms])


def _intervals(ax: Axes, ends: Sequence[tuple[float | None, float | None]]) -> None:
    x: list[float] = []
    y: list[float] = []
    for row, pair in enumerate(ends):
        both = known(pair)
        if len(both) == 2:
            x += [*both, float("nan")]
            y += [row, row, float("nan")]
    if x:
        ax.plot(x, y, color=DARK, alpha=0.6, lw=1.0, clip_on=False, zorder=2)


def _dots(ax: Axes, scores: Sequence[float | None], baselines: Sequence[bool]) -> None:
    for baseline, marker, face, size in ((False, "o", BLUE, 4.8), (True, "D", "none", 4.2)):
        rows = [i for i, score in enumerate(scores) if known([score]) and bool(baselines[i]) is baseline]
        if rows:
            x = [known([scores[i]])[0] for i in rows]
            ax.plot(x, rows, marker, ms=size, mfc=face, mec=BLUE, mew=1.0, ls="none", clip_on=False, zorder=3)


def _scale(ax: Axes, both: bool) -> None:
    round_numbers(ax.xaxis, 5)
    ax.grid(axis="x", color=DARK, alpha=FAINT, lw=0.5)
    ax.set_axisbelow(True)
    ax.tick_params(axis="x", labeltop=both)


def _under(ax: Axes, label: str, key: str, right: float = 0.0) -> None:
    at = {"coords": "axes fraction", "ha": "right"}
    write(ax, shortened([label], LONGEST_LABEL)[0], 1, 0, shift=(right, -23), fontsize=TEXT, **at)
    if key:
        write(ax, key, 1, 0, shift=(right, -36), alpha=MUTED, **at)


@own_style
def severity(
    ax: Axes,
    judges: Sequence[str],
    severities: Sequence[float],
    errors: Sequence[float | None],
    dimensions: Sequence[str],
) -> Axes:
    """One row per judge under each dimension, the strictest on top, with its 95 % interval, around zero."""
    rows = strictest_first(severities, dimensions)
    _headed_rows(ax, rows, judges, severities, list(map(_around, severities, errors)))
    known_errors = " · lines: 95 % intervals" if known(errors) else ""
    _under(ax, "← more lenient · severity · stricter →", f"SD of what is rated{known_errors}")
    return ax


@own_style
def forest(
    ax: Axes,
    names: Sequence[str],
    values: Sequence[float],
    lows: Sequence[float],
    highs: Sequence[float],
    heads: Sequence[str],
    label: str,
) -> Axes:
    """One row per effect under each head, in the order given, with its 95 % interval, around zero."""
    rows: list[int | str] = []
    for head in dict.fromkeys(heads):
        rows += [head, *(place for place, other in enumerate(heads) if other == head)]
    _headed_rows(ax, rows, names, values, list(zip(lows, highs, strict=True)))
    _under(ax, label, "lines: 95 % intervals")
    return ax


def _headed_rows(
    ax: Axes,
    rows: Sequence[int | str],
    names: Sequence[str],
    values: Sequence[float],
    ends: Sequence[tuple[float | None, float | None]],
) -> None:
    """Dots and intervals around zero; a row that is a text is the bold head of those below it."""
    name_rows(ax, [names[place] if isinstance(place, int) else place for place in rows], row_text(len(rows)))
    for text, place in zip(ax.get_yticklabels(), rows, strict=True):
        text.set_fontweight("normal" if isinstance(place, int) else "bold")
    ax.set_xlim(span([0.0, *values, *(end for pair in ends for end in pair)]))
    _scale(ax, len(rows) > LONG)
    guide_rows(ax, [row for row, place in enumerate(rows) if isinstance(place, int)])
    ax.axvline(0, color=DARK, alpha=MUTED, lw=0.8, zorder=1)
    _intervals(ax, [ends[place] if isinstance(place, int) else (None, None) for place in rows])
    _dots(ax, [values[place] if isinstance(place, int) else None for place in rows], [False] * len(rows))


def strictest_first(severities: Sequence[float], dimensions: Sequence[str]) -> list[int | str]:
    """Rows from above: the name of each dimension, and below it the places of its judges, the strictest first."""
    rows: list[int | str] = []
    for dimension in dict.fromkeys(dimensions):
        inside = [place for place, name in enumerate(dimensions) if name == dimension]
        rows += [dimension, *sorted(inside, key=lambda place: -severities[place])]
    return rows


def _around(value: float, error: float | None) -> tuple[float | None, float | None]:
    """The 95 % interval, if the error is known."""
    half = [NORMAL_95 * se for se in known([error])]
    return (value - half[0], value + half[0]) if half else (None, None)


WIDEST = 0.45
"""Of a column that the longest bar takes; the rest is for its number."""
FIVE = 5
"""Rows between two light lines, which the eye can count."""


@own_style
def failures(ax: Axes, models: Sequence[str], rates: Mapping[str, Sequence[float | None]]) -> Axes:
    """A row per model that failed at all, most failures on top; a column of bars per reason, all on one scale."""
    rows = worst_first(len(models), rates)
    name_rows(ax, [models[i] for i in rows], row_text(len(rows)))
    longest = max(known(value for values in rates.values() for value in values), default=0.0) or 1.0
    ax.set_xlim(0, max(len(rates), 1))
    ax.set_xticks([])
    for row in range(FIVE, len(rows), FIVE):
        ax.axhline(row - 0.5, color=DARK, alpha=FAINT, lw=0.5)
    size = row_text(len(rows)) - 1
    for column, (reason, values) in enumerate(zip(shortened(list(rates), 24), rates.values(), strict=True)):
        write(
            ax,
            reason,
            column,
            1,
            coords=("data", "axes fraction"),
            shift=(2, 3),
            ha="left",
            va="bottom",
            rotation=35,
            rotation_mode="anchor",
        )
        ax.axvline(column, color=DARK, alpha=2 * FAINT, lw=0.5)
        shares = [sum(known([values[i]])) for i in rows]
        ax.barh(range(len(rows)), [WIDEST * share / longest for share in shares], 0.55, left=column, color=ORANGE, lw=0)
        for row, i in enumerate(rows):
            if values[i] != 0:
                at = column + WIDEST * shares[row] / longest
                text = write(ax, percent(values[i]), at, row, shift=(2.5, 0), ha="left", fontsize=size, alpha=MUTED)
                text.set_in_layout(False)
    _below_bars(ax, len(models) - len(rows))
    return ax


def worst_first(count: int, rates: Mapping[str, Sequence[float | None]]) -> list[int]:
    """Places of the models with any failure, the most first; equal ones stay in the order given."""
    totals = [sum(known(values[i] for values in rates.values())) for i in range(count)]
    return [i for i in sorted(range(count), key=lambda i: -totals[i]) if totals[i] > 0]


def _below_bars(ax: Axes, others: int) -> None:
    more = f" · {others} more model{'s' * (others != 1)} without known failures" if others else ""
    write(
        ax,
        f"share of responses{more}",
        0.5,
        0,
        coords="axes fraction",
        shift=(0, -12),
        ha="center",
        alpha=MUTED,
        fontsize=SMALL,
    )
