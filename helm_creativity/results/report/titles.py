"""What stats are called, and why a model has no score."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from helm_creativity.results.report.grid import Cell, empty, missing
from helm_creativity.results.report.writing import number, percent
from helm_creativity.rooms import find_rooms

if TYPE_CHECKING:
    from helm_creativity.results.findings import Findings
    from helm_creativity.results.study import Column

COMMON = MappingProxyType(
    {
        "score": "Score",
        "score_se": "Standard error",
        "score_failures_as_zero": "Failures as 0",
        "valid_rate": "Scored",
        "num_instances": "Items",
        "num_answers": "Answers",
        "judge_coverage": "Ratings that came",
        "z": "z",
    }
)
REASONS = MappingProxyType(
    {
        "refusal": "refused",
        "truncation": "truncated",
        "unparsable": "unparsable",
        "too_few_valid": "too few valid words",
        "empty": "empty",
        "too_long": "too long",
        "failed": "no reply",
        "unjudged": "unjudged",
    }
)
SHARES = ("_rate", "_coverage")
COUNTS = "num_"
SCORES = ("score_se", "score_failures_as_zero")
"""Stats in the units of the score."""


@cache
def _facets() -> dict[tuple[str, str], tuple[str, str]]:
    """Short and full titles of the facets that cards describe, by run group and name."""
    return {
        (room.card.group, facet.name): (facet.short_title, facet.title)
        for room in find_rooms()
        for facet in room.card.facets
    }


def stat_title(name: str, group: str, full: bool = False) -> str:
    """A stat's title: the common one, the card's, or its name with spaces."""
    if name in COMMON:
        return COMMON[name]
    known = _facets().get((group, name))
    return known[full] if known else name.replace("_", " ").capitalize()


def column_noun(columns: Sequence[Column]) -> str:
    """What columns are counted as: benchmarks, unless one of these has several columns."""
    return "benchmark" if len({column.group for column in columns}) == len(columns) else "column"


def stat_cell(name: str, value: float | None, told: bool = False, decimals: int = 2) -> Cell:
    """A stat in a table: shares in percent, counts as they are, scores as the others of the table, the rest with two.

    Args:
        name: of the stat.
        value: None where there is none.
        told: whether the row says already why there is none.
        decimals: of the scores beside it.
    """
    if value is None:
        return empty("no score") if told else missing("not reported")
    if name.endswith(SHARES) and 0 <= value <= 1:
        return Cell(percent(value), value)
    places = 0 if name.startswith(COUNTS) else decimals if name in SCORES else 2
    return Cell(number(value, places), value)


def reason_title(reason: str) -> str:
    """A reason of failure, for people."""
    return REASONS.get(reason, reason.replace("_", " "))


def reason_of(findings: Findings, row: int, place: int) -> str:
    """Why a model has no score in a column, as far as the study says."""
    study = findings.study
    if study.runs and (row, place) not in study.runs:
        return "not run"
    shares = {reason: float(values[row, place]) for reason, values in findings.failures.items()}
    told = [
        f"{reason_title(reason)} {percent(share)}"
        for reason, share in sorted(shares.items(), key=lambda one: -one[1])
        if share > 0
    ]
    return f"no answer could be scored ({', '.join(told)})" if told else "no score in its run"
