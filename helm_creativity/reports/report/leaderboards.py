"""Tables of who stands where: the composite, one leaderboard a benchmark, and all z-scores beside one another."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np

from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.composites import LEAST_MODELS
from helm_creativity.reports.judge_bias import length_lines
from helm_creativity.reports.judge_cards import card_line
from helm_creativity.reports.leaderboard import correction_note
from helm_creativity.reports.norms import norm_text, percentile_note
from helm_creativity.reports.people import NOBODY_SCORED, beside_score, percentiles, row_title, within_people
from helm_creativity.reports.report.grid import BASELINE, Axis, Grid, Span, page_grid
from helm_creativity.reports.report.responses import ResponsesView
from helm_creativity.reports.report.wording import (
    capitalised,
    failures_text,
    listed,
    score_reason,
    stat_text,
    stat_title,
    typeset,
    who,
)
from helm_creativity.results.all_items import CASES, HOW
from helm_creativity.results.findings import Findings
from helm_creativity.results.leaderboard import CompositeScores, Leaderboard, LeaderboardRow
from helm_creativity.results.norms import norm_with_quantiles
from helm_creativity.results.numbers import DASH, between, both_ends, count, fixed, score_decimals, signed
from helm_creativity.results.numbers import typeset as typeset_number
from helm_creativity.results.options import Absent
from helm_creativity.results.runs import judges_in_key
from helm_creativity.results.shipped_baselines import SHIPPED, SHIPPED_NOTE
from helm_creativity.results.study import ScoreColumn, ScoreMatrix
from helm_creativity.results.table import Cell, Column, Table, Undefined
from helm_creativity.safe_text import counted

PEOPLE = "people"
ITEMS = "num_instances"
SAID_ONCE = (ITEMS, "num_answers", "judge_coverage", "unknown_rate", "estimated_rate")
"""Stats that say how models were asked, not what they did."""
NOT_OF_PEOPLE = Cell(None, why="not of people")
Z_DECIMALS = 2
BESIDE_INTERVALS = 9
"""Columns of z-scores beside which a screen has room for a plot of intervals."""
STEPS = 4
"""Shades of a z-score on each side of the mean, half a standard deviation each."""
FAR = 5.0
"""Standard deviations from the mean at which pictures cap baselines; tables have their numbers."""
OVERALL = "Overall\N{NO-BREAK SPACE}z"


class LeaderboardView(NamedTuple):
    """One benchmark's leaderboard with what must stand beside it."""

    column: ScoreColumn
    key: str
    grid: Grid
    facts: str
    provenance: tuple[str, ...] = ()
    norms: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()
    lengths: tuple[str, ...] = ()
    responses: ResponsesView | None = None


def composite_grid(composite: CompositeScores, study: ScoreMatrix) -> Grid:
    """Overall means with their intervals, and the means by domain."""
    axis, rows = plot_axis(composite.rows, (-FAR, FAR)), {model: row for row, model in enumerate(study.models)}
    domains = composite.domains if len(composite.domains) > 1 else ()
    columns = (
        *_ranked(_overall_column(composite), fixed(Z_DECIMALS)),
        *(Column(f"domain_{domain}", domain, signed(Z_DECIMALS)) for domain in domains),
    )
    found = []
    for ranked in _baselines_last(composite):
        lacks = f"lacks {listed(ranked.missing)}" if ranked.missing else "no score"
        means = composite.by_domain[rows[ranked.model]] if domains else ()
        found.append((*row_cells(ranked, axis, lacks), *(z_cell(z, "lacks one of its benchmarks") for z in means)))
    table = Table("overall", columns, found, "Overall ranking of models")
    return page_grid(table, look="ranking", axis=axis)


def _baselines_last(composite: CompositeScores) -> list[LeaderboardRow]:
    return sorted(composite.rows, key=lambda row: row.baseline)


def _overall_column(composite: CompositeScores) -> Column:
    """The rows have its order only without baselines: these may stand below models that they surpass."""
    order = "" if any(row.baseline for row in composite.rows) else "descending"
    return Column("overall", OVERALL, signed(Z_DECIMALS), mark="main", order=order)


