"""Tables of how answers and judges behave: severity, trade-offs, failures, the gate, instructions and groups."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from helm_creativity.psychometrics.comparisons import ALPHA
from helm_creativity.results.findings import Effect, Findings, Severity, Trade
from helm_creativity.results.gate import Gate
from helm_creativity.results.report.boards import BASELINE
from helm_creativity.results.report.grid import TEXT, Cell, Grid, Head, Row, missing
from helm_creativity.results.report.titles import column_noun, reason_title, stat_title
from helm_creativity.results.report.writing import MINUS, interval, number, p_value, percent, signed, significant
from helm_creativity.results.study import Column, Numbers
from helm_creativity.rooms.standing import is_baseline

if TYPE_CHECKING:
    from helm_creativity.psychometrics.groups import GroupComparison

MODEL = Head("Model", TEXT)
SPACE = "\N{NO-BREAK SPACE}"


def severity_grid(found: Sequence[Severity]) -> Grid:
    """Judges on dimensions."""
    heads = (
        Head("Judge", TEXT),
        Head("Benchmark", TEXT),
        Head("Dimension", TEXT),
        Head("Severity"),
        Head("± SE"),
        Head("Ratings"),
    )
    rows = [
        Row(
            (
                Cell(one.judge),
                Cell(one.benchmark),
                Cell(one.dimension),
                Cell(signed(one.severity), one.severity, mark="main"),
                missing("unknown") if one.error is None else Cell(number(one.error), one.error),
                Cell(f"{one.ratings:,}", one.ratings),
            )
        )
        for one in found
    ]
    return Grid("severity-table", "Severity of judges", heads, tuple(rows))


def trade_title(trade: Trade) -> tuple[str, str]:
    """Titles of both facets."""
    x, y = (stat_title(name, trade.column.group, full=True) for name in (trade.x, trade.y))
    return x, y


def trade_grid(trade: Trade, key: str) -> Grid:
    """Both facets of every model, and whether it is on the front."""
    x, y = trade_title(trade)
    heads = (MODEL, Head(x), Head(y), Head("On the front"))
    points = sorted(trade.points, key=lambda one: (not one[3], -one[1], one[0]))
    rows = [
        Row(
            (
                _model(model),
                Cell(number(first), first),
                Cell(number(second), second),
                Cell("yes" if front else "no", float(front)),
            ),
            " ".join(mark for mark in ("front" * front, _mark(model)) if mark),
        )
        for model, first, second, front in points
    ]
    return Grid(f"{key}-table", f"{x} and {y} in {trade.column.title}", heads, tuple(rows))


def failures_by_model(findings: Findings) -> Grid:
    """Mean shares over the columns that a model ran, by reason."""
    rows = []
    for row, model in enumerate(findings.study.models):
        shares = [values[row] for values in findings.failures.values()]
        ran = int(np.isfinite(np.stack(shares)).any(axis=0).sum())
        if ran:
            rows.append(Row((_model(model), Cell(str(ran), ran), *_shares(shares)), _mark(model)))
    heads = (MODEL, Head(f"{column_noun(findings.study.columns)}s".capitalize()), *_reasons(findings))
    return Grid("failures-models-table", "Answers without a score, by model", heads, tuple(rows))


def failures_by_benchmark(findings: Findings, links: Mapping[str, str]) -> Grid:
    """Mean shares over the models that count, by reason."""
    study, rows = findings.study, []
    for place, column in enumerate(study.columns):
        shares = [values[study.pool, place] for values in findings.failures.values()]
        ran = int(np.isfinite(np.stack(shares)).any(axis=0).sum())
        if ran:
            name = Cell(column.title, href=links.get(column.key, ""))
            rows.append(Row((name, Cell(str(ran), ran), *_shares(shares))))
    heads = (Head("Benchmark", TEXT), Head("Models"), *_reasons(findings))
    return Grid("failures-benchmarks-table", "Answers without a score, by benchmark", heads, tuple(rows))


def _reasons(findings: Findings) -> Iterator[Head]:
    return (Head(reason_title(reason)[:1].upper() + reason_title(reason)[1:]) for reason in findings.failures)


def _shares(shares: Sequence[Numbers]) -> Iterator[Cell]:
    for values in shares:
        known = values[np.isfinite(values)]
        share = float(known.mean()) if len(known) else None
        # What never happened is not worth a look, and is no dash either.
        quiet = "" if share else "quiet"
        yield missing("not reported") if share is None else Cell(percent(share), share, mark=quiet)


def gate_grids(gates: Sequence[Gate], columns: Sequence[Column]) -> Iterator[tuple[str, str, Grid]]:
    """Title of the benchmark, settings and table of every family of runs."""
    titles = {column.group: column.title for column in reversed(columns)}
    families = groupby(gates, key=lambda gate: (gate.group, gate.settings))
    for place, ((group, settings), some) in enumerate(families, start=1):
        family = list(some)
        temperatures = sorted({temperature for gate in family for temperature in gate.adjusted})
        heads = (
            MODEL,
            Head("Novelty where passed"),
            *(Head(f"Adjusted p at {t:g}", rising=True) for t in temperatures),
        )
        title = titles.get(group, group)
        rows = tuple(_gate(gate, temperatures) for gate in family)
        yield title, settings, Grid(f"gate-{place}-table", f"Gate of {title}, α = {ALPHA:g}", heads, rows)


def _gate(gate: Gate, temperatures: Sequence[float]) -> Row:
    score = missing("passes nowhere") if gate.score is None else _main(gate.score)
    return Row((_model(gate.model), score, *(_passage(gate, t) for t in temperatures)), _mark(gate.model))


def _passage(gate: Gate, temperature: float) -> Cell:
    if temperature not in gate.adjusted:
        return missing("not run at this temperature")
    p = gate.adjusted[temperature]
    return Cell(p_value(p), p, note="passes" if gate.passed[temperature] else "fails")


def effects_grid(found: Sequence[Effect]) -> Grid:
    """What instructions do, within models."""
    heads = (
        Head("Benchmark", TEXT),
        Head("Instructions", TEXT),
        Head("Stat", TEXT),
        Head("Models"),
        Head("Mean difference"),
        Head("d_z"),
        Head("95% interval"),
        Head("t"),
        Head("p", rising=True),
        Head("Wilcoxon p", rising=True),
    )
    return Grid("effects-table", "Effects of instructions", heads, tuple(map(_effect, found)))


def _effect(one: Effect) -> Row:
    effect = one.effect
    return Row(
        (
            Cell(one.column),
            Cell(f"{one.first}{SPACE}{MINUS}{SPACE}{one.second}"),
            Cell(stat_title(one.stat, "")),
            Cell(str(effect.n), effect.n),
            Cell(significant(effect.mean_difference), effect.mean_difference),
            Cell(signed(effect.d_z), effect.d_z, mark="main"),
            _interval(effect.low, effect.high),
            Cell(number(effect.t), effect.t, note=f"df {effect.df:g}"),
            _p(effect.p),
            _p(effect.wilcoxon_p),
        )
    )


def groups_grid(found: Sequence[GroupComparison]) -> Grid:
    """Every two groups of models."""
    heads = (
        Head("Groups", TEXT),
        Head("Models"),
        Head("Medians of z"),
        Head("U"),
        Head("p", rising=True),
        Head("p, Holm", rising=True),
        Head("p, Bonferroni", rising=True),
        Head("Rank-biserial r"),
        Head("95% interval"),
    )
    return Grid("groups-table", "The composite between groups of models", heads, tuple(map(_groups, found)))


def _groups(one: GroupComparison) -> Row:
    return Row(
        (
            Cell(f"{one.first} and {one.second}"),
            Cell(f"{one.n_first:,} and {one.n_second:,}", one.n_first + one.n_second),
            Cell(f"{signed(one.median_first)} and {signed(one.median_second)}", one.median_first - one.median_second),
            Cell(number(one.u, 1).removesuffix(".0"), one.u),
            _p(one.p),
            _p(one.p_holm),
            _p(one.p_bonferroni),
            Cell(signed(one.rank_biserial), one.rank_biserial, mark="main"),
            _interval(one.low, one.high),
        )
    )


def _model(model: str) -> Cell:
    return Cell(model, note=_mark(model))


def _mark(model: str) -> str:
    return BASELINE if is_baseline(model) else ""


def _main(value: float) -> Cell:
    return Cell(number(value), value, mark="main")


def _p(p: float | None) -> Cell:
    return missing("undefined") if p is None else Cell(p_value(p), p)


def _interval(low: float | None, high: float | None) -> Cell:
    return missing("no interval") if low is None or high is None else Cell(interval(low, high), low)
