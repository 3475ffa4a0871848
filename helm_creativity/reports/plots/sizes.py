"""Inches, (width, height), at which each plot is legible on a telephone and not lost on a desk.

A plot of WIDTH has type of 8 to 9 CSS pixels on a page of 390 pixels, and grows with the page. A heatmap of many
columns is wider: put it where it can be scrolled sideways.
"""

from __future__ import annotations

from collections.abc import Sequence

WIDTH = 5.2
POINTS = 72.0


def row_height(n: int) -> float:
    """Points from row to row: long tables are set tighter."""
    return 15.0 if n <= 40 else 12.0


def row_text(n: int) -> float:
    """Size of type of n rows."""
    return 9.0 if n <= 40 else 8.0


def _rows(n: int, around: float) -> float:
    return (max(n, 1) * row_height(n) + around) / POINTS


def leaderboard(n: int) -> tuple[float, float]:
    """For n models."""
    return WIDTH, _rows(n, 58 if n <= 25 else 78)


def severity(dimensions: Sequence[str]) -> tuple[float, float]:
    """For one entry per judge, as ``severity`` takes them."""
    return WIDTH, _rows(len(dimensions) + len(set(dimensions)), 62)


def failures(n: int) -> tuple[float, float]:
    """For n models that failed at all."""
    return WIDTH, _rows(n, 92)


def heatmap(rows: int, columns: int) -> tuple[float, float]:
    """For so many rows and columns."""
    return max(WIDTH, (170 + 26 * columns) / POINTS), _rows(rows, 112)


def radar(profiles: int) -> tuple[float, float]:
    """For so many profiles."""
    return WIDTH, 4.6 + 0.2 * profiles


PARETO = (WIDTH, 4.2)
FRONTIER = (WIDTH, 5.0)
SCREE = (WIDTH, 3.4)
RANK_STABILITY = (WIDTH, 4.0)