def leaderboard_view(
    leaderboard: Leaderboard, findings: Findings, place: int, key: str, responses: ResponsesView | None = None
) -> LeaderboardView:
    """The leaderboard of the column at ``place`` of the study, whose models lead to their responses."""
    study, column = findings.study, leaderboard.column
    people, shipped = _people_rows(leaderboard), _shipped_rows(leaderboard)
    axis, decimals = plot_axis((*leaderboard.rows, *people, *shipped)), column_decimals(study, place)
    rows = {model: row for row, model in enumerate(study.models)}
    links = {} if responses is None else responses.links
    order = "ascending" if column.lower_is_better else "descending"
    title = stat_title(column.stat, column.group)
    apart = any(row.uncounted for row in leaderboard.rows)  # they stand below those that count
    filled = any(row.all_items for row in leaderboard.rows)
    less, write = column.lower_is_better, fixed(decimals)
    score = Column("score", title, write, mark="main", rising=less, order="" if apart or filled else order)
    same = _same_stats(leaderboard)
    differing = {name: values for name, values in leaderboard.submetrics.items() if name not in same}
    norm = norm_with_quantiles(column.group, column.comparable, column.stat)
    within = within_people(leaderboard.people, norm, lower_is_better=less)
    standing = {run: row for (row, at), run in study.runs.items() if at == place}
    columns = (
        *_ranked(score, write),
        *(_all_items_columns(title, write, less, "" if apart else order) if filled else ()),
        *(among.column for among in within),
        *(
            Column(f"stat_{name}", stat_title(name, column.group), partial(stat_text, name, decimals=decimals))
            for name in differing
        ),
    )
    found: list[tuple[LeaderboardRow, tuple[Any, ...]]] = []
    for i, ranked in enumerate(leaderboard.rows):
        why = "" if ranked.score is not None else score_reason(findings, rows[ranked.model], place)
        cells = row_cells(ranked, axis, why, mark=_mark_of_score(findings, ranked, place))
        stats = (_stat_cell(values[i], bool(why)) for values in differing.values())
        shares = percentiles(within, ranked.score, ranked.uncounted)
        cells = (cells[0]._replace(link=links.get(ranked.model, "")), *cells[1:])
        over_all = _all_items_cells(ranked) if filled else ()
        found.append((ranked, (*cells, *over_all, *shares, *stats)))
    for person, sample in zip(people, leaderboard.people, strict=True):
        name, *numbers = row_cells(person, axis, NOBODY_SCORED)
        own = (beside_score(sample).get(stat, NOT_OF_PEOPLE) for stat in differing)
        others = [NOT_OF_PEOPLE] * (3 * filled)
        below = [NOT_OF_PEOPLE] * len(within)
        found.append((person, (name._replace(note=PEOPLE), *numbers, *others, *below, *own)))
    if people:
        found.sort(key=lambda pair: _order(pair[0], column))
    for row, baseline in zip(shipped, leaderboard.shipped, strict=True):
        name, *numbers = row_cells(row, axis, "", f"does not count: {row.uncounted}" if row.uncounted else "")
        own = (_stat_cell(baseline.stats.get(stat), explained=False) for stat in differing)
        shares = percentiles(within, row.score, row.uncounted)
        over_all = _all_items_cells(row) if filled else ()
        found.append((row, (name._replace(note=SHIPPED), *numbers, *over_all, *shares, *own)))
    marks = [PEOPLE if row[0].note == PEOPLE else "" for _, row in found]
    table = Table("leaderboard", columns, [row for _, row in found], f"Models on {column.title}", marks=marks)
    grid = page_grid(table, f"{key}-table", look="ranking", axis=axis)
    named = partial(stat_title, group=column.group)
    norms = tuple(typeset(norm_text(shown, named)) for shown in leaderboard.norms if shown != norm)
    norms = (*([typeset(percentile_note(norm, named))] if norm else []), *norms)
    judges = tuple(f"{judge}: {card_line(findings.cards.get(judge))}" for judge in judges_in_key(column.comparable))
    norms = (*norms, *(person.other_items for person in leaderboard.people if person.other_items))
    facts = _facts(leaderboard) + _said_once(leaderboard, same)
    corrected = correction_note([run for run in findings.runs if run.name in standing and run.corrected])
    facts += f" {typeset(capitalised(corrected))}." if corrected else ""
    audits = () if isinstance(findings.judge_bias, Absent) else findings.judge_bias
    lengths = tuple(typeset(line) for line in length_lines(audits, set(standing)))
    return LeaderboardView(column, key, grid, facts, tuple(_provenance(column)), norms, judges, lengths, responses)


def _ranked(score: Column, write: Callable[[float], str]) -> tuple[Column, ...]:
    return (
        Column("model", "model", left=True),
        Column("rank", "rank", count, mark="rank", rising=True),
        score,
        Column("interval", "95 % interval", between(write), parts=("low", "high")),
        _plot_column(write),
    )


