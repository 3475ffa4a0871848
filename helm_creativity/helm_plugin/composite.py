"""Which scores of HELM's tables count: the best of a column in bold, and one number of several benchmarks."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import NamedTuple

import numpy as np
from helm.benchmark.presentation.schema import RunGroup
from helm.benchmark.presentation.summarize import Run
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from numpy.typing import ArrayLike

from helm_creativity.benchmark.comparability import is_baseline, pooled_models
from helm_creativity.helm_plugin.run_columns import has_key, run_mean
from helm_creativity.psychometrics.composites import overall, z_scores
from helm_creativity.results.counting import deciding_stats, uncounted_scores
from helm_creativity.results.estimates import HOW, AllItems
from helm_creativity.safe_text import listed

TITLE = "Composite (mean z)"
DECIMALS = 3
"""HELM's pages show no more."""
BOLD = {"font-weight": "bold"}


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
    """Mean of z over benchmarks.

    Args:
        models: n names.
        benchmarks: m titles, each with whether less is better.
        scores: shape (n, m), in each benchmark's own units and direction, NaN where a model has none.
        uncounted: why a score does not count, by row and benchmark; see ``psychometrics.uncounted``.

    Returns:
        Numbers only where there are z-scores by the rule of reports (``psychometrics.z_scores``), and at least one
        language model has a score that counts on all benchmarks. A benchmark without z-scores is left out, which the
        description says.
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
    telling = [benchmarks[place] for place in found.places]
    for row, z in enumerate(found.z.tolist()):
        known = list(zip(found.places, telling, z, strict=True))
        why = {place: f" ({reasons[row, place]})" if (row, place) in reasons else "" for place in found.places}
        missing = ", ".join(f"{title}{why[place]}" for place, (title, _), value in known if np.isnan(value))
        each = ", ".join(f"{title} {value:.2f}" for _, (title, _), value in known)
        texts.append(f"no score that counts on {missing}" if missing else f"z: {each}")
    turned = [title for title, lower in telling if lower]
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
    """The composite of a table's columns but for probes; those that HELM itself aggregates have no metadata.

    Where the score over all items of a run is known, it is that which enters.
    """
    shown = [place for place, cell in enumerate(table.header) if cell.metadata]
    places = [(group, place) for group, place in zip(benchmarks, shown, strict=True) if group.name not in probes]
    members = [(group.get_short_display_name(), table.header[place].lower_is_better is True) for group, place in places]
    models = [runs[0].run_spec.adapter_spec.model for runs in rows]
    scores = np.array([[row[place].value for _, place in places] for row in table.rows], dtype=float)
    reasons, adjusted = {}, []
    for member, (group, _) in enumerate(places):
        runs = _runs_of(group.name, rows)
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


def _runs_of(group: str, rows: Sequence[Sequence[Run]]) -> list[Run | None]:
    return [next((run for run in runs if group in run.run_spec.groups), None) for runs in rows]


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
    """The table with the best of those in bold whose scores count: no baseline where there is a language model.

    Columns of other packages' runs are as HELM makes them.
    """
    rows = [list(row) for row in table.rows]
    for place, head in enumerate(table.header):
        cells = [(row[place], [runs[name] for name in row[place].run_spec_names or ()]) for row in rows]
        of_column = [(row, cell, some[0]) for row, (cell, some) in zip(rows, cells, strict=True) if some]
        known = [(row, cell, run) for row, cell, run in of_column if cell.value is not None]
        if head.lower_is_better is None or not known or not all(has_key(run) for *_, run in known):
            continue
        group = known[0][2].run_spec.groups[0]
        reasons = _uncounted(group, _runs_of(group, [[run] for *_, run in known]))
        pool = pooled_models([run.run_spec.adapter_spec.model for *_, run in known]).tolist()
        values = [cell.value for (_, cell, _), why, own in zip(known, reasons, pool, strict=True) if own and not why]
        best = (min if head.lower_is_better else max)(values, default=None)
        for (row, cell, _), why, own in zip(known, reasons, pool, strict=True):
            plain = {name: value for name, value in (cell.style or {}).items() if name != "font-weight"}
            is_best = own and not why and cell.value == best
            row[place] = replace(cell, style={**plain, **BOLD} if is_best else plain or None)
    return replace(table, rows=rows)
