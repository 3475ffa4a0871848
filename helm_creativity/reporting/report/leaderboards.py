"""Tables of who stands where: the composite, one leaderboard a benchmark, and all z-scores beside one another."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from typing import NamedTuple

import numpy as np

from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.composites import LEAST_MODELS, score_caution
from helm_creativity.reporting.judge_cards import card_line
from helm_creativity.reporting.norms import norm_text
from helm_creativity.reporting.people import NOBODY_SCORED, beside_score, row_title
from helm_creativity.reporting.plots.style import DASH, percent
from helm_creativity.reporting.report.grid import PLOT, TEXT, Axis, Grid, GridCell, GridRow, Head, Span, empty, missing
from helm_creativity.reporting.report.wording import (
    count,
    decimals_for,
    failures_text,
    interval_text,
    listed,
    number,
    score_reason,
    signed,
    stat_cell,
    stat_title,
    typeset,
    who,
)
from helm_creativity.results.findings import Findings
from helm_creativity.results.leaderboard import CompositeScores, Leaderboard, LeaderboardRow
from helm_creativity.results.people import PeopleScores
from helm_creativity.results.study import ScoreColumn, ScoreMatrix
from helm_creativity.results.suite import judges_in_key

BASELINE, PEOPLE = "baseline", "people"
Z_DECIMALS = 2
STEPS = 4
"""Shades of a z-score on each side of the mean, half a standard deviation each."""
FAR = 5.0
"""Standard deviations from the mean at which pictures cap baselines; tables have their numbers."""
OVERALL = "Overall\N{NO-BREAK SPACE}z"
RANKED = (Head("Model", TEXT), Head("Rank", rising=True))


class LeaderboardView(NamedTuple):
    """One benchmark's leaderboard with what must stand beside it.

    Attributes:
        column: which.
        key: id of its place on the page.
        grid: the table.
        facts: how many models and items, and how intervals were made.
        provenance: a text for each part of it.
        norms: scores of people, a text for each.
        judges: how far each judge of the scores agrees with people, a text for each.
    """

    column: ScoreColumn
    key: str
    grid: Grid
    facts: str
    provenance: tuple[str, ...] = ()
    norms: tuple[str, ...] = ()
    judges: tuple[str, ...] = ()


def composite_grid(composite: CompositeScores, study: ScoreMatrix) -> Grid:
    """Overall means with their intervals, and the means by domain."""
    axis, rows = plot_axis(composite.rows, (-FAR, FAR)), {model: row for row, model in enumerate(study.models)}
    several = len(composite.domains) > 1
    heads = (*RANKED, Head(OVERALL, sorted="descending"), Head("95% interval"), _plot(axis, Z_DECIMALS))
    domains = tuple(Head(domain[:1].upper() + domain[1:]) for domain in composite.domains if several)
    found = []
    for ranked in composite.rows:
        lacks = f"lacks {listed(ranked.missing)}" if ranked.missing else "no score"
        cells = row_cells(ranked, axis, Z_DECIMALS, lacks, plus=True)
        means = composite.by_domain[rows[ranked.model]] if several else ()
        found.append(
            GridRow((*cells, *(z_cell(value, "lacks one of its benchmarks") for value in means)), _mark(ranked))
        )
    return Grid("overall-table", "Overall ranking of models", (*heads, *domains), tuple(found), axis.zero, "ranking")


def leaderboard_view(leaderboard: Leaderboard, findings: Findings, place: int, key: str) -> LeaderboardView:
    """The leaderboard of the column at ``place`` of the study."""
    study, column = findings.study, leaderboard.column
    people = _people_rows(leaderboard)
    axis, decimals = plot_axis((*leaderboard.rows, *people)), _decimals((*leaderboard.rows, *people))
    rows = {model: row for row, model in enumerate(study.models)}
    order = "ascending" if column.lower_is_better else "descending"
    title = stat_title(column.stat, column.group)
    apart = any(row.uncounted for row in leaderboard.rows)  # they stand below those that count
    score = Head(title, rising=column.lower_is_better, sorted="" if apart else order)
    submetrics = tuple(Head(stat_title(name, column.group)) for name in leaderboard.submetrics)
    found: list[tuple[LeaderboardRow, GridRow]] = []
    for i, ranked in enumerate(leaderboard.rows):
        why = "" if ranked.score is not None else score_reason(findings, rows[ranked.model], place)
        cells = row_cells(ranked, axis, decimals, why, mark=_mark_of_score(findings, rows[ranked.model], place))
        stats = (stat_cell(name, values[i], bool(why), decimals) for name, values in leaderboard.submetrics.items())
        within = (_percentile_cell(ranked, sample) for sample in leaderboard.people)
        found.append((ranked, GridRow((*cells, *stats, *within), _mark(ranked))))
    for person, sample in zip(people, leaderboard.people, strict=True):
        name, *numbers = row_cells(person, axis, decimals, NOBODY_SCORED)
        stats = (_people_cell(stat, sample, decimals) for stat in leaderboard.submetrics)
        within = (empty("not of people") for _ in people)
        found.append((person, GridRow((name._replace(note=PEOPLE), *numbers, *stats, *within), PEOPLE)))
    if people:
        found.sort(key=lambda pair: _order(pair[0], column))
    shown = tuple(row for _, row in found)
    heads = (*RANKED, score, Head("95% interval"), _plot(axis, decimals), *submetrics, *_percentile_heads(leaderboard))
    grid = Grid(f"{key}-table", f"Models in {column.title}", heads, shown, axis.zero, "ranking")
    norms = tuple(typeset(norm_text(norm, partial(stat_title, group=column.group))) for norm in leaderboard.norms)
    judges = tuple(f"{judge}: {card_line(findings.cards.get(judge))}" for judge in judges_in_key(column.comparable))
    return LeaderboardView(column, key, grid, _facts(leaderboard), tuple(_provenance(column)), norms, judges)


def _people_rows(leaderboard: Leaderboard) -> tuple[LeaderboardRow, ...]:
    alone = len(leaderboard.people) == 1
    return tuple(
        LeaderboardRow(row_title(person, alone), False, person.mean, person.low, person.high, None, None, None)
        for person in leaderboard.people
    )


def _order(row: LeaderboardRow, column: ScoreColumn) -> tuple[bool, bool, float]:
    """Where a row stands: by score, behind all that count where it does not, last without one."""
    score = row.score or 0.0
    return row.score is None, row.uncounted != "", score if column.lower_is_better else -score


def _percentile_heads(leaderboard: Leaderboard) -> Iterator[Head]:
    alone = len(leaderboard.people) == 1
    for person in leaderboard.people:
        yield Head(f"Percentile in {'people' if alone else person.sample.name}")


def _percentile_cell(row: LeaderboardRow, people: PeopleScores) -> GridCell:
    """The share of participants that a model surpasses."""
    share = None if row.score is None or row.uncounted else people.percentile(row.score)
    return empty("no percentile") if share is None else GridCell(percent(share), share)


def _people_cell(stat: str, people: PeopleScores, decimals: int) -> GridCell:
    """What stands beside the score of a sample."""
    value = beside_score(people).get(stat)
    return empty("not of people") if value is None else stat_cell(stat, float(value), decimals=decimals)


def _provenance(column: ScoreColumn) -> Iterator[str]:
    """Each part with its text; where runs differ, with how many have which."""
    runs = max((sum(texts.values()) for texts in column.provenance.values()), default=0)
    for name, texts in column.provenance.items():
        several = len(texts) > 1 or sum(texts.values()) < runs
        yield f"{name}: " + ", ".join(f"{text} ({count(n, 'run')})" if several else text for text, n in texts.items())


def _mark_of_score(findings: Findings, row: int, place: int) -> str:
    """Why a score does not count, or what to know of one that does; "" where there is nothing."""
    stats = {name: float(values[row, place]) for name, values in findings.study.stats.items()}
    return uncounted_text(findings, row, place) or score_caution(stats)


def uncounted_text(findings: Findings, row: int, place: int) -> str:
    """Why a score does not count, with the reasons why its other responses have none; "" where it counts."""
    why = findings.study.uncounted.get((row, place), "")
    explained = failures_text(findings, row, place) if why else ""
    return f"does not count: {why}" + (f" ({explained})" if explained else "") if why else ""


def _facts(leaderboard: Leaderboard) -> str:
    """What must be known to read the table."""
    column = leaderboard.column
    scored = [row.baseline for row in leaderboard.rows if row.score is not None]
    asked = "an unknown number of items" if column.items is None else count(column.items, "item")
    instruction = f" Instruction before every prompt: {column.instruction}." if column.instruction else ""
    less = " Less is better." if column.lower_is_better else ""
    if not scored:
        return f"No model has a score, {asked}.{instruction}"
    models = who(scored.count(False), scored.count(True))
    return f"{models}, {asked}.{less} Intervals: {typeset(leaderboard.interval)}.{instruction}"


def row_cells(
    ranked: LeaderboardRow, axis: Axis, decimals: int, why: str, plus: bool = False, mark: str = ""
) -> tuple[GridCell, ...]:
    """Model, rank, score, interval and its plot.

    Args:
        ranked: the row.
        axis: of the plot.
        decimals: of the score.
        why: why there is no score, "" where there is one.
        plus: whether scores above 0 have a sign.
        mark: what stands beside the score: why it does not count, or a caution; "" for nothing.
    """
    name = GridCell(ranked.model, note=BASELINE if ranked.baseline else "")
    if ranked.score is None:
        return name, empty("no rank")._replace(mark="rank"), empty("no score"), empty("no interval"), GridCell(why)
    rank = empty("no rank") if ranked.rank is None else GridCell(str(ranked.rank), ranked.rank, note=_ranks(ranked))
    ends = interval_text(ranked.low, ranked.high, decimals)
    low, high = (None if end is None else axis.place(end) for end in (ranked.low, ranked.high))
    return (
        name,
        rank._replace(mark="rank"),
        GridCell((signed if plus else number)(ranked.score, decimals), ranked.score, why=mark, mark="main"),
        empty("no interval") if ends == DASH else GridCell(ends, ranked.low),
        GridCell("", span=Span(low, axis.place(ranked.score), high, axis.beyond(ranked.score))),
    )


def _ranks(row: LeaderboardRow) -> str:
    """From which rank to which it may lie; "" where that is one rank or unknown."""
    if row.rank_low is None or row.rank_high is None or row.rank_low == row.rank_high:
        return ""
    return f"{row.rank_low}{DASH}{row.rank_high}"


def z_cell(value: float, why: str) -> GridCell:
    """A z-score on its shade."""
    if not math.isfinite(value):
        return empty(why)
    return GridCell(signed(value, Z_DECIMALS), float(value), mark=shade(value))


def shade(z: float) -> str:
    """Class of a z-score: "up1" to "up4", "down1" to "down4", or "" within a quarter of the mean."""
    step = min(STEPS, math.floor(2 * abs(z) + 0.5))
    return f"{'up' if z > 0 else 'down'}{step}" if step else ""


def heatmap_grid(composite: CompositeScores, study: ScoreMatrix) -> Grid:
    """All z-scores, models in the order of the composite."""
    rows = {model: row for row, model in enumerate(study.models)}
    places = {column.key: place for place, column in enumerate(study.columns)}
    heads = [Head(study.columns[places[key]].title) for key in composite.columns]
    found = []
    for ranked in composite.rows:
        row = rows[ranked.model]
        name = GridCell(ranked.model, note=BASELINE if ranked.baseline else "")
        overall = (
            empty("lacks a benchmark")
            if ranked.score is None
            else GridCell(signed(ranked.score), ranked.score, mark="main")
        )
        cells = (z_cell(value, "no score") for value in composite.z[row])
        found.append(GridRow((name, overall, *cells), _mark(ranked)))
    return Grid(
        "heatmap-table",
        "z-scores of models by benchmarks",
        (RANKED[0], Head(OVERALL, sorted="descending"), *heads),
        tuple(found),
        look="heatmap",
    )


def scores_grid(findings: Findings, links: Mapping[str, str]) -> Grid:
    """All scores beside one another; the rows are benchmarks, or models, best first, where there is one benchmark."""
    study, leaderboards = findings.study, findings.leaderboards
    names = study.models if len(leaderboards) > 1 else [row.model for row in leaderboards[0].rows]
    cells = [
        [_score_cell(findings, leaderboard, name, place) for place, leaderboard in enumerate(leaderboards)]
        for name in names
    ]
    models = [GridCell(name, note=BASELINE * is_baseline(name)) for name in names]
    benchmarks = [GridCell(column.title, href=links.get(column.key, "")) for column in study.columns]
    if len(benchmarks) > 1:
        corner, across, down = "Benchmark", models, benchmarks
        cells = [list(line) for line in zip(*cells, strict=True)]
    else:
        corner, across, down = "Model", benchmarks, models
    found = tuple(GridRow((name, *line), name.note) for name, line in zip(down, cells, strict=True))
    return Grid(
        "scores-table",
        "Scores",
        (Head(corner, TEXT), *(Head(label.text + f" ({label.note})" * bool(label.note)) for label in across)),
        found,
        look="scores",
    )


def _score_cell(findings: Findings, leaderboard: Leaderboard, name: str, place: int) -> GridCell:
    row = findings.study.models.index(name)
    ranked = next(row for row in leaderboard.rows if row.model == name)
    if ranked.score is None:
        return missing(score_reason(findings, row, place))
    decimals = _decimals(leaderboard.rows)
    ends = interval_text(ranked.low, ranked.high, decimals)
    return GridCell(
        number(ranked.score, decimals),
        ranked.score,
        why=_mark_of_score(findings, row, place),
        mark="main",
        note="" if ends == DASH else ends,
    )


def plot_axis(placed: Sequence[LeaderboardRow], reach: tuple[float, float] | None = None) -> Axis:
    """From the lowest to the highest of all scores and ends of intervals.

    Args:
        placed: the rows.
        reach: as far as baselines may stretch it; where None, ``FAR`` standard deviations of the models' scores around
            their mean.
    """
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


def _plot(axis: Axis, decimals: int) -> Head:
    ends = (number(axis.low, decimals), number(axis.high, decimals))
    return Head("Score and interval", PLOT, ends=ends if axis.low < axis.high else None)


def _decimals(placed: Sequence[LeaderboardRow]) -> int:
    widths = [(row.high - row.low) / 2 for row in placed if row.low is not None and row.high is not None]
    return decimals_for([row.score for row in placed], widths)


def _mark(row: LeaderboardRow) -> str:
    return BASELINE if row.baseline else ""
