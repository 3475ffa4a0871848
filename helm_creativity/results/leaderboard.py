"""The leaderboard of a suite as text: one table a benchmark and signature, so that only like stands beside like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence

from helm_creativity.results.runs import Run

COLUMNS = ("model", "score", "± se", "failures as 0", "scored", "items", "answers")


def leaderboard(runs: Iterable[Run]) -> str:
    """Tables in which the best score stands first; models without a score stand last."""
    tables: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        tables[run.group, run.signature].append(run)
    return "\n\n".join(_table(key, tables[key]) for key in sorted(tables))


def _table(key: tuple[str, str], runs: Sequence[Run]) -> str:
    group, signature = key
    ranked = sorted(runs, key=lambda run: (-run.stats.get("score", float("-inf")), run.model))
    rows = [COLUMNS, *(_row(run) for run in ranked)]
    widths = [max(len(row[i]) for row in rows) for i in range(len(COLUMNS))]
    lines = [
        "  ".join(_align(cell, width, i) for i, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    lines.insert(1, "  ".join("-" * width for width in widths))
    return "\n".join([group, *lines, f"signature: {signature}"])


def _align(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column == 0 else cell.rjust(width)


def _row(run: Run) -> tuple[str, ...]:
    stats = run.stats
    return (
        run.model,
        _number(stats.get("score"), 2),
        _number(stats.get("score_se"), 2),
        _number(stats.get("score_failures_as_zero"), 2),
        f"{stats['valid_rate']:.0%}" if "valid_rate" in stats else "-",
        _number(stats.get("num_instances"), 0),
        _number(stats.get("num_answers"), 0),
    )


def _number(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"
