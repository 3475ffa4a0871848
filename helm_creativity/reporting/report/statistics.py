"""Tables of statistics: factors, reliability, validity, and how responses and judges behave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from helm_creativity.core.pooling import is_baseline
from helm_creativity.reporting.plots.style import MINUS, percent
from helm_creativity.reporting.reasons import reason_title
from helm_creativity.reporting.report.grid import NUMBER, TEXT, Grid, GridCell, GridRow, Head, empty, heads, missing
from helm_creativity.reporting.report.leaderboards import BASELINE
from helm_creativity.reporting.report.wording import (
    column_noun,
    interval_text,
    number,
    p_value,
    signed,
    significant,
    stat_title,
)
from helm_creativity.reporting.tables import Column, Table, Undefined
from helm_creativity.results.calibration import Severity
from helm_creativity.results.contrasts import InstructionEffect
from helm_creativity.results.factors import Factors, Robustness
from helm_creativity.results.findings import Findings
from helm_creativity.results.options import Absent
from helm_creativity.results.reliability import Reliability
from helm_creativity.results.study import Numbers
from helm_creativity.results.submetrics import TradeOff
from helm_creativity.results.validity import Prediction

if TYPE_CHECKING:
    from helm_creativity.psychometrics.group_comparison import GroupComparison
    from helm_creativity.psychometrics.validity import Correlation


def loadings_grid(factors: Factors) -> Grid:
    """Each variable's loading on the common factor and on the component, and what it shares."""
    solution = factors.solution
    rows = [
        GridRow(
            (
                GridCell(name),
                GridCell(signed(loading), loading, mark="main"),
                GridCell(signed(component), component),
                GridCell(percent(shared), shared),
            )
        )
        for name, loading, component, shared in zip(
            factors.variables,
            map(float, solution.loadings),
            map(float, solution.component_loadings),
            map(float, solution.communalities),
            strict=True,
        )
    ]
    variable = Head(factors.of[:-1].capitalize(), TEXT)
    columns = (variable, Head("Factor loading"), Head("Component loading"), Head("Variance shared"))
    return Grid("loadings-table", "Loadings on one factor", columns, tuple(rows))


def eigenvalues_grid(factors: Factors) -> Grid:
    """Eigenvalues beside those of noise."""
    noise = factors.noise
    rows = [
        GridRow((GridCell(str(place)), *(GridCell(number(value), value) for value in map(float, values))))
        for place, values in enumerate(zip(noise.eigenvalues, noise.noise_mean, noise.noise_95, strict=True), start=1)
    ]
    columns = heads(["Component"], ["Eigenvalue", "Noise, mean", "Noise, 95%"])
    return Grid("eigenvalues-table", "Eigenvalues beside those of noise", columns, tuple(rows))


def robustness_grid(factors: Factors) -> Grid:
    """The first extraction, and the same under other compositions of the data."""
    solution = factors.solution
    first = float(solution.eigenvalues[0])
    share = float(solution.share)
    above = Robustness("as above", factors.n_models, first, factors.alpha, factors.raw_alpha, share)
    rows = [GridRow((GridCell(variant.change), *_extraction(variant))) for variant in (above, *factors.robustness)]
    columns = heads(
        ["Data"],
        ["Models", "First eigenvalue", "95% interval", "Share of variance", "α, standardised", "α, raw"],
    )
    return Grid("robustness-table", "One factor under other compositions of the data", columns, tuple(rows))


def _extraction(variant: Robustness) -> tuple[GridCell, ...]:
    ends = GridCell(interval_text(variant.low, variant.high), variant.eigenvalue)
    return (
        GridCell(f"{variant.n_models:,}", variant.n_models),
        GridCell(number(variant.eigenvalue), variant.eigenvalue),
        empty("one extraction has no interval") if variant.low is None else ends,
        GridCell(percent(variant.share), variant.share),
        _alpha(variant.alpha),
        _alpha(variant.raw_alpha),
    )


def _alpha(alpha: float | None) -> GridCell:
    return missing("undefined") if alpha is None else GridCell(number(alpha), alpha)


