"""Tables of statistics on the page: factors, reliability, validity, and how responses and judges behave."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from helm_creativity.psychometrics.tables import Numbers
from helm_creativity.reports.reasons import reason_title
from helm_creativity.reports.report.grid import Grid, page_grid
from helm_creativity.reports.report.wording import column_noun, significant, stat_title
from helm_creativity.reports.tables import record_row
from helm_creativity.results.calibration import Severity
from helm_creativity.results.contrasts import FactorEffect
from helm_creativity.results.factors import Factors, Robustness
from helm_creativity.results.findings import Findings
from helm_creativity.results.numbers import MINUS, between, both_ends, count, fixed, p_value, percent, signed
from helm_creativity.results.options import Absent
from helm_creativity.results.reliability import Reliability
from helm_creativity.results.submetrics import TradeOff
from helm_creativity.results.table import Cell, Column, Table, Undefined, or_undefined
from helm_creativity.results.validity import Prediction

if TYPE_CHECKING:
    from helm_creativity.psychometrics.group_comparison import GroupComparison
    from helm_creativity.psychometrics.validity import Correlation

_MORE = 10**9
"""Added to the number of all items where these are not enough: such a row stands behind any number that is."""
SPACE = "\N{NO-BREAK SPACE}"
TWO = fixed(2)
_MODEL = Column("model", "model", left=True)
_BENCHMARK = Column("benchmark", "benchmark", left=True)


def _interval(key: str = "interval") -> Column:
    return Column(key, "95 % interval", between(TWO), parts=("low", "high"))


def _p(key: str = "p", title: str = "p") -> Column:
    return Column(key, title, p_value, rising=True)


def loadings_grid(factors: Factors) -> Grid:
    """Each variable's loading on the common factor and on the component, and what it shares."""
    solution = factors.solution
    columns = (
        Column("variable", factors.of[:-1], left=True),
        Column("loading", "factor loading", signed(2), mark="main"),
        Column("component", "component loading", signed(2)),
        Column("shared", "variance shared", percent()),
    )
    numbers = map(np.ndarray.tolist, (solution.loadings, solution.component_loadings, solution.communalities))
    rows = list(zip(factors.variables, *numbers, strict=True))
    return page_grid(Table("loadings", columns, rows, "Loadings on one factor"))


def correlations_grid(factors: Factors) -> Grid:
    """Correlations between the variables; of each pair once."""
    names = factors.variables
    columns = (
        Column("variable", factors.of[:-1], left=True),
        *(Column(f"with_{place}", name, signed(2)) for place, name in enumerate(names[:-1])),
    )
    rows = [
        (name, *(r if before < place else None for before, r in enumerate(values[:-1])))
        for place, (name, values) in enumerate(zip(names, factors.correlations.tolist(), strict=True))
        if place
    ]
    return page_grid(Table("correlations", columns, rows, f"Correlations between {factors.of}"))


def eigenvalues_grid(factors: Factors) -> Grid:
    """Eigenvalues beside those of noise."""
    noise = factors.noise
    columns = (
        Column("component", "component", left=True),
        Column("eigenvalue", "eigenvalue", TWO),
        Column("noise_mean", "noise, mean", TWO),
        Column("noise_95", "noise, 95 %", TWO),
    )
    values = zip(noise.eigenvalues, noise.noise_mean, noise.noise_95, strict=True)
    rows = [(str(place), *map(float, of_place)) for place, of_place in enumerate(values, start=1)]
    return page_grid(Table("eigenvalues", columns, rows, "Eigenvalues of the data and of noise"))


def robustness_grid(factors: Factors) -> Grid:
    """The first extraction, and the same under other compositions of the data."""
    solution = factors.solution
    columns = (
        Column("change", "data", left=True),
        Column("n_models", "models", count),
        Column("eigenvalue", "first eigenvalue", TWO),
        _interval(),
        Column("share", "share of variance", percent()),
        Column("alpha", "α, standardised", TWO),
        Column("raw_alpha", "α, raw", TWO),
    )
    first, share = float(solution.eigenvalues[0]), float(solution.share)
    above = Robustness("as above", factors.n_models, first, factors.alpha, factors.raw_alpha, share)
    rows = [
        record_row(
            columns,
            {
                **vars(variant),
                "alpha": or_undefined(variant.alpha, "undefined"),
                "raw_alpha": or_undefined(variant.raw_alpha, "undefined"),
            },
        )
        for variant in (above, *factors.robustness)
    ]
    return page_grid(Table("robustness", columns, rows, "One factor under other compositions of the data"))


