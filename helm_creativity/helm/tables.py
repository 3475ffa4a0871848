"""HELM's tables as the summarizer completes them: which runs count, the composite, tabs and columns."""

from __future__ import annotations

import json
import re
from collections import ChainMap
from collections.abc import Iterable, Mapping, Sequence
from collections.abc import Set as AbstractSet
from contextlib import suppress
from dataclasses import replace
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

import numpy as np
from helm.benchmark.presentation.schema import RunGroup, Schema
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from helm.benchmark.scenarios.scenario import ScenarioSpec
from helm.common.codec import to_json
from numpy.typing import ArrayLike

from helm_creativity.benchmark.base import parse_settings
from helm_creativity.benchmark.card import DETAILED, Card
from helm_creativity.benchmark.comparability import is_baseline, pooled_models
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.settings import label
from helm_creativity.psychometrics.composites import overall, z_scores
from helm_creativity.results.comparable import (
    ComparableGroup,
    MainMetric,
    comparable_groups,
    representative_order,
    served_model,
)
from helm_creativity.results.counting import deciding_stats, uncounted_scores
from helm_creativity.results.estimates import HOW, AllItems
from helm_creativity.results.loading import runs_over_all_items
from helm_creativity.results.runs import COMPARABLE, SPLIT, run_from
from helm_creativity.safe_text import listed

TITLE = "Composite (mean z)"
DECIMALS = 3
"""HELM's pages show no more."""
BOLD = {"font-weight": "bold"}
CHECKSUM = re.compile(r"[-@]([0-9a-f]{8}|sha256:[0-9a-f]{12})\b")
"""Ends the short names of judges and of files."""


def has_key(run: Run) -> bool:
    """Whether a run says under which settings its scores may be compared, as ours do."""
    metrics = run.run_spec.metric_specs
    return bool(metrics and metrics[0].args.get(COMPARABLE))


def run_mean(run: Run, name: str) -> float | None:
    """A stat of the test split, None where the run has none."""
    wanted = (name, SPLIT, None)
    own = (stat.mean for stat in run.stats if (stat.name.name, stat.name.split, stat.name.perturbation) == wanted)
    mean: float | None = next(own, None)
    return mean


class BenchmarkColumns(NamedTuple):
    """Which runs of a benchmark count where."""

    main: ComparableGroup | None
    beaten: frozenset[str]
    all_items: Mapping[str, AllItems] = MappingProxyType({})
    problems: tuple[str, ...] = ()


def benchmark_columns(group: str, runs: Iterable[Run], score: str = SCORE) -> BenchmarkColumns:
    """The columns of one benchmark; scores of items are read where a run lacks some."""
    with_key = []
    for run in filter(has_key, runs):
        with suppress(*UNREADABLE):  # reports leave such a run out, too
            spec, stats = (json.loads(to_json(part)) for part in (run.run_spec, run.stats))
            if (plain := run_from(spec, stats, Path(run.run_path))) is not None:
                with_key.append(plain)
    groups = comparable_groups(group, with_key, MainMetric(score, SPLIT, False, group))
    kept = [[run for cell in alike.cells(served_model).values() for run in cell.values()] for alike in groups]
    problems: list[str] = []
    lacking = [runs_over_all_items(some, problems.append) for some in kept] if score == SCORE else []
    order = representative_order(groups)
    return BenchmarkColumns(
        groups[order[0]] if order else None,
        frozenset({run.name for run in with_key}.difference(run.name for some in kept for run in some)),
        dict(ChainMap(*lacking)),
        tuple(problems),
    )


class Composite(NamedTuple):
    """A column: a number for each model, None where it has none, and what is said of it; or why there is no column."""

    values: Sequence[float | None] = ()
    texts: Sequence[str] = ()
    description: str = ""
    problem: str = ""