def reliability_grid(found: Sequence[Reliability], links: Mapping[str, str]) -> Grid:
    """One row per benchmark: over items, over trials, and how many items are enough."""
    columns = heads(
        ["Benchmark"],
        ["Models", "Items", "Over items", "95% interval", "Over trials", "95% interval", "Items enough for 0.95"],
    )
    return Grid(
        "reliability-table",
        "Reliability of benchmarks",
        columns,
        tuple(_reliable(reliability, links) for reliability in found),
    )


def one_reason(found: Sequence[Reliability]) -> Absent | None:
    """Why there is no reliability at all; None where there is some, or where reasons differ."""
    parts = [
        part for reliability in found for part in (reliability.split_half, reliability.retest, reliability.stability)
    ]
    first = parts[0] if parts else None
    return first if isinstance(first, Absent) and all(part == first for part in parts) else None


def _reliable(reliability: Reliability, links: Mapping[str, str]) -> GridRow:
    halves, retest, stable = reliability.split_half, reliability.retest, reliability.stability
    over_items = missing(halves.reason) if isinstance(halves, Absent) else _coefficient(halves.reliability)
    over_trials = missing(retest.reason) if isinstance(retest, Absent) else _coefficient(retest.reliability)
    sizes = empty("unknown"), empty("unknown")
    if not isinstance(halves, Absent):
        sizes = GridCell(f"{halves.n_models:,}", halves.n_models), GridCell(f"{halves.n_items:,}", halves.n_items)
    return GridRow(
        (
            GridCell(reliability.column.title, href=links.get(reliability.column.key, "")),
            *sizes,
            over_items,
            _ends(halves),
            over_trials,
            _ends(retest),
            _enough(stable),
        )
    )


def _coefficient(value: float) -> GridCell:
    return GridCell(number(value), value, mark="main")


def _ends(estimate: object) -> GridCell:
    low, high = getattr(estimate, "low", None), getattr(estimate, "high", None)
    ends = interval_text(low, high)
    return empty("no interval") if low is None or high is None else GridCell(ends, low)


def _enough(stable: object) -> GridCell:
    if isinstance(stable, Absent):
        return missing(stable.reason)
    enough, items = getattr(stable, "enough", None), getattr(stable, "n_items", 0)
    return GridCell(f"more than {items:,}", float("1e9")) if enough is None else GridCell(f"{enough:,}", enough)


def validity_grid(found: Sequence[Prediction]) -> Grid:
    """What each column says of each outcome, with and without capability."""
    columns = heads(
        ["Predictor", "Outcome"],
        [
            "Models",
            "Validity\N{NO-BREAK SPACE}r",
            "95% interval",
            "p",
            "Specificity\N{NO-BREAK SPACE}r",
            "95% interval",
            "p",
            "R of capability",
        ],
        ["p"],
    )
    rows = [
        GridRow(
            (
                GridCell(prediction.predictor),
                GridCell(prediction.outcome),
                GridCell(f"{prediction.n:,}", prediction.n),
                *_correlation(prediction.validity),
                *_specific(prediction.specificity),
                _capability(prediction),
            )
        )
        for prediction in found
    ]
    return Grid("validity-table", "Validity and specificity", columns, tuple(rows))


def _capability(prediction: Prediction) -> GridCell:
    if prediction.capability is not None:
        return GridCell(number(prediction.capability), prediction.capability)
    return missing(
        prediction.specificity.reason if isinstance(prediction.specificity, Absent) else "no capability was named"
    )


def _specific(correlation: Correlation | Absent) -> tuple[GridCell, ...]:
    if isinstance(correlation, Absent):
        return missing(correlation.reason), empty("no interval"), empty("no p")
    return _correlation(correlation)


def _correlation(correlation: Correlation) -> tuple[GridCell, ...]:
    ends = interval_text(correlation.low, correlation.high)
    return (
        GridCell(signed(correlation.r), correlation.r, mark="main"),
        GridCell(ends, correlation.low) if correlation.low is not None else missing("too few models for an interval"),
        GridCell(p_value(correlation.p), correlation.p),
    )


