"""What judges favour on the page: effects on their ratings, and models at equal length."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from helm_creativity.reporting.judge_bias import MEANINGS, absent, shown
from helm_creativity.reporting.report.grid import Grid, GridCell, GridRow, empty, heads, missing
from helm_creativity.reporting.report.wording import interval_text, number, p_value, signed
from helm_creativity.results.findings import Findings
from helm_creativity.results.judge_bias import AdjustedModel, BiasEffect, JudgeBias
from helm_creativity.results.options import Absent


class NotMeasured(NamedTuple):
    """Effects that are absent for one reason, and where."""

    names: str
    reason: str


class JudgeBiasView(NamedTuple):
    """The audit of judges.

    Attributes:
        effects: a row per dimension, effect and judge.
        meanings: each effect that there is, and what it is.
        unavailable: effects that no judge has.
        models: a row per dimension and model whose mean at equal length is defined; None where there is none.
    """

    effects: Grid
    meanings: tuple[tuple[str, str], ...]
    unavailable: tuple[NotMeasured, ...]
    models: Grid | None


def judge_bias_reason(findings: Findings) -> Absent | None:
    """Why there is no audit of judges; None where there is one."""
    found = findings.judge_bias
    if isinstance(found, Absent):
        return found
    if any(map(shown, found)):
        return None
    return Absent("; ".join(f"{effects.names}: {effects.reason}" for effects in _unavailable(found)))


def judge_bias_view(findings: Findings) -> JudgeBiasView | None:
    """The audit of judges of a report; None where there is none."""
    found = findings.judge_bias
    if isinstance(found, Absent) or judge_bias_reason(findings):
        return None
    kinds = {effect.kind for audit in found for effect in shown(audit)}
    models = tuple(_model(audit, model) for audit in found for model in audit.models if model.adjusted is not None)
    return JudgeBiasView(
        Grid(
            "judge-bias-table",
            "What judges favour",
            heads(
                ["Benchmark", "Dimension", "Effect", "Judge"],
                ["Value", "95% interval", "p", "p, Holm", "Ratings", "Items"],
                ["p", "p, Holm"],
            ),
            tuple(_effect(audit, effect) for audit in found for effect in shown(audit)),
        ),
        tuple((_capital(kind), meaning) for kind, meaning in MEANINGS.items() if kind in kinds),
        tuple(_unavailable(found)),
        Grid(
            "equal-length-table",
            "Models at equal length",
            heads(
                ["Benchmark", "Dimension", "Model"],
                ["Words", "Rated", "Mean rating", "± SE", "At equal length", "± SE"],
            ),
            models,
        )
        if models
        else None,
    )


def _unavailable(found: tuple[JudgeBias, ...]) -> Iterator[NotMeasured]:
    """Effects that no judge has, those of several dimensions for one reason together."""
    by_reason: dict[tuple[str, str], list[str]] = {}
    for audit in found:
        for reason, kinds in absent(audit).items():
            by_reason.setdefault(("; ".join(kinds), reason), []).append(f"{audit.title} ({audit.dimension})")
    for (kinds_of_effect, reason), where in by_reason.items():
        everywhere = len(where) == len(found)
        yield NotMeasured(_capital(kinds_of_effect), reason if everywhere else f"{reason}: {', '.join(where)}")


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def _effect(audit: JudgeBias, effect: BiasEffect) -> GridRow:
    slope = effect.slope
    why = missing(slope.problem)
    return GridRow(
        (
            GridCell(audit.title),
            GridCell(audit.dimension),
            GridCell(effect.kind),
            GridCell(effect.judge),
            why if slope.value is None else GridCell(signed(slope.value), slope.value, mark="main"),
            why if slope.low is None else GridCell(interval_text(slope.low, slope.high), slope.low),
            why if slope.p is None else GridCell(p_value(slope.p), slope.p),
            empty("of single judges") if effect.p_holm is None else GridCell(p_value(effect.p_holm), effect.p_holm),
            GridCell(f"{slope.n:,}", slope.n),
            GridCell(f"{slope.clusters:,}", slope.clusters),
        )
    )


def _model(audit: JudgeBias, model: AdjustedModel) -> GridRow:
    return GridRow(
        (
            GridCell(audit.title),
            GridCell(audit.dimension),
            GridCell(model.name),
            GridCell(number(model.words, 0), model.words),
            GridCell(f"{model.rated:,}", model.rated),
            GridCell(number(model.raw), model.raw),
            _error(model.raw_se),
            GridCell(number(model.adjusted), model.adjusted, mark="main"),
            _error(model.adjusted_se),
        )
    )


def _error(value: float | None) -> GridCell:
    return empty("unknown") if value is None else GridCell(number(value), value)