def _plot_column(write: Callable[[float], str]) -> Column:
    return Column("plot", "score and interval", write, pages_only=True)


def _all_items_columns(title: str, write: Callable[[float], str], less: bool, order: str) -> tuple[Column, ...]:
    ends = between(write)
    return (
        Column("score_all_items", f"{title}, all items", write, mark="main", rising=less, order=order),
        Column("all_items_interval", "its 95 % interval", ends, parts=("low", "high")),
        Column("cases", "worst to best case", ends, parts=("low", "high")),
    )


def _all_items_cells(row: LeaderboardRow) -> tuple[Any, ...]:
    known = row.all_items
    cases = Cell(None, why="at least 95 % of the items have a score") if known is None else (known.low, known.high)
    if row.over_all is None:
        return None, None, cases
    if known is not None and known.score is None:
        why = "no other model has scores on the items that this one lacks, or none shares items with it"
        return Undefined(why), None, cases
    return row.over_all, both_ends(row.over_all_low, row.over_all_high), cases


def _people_rows(leaderboard: Leaderboard) -> tuple[LeaderboardRow, ...]:
    alone = len(leaderboard.people) == 1
    return tuple(
        LeaderboardRow(row_title(person, alone), False, person.mean, person.low, person.high)
        for person in leaderboard.people
    )


def _shipped_rows(leaderboard: Leaderboard) -> tuple[LeaderboardRow, ...]:
    return tuple(
        LeaderboardRow(own.baseline, True, own.score, own.low, own.high, uncounted=own.uncounted)
        for own in leaderboard.shipped
    )


def _order(row: LeaderboardRow, column: ScoreColumn) -> tuple[bool, bool, float]:
    """A key to sort by: scores that count, then scores that do not, then rows without a score."""
    score = (row.score if row.over_all is None else row.over_all) or 0.0
    return row.score is None, row.uncounted != "", score if column.lower_is_better else -score


def _stat_cell(value: float | None, explained: bool) -> Any:  # noqa: ANN401 - whatever a cell holds
    return Undefined("not reported") if value is None and not explained else value


def _same_stats(leaderboard: Leaderboard) -> dict[str, float]:
    """What is known of how models were asked and is the same for all rows, so that it needs no column."""
    of_people = [beside_score(sample) for sample in leaderboard.people]
    found = {}
    for name in SAID_ONCE:
        values = {*leaderboard.submetrics.get(name, ()), *(row.stats.get(name) for row in leaderboard.shipped)}
        values |= {own[name] for own in of_people if name in own}
        value = values.pop() if len(values) == 1 else None
        if value is not None:
            found[name] = value
    return found


def _said_once(leaderboard: Leaderboard, same: Mapping[str, float]) -> str:
    column = leaderboard.column
    texts = [
        f"{stat_title(name, column.group).lower()} {stat_text(name, value)}"
        for name, value in same.items()
        if name != ITEMS or value != column.items
    ]
    if not texts:
        return ""
    sentence = ", ".join(texts)
    return f" For each: {sentence}." if len(leaderboard.rows) > 1 else f" {capitalised(sentence)}."


def _provenance(column: ScoreColumn) -> Iterator[str]:
    """Each part with its text; where runs differ, with how many have which."""
    runs = max((sum(texts.values()) for texts in column.provenance.values()), default=0)
    for name, texts in column.provenance.items():
        several = len(texts) > 1 or sum(texts.values()) < runs
        yield f"{name}: " + ", ".join(f"{text} ({counted(n, 'run')})" if several else text for text, n in texts.items())


def _mark_of_score(findings: Findings, ranked: LeaderboardRow, place: int) -> str:
    row = findings.study.models.index(ranked.model)
    return "; ".join(filter(None, (uncounted_text(findings, row, place), typeset_number(ranked.caution))))


def uncounted_text(findings: Findings, row: int, place: int) -> str:
    """Why a score does not count, with the reasons why its other responses have none; "" where it counts."""
    why = findings.study.uncounted.get((row, place), "")
    explained = failures_text(findings, row, place) if why else ""
    return f"does not count: {why}" + (f" ({explained})" if explained else "") if why else ""