def reliability_grid(found: Sequence[Reliability], links: Mapping[str, str]) -> Grid:
    """One row per benchmark: over items, over trials, and how many items are enough."""
    columns = (
        _BENCHMARK,
        Column("models", "models", count),
        Column("items", "items", count),
        Column("over_items", "over items", TWO, mark="main"),
        _interval("over_items_interval"),
        Column("over_trials", "over trials", TWO, mark="main"),
        _interval("over_trials_interval"),
        Column("enough", "items enough for 0.95", lambda n: f"more than {count(n - _MORE)}" if n > _MORE else count(n)),
    )
    rows = [_reliable(reliability, links) for reliability in found]
    return page_grid(Table("reliability", columns, rows, "Reliability of benchmarks"))


def one_reason(found: Sequence[Reliability]) -> Absent | None:
    """Why there is no reliability at all; None where there is some, or where reasons differ."""
    parts = [
        part for reliability in found for part in (reliability.split_half, reliability.retest, reliability.stability)
    ]
    first = parts[0] if parts else None
    return first if isinstance(first, Absent) and all(part == first for part in parts) else None


def _reliable(reliability: Reliability, links: Mapping[str, str]) -> tuple[Any, ...]:
    halves, retest, stable = reliability.split_half, reliability.retest, reliability.stability
    title = Cell(reliability.column.title, link=links.get(reliability.column.key, ""))
    sizes = (None, None) if isinstance(halves, Absent) else (halves.n_models, halves.n_items)
    coefficients = [
        (Undefined(part.reason), None)
        if isinstance(part, Absent)
        else (part.reliability, both_ends(getattr(part, "low", None), getattr(part, "high", None)))
        for part in (halves, retest)
    ]
    enough: Any
    if isinstance(stable, Absent):
        enough = Undefined(stable.reason)
    else:
        enough = stable.enough if stable.enough is not None else _MORE + stable.n_items
    return (title, *sizes, *coefficients[0], *coefficients[1], enough)


def validity_grid(found: Sequence[Prediction]) -> Grid:
    """What each column says of each outcome, with and without capability."""
    columns = (
        Column("predictor", "predictor", left=True),
        Column("outcome", "outcome", left=True),
        Column("models", "models", count),
        Column("validity", f"validity{SPACE}r", signed(2), mark="main"),
        _interval("validity_interval"),
        _p("validity_p"),
        Column("specificity", f"specificity{SPACE}r", signed(2), mark="main"),
        _interval("specificity_interval"),
        _p("specificity_p"),
        Column("capability", "R of capability", TWO),
    )
    rows = [
        (
            prediction.predictor,
            prediction.outcome,
            prediction.n,
            *_correlation(prediction.validity),
            *_correlation(prediction.specificity),
            _capability(prediction),
        )
        for prediction in found
    ]
    return page_grid(Table("validity", columns, rows, "Validity and specificity"))


def _capability(prediction: Prediction) -> float | Undefined:
    if prediction.capability is not None:
        return prediction.capability
    special = prediction.specificity
    return Undefined(special.reason if isinstance(special, Absent) else "no capability was named")


def _correlation(correlation: Correlation | Absent) -> tuple[Any, ...]:
    if isinstance(correlation, Absent):
        return Undefined(correlation.reason), None, None
    ends = both_ends(correlation.low, correlation.high)
    return correlation.r, or_undefined(ends, "too few models for an interval"), correlation.p


def severity_grid(found: Sequence[Severity]) -> Grid:
    """Judges on dimensions."""
    columns = (
        Column("judge", "judge", left=True),
        _BENCHMARK,
        Column("dimension", "dimension", left=True),
        Column("severity", "severity", signed(2), mark="main"),
        Column("severity_se", "± SE", TWO),
        Column("ratings", "ratings", count),
    )
    rows = [
        record_row(columns, {**severity._asdict(), "severity_se": or_undefined(severity.error, "unknown")})
        for severity in found
    ]
    return page_grid(Table("severity", columns, rows, "Judge severity"))


def trade_off_title(trade_off: TradeOff) -> tuple[str, str]:
    """Titles of both submetrics."""
    x, y = (stat_title(name, trade_off.column.group, full=True) for name in (trade_off.x, trade_off.y))
    return x, y


def trade_off_grid(trade_off: TradeOff, key: str) -> Grid:
    """Both submetrics of every model, and whether it is on the front."""
    x, y = trade_off_title(trade_off)
    columns = (
        _MODEL,
        Column("x", x, TWO),
        Column("y", y, TWO),
        Column("front", "on the front", lambda front: "yes" if front else "no"),
    )
    rows = sorted(trade_off.points, key=lambda point: (not point[3], -point[1], point[0]))
    marks = ["front" if front else "" for *_, front in rows]
    title = f"{x} and {y} on {trade_off.column.title}"
    return page_grid(Table("trade-off", columns, rows, title, marks=marks), f"{key}-table")


