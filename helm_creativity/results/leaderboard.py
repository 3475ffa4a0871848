"""The leaderboard of a suite as text: one table a benchmark and signature, so that only like stands beside like."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from helm_creativity.psychometrics.comparisons import ALPHA
from helm_creativity.results.gate import Gate, gates, untested
from helm_creativity.results.runs import Run

COLUMNS = ("model", "score", "± se", "failures as 0", "scored", "items", "answers")
JUDGED = ("ratings that came", "own judges left out")
GATE_COLUMNS = ("temperature", "adjusted p", "passes")


def leaderboard(runs: Iterable[Run]) -> str:
    """One table for each benchmark and signature, the best score first; models without a score stand last."""
    tables: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        tables[run.group, run.signature].append(run)
    parts = [_table(key, tables[key]) for key in sorted(tables)]
    all_runs = [run for some in tables.values() for run in some]
    lacking = [f"no test for the gate: {run.name}" for run in untested(all_runs)]
    return "\n\n".join([*parts, *_gate_tables(gates(all_runs)), *(["\n".join(lacking)] if lacking else [])])


def _gate_tables(found: Iterable[Gate]) -> Iterator[str]:
    """Which models pass the gate of appropriateness, and their novelty where they do."""
    for (group, settings), some in groupby(found, key=lambda gate: (gate.group, gate.settings)):
        rows: list[tuple[str, ...]] = [("model", "novelty where passed", *GATE_COLUMNS)]
        for gate in some:
            for i, (temperature, p) in enumerate(gate.adjusted.items()):
                head = (gate.model, _number(gate.score, 2)) if i == 0 else ("", "")
                rows.append((*head, f"{temperature:g}", f"{p:.2g}", "yes" if gate.passed[temperature] else "no"))
        title = f"{group}: gate, Benjamini-Hochberg over the models of a temperature, α = {ALPHA:g}"
        yield "\n".join([title, *aligned(rows), f"signature: {settings}"])


def _table(key: tuple[str, str], runs: Sequence[Run]) -> str:
    group, signature = key
    decimals = 2 if any(abs(run.stats.get("score", 0.0)) > 2 for run in runs) else 4
    ranked = sorted(runs, key=lambda run: (-run.stats.get("score", float("-inf")), run.model))
    rows = [COLUMNS, *(_row(run, decimals) for run in ranked)]
    if any("judge_coverage" in run.stats for run in runs):
        rows = [(*row, *cells) for row, cells in zip(rows, [JUDGED, *map(_judged, ranked)], strict=True)]
    return "\n".join([group, *aligned(rows), f"signature: {signature}"])


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of a table whose first row is its head: the first column to the left, the others to the right."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [
        "  ".join(_align(cell, width, i) for i, (cell, width) in enumerate(zip(row, widths, strict=True)))
        for row in rows
    ]
    return [lines[0], "  ".join("-" * width for width in widths), *lines[1:]]


def _align(cell: str, width: int, column: int) -> str:
    return cell.ljust(width) if column == 0 else cell.rjust(width)


def _row(run: Run, decimals: int) -> tuple[str, ...]:
    stats = run.stats
    return (
        run.model,
        _number(stats.get("score"), decimals),
        _number(stats.get("score_se"), decimals),
        _number(stats.get("score_failures_as_zero"), decimals),
        f"{stats['valid_rate']:.0%}" if "valid_rate" in stats else "-",
        _number(stats.get("num_instances"), 0),
        _number(stats.get("num_answers"), 0),
    )


def _judged(run: Run) -> tuple[str, ...]:
    """What the judges of a run did."""
    coverage = run.stats.get("judge_coverage")
    return "-" if coverage is None else f"{coverage:.0%}", _number(run.stats.get("judges_left_out"), 0)


def _number(value: float | None, decimals: int) -> str:
    return "-" if value is None else f"{value:.{decimals}f}"