MODEL = Head("Model", TEXT)
SPACE = "\N{NO-BREAK SPACE}"


def severity_grid(found: Sequence[Severity]) -> Grid:
    """Judges on dimensions."""
    columns = heads(["Judge", "Benchmark", "Dimension"], ["Severity", "± SE", "Ratings"])
    rows = [
        GridRow(
            (
                GridCell(severity.judge),
                GridCell(severity.benchmark),
                GridCell(severity.dimension),
                GridCell(signed(severity.severity), severity.severity, mark="main"),
                missing("unknown") if severity.error is None else GridCell(number(severity.error), severity.error),
                GridCell(f"{severity.ratings:,}", severity.ratings),
            )
        )
        for severity in found
    ]
    return Grid("severity-table", "Severity of judges", columns, tuple(rows))


def trade_off_title(trade_off: TradeOff) -> tuple[str, str]:
    """Titles of both submetrics."""
    x, y = (stat_title(name, trade_off.column.group, full=True) for name in (trade_off.x, trade_off.y))
    return x, y


def trade_off_grid(trade_off: TradeOff, key: str) -> Grid:
    """Both submetrics of every model, and whether it is on the front."""
    x, y = trade_off_title(trade_off)
    columns = (MODEL, Head(x), Head(y), Head("On the front"))
    points = sorted(trade_off.points, key=lambda point: (not point[3], -point[1], point[0]))
    rows = [
        GridRow(
            (
                _model(model),
                GridCell(number(first), first),
                GridCell(number(second), second),
                GridCell("yes" if front else "no", float(front)),
            ),
            " ".join(mark for mark in ("front" * front, _mark(model)) if mark),
        )
        for model, first, second, front in points
    ]
    return Grid(f"{key}-table", f"{x} and {y} in {trade_off.column.title}", columns, tuple(rows))


def failures_by_model(findings: Findings) -> Grid:
    """Mean shares over the columns that a model ran, by reason."""
    rows = []
    for row, model in enumerate(findings.study.models):
        shares = [values[row] for values in findings.failures.values()]
        ran = int(np.isfinite(np.stack(shares)).any(axis=0).sum())
        if ran:
            rows.append(GridRow((_model(model), GridCell(str(ran), ran), *_shares(shares)), _mark(model)))
    columns = (MODEL, Head(f"{column_noun(findings.study.columns)}s".capitalize()), *_reasons(findings))
    return Grid("failures-models-table", "Responses without a score, by model", columns, tuple(rows))


def failures_by_benchmark(findings: Findings, links: Mapping[str, str]) -> Grid:
    """Mean shares over the models that count, by reason."""
    study, rows = findings.study, []
    for place, column in enumerate(study.columns):
        shares = [values[study.pool, place] for values in findings.failures.values()]
        ran = int(np.isfinite(np.stack(shares)).any(axis=0).sum())
        if ran:
            name = GridCell(column.title, href=links.get(column.key, ""))
            rows.append(GridRow((name, GridCell(str(ran), ran), *_shares(shares))))
    columns = (Head("Benchmark", TEXT), Head("Models"), *_reasons(findings))
    return Grid("failures-benchmarks-table", "Responses without a score, by benchmark", columns, tuple(rows))


def _reasons(findings: Findings) -> Iterator[Head]:
    return (Head(reason_title(reason)[:1].upper() + reason_title(reason)[1:]) for reason in findings.failures)


def _shares(shares: Sequence[Numbers]) -> Iterator[GridCell]:
    for values in shares:
        known = values[np.isfinite(values)]
        share = float(known.mean()) if len(known) else None
        # What never happened is not worth a look, and is no dash either.
        quiet = "" if share else "quiet"
        yield missing("not reported") if share is None else GridCell(percent(share), share, mark=quiet)


class BenchmarkTable(NamedTuple):
    """A table that a benchmark makes of its own runs.

    Attributes:
        title: of the table.
        notes: that explain it.
        settings: under which its rows are comparable, "" where it does not say.
        grid: its rows; None for notes alone.
    """

    title: str
    notes: Sequence[str]
    settings: str
    grid: Grid | None


