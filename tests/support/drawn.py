"""What stands on axes, for tests of plots."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import numpy as np

from helm_creativity.reports import plots


def axes(polar: bool = False) -> Any:
    """Fresh ones of a common size."""
    return plots.new(5.2, 4.0, polar)[1]


def texts(ax: Any) -> list[str]:
    """Everything that is written, ticks included."""
    ticks = [*ax.get_xticklabels(), *ax.get_yticklabels()]
    return [text.get_text() for text in (*ax.texts, *ticks) if text.get_text()]


def rows(ax: Any) -> list[str]:
    """Names of rows from above."""
    return [label.get_text() for label in ax.get_yticklabels()]


def at(ax: Any, text: str) -> tuple[float, float]:
    """Where a text is anchored."""
    (found,) = [label for label in ax.texts if label.get_text() == text]
    return found.xy


def marks(ax: Any, marker: str) -> list[tuple[float, float]]:
    """Points of all lines with this marker in the data of ``ax``, in the order drawn."""
    lines = [line for line in ax.lines if line.get_marker() == marker and line.get_transform() == ax.transData]
    return [(float(x), float(y)) for line in lines for x, y in zip(*line.get_data(), strict=True)]


def segments(ax: Any, alpha: float) -> list[tuple[float, float, float]]:
    """(from, to, height) of the level pieces of the lines with this opacity."""
    found = []
    for line in ax.lines:
        if line.get_alpha() == alpha:
            x, y = (np.asarray(values, dtype=float) for values in line.get_data())
            found += [(x[i], x[i + 1], y[i]) for i in range(len(x) - 1) if y[i] == y[i + 1]]
    return found


def curve(sizes: tuple[int, ...], correlation: tuple[float, ...], enough: int | None) -> Any:
    """Like a ``RankStability``, with ranges of a tenth around the means."""
    low, high = (tuple(value + d for value in correlation) for d in (-0.1, 0.1))
    return SimpleNamespace(sizes=sizes, correlation=correlation, low=low, high=high, enough=enough)