def failures_by_model(findings: Findings) -> Grid:
    """Mean shares over the columns that a model ran, by reason."""
    shares = [[values[row] for values in findings.failures.values()] for row in range(len(findings.study.models))]
    rows = [row for model, of_model in zip(findings.study.models, shares, strict=True) for row in _row(model, of_model)]
    ran = Column("ran", f"{column_noun(findings.study.columns)}s", count)
    columns = (_MODEL, ran, *_reasons(findings))
    return page_grid(Table("failures-models", columns, rows, "Responses without a score, by model"))


def failures_by_benchmark(findings: Findings, links: Mapping[str, str]) -> Grid:
    """Mean shares over the models that count, by reason."""
    study = findings.study
    rows = []
    for place, column in enumerate(study.columns):
        shares = [values[study.pool, place] for values in findings.failures.values()]
        rows += _row(Cell(column.title, link=links.get(column.key, "")), shares)
    columns = (_BENCHMARK, Column("ran", "models", count), *_reasons(findings))
    return page_grid(Table("failures-benchmarks", columns, rows, "Responses without a score, by benchmark"))


def _reasons(findings: Findings) -> Iterator[Column]:
    return (Column(reason, reason_title(reason), percent()) for reason in findings.failures)


def _row(label: str | Cell, shares: Sequence[Numbers]) -> list[tuple[Any, ...]]:
    ran = int(np.isfinite(np.stack(shares)).any(axis=0).sum())
    return [(label, ran, *map(_share, shares))] if ran else []


def _share(values: Numbers) -> Cell:
    known = values[np.isfinite(values)]
    share = float(known.mean()) if len(known) else None
    # What never happened is not worth a look, and is no dash either.
    return Cell(or_undefined(share, "not reported"), mark="" if share else "quiet")


def benchmark_tables(tables: Iterable[Table]) -> Iterator[tuple[Table, Grid | None]]:
    """What benchmarks say of their own runs, as ``reports.across`` has it, with its rows; None for notes alone."""
    for place, table in enumerate(tables, start=1):
        grid = page_grid(table, f"across-{place}-table", table.title or table.name) if table.rows else None
        yield table, grid


def effects_grid(found: Sequence[FactorEffect]) -> Grid:
    """What instructions do, within models."""
    columns = (
        _BENCHMARK,
        Column("instructions", "instructions", left=True),
        Column("stat", "stat", left=True),
        Column("models", "models", count),
        Column("difference", "mean difference", significant),
        Column("d_z", "d_z", signed(2), mark="main"),
        _interval(),
        Column("t", "t", TWO),
        _p(),
        _p("wilcoxon_p", "Wilcoxon p"),
    )
    rows = [
        (
            contrast.column,
            f"{contrast.second}{SPACE}{MINUS}{SPACE}{contrast.first}",
            stat_title(contrast.stat, ""),
            contrast.effect.n,
            contrast.effect.mean_difference,
            contrast.effect.d_z,
            or_undefined(both_ends(contrast.effect.low, contrast.effect.high), "no interval"),
            Cell(contrast.effect.t, note=f"df {contrast.effect.df:g}"),
            or_undefined(contrast.effect.p, "undefined"),
            or_undefined(contrast.effect.wilcoxon_p, "undefined"),
        )
        for contrast in found
    ]
    return page_grid(Table("effects", columns, rows, "Effects of instructions"))


def groups_grid(found: Sequence[GroupComparison]) -> Grid:
    """Every two groups of models."""
    columns = (
        Column("groups", "groups", left=True),
        Column("models", "models", lambda sizes: " and ".join(map(count, sizes)), parts=("first", "second")),
        Column(
            "medians", "medians of z", lambda medians: " and ".join(map(signed(2), medians)), parts=("first", "second")
        ),
        Column("u", "U", lambda u: fixed(1)(u).removesuffix(".0")),
        _p(),
        _p("p_holm", "p, Holm"),
        _p("p_bonferroni", "p, Bonferroni"),
        Column("rank_biserial", "rank-biserial r", signed(2), mark="main"),
        _interval(),
    )
    rows = [
        (
            f"{comparison.first} and {comparison.second}",
            (comparison.n_first, comparison.n_second),
            (comparison.median_first, comparison.median_second),
            comparison.u,
            comparison.p,
            or_undefined(comparison.p_holm, "undefined"),
            or_undefined(comparison.p_bonferroni, "undefined"),
            comparison.rank_biserial,
            or_undefined(both_ends(comparison.low, comparison.high), "no interval"),
        )
        for comparison in found
    ]
    return page_grid(Table("groups", columns, rows, "Overall z of groups of models"))