def benchmark_tables(tables: Iterable[Table]) -> Iterator[BenchmarkTable]:
    """What benchmarks say of their own runs, as ``reporting.across`` has it."""
    for place, table in enumerate(tables, start=1):
        columns = [column for column in table.columns if not column.data_only]
        shown = tuple(
            Head(column.title[:1].upper() + column.title[1:], TEXT if column.left else NUMBER) for column in columns
        )
        rows = tuple(
            GridRow(tuple(_cell(*pair) for pair in zip(table.columns, row, strict=True) if not pair[0].data_only))
            for row in table.rows
        )
        grid = Grid(f"across-{place}-table", table.title or table.name, shown, rows) if rows else None
        yield BenchmarkTable(table.title, table.notes, str(table.facts.get("comparable_settings", "")), grid)


def _cell(column: Column, value: Any) -> GridCell:  # noqa: ANN401 - whatever a cell holds
    if isinstance(value, Undefined):
        return missing(value.reason)
    if value is None:
        return empty("none")
    if column.key == "model":
        return _model(value)
    number = isinstance(value, (int, float)) and not isinstance(value, bool)
    return GridCell(column.format(value), value if number else None)


def effects_grid(found: Sequence[InstructionEffect]) -> Grid:
    """What instructions do, within models."""
    numbers = ["Models", "Mean difference", "d_z", "95% interval", "t", "p", "Wilcoxon p"]
    columns = heads(["Benchmark", "Instructions", "Stat"], numbers, ["p", "Wilcoxon p"])
    return Grid("effects-table", "Effects of instructions", columns, tuple(map(_effect, found)))


def _effect(contrast: InstructionEffect) -> GridRow:
    effect = contrast.effect
    return GridRow(
        (
            GridCell(contrast.column),
            GridCell(f"{contrast.first}{SPACE}{MINUS}{SPACE}{contrast.second}"),
            GridCell(stat_title(contrast.stat, "")),
            GridCell(str(effect.n), effect.n),
            GridCell(significant(effect.mean_difference), effect.mean_difference),
            GridCell(signed(effect.d_z), effect.d_z, mark="main"),
            _interval_cell(effect.low, effect.high),
            GridCell(number(effect.t), effect.t, note=f"df {effect.df:g}"),
            _p(effect.p),
            _p(effect.wilcoxon_p),
        )
    )


def groups_grid(found: Sequence[GroupComparison]) -> Grid:
    """Every two groups of models."""
    columns = heads(
        ["Groups"],
        ["Models", "Medians of z", "U", "p", "p, Holm", "p, Bonferroni", "Rank-biserial r", "95% interval"],
        ["p", "p, Holm", "p, Bonferroni"],
    )
    return Grid("groups-table", "The composite between groups of models", columns, tuple(map(_groups, found)))


def _groups(comparison: GroupComparison) -> GridRow:
    return GridRow(
        (
            GridCell(f"{comparison.first} and {comparison.second}"),
            GridCell(f"{comparison.n_first:,} and {comparison.n_second:,}", comparison.n_first + comparison.n_second),
            GridCell(
                f"{signed(comparison.median_first)} and {signed(comparison.median_second)}",
                comparison.median_first - comparison.median_second,
            ),
            GridCell(number(comparison.u, 1).removesuffix(".0"), comparison.u),
            _p(comparison.p),
            _p(comparison.p_holm),
            _p(comparison.p_bonferroni),
            GridCell(signed(comparison.rank_biserial), comparison.rank_biserial, mark="main"),
            _interval_cell(comparison.low, comparison.high),
        )
    )


def _model(model: str) -> GridCell:
    return GridCell(model, note=_mark(model))


def _mark(model: str) -> str:
    return BASELINE if is_baseline(model) else ""


def _main(value: float) -> GridCell:
    return GridCell(number(value), value, mark="main")


def _p(p: float | None) -> GridCell:
    return missing("undefined") if p is None else GridCell(p_value(p), p)


def _interval_cell(low: float | None, high: float | None) -> GridCell:
    return missing("no interval") if low is None or high is None else GridCell(interval_text(low, high), low)