def _facts(leaderboard: Leaderboard) -> str:
    column = leaderboard.column
    scored = [row.baseline for row in leaderboard.rows if row.score is not None]
    asked = "an unknown number of items" if column.items is None else counted(column.items, "item")
    instruction = f" Instruction before every prompt: {column.instruction}." if column.instruction else ""
    less = " Less is better." if column.lower_is_better else ""
    if not scored:
        return f"No model has a score, {asked}.{instruction}"
    models = who(scored.count(False), scored.count(True))
    over_all = f" Ranks and composites use the score over all items: {typeset(HOW)}. Worst and best case: {CASES}."
    filled = over_all if any(row.all_items for row in leaderboard.rows) else ""
    shipped = f" {capitalised(SHIPPED_NOTE)}." if leaderboard.shipped else ""
    return f"{models}, {asked}.{less} Intervals: {typeset(leaderboard.interval)}.{instruction}{filled}{shipped}"


def row_cells(ranked: LeaderboardRow, axis: Axis, why: str, mark: str = "") -> tuple[Any, ...]:
    """Model, rank, score, interval and its plot."""
    span = _span(ranked, axis)
    if span is None:
        return Cell(ranked.model), None, None, None, why
    rank, score = Cell(ranked.rank, note=_ranks(ranked)), Cell(ranked.score, why=mark)
    return Cell(ranked.model), rank, score, both_ends(ranked.low, ranked.high), span


def _span(ranked: LeaderboardRow, axis: Axis) -> Span | None:
    if ranked.score is None:
        return None
    low, high = (None if end is None else axis.place(end) for end in (ranked.low, ranked.high))
    return Span(low, axis.place(ranked.score), high, axis.beyond(ranked.score))


def _ranks(row: LeaderboardRow) -> str:
    """From which rank to which it may lie; "" where that is one rank or unknown."""
    if row.rank_low is None or row.rank_high is None or row.rank_low == row.rank_high:
        return ""
    return f"{row.rank_low}{DASH}{row.rank_high}"


def z_cell(value: float, why: str) -> Cell:
    """A z-score on its shade."""
    return Cell(float(value), mark=shade(value)) if math.isfinite(value) else Cell(None, why=why)


def shade(z: float) -> str:
    """Class of a z-score: "up1" to "up4", "down1" to "down4", or "" within a quarter of the mean."""
    step = min(STEPS, math.floor(2 * abs(z) + 0.5))
    return f"{'up' if z > 0 else 'down'}{step}" if step else ""


def heatmap_grid(
    composite: CompositeScores,
    study: ScoreMatrix,
    responses: Mapping[str, Mapping[str, str]] = MappingProxyType({}),
    leaderboards: Sequence[Leaderboard] = (),
) -> Grid:
    """All z-scores, models in the order of the composite and baselines below them; intervals where there is room."""
    rows = {model: row for row, model in enumerate(study.models)}
    titles = {column.key: column.title for column in study.columns}
    axis = plot_axis(composite.rows, (-FAR, FAR)) if len(composite.columns) <= BESIDE_INTERVALS else None
    columns = (
        Column("model", "model", left=True),
        _overall_column(composite),
        *([_plot_column(fixed(Z_DECIMALS))] if axis else ()),
        *(Column(f"z_{key}", titles[key], signed(Z_DECIMALS), named=True) for key in composite.columns),
    )
    found = [
        (
            ranked.model,
            Cell(None, why="lacks a benchmark") if ranked.score is None else ranked.score,
            *([_span(ranked, axis) or "lacks a benchmark"] if axis else ()),
            *(
                z_cell(value, "no score")._replace(link=responses.get(key, {}).get(ranked.model, ""))
                for key, value in zip(composite.columns, composite.z[rows[ranked.model]], strict=True)
            ),
        )
        for ranked in _baselines_last(composite)
    ]
    found += [
        (Cell(name, note=SHIPPED), None, *([""] if axis else ()), *cells)
        for name, cells in _shipped_z(composite, study, leaderboards)
    ]
    table = Table("heatmap", columns, found, "z-scores of models by benchmarks")
    return page_grid(table, look="heatmap", axis=axis)


def _shipped_z(
    composite: CompositeScores, study: ScoreMatrix, leaderboards: Sequence[Leaderboard]
) -> Iterator[tuple[str, list[Cell]]]:
    """Shipped baselines, each with its z-scores in the columns of the composite: on the scale of the models."""
    places = {column.key: place for place, column in enumerate(study.columns)}
    known = {leaderboard.column.key: {own.baseline: own for own in leaderboard.shipped} for leaderboard in leaderboards}
    for name in sorted({name for key in composite.columns for name in known.get(key, {})}):
        cells = []
        for own_z, key in zip(composite.z.T, composite.columns, strict=True):
            shipped = known.get(key, {}).get(name)
            if shipped is None or shipped.uncounted:
                why = f"does not count: {shipped.uncounted}" if shipped else "not run under these settings"
                cells.append(Cell(None, why=why))
                continue
            scores = np.where(np.isfinite(own_z), study.over_all_items[:, places[key]], np.nan)
            least, most = np.nanargmin(scores), np.nanargmax(scores)
            # z is linear in the score, and a column of the composite has two scores that differ.
            slope = (own_z[most] - own_z[least]) / (scores[most] - scores[least])
            cells.append(z_cell(float(own_z[least] + slope * (shipped.score - scores[least])), ""))
        yield name, cells


