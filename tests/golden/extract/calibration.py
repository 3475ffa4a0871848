"""What is kept of judges' severity."""

from __future__ import annotations

from typing import Any

from helm_creativity.benchmark.names import PREFIX
from helm_creativity.errors import NothingToSay
from helm_creativity.results.calibration import calibration_tables
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.suite import Suite

KEPT = {"title": "benchmark", "asked_about": "dimension", "severity_se": "error"}
SEVERITIES = ("title", "asked_about", "judge", "severity", "severity_se", "ratings")
CELL = ("benchmark", "rubric", "dimension", "judging")
JUDGE = ("judge", "asked", "missing", "mean", "severity", "severity_se", "discrimination", "discrimination_se")


def extract(suite: Suite) -> dict[str, Any]:
    """The kept severities and calibrations."""
    severities: Any
    try:
        rows = suite.analyse("calibration").records("severity")
        severities = [{KEPT.get(name, name): row[name] for name in SEVERITIES} for row in rows]
    except NothingToSay as reason:
        severities = {"reason": str(reason)}
    judges = calibration_tables(ratings_of_all(suite.runs, [])).records("judges")
    calibrations = [
        {name: row.get(name) for name in (*CELL, *JUDGE)} | {"benchmark": row["benchmark"].removeprefix(PREFIX)}
        for row in judges
    ]
    return {"severities": severities, "calibrations": calibrations}
