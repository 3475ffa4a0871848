"""How severe the judges are."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helm_creativity.results.calibration import calibrate
from helm_creativity.results.cells import cells_of
from helm_creativity.results.findings import Absent, Severity
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.runs import Run

JUDGED = "judge_coverage"
UNCALIBRATED = "not calibrated: "
"""What a calibration's problem begins with."""


def severities_of(runs: Sequence[Run], titles: dict[str, str], problems: list[str]) -> tuple[Severity, ...] | Absent:
    """Severity of every judge on every dimension that could be calibrated.

    Args:
        runs: of which those that judges rated count.
        titles: of benchmarks, by run group.
        problems: takes a line for each run whose ratings cannot be read.
    """
    cells = cells_of(ratings_of_all([run for run in runs if JUDGED in run.stats], problems))
    if not cells:
        return Absent("no judge gave a rating in these suites")
    found: list[Severity] = []
    obstacles: dict[str, dict[str, list[str]]] = {}
    for cell in cells:
        one = calibrate(cell)
        title = titles.get(cell.benchmark, cell.benchmark)
        if not one.calibrated:
            obstacles.setdefault(one.problem, {}).setdefault(title, []).append(cell.dimension)
        for judge in one.judges:
            if judge.severity is not None:
                given = round(judge.asked * (1 - judge.missing))
                found.append(Severity(title, cell.dimension, judge.name, judge.severity, judge.severity_se, given))
    return tuple(found) or Absent("; ".join(_obstacle(problem, where) for problem, where in obstacles.items()))


def _obstacle(problem: str, where: Mapping[str, Sequence[str]]) -> str:
    """Why judges could not be calibrated, and on which dimensions of which benchmarks."""
    listed = ", ".join(f"{title} ({', '.join(dimensions)})" for title, dimensions in where.items())
    return f"{problem.removeprefix(UNCALIBRATED)}: {listed}"
