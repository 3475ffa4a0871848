"""What scores say of a user's own criteria beyond covariates, as tables and as a picture."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from helm_creativity.core.names import PREFIX
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.nested_regressions import Increment
from helm_creativity.psychometrics.validity import Correlation
from helm_creativity.reports.effects import write_figure
from helm_creativity.reports.tables import record_row
from helm_creativity.results.criterion_validity import ColumnPair, CriterionValidity, Trend
from helm_creativity.results.numbers import between, correlation, count, fixed, p_value
from helm_creativity.results.options import RELEASE_DATE, Absent
from helm_creativity.results.study import ScoreColumn
from helm_creativity.results.table import Cell, Column, Table, Undefined

number = correlation(2)
ASSOCIATIONS = (
    Column("column", "column", left=True),
    Column("n", "n", count),
    Column("pearson", "r", number),
    Column("pearson_interval", "95 %", between(number), parts=("low", "high")),
    Column("pearson_p", "p", p_value),
    Column("spearman", "rho", number),
    Column("spearman_interval", "95 %", parts=("low", "high"), data_only=True),
    Column("spearman_p", "p", p_value, data_only=True),
    Column("partial", "partial", number),
    Column("partial_interval", "95 %", parts=("low", "high"), data_only=True),
    Column("partial_p", "p", p_value, data_only=True),
    Column("r2_covariates", "R2 cov.", number),
    Column("r2", "R2", number),
    Column("delta_r2", "delta R2", number, mark="main"),
    Column("delta_r2_interval", "95 %", between(number), parts=("low", "high")),
    Column("f", "F", fixed(2)),
    Column("df", "df", count),
    Column("f_p", "p", p_value),
    Column("benchmark", "benchmark", data_only=True),
    Column("comparable", "settings", data_only=True),
)
LEGEND = """\
n: models with all values that the row needs. r: Pearson's. rho: Spearman's. partial: r with the covariates taken out of
both. R2 cov.: regression of the criterion on the covariates; R2: on the covariates and the score; delta R2: the
difference, tested by F with 1 and df degrees of freedom. Its interval is the middle 95 % over 1,000 resamples of the
models, always above 0 (.00 is rounded): p says whether a score adds anything. Scores of which less is better are
turned. p: two-sided for correlations, not corrected for multiple testing."""
TREND_LEGEND = "Slope: least squares, over models, with its t interval. r, rho: with the date or the step."


def _significant(value: float) -> str:
    return f"{value:.3g}"


TREND = (
    Column("column", "column", left=True),
    Column("n", "n", count),
    Column("slope", "slope", _significant, mark="main"),
    Column("slope_interval", "95 %", between(_significant), parts=("low", "high")),
    Column("pearson", "r", number),
    Column("pearson_p", "p", p_value),
    Column("spearman", "rho", number),
    Column("spearman_p", "p", p_value),
)


def criterion_tables(found: CriterionValidity) -> list[Table]:
    """Associations by criterion, correlations of all columns, trends, and what was left out."""
    named = f"; covariates: {', '.join(found.covariates)}" if found.covariates else ""
    tables = [Table("head", title=f"validity for {', '.join(found.criteria) or 'no criterion'}{named}")]
    for name, some in groupby(association_records(found), key=lambda record: record["criterion"]):
        rows = [record_row(ASSOCIATIONS, record) for record in some]
        tables.append(Table("validity", ASSOCIATIONS, rows, name, {"criterion": name}))
    if found.associations:
        tables.append(Table("legend", notes=[LEGEND]))
    for by, trends in groupby(found.trends, key=lambda trend: trend.by):
        tables.append(_trend_table(by, list(trends)))
    for method in ("Pearson", "Spearman"):
        tables.append(_matrix(found, method))
    return [*tables, Table("notes", notes=list(found.notes))]


def _trend_table(by: str, trends: Sequence[Trend]) -> Table:
    unit = "year" if by == RELEASE_DATE else f"unit of {by}"
    columns, records = list(TREND), list(map(trend_record, trends))
    rows = [record_row(TREND, record) for record in records]
    if by != RELEASE_DATE:
        columns.append(Column("scores", f"{by}=score", left=True, wrapped=True))
        for row, trend in zip(rows, trends, strict=True):
            row.append(", ".join(f"{step:g}={_significant(score)}" for step, score in trend.points))
    return Table("trend", columns, rows, f"Scores by {by}, slope per {unit}", {"by": by}, notes=[TREND_LEGEND])


def _matrix(found: CriterionValidity, method: str) -> Table:
    cells: dict[tuple[str, str], Any] = {(name, name): Cell(None) for name in found.variables}
    for pair in found.pairs:
        value = getattr(pair, method.lower())
        cell = Undefined(value.reason) if isinstance(value, Absent) else value.r
        cells[pair.first, pair.second] = cells[pair.second, pair.first] = cell
    columns = (
        Column("variable", "", left=True),
        Column("number", "", count),
        *(Column(name, str(place), number, named=True) for place, name in enumerate(found.variables, start=1)),
    )
    rows = [
        (name, place, *(cells[name, other] for other in found.variables))
        for place, name in enumerate(found.variables, start=1)
    ]
    return Table("correlations", columns, rows, f"{method} correlations of all columns", {"method": method})


def draw_correlations(found: CriterionValidity, path: Path) -> None:
    """Writes the Pearson correlations of all columns as a heatmap: PNG, PDF or SVG."""
    from helm_creativity.reports import plots
    from helm_creativity.reports.report.wording import clean

    known = {(pair.first, pair.second): pair.pearson.r for pair in found.pairs if isinstance(pair.pearson, Correlation)}
    if not known:
        raise BadArguments("--figure: there is no correlation to draw")
    names = found.variables
    values = [[known.get((row, column), known.get((column, row))) for column in names] for row in names]
    fig, ax = plots.new(*plots.sizes.heatmap(len(names), len(names)))
    heads = list(map(clean, names))
    plots.heatmap(ax, heads, heads, values, decimals=2, label="Pearson correlations over models")
    write_figure(fig, path)


def association_records(found: CriterionValidity) -> list[dict[str, Any]]:
    """One plain dict for each criterion and column; a value that is undefined is ``Undefined``."""
    return [
        {
            "criterion": association.criterion,
            **_place(association.column),
            **_of_pair(association.pair),
            **_of_correlation("partial", association.partial),
            **_of_increment(association.increment),
        }
        for association in found.associations
    ]


def trend_record(trend: Trend) -> dict[str, Any]:
    """As ``association_records``, of a date or a step."""
    slope = trend.slope
    values: tuple[Any, ...] = (Undefined(slope.reason), None, None) if isinstance(slope, Absent) else slope[1:]
    return {
        "by": trend.by,
        **_place(trend.column),
        "n": trend.pair.n,
        **dict(zip(("slope", "slope_low", "slope_high"), values, strict=True)),
        **_of_pair(trend.pair),
    }


def pair_record(pair: ColumnPair) -> dict[str, Any]:
    """As ``association_records``, of any two columns."""
    return {"first": pair.first, "second": pair.second, **_of_pair(pair)}


def without_reasons(record: Mapping[str, Any]) -> dict[str, Any]:
    """A record for a data frame: None for what is undefined, and ``problem`` says why."""
    reasons = dict.fromkeys(value.reason for value in record.values() if isinstance(value, Undefined))
    plain = {name: None if isinstance(value, Undefined) else value for name, value in record.items()}
    return {**plain, "problem": "; ".join(reasons) or None}


def _place(column: ScoreColumn) -> dict[str, str]:
    benchmark = column.group.removeprefix(PREFIX)
    return {"column": column.title, "benchmark": benchmark, "comparable": column.comparable}


def _of_pair(pair: ColumnPair) -> dict[str, Any]:
    of_both = _of_correlation("pearson", pair.pearson) | _of_correlation("spearman", pair.spearman)
    return {"n": pair.n, **of_both}


def _of_correlation(name: str, found: Correlation | Absent) -> dict[str, Any]:
    if isinstance(found, Absent):
        return {name: Undefined(found.reason), f"{name}_low": None, f"{name}_high": None, f"{name}_p": None}
    return {name: found.r, f"{name}_low": found.low, f"{name}_high": found.high, f"{name}_p": found.p}


def _of_increment(found: Increment | Absent) -> dict[str, Any]:
    names = ("r2_covariates", "r2", "delta_r2", "delta_r2_low", "delta_r2_high", "f", "df", "f_p")
    if isinstance(found, Absent):
        return {**dict.fromkeys(names), "delta_r2": Undefined(found.reason)}
    few = Undefined("most resamples of so few models have too few different ones")
    low, high = (few if end is None else end for end in (found.low, found.high))
    f = found.f if math.isfinite(found.f) else None
    values = (found.r2_covariates, found.r2, found.delta_r2, low, high, f, found.df, found.p)
    return dict(zip(names, values, strict=True))
