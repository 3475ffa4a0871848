"""What a factor does to scores within models, as tables and as a picture."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.core.names import PREFIX
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.psychometrics.variance_shares import SOURCES, VarianceShares
from helm_creativity.reports.tables import record_row
from helm_creativity.results.contrasts import ALL, FactorEffect
from helm_creativity.results.effects import FactorEffects, LevelSlope
from helm_creativity.results.factor_levels import ItemShares
from helm_creativity.results.numbers import MINUS, between, count, fixed, p_value, percent, signed
from helm_creativity.results.options import Absent
from helm_creativity.results.table import Cell, Column, Table, Undefined

if TYPE_CHECKING:
    from matplotlib.figure import Figure

_GIVEN = (Column("group", "group", left=True, data_only=True), Column("comparable", "settings", data_only=True))
EFFECTS = (
    Column("column", "benchmark", left=True),
    Column("first", "first", left=True),
    Column("second", "second", left=True),
    Column("n", "n", count),
    Column("mean_first", "mean first", fixed(2)),
    Column("mean_second", "mean second", fixed(2)),
    Column("difference", "difference", signed(2)),
    Column("d_z", "d_z", signed(2), mark="main"),
    Column("d_z_interval", "95 % interval", between(fixed(2)), parts=("low", "high")),
    Column("p", "p", p_value),
    Column("p_holm", "p (Holm)", p_value),
    Column("t", "t", fixed(2), data_only=True),
    Column("df", "df", count, data_only=True),
    Column("wilcoxon_p", "Wilcoxon p", p_value, data_only=True),
    Column("stat", "stat", left=True, data_only=True),
    *_GIVEN,
)
SLOPES = (
    Column("column", "benchmark", left=True),
    Column("n", "n", count),
    Column("slope", "slope", signed(3), mark="main"),
    Column("slope_interval", "95 % interval", between(fixed(3)), parts=("low", "high")),
    Column("d_z", "d_z", signed(2)),
    Column("p", "p", p_value),
    Column("levels", "levels", left=True),
    *_GIVEN,
)


def effects_tables(found: FactorEffects) -> list[Table]:
    """Effects, slopes and shares of variance."""
    units = "pairs of models" if found.factor == "model-pair" else "models"
    tables = [
        Table(
            "effects",
            EFFECTS,
            list(map(_effect_row, found.effects)),
            f"Effects of {found.factor} within {units}",
            notes=list(_legend(found, units)),
        )
    ]
    if found.slopes:
        unit = found.slopes[0].unit
        per = "1" if unit == 1 else f"{unit:,g}"
        rows = [
            record_row(SLOPES, {**slope_record(slope), **_place(slope), "levels": ", ".join(slope.levels)})
            for slope in found.slopes
        ]
        notes = ["The mean over models with a score at every level of each model's own least-squares slope."]
        tables.append(Table("slopes", SLOPES, rows, f"Slope of scores per {per} of {found.factor}", notes=notes))
    tables.append(
        Table(
            "shares",
            _shares_columns(found.factor, units),
            [_shares_row(of_column) for of_column in found.shares],
            "Shares of variance of scores of items, in %",
            notes=list(_of_shares(found, units)),
        )
    )
    settings = {effect.column: effect.comparable for effect in found.effects if effect.comparable}
    notes = [f"comparable settings of {title} otherwise: {key}" for title, key in settings.items()]
    return [*tables, Table("settings", notes=[*notes, *found.notes])]


def _effect_row(effect: FactorEffect) -> list[Any]:
    means = effect.mean_first, effect.mean_second
    record = {**effect_record(effect), **_place(effect)}
    if max(map(abs, means)) < 1 and effect.column != ALL:
        finer = {"mean_first": fixed(4), "mean_second": fixed(4), "difference": signed(4)}
        record |= {name: Cell(record[name], format=write) for name, write in finer.items()}
    return record_row(EFFECTS, record)


def _place(found: FactorEffect | LevelSlope) -> dict[str, str]:
    return {"column": found.column, "group": found.group, "comparable": found.comparable}


def _legend(found: FactorEffects, units: str) -> Iterator[str]:
    yield f"n: {units} with both scores. Difference: second {MINUS} first, positive where the second has better scores."
    yield (
        "d_z: mean difference in standard deviations of the differences, with its interval by the noncentral t "
        "distribution. p: paired t-test. Holm: adjusted for all rows of the benchmark."
    )
    if any(effect.column == ALL for effect in found.effects):
        yield (
            f"{ALL}: of each benchmark the z-scores over both levels, their mean per model; "
            f"only {units} with all of these benchmarks count."
        )


def _shares_columns(factor: str, units: str) -> tuple[Column, ...]:
    shown = percent()
    return (
        Column("column", "benchmark", left=True),
        Column("n_models", units.partition(" ")[0], count, data_only=True),
        Column("n_items", "n items", count),
        Column("items_left_out", "left out", count),
        *(Column(share_name(source), _source_name(source, factor, units), shown, named=True) for source in SOURCES),
        *_GIVEN[1:],
    )


def _source_name(source: str, factor: str, units: str) -> str:
    return source.replace("models", units.partition(" ")[0]).replace("factor", factor).replace(" x ", "×")


def _shares_row(found: ItemShares) -> tuple[Any, ...]:
    shares = found.shares
    if isinstance(shares, Absent):
        return (found.column, None, Undefined(shares.reason), *[None] * 8, found.comparable)
    return (found.column, shares.n_models, shares.n_items, shares.items_left_out, *shares.shares, found.comparable)


def _of_shares(found: FactorEffects, units: str) -> Iterator[str]:
    known = [(of.column, of.shares) for of in found.shares if isinstance(of.shares, VarianceShares)]
    if not known:
        return
    yield (
        "Variance components of the crossed design, by mean squares; residual holds the interaction of all three and "
        "what differs between responses. Left out: items without a score of some model under some level."
    )
    cut = [
        f"{column} ({', '.join(_source_name(source, found.factor, units) for source in shares.truncated)})"
        for column, shares in known
        if shares.truncated
    ]
    if cut:
        yield f"Estimated below 0 and counted as 0: {'; '.join(cut)}."


def draw_effects(found: FactorEffects, path: Path) -> None:
    """Writes a forest plot of d_z with intervals, as PNG, PDF or SVG."""
    from helm_creativity.reports import plots
    from helm_creativity.reports.report.wording import clean

    if not found.effects:
        raise BadArguments("--figure: there is no effect to draw")
    heads = [f"{effect.second} {MINUS} {effect.first}" for effect in found.effects]
    rows = [clean(effect.column) for effect in found.effects]
    values = [effect.effect for effect in found.effects]
    fig, ax = plots.new(*plots.sizes.severity(heads))
    plots.forest(
        ax,
        rows,
        [value.d_z for value in values],
        [value.low for value in values],
        [value.high for value in values],
        list(map(clean, heads)),
        f"d_z of {found.factor}",
    )
    write_figure(fig, path)


def write_figure(fig: Figure, path: Path) -> None:
    """Writes the picture that ``--figure`` asks for."""
    from helm_creativity.reports import plots

    try:
        plots.save(fig, path)
    except ValueError as error:
        raise BadArguments(f"--figure: {error}") from error
    except OSError as error:
        raise FileProblem(f"cannot write {path}: {error.strerror or error}") from error


def effect_record(effect: FactorEffect) -> dict[str, Any]:
    """One effect as a plain dict."""
    found = effect.effect
    return {
        "benchmark": effect.group.removeprefix(PREFIX) or None,
        "title": effect.column,
        "stat": effect.stat,
        "first": effect.first,
        "second": effect.second,
        "n": found.n,
        "mean_first": float(effect.mean_first),
        "mean_second": float(effect.mean_second),
        "difference": found.mean_difference,
        "d_z": found.d_z,
        "d_z_low": found.low,
        "d_z_high": found.high,
        "t": found.t,
        "df": found.df,
        "p": found.p,
        "p_holm": effect.p_holm,
        "wilcoxon_p": found.wilcoxon_p,
        "comparable": effect.comparable or None,
    }


def slope_record(found: LevelSlope) -> dict[str, Any]:
    """One slope as a plain dict."""
    slope = found.slope
    return {
        "benchmark": found.group.removeprefix(PREFIX),
        "title": found.column,
        "levels": list(found.levels),
        "per": found.unit,
        "n": slope.n,
        "slope": slope.slope,
        "slope_low": slope.low,
        "slope_high": slope.high,
        "d_z": slope.d_z,
        "t": slope.t,
        "df": slope.df,
        "p": slope.p,
        "comparable": found.comparable,
    }


def share_name(source: str) -> str:
    """A source of variance as the name of a column."""
    return source.replace(" x ", "_by_")


def shares_record(found: ItemShares) -> dict[str, Any]:
    """Shares of variance as a plain dict; ``problem`` says why there are none."""
    shares = found.shares
    values: dict[str, Any] = dict.fromkeys(("models_n", "items_n", "items_left_out", *SOURCES))
    if isinstance(shares, VarianceShares):
        values = dict(
            zip(values, (shares.n_models, shares.n_items, shares.items_left_out, *shares.shares), strict=True)
        )
    return {
        "title": found.column,
        **{share_name(name): value for name, value in values.items()},
        "problem": shares.reason if isinstance(shares, Absent) else None,
        "comparable": found.comparable,
    }
