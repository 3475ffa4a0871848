"""What judges favour on the page: effects on their ratings, and models at equal length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from helm_creativity.reports.judge_bias import EFFECTS, MODELS, absent, effect_row, meanings, model_rows, shown
from helm_creativity.reports.report.grid import page_grid
from helm_creativity.reports.report.wording import capitalised
from helm_creativity.results.findings import Findings
from helm_creativity.results.judge_bias import JudgeBias
from helm_creativity.results.options import Absent
from helm_creativity.results.table import Column, Table

_WHERE = (Column("benchmark", "benchmark", left=True), Column("dimension", "dimension", left=True))


class Unavailable(NamedTuple):
    """Statistics that are absent for one reason; where that is not everywhere, it says of what."""

    names: str
    reason: str


def judge_bias_reason(findings: Findings) -> Absent | None:
    """Why there is no audit of judges; None where there is one."""
    found = findings.judge_bias
    if isinstance(found, Absent):
        return found
    if any(map(shown, found)):
        return None
    return Absent("; ".join(f"{effects.names}: {effects.reason}" for effects in _unavailable(found)))


def judge_bias_view(findings: Findings) -> dict[str, Any] | None:
    """The audit of judges of a report; None where there is none.

    It has a row per dimension, effect and judge, what these effects are, those that no judge has, and a row per
    dimension and model whose mean at equal length is defined.
    """
    found = findings.judge_bias
    if isinstance(found, Absent) or judge_bias_reason(findings):
        return None
    effects = [(audit.title, audit.dimension, *effect_row(effect)) for audit in found for effect in shown(audit)]
    models = [
        (audit.title, audit.dimension, *row)
        for audit in found
        for row, model in zip(model_rows(audit), audit.models, strict=True)
        if model.adjusted is not None
    ]
    by_model = Table("equal-length", (*_WHERE, *MODELS), models, "Models at equal length")
    return {
        "effects": page_grid(Table("judge-bias", (*_WHERE, *EFFECTS), effects, "What judges favour")),
        "meanings": [(capitalised(kind), meaning) for kind, meaning in meanings(found)],
        "unavailable": list(_unavailable(found)),
        "models": page_grid(by_model) if models else None,
    }


def _unavailable(found: tuple[JudgeBias, ...]) -> Iterator[Unavailable]:
    by_reason: dict[tuple[str, str], list[str]] = {}
    for audit in found:
        for reason, kinds in absent(audit).items():
            by_reason.setdefault(("; ".join(kinds), reason), []).append(f"{audit.title} ({audit.dimension})")
    for (kinds_of_effect, reason), where in by_reason.items():
        everywhere = len(where) == len(found)
        yield Unavailable(capitalised(kinds_of_effect), reason if everywhere else f"{reason}: {', '.join(where)}")
