"""All benchmarks of suites in one table: models by benchmarks, as wide as a screen."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from helm_creativity.core.names import SCORE
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.composites import LEAST_SCORED
from helm_creativity.reports.leaderboard import correction_facts, raw_order
from helm_creativity.reports.tables import text_width
from helm_creativity.results.comparable import (
    MainMetric,
    MainMetrics,
    cards,
    column_titles,
    comparable_groups,
    representative_order,
    served_model,
)
from helm_creativity.results.composite import Member, composite
from helm_creativity.results.numbers import fixed, score_decimals, signed
from helm_creativity.results.rescoring import CORRECTION, MADE_OF, RAW_SCORE
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.shipped_baselines import (
    SHIPPED,
    SHIPPED_NOTE,
    ShippedBaseline,
    shipped_baselines,
)
from helm_creativity.results.standing import standings
from helm_creativity.results.table import Cell, Column, Table, cell_text

OVERALL = "overall z"
SE = "score_se"
LEAST_MEMBERS = 2
UNCOUNTED, CAUTION = "*", "!"
GAP = 2
"""Blanks between two columns of text."""
LONGEST_NAME = 32


class _Benchmark(NamedTuple):
    title: str
    metric: MainMetric
    probe: bool
    runs: Mapping[str, Run]
    scores: Mapping[str, float]
    uncounted: Mapping[str, str]
    marks: Mapping[str, str]
    others: int
    apart: str
    shipped: Mapping[str, ShippedBaseline]

    def cell(self, model: str) -> Cell | None:
        if model not in self.runs:
            return None
        return Cell(self.scores.get(model), self.marks.get(model, ""), format=self._write)

    def shipped_cell(self, baseline: str) -> Cell | None:
        known = self.shipped.get(baseline)
        return None if known is None else Cell(known.score, UNCOUNTED * bool(known.uncounted), format=self._write)

    @property
    def raw(self) -> _Benchmark:
        scores = {model: self.runs[model].stats.get(RAW_SCORE, score) for model, score in self.scores.items()}
        return self._replace(scores=scores)

    @property
    def _write(self) -> Callable[[float], str]:
        return fixed(score_decimals(self.scores.values(), [run.stats.get(SE) for run in self.runs.values()]))


def overview(
    runs: Iterable[Run],
    width: int,
    tell: Callable[[str], None],
    least_scored: float = LEAST_SCORED,
    models: Callable[[str], bool] = lambda _: True,
) -> list[Table]:
    """The score of each model on each benchmark, best overall first and baselines last, shipped ones below them.

    A benchmark stands there under the settings that reports compare it under; runs under others are counted in a note.
    Where a model lacks items, its score is that over all items, as in the benchmark's own table. The rows are models,
    or benchmarks where there are more of these.
    """
    by_group: dict[str, list[Run]] = {}
    for run in runs:
        if run.has_comparable_key or SCORE in run.stats:
            by_group.setdefault(run.group, []).append(run)
    found = [_benchmark(group, by_group[group], least_scored, tell) for group in sorted(by_group)]
    names = {model for benchmark in found for model in benchmark.runs}
    if not names:
        return []
    overall = _overall(found, sorted(names))
    order = sorted(names, key=lambda name: (is_baseline(name), -overall.get(name, -math.inf), natural_key(name)))
    shown = list(filter(models, order))
    shipped = sorted({name for benchmark in found for name in benchmark.shipped})
    z = [Cell(overall.get(model), format=signed(2)) for model in shown] + [Cell(None)] * len(shipped) if overall else []
    cells = [[benchmark.cell(model) for benchmark in found] for model in shown]
    cells += [[benchmark.shipped_cell(name) for benchmark in found] for name in shipped]
    rows: list[tuple[Any, ...]]
    totals: list[tuple[Any, ...]] = []
    if len(shown) < len(found):
        rows = [(benchmark.title, *own) for benchmark, own in zip(found, zip(*cells, strict=True), strict=True)]
        beside = (f"{name.rpartition('/')[2]} (shipped)" for name in shipped)
        short = (name if len(name) <= LONGEST_NAME else f"{name[: LONGEST_NAME - 1]}…" for name in shown)
        titles, label = [*short, *beside], "benchmark"
        totals += [(OVERALL, *z)] if z else []
    else:
        names_of_rows = [*shown, *(f"{name} ({SHIPPED})" for name in shipped)]
        every = [(name, *z[place : place + 1], *cells[place]) for place, name in enumerate(names_of_rows)]
        rows, totals = every[: len(shown)], every[len(shown) :]
        titles, label = [*([OVERALL] if z else []), *(benchmark.title for benchmark in found)], "model"
    columns = [Column(label, label, left=True), *(Column(f"c{place}", title) for place, title in enumerate(titles))]
    table = Table("overview", columns, rows, totals=totals, notes=list(_notes(found, shown, shipped, overall)))
    return list(_blocks(table, width))


def _benchmark(group: str, runs: Sequence[Run], least_scored: float, tell: Callable[[str], None]) -> _Benchmark:
    metric = MainMetrics((), {}, [])(group, runs) or MainMetric(SCORE, SPLIT, False, group)
    groups = comparable_groups(group, runs, metric)
    place = representative_order(groups)[0]
    main = groups[place]
    kept = [next(iter(cell.values())) for _, cell in sorted(main.cells(served_model).items())]
    standing = standings(main, kept, tell, least_scored)
    uncounted = {each.run.model: each.uncounted for each in standing if each.uncounted}
    marks = {each.run.model: CAUTION for each in standing if each.caution or each.all_items}
    shipped = shipped_baselines(group, main.comparable, main.items, {run.model for run in kept})
    card = cards().get(group)
    return _Benchmark(
        metric.title,
        metric,
        card is not None and card.probe,
        {run.model: run for run in kept},
        {each.run.model: each.score for each in standing if each.score is not None},
        uncounted,
        marks | dict.fromkeys(uncounted, UNCOUNTED),
        len(runs) - len(main.runs),
        column_titles(groups)[place],
        {baseline.baseline: baseline for baseline in shipped},
    )


def _overall(found: Sequence[_Benchmark], models: Sequence[str]) -> dict[str, float]:
    members = [benchmark for benchmark in found if not benchmark.probe]
    scores = [[benchmark.scores.get(model, math.nan) for benchmark in members] for model in models]
    reasons = {
        (row, place): benchmark.uncounted[model]
        for row, model in enumerate(models)
        for place, benchmark in enumerate(members)
        if model in benchmark.uncounted
    }
    if len(members) < LEAST_MEMBERS:
        return {}
    made = composite(models, [Member(each.title, each.metric.lower_is_better) for each in members], scores, reasons)
    return {model: entry.value for model, entry in zip(models, made.entries, strict=False) if entry.value is not None}


def _notes(
    found: Sequence[_Benchmark], models: Sequence[str], shipped: Sequence[str], overall: Mapping[str, float]
) -> Iterator[str]:
    if overall:
        yield (
            f"{OVERALL}: mean z over the benchmarks of this table that measure creativity, for models with scores on "
            "all of them"
        )
    marks = {benchmark.marks.get(model) for benchmark in found for model in models}
    marks |= {cell.note for benchmark in found for name in shipped if (cell := benchmark.shipped_cell(name))}
    if UNCOUNTED in marks:
        yield f"({UNCOUNTED}) does not count; the benchmark's own table says why"
    if CAUTION in marks:
        yield f"({CAUTION}) has a caution, or items without a score; see the benchmark's own table"
    if shipped:
        yield SHIPPED_NOTE
    corrected = [benchmark for benchmark in found if any(run.corrected for run in benchmark.runs.values())]
    if corrected:
        how = next(run for run in corrected[0].runs.values() if run.corrected).comparable_parts[CORRECTION]
        yield f"{MADE_OF[how]} ({', '.join(benchmark.title for benchmark in corrected)})"
        for benchmark in corrected:
            yield from (f"{benchmark.title}: {fact}" for fact in correction_facts(list(benchmark.runs.values())))
        raw = _overall([benchmark.raw for benchmark in found], sorted(overall))
        yield from raw_order([(raw[name], overall[name]) for name in raw if not is_baseline(name)], OVERALL)
    others = [f"{benchmark.others:,} beside {benchmark.apart}" for benchmark in found if benchmark.others]
    if others:
        yield f"runs under other settings, not shown here: {', '.join(others)}"


def _blocks(table: Table, width: int) -> Iterator[Table]:
    columns = table.columns[1:]
    cells = [table.cells(row) for row in (*table.rows, *table.totals)]
    first, *widths = (
        max(text_width(column.title), *(text_width(cell_text(column, row[place])) for row in cells))
        for place, column in enumerate(table.columns)
    )
    start = 0
    while start < len(columns):
        end, taken = start, first
        while end < len(columns) and (end == start or taken + GAP + widths[end] <= width):
            taken += GAP + widths[end]
            end += 1
        places = [0, *range(start + 1, end + 1)]
        yield replace(
            table,
            columns=[table.columns[place] for place in places],
            rows=table.rows,
            totals=table.totals,
            notes=table.notes if end == len(columns) else (),
        )
        start = end