def composite(
    models: Sequence[str],
    benchmarks: Sequence[tuple[str, bool]],
    scores: ArrayLike,
    uncounted: Mapping[tuple[int, int], str] | None = None,
) -> Composite:
    """Mean of z of n models over m benchmarks, each a title and whether less is better.

    ``scores`` have shape (n, m), in each benchmark's own units and direction, NaN where a model has none; ``uncounted``
    says why one does not count, by row and benchmark. Z-scores are those of reports (``psychometrics.z_scores``); a
    benchmark without any is left out, which the description says.
    """
    reasons, titles = uncounted or {}, [title for title, _ in benchmarks]
    counted = np.array(scores, dtype=float)
    for cell in reasons:
        counted[cell] = np.nan
    pool = np.array([not is_baseline(model) for model in models], dtype=bool)
    found = z_scores(counted * np.array([-1.0 if lower else 1.0 for _, lower in benchmarks]), titles, pool)
    if found.problem:
        return Composite(problem=found.problem)
    values = [None if np.isnan(mean) else mean for mean in overall(found.z).tolist()]
    if not any(counts and value is not None for value, counts in zip(values, pool, strict=True)):
        return Composite(problem="no language model has a score that counts on every benchmark")
    texts = []
    for row, z in enumerate(found.z.tolist()):
        known = [(titles[place], reasons.get((row, place)), own) for place, own in zip(found.places, z, strict=True)]
        missing = ", ".join(f"{title} ({why})" if why else title for title, why, own in known if np.isnan(own))
        each = ", ".join(f"{title} {own:.2f}" for title, _, own in known)
        texts.append(f"no score that counts on {missing}" if missing else f"z: {each}")
    turned = [benchmarks[place][0] for place in found.places if benchmarks[place][1]]
    flat = [title for place, title in enumerate(titles) if place not in found.places]
    equal = "because fewer than three models have scores that count, or all scores are equal"
    description = (
        f"Mean z over {len(found.places)} benchmarks of this table: how many standard deviations a score lies above "
        f"the mean of the scores of the {pool.sum()} {'models' if pool.all() else 'language models'}."
        + ("" if pool.all() else " Baselines do not affect this scale.")
        + (f" The sign is reversed where less is better: {', '.join(turned)}." if turned else "")
        + " Only a model with a score that counts on each of them has a composite."
        + (f" Left out, {equal}: {', '.join(flat)}." if flat else "")
    )
    return Composite(values, texts, description)


def composite_of(
    table: Table,
    benchmarks: Sequence[RunGroup],
    rows: Sequence[Sequence[Run]],
    probes: AbstractSet[str],
    all_items: Mapping[str, AllItems],
) -> Composite:
    """The composite of a table's columns but for probes, from the scores over all items of runs where known."""
    # Columns that HELM itself aggregates have no metadata.
    shown = [place for place, cell in enumerate(table.header) if cell.metadata]
    places = [(group, place) for group, place in zip(benchmarks, shown, strict=True) if group.name not in probes]
    members = [(group.get_short_display_name(), table.header[place].lower_is_better is True) for group, place in places]
    models = [runs[0].run_spec.adapter_spec.model for runs in rows]
    scores = np.array([[row[place].value for _, place in places] for row in table.rows], dtype=float)
    reasons, adjusted = {}, []
    for member, (group, _) in enumerate(places):
        runs = [next((run for run in runs if group.name in run.run_spec.groups), None) for runs in rows]
        for row, (run, why) in enumerate(zip(runs, _uncounted(group.name, runs), strict=True)):
            known = None if run is None else all_items.get(run.run_spec.name)
            if why:
                reasons[row, member] = why
            elif known is not None and known.score is not None:
                scores[row, member] = known.score
                adjusted.append(f"{models[row]} ({members[member][0]})")
    made = composite(models, members, scores, reasons)
    if made.problem or not adjusted:
        return made
    over_all = f"The score over all items is used for {listed(adjusted)}: {HOW}."
    return made._replace(description=f"{made.description} {over_all}")


def _uncounted(group: str, runs: Sequence[Run | None]) -> list[str]:
    """Why the scores of a benchmark do not count, "" for those that do and where it was not run."""
    known = {name: [None if run is None else run_mean(run, name) for run in runs] for name in deciding_stats(group)}
    stats = {name: [np.nan if value is None else value for value in values] for name, values in known.items()}
    baselines = [run is not None and is_baseline(run.run_spec.adapter_spec.model) for run in runs]
    reasons = uncounted_scores(group, stats, baselines)
    return ["" if run is None else why for run, why in zip(runs, reasons, strict=True)]


def with_composite(table: Table, made: Composite, ranked: Sequence[bool]) -> Table:
    """The table with a column behind the names, by which HELM's pages sort; the best of the ranked rows is bold."""
    # HELM's LaTeX would leave a value of 0 blank; 0.0 is added, since -0.0 is never shown.
    values = [None if value is None else round(value, DECIMALS) + 0.0 for value in made.values]
    best = max(value for value, counts in zip(values, ranked, strict=True) if counts and value is not None)
    rows = []
    for row, value, text, counts in zip(table.rows, values, made.texts, ranked, strict=True):
        shown = None if value is None else f"{value:.{DECIMALS}f}"
        rows.append([row[0], Cell(value, shown, text, style=BOLD if counts and value == best else {}), *row[1:]])
    title = HeaderCell(TITLE, description=made.description, lower_is_better=False)
    return replace(table, header=[table.header[0], title, *table.header[1:]], rows=rows)


