"""Why answers have no score."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from helm_creativity.results.plots.ink import FAINT, INK, MUTED, ORANGE, SMALL, own_style, write
from helm_creativity.results.plots.numbers import known, percent
from helm_creativity.results.plots.rows import name_rows, shortened
from helm_creativity.results.plots.sizes import row_text

if TYPE_CHECKING:
    from matplotlib.axes import Axes

WIDEST = 0.45
"""Of a column that the longest bar takes; the rest is for its number."""
FIVE = 5
"""Rows between two light lines, which the eye can count."""


@own_style
def failures(ax: Axes, models: Sequence[str], rates: Mapping[str, Sequence[float | None]]) -> Axes:
    """A row a model that failed at all, most failures on top; a column of bars a reason, all on one scale.

    Args:
        ax: to draw on.
        models: n names.
        rates: by reason, n shares of the answers, 0 to 1; None or NaN where unknown, which is a dash.
    """
    rows = worst_first(len(models), rates)
    name_rows(ax, [models[i] for i in rows], row_text(len(rows)))
    longest = max(known(value for values in rates.values() for value in values), default=0.0) or 1.0
    ax.set_xlim(0, max(len(rates), 1))
    ax.set_xticks([])
    for row in range(FIVE, len(rows), FIVE):
        ax.axhline(row - 0.5, color=INK, alpha=FAINT, lw=0.5)
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
        ax.axvline(column, color=INK, alpha=2 * FAINT, lw=0.5)
        shares = [sum(known([values[i]])) for i in rows]
        ax.barh(range(len(rows)), [WIDEST * share / longest for share in shares], 0.55, left=column, color=ORANGE, lw=0)
        for row, i in enumerate(rows):
            if values[i] != 0:
                at = column + WIDEST * shares[row] / longest
                text = write(ax, percent(values[i]), at, row, shift=(2.5, 0), ha="left", fontsize=size, alpha=MUTED)
                text.set_in_layout(False)
    _under(ax, len(models) - len(rows))
    return ax


def worst_first(count: int, rates: Mapping[str, Sequence[float | None]]) -> list[int]:
    """Places of the models with any failure, the most first; equal ones stay in the order given."""
    totals = [sum(known(values[i] for values in rates.values())) for i in range(count)]
    return [i for i in sorted(range(count), key=lambda i: -totals[i]) if totals[i] > 0]


def _under(ax: Axes, others: int) -> None:
    more = f" · {others} more model{'s' * (others != 1)} without known failures" if others else ""
    write(
        ax,
        f"share of answers{more}",
        0.5,
        0,
        coords="axes fraction",
        shift=(0, -12),
        ha="center",
        alpha=MUTED,
        fontsize=SMALL,
    )
