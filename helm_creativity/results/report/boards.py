"""Tables of who stands where: the composite, one board a benchmark, and all z-scores beside one another."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import NamedTuple

from helm_creativity.results.findings import Board, Composite, Findings, Standing
from helm_creativity.results.report.grid import PLOT, TEXT, Axis, Cell, Grid, Head, Row, Span, empty
from helm_creativity.results.report.titles import reason_of, stat_cell, stat_title
from helm_creativity.results.report.writing import (
    DASH,
    count,
    decimals_for,
    interval,
    listed,
    number,
    signed,
    typeset,
    who,
)
from helm_creativity.results.study import Column, Study

BASELINE = "baseline"
Z_DECIMALS = 2
STEPS = 4
"""Shades of a z-score on each side of the mean, half a standard deviation each."""
OVERALL = "Overall\N{NO-BREAK SPACE}z"
RANKED = (Head("Model", TEXT), Head("Rank", rising=True))


class BoardView(NamedTuple):
    """One benchmark's board with what must stand beside it.

    Attributes:
        column: which.
        key: id of its place on the page.
        grid: the table.
        facts: how many models and items, and how intervals were made.
    """

    column: Column
    key: str
    grid: Grid
    facts: str


def composite_grid(composite: Composite, study: Study) -> Grid:
    """Overall means with their intervals, and the means by domain."""
    axis, rows = axis_of(composite.standings), {model: row for row, model in enumerate(study.models)}
    several = len(composite.domains) > 1
    heads = (*RANKED, Head(OVERALL, sorted="descending"), Head("95% interval"), _plot(axis, Z_DECIMALS))
    domains = tuple(Head(domain[:1].upper() + domain[1:]) for domain in composite.domains if several)
    found = []
    for one in composite.standings:
        lacks = f"lacks {listed(one.missing)}" if one.missing else "no score"
        cells = standing_cells(one, axis, Z_DECIMALS, lacks, plus=True)
        means = composite.by_domain[rows[one.model]] if several else ()
        found.append(Row((*cells, *(z_cell(value, "lacks one of its benchmarks") for value in means)), _mark(one)))
    return Grid("overall-table", "Overall standing of models", (*heads, *domains), tuple(found), axis.zero, "standing")


def board_view(board: Board, findings: Findings, place: int, key: str) -> BoardView:
    """The board of the column at ``place`` of the study."""
    study, column = findings.study, board.column
    axis, decimals = axis_of(board.standings), _decimals(board.standings)
    rows = {model: row for row, model in enumerate(study.models)}
    order = "ascending" if column.lower_is_better else "descending"
    title = stat_title(column.stat, column.group)
    score = Head(title, rising=column.lower_is_better, sorted=order)
    facets = tuple(Head(stat_title(name, column.group)) for name in board.facets)
    found = []
    for i, one in enumerate(board.standings):
        why = "" if one.score is not None else reason_of(findings, rows[one.model], place)
        cells = standing_cells(one, axis, decimals, why)
        stats = (stat_cell(name, values[i], bool(why), decimals) for name, values in board.facets.items())
        found.append(Row((*cells, *stats), _mark(one)))
    heads = (*RANKED, score, Head("95% interval"), _plot(axis, decimals), *facets)
    grid = Grid(f"{key}-table", f"Models in {column.title}", heads, tuple(found), axis.zero, "standing")
    return BoardView(column, key, grid, _facts(board))


def _facts(board: Board) -> str:
    """What must be known to read the table."""
    column = board.column
    scored = [one.baseline for one in board.standings if one.score is not None]
    asked = "an unknown number of items" if column.items is None else count(column.items, "item")
    told = f" Told before every prompt: {column.instruction}." if column.instruction else ""
    less = " Less is better." if column.lower_is_better else ""
    return f"{who(scored.count(False), scored.count(True))}, {asked}.{less} Intervals: {typeset(board.interval)}.{told}"


def standing_cells(one: Standing, axis: Axis, decimals: int, why: str, plus: bool = False) -> tuple[Cell, ...]:
    """Model, rank, score, interval and its plot."""
    name = Cell(one.model, note=BASELINE if one.baseline else "")
    if one.score is None:
        return name, empty("no rank")._replace(mark="rank"), empty("no score"), empty("no interval"), Cell(why)
    rank = empty("no rank") if one.rank is None else Cell(str(one.rank), one.rank, note=_ranks(one))
    ends = interval(one.low, one.high, decimals)
    low, high = (None if end is None else axis.place(end) for end in (one.low, one.high))
    return (
        name,
        rank._replace(mark="rank"),
        Cell((signed if plus else number)(one.score, decimals), one.score, mark="main"),
        empty("no interval") if ends == DASH else Cell(ends, one.low),
        Cell("", span=Span(low, axis.place(one.score), high)),
    )


def _ranks(one: Standing) -> str:
    """From which rank to which it may lie; "" where that is one rank or unknown."""
    if one.rank_low is None or one.rank_high is None or one.rank_low == one.rank_high:
        return ""
    return f"{one.rank_low}{DASH}{one.rank_high}"


def z_cell(value: float, why: str) -> Cell:
    """A z-score on its shade."""
    if not math.isfinite(value):
        return empty(why)
    return Cell(signed(value, Z_DECIMALS), float(value), mark=shade(value))


def shade(z: float) -> str:
    """Class of a z-score: "up1" to "up4", "down1" to "down4", or "" within a quarter of the mean."""
    step = min(STEPS, math.floor(2 * abs(z) + 0.5))
    return f"{'up' if z > 0 else 'down'}{step}" if step else ""


def heat_grid(composite: Composite, study: Study) -> Grid:
    """All z-scores, models in the order of the composite."""
    rows = {model: row for row, model in enumerate(study.models)}
    places = {column.key: place for place, column in enumerate(study.columns)}
    heads = [Head(study.columns[places[key]].title) for key in composite.columns]
    found = []
    for one in composite.standings:
        row = rows[one.model]
        name = Cell(one.model, note=BASELINE if one.baseline else "")
        overall = empty("lacks a benchmark") if one.score is None else Cell(signed(one.score), one.score, mark="main")
        cells = (z_cell(value, "no score") for value in composite.z[row])
        found.append(Row((name, overall, *cells), _mark(one)))
    return Grid(
        "heat-table",
        "z-scores of models by benchmarks",
        (RANKED[0], Head(OVERALL, sorted="descending"), *heads),
        tuple(found),
        look="heat",
    )


def axis_of(standings: Iterable[Standing]) -> Axis:
    """From the lowest to the highest of all scores and ends of intervals."""
    known = [
        value
        for one in standings
        if one.score is not None
        for value in (one.low, one.score, one.high)
        if value is not None
    ]
    return Axis(min(known, default=0.0), max(known, default=0.0))


def _plot(axis: Axis, decimals: int) -> Head:
    ends = (number(axis.low, decimals), number(axis.high, decimals))
    return Head("Score and interval", PLOT, ends=ends if axis.low < axis.high else None)


def _decimals(standings: Sequence[Standing]) -> int:
    widths = [(one.high - one.low) / 2 for one in standings if one.low is not None and one.high is not None]
    return decimals_for([one.score for one in standings], widths)


def _mark(one: Standing) -> str:
    return BASELINE if one.baseline else ""