def with_counted_best(table: Table, runs: Mapping[str, Run]) -> Table:
    """The table with the best of our runs in bold whose scores count: no baseline where there is a language model."""
    rows = [list(row) for row in table.rows]
    for place, head in enumerate(table.header):
        valued = [row for row in rows if row[place].value is not None and row[place].run_spec_names]
        known = [runs[next(iter(row[place].run_spec_names or ()))] for row in valued]
        if head.lower_is_better is None or not known or not all(map(has_key, known)):
            continue
        reasons = _uncounted(known[0].run_spec.groups[0], known)
        pool = pooled_models([run.run_spec.adapter_spec.model for run in known]).tolist()
        counts = [own and not why for own, why in zip(pool, reasons, strict=True)]
        values = [row[place].value for row, counted in zip(valued, counts, strict=True) if counted]
        best = (min if head.lower_is_better else max)(values, default=None)
        for row, counted in zip(valued, counts, strict=True):
            plain = {name: value for name, value in (row[place].style or {}).items() if name != "font-weight"}
            is_best = counted and row[place].value == best
            row[place] = replace(row[place], style={**plain, **BOLD} if is_best else plain or None)
    return replace(table, rows=rows)


def tab_titles(specs: Sequence[ScenarioSpec]) -> list[str]:
    """The settings of one benchmark in words, each by what differs between them: ``protocol agc2026, no judges``.

    What only follows from the protocol is not named beside it.
    """
    settings = [_tab_setting(spec.args) for spec in specs]
    telling = []
    for name in dict.fromkeys(name for values, _ in settings for name in values):
        column = [values.get(name, "") for values, _ in settings]
        usual = [values.get(name, "") for _, values in settings]
        if len({*column}) > 1 and (name == "protocol" or column != usual):
            words = name.replace("_", " ")
            telling.append([f"no {words}" if value in ("", "none") else f"{words} {value}" for value in column])
    exact = [", ".join(words[place] for words in telling) for place in range(len(specs))]
    short = [CHECKSUM.sub("", title) for title in exact]
    return short if len({*short}) == len(short) else exact


def _tab_setting(args: Mapping[str, Any]) -> tuple[dict[str, str], dict[str, str]]:
    """The values in the arguments of a ``CreativityScenario``, which leaves out what is as usual; and usual ones."""
    given = dict(args)
    benchmark = get_benchmark(given.pop("benchmark"))
    own = parse_settings(benchmark, {"protocol": given["protocol"]}, require=False)
    known = {name: option for name, option in benchmark.options.items() if option.titled}
    usual = {name: label(option, getattr(own, name)) for name, option in known.items()}
    plain = {name for name, option in known.items() if not option.shortened}
    shown = {name: label(known[name], value) if name in plain else str(value) for name, value in given.items()}
    return {**usual, **shown}, usual


def with_details(schema: Schema) -> Schema:
    """The schema with all stats of a benchmark in its groups, as the page of a run shows them beside each response."""

    def shown(names: Iterable[str]) -> list[str]:
        each = (both for name in names for both in (name, f"{name}{DETAILED}"))
        return [name for name in each if name in schema.name_to_metric_group]

    run_groups = [replace(group, metric_groups=shown(group.metric_groups)) for group in schema.run_groups]
    return replace(schema, run_groups=run_groups)


def with_own_words(table: Table, card: Card) -> Table:
    """The table with the card's words for its columns; HELM has one description for all stats of a name."""
    own = {part.short_title: f"{card.summary}\n\n{part.title}: {part.description}" for part in card.submetrics}
    header = [replace(cell, description=own.get(cell.value, cell.description)) for cell in table.header]
    return replace(table, header=header)


def without_empty_columns(table: Table) -> Table:
    """The table without the columns that have no value; that of the models stays."""
    columns = range(len(table.header))
    filled = [place for place in columns if not place or any(row[place].value is not None for row in table.rows)]
    rows = [[row[place] for place in filled] for row in table.rows]
    return replace(table, header=[table.header[place] for place in filled], rows=rows)