def scores_grid(findings: Findings, links: Mapping[str, str]) -> Grid:
    """All scores beside one another; the rows are benchmarks, or models, best first, where there is one benchmark."""
    study, leaderboards = findings.study, findings.leaderboards
    names = study.models if len(leaderboards) > 1 else [row.model for row in leaderboards[0].rows]
    shipped = sorted({baseline.baseline for leaderboard in leaderboards for baseline in leaderboard.shipped})
    cells = [
        [_score_cell(findings, leaderboard, name, place) for place, leaderboard in enumerate(leaderboards)]
        for name in names
    ]
    cells += [
        [_shipped_cell(study, leaderboard, name, place) for place, leaderboard in enumerate(leaderboards)]
        for name in shipped
    ]
    benchmarks = [Cell(column.title, link=links.get(column.key, "")) for column in study.columns]
    beside = [f"{name} ({SHIPPED})" for name in shipped]
    if len(benchmarks) > 1:
        titles = [*(f"{name} ({BASELINE})" if is_baseline(name) else name for name in names), *beside]
        columns = [Column("benchmark", "benchmark", left=True)]
        found = [(label, *line) for label, line in zip(benchmarks, zip(*cells, strict=True), strict=True)]
    else:
        titles = [cell.value for cell in benchmarks]
        columns = [Column("model", "model", left=True)]
        found = [(name, *line) for name, line in zip([*names, *beside], cells, strict=True)]
    columns += [Column(f"score_{place}", title, named=True, mark="main") for place, title in enumerate(titles)]
    return page_grid(Table("scores", columns, found, "Scores"), look="scores")


def _score_cell(findings: Findings, leaderboard: Leaderboard, name: str, place: int) -> Cell:
    row = findings.study.models.index(name)
    ranked = next(row for row in leaderboard.rows if row.model == name)
    if ranked.score is None:
        return Cell(Undefined(score_reason(findings, row, place)))
    write, why = fixed(column_decimals(findings.study, place)), _mark_of_score(findings, ranked, place)
    if ranked.over_all is None:
        return _with_interval(ranked.score, both_ends(ranked.low, ranked.high), write, why)
    if ranked.all_items and write(ranked.score) != write(ranked.over_all):
        own = f"over all items; the mean over responses that have a score is {typeset_number(write(ranked.score))}"
        why = f"{why}; {own}" if why else own
    return _with_interval(ranked.over_all, both_ends(ranked.over_all_low, ranked.over_all_high), write, why)


def _shipped_cell(study: ScoreMatrix, leaderboard: Leaderboard, name: str, place: int) -> Cell:
    known = next((baseline for baseline in leaderboard.shipped if baseline.baseline == name), None)
    if known is None:
        return Cell(None)
    why = f"does not count: {known.uncounted}" if known.uncounted else ""
    return _with_interval(known.score, both_ends(known.low, known.high), fixed(column_decimals(study, place)), why)


def _with_interval(score: float, ends: tuple[float, float] | None, write: Callable[[float], str], why: str) -> Cell:
    return Cell(score, typeset_number(between(write)(ends)) if ends else "", why, format=write)


def plot_axis(placed: Sequence[LeaderboardRow], reach: tuple[float, float] | None = None) -> Axis:
    """From the lowest to the highest of all scores and ends of intervals."""
    models = [row.score for row in placed if row.score is not None and not row.baseline]
    if reach is None and len(models) >= LEAST_MODELS:
        mean, sd = float(np.mean(models)), float(np.std(models, ddof=1))
        reach = mean - FAR * sd, mean + FAR * sd
    low, high = reach or (-math.inf, math.inf)
    known = [
        min(high, max(low, value)) if row.baseline else value
        for row in placed
        if row.score is not None
        for value in (row.low, row.score, row.high)
        if value is not None
    ]
    return Axis(min(known, default=0.0), max(known, default=0.0))


def column_decimals(study: ScoreMatrix, place: int) -> int:
    """Decimals of the scores of a column."""
    return score_decimals(study.scores[:, place].tolist(), study.errors[:, place].tolist())
