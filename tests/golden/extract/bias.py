"""What judges favour in a suite, as it is kept."""

from __future__ import annotations

from typing import Any

from helm_creativity.benchmark.names import PREFIX
from helm_creativity.results.calibration import cells_of_suite
from helm_creativity.results.judge_bias import KINDS
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import as_cell, defined_or_none

CELL = ("benchmark", "rubric", "dimension", "judging")
EFFECT = ("effect", "judge", "value", "unit", "se", "low", "high", "correlation", "p", "p_holm", "ratings", "items")
MODEL = ("rated", "words", "raw", "raw_se", "adjusted", "adjusted_se")


def extract(suite: Suite) -> dict[str, Any]:
    """Effects and models at equal length, by dimension."""
    tables = suite.analyse("judge_bias")
    models, effects = tables["models"].rows, list(tables["effects"].rows)
    effects += [row for table in tables.named("unmeasured") for unmeasured in table.rows for row in unmeasured["_rows"]]
    runs = {run.name: place for place, run in enumerate(suite.runs)}
    cells = sorted(cells_of_suite(suite)[0], key=lambda cell: min(runs[name] for name in cell.runs))
    keys = [(cell.benchmark.removeprefix(PREFIX), cell.rubric, cell.dimension, cell.judging) for cell in cells]
    names = {key: place for place, key in enumerate(keys)}
    kinds = list(KINDS)
    effects.sort(key=lambda row: (names[_cell(row)], kinds.index(row["effect"])))
    return {
        "judge_bias": [
            {
                **dict(zip(CELL, _cell(row), strict=True)),
                **{name: defined_or_none(row[name]) for name in EFFECT},
                "unit": row["unit"].removesuffix(" per doubling"),
                "problem": getattr(row["p"], "reason", ""),
            }
            for row in effects
        ],
        "at_equal_length": [
            {
                **dict(zip(CELL, _cell(row), strict=True)),
                "name": row["model"],
                **{name: defined_or_none(row[name]) for name in MODEL},
            }
            for row in models
        ],
    }


def _cell(row: Any) -> tuple[str, ...]:
    return tuple(as_cell(row[name]).value for name in CELL)
