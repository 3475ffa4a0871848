"""HELM's pages with one number of many benchmarks: for ``helm-summarize --summarizer-class-name``.

HELM's own aggregates do not fit here. Its mean adds scores in different units and passes over what a model lacks, so
that a model with one easy benchmark leads; and where a model did a benchmark under several settings, it shows their
mean as if it were a score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import replace
from pathlib import Path

import numpy as np
from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.presentation.schema import MetricNameMatcher, RunGroup
from helm.benchmark.presentation.summarize import Run, Summarizer, get_scenario_name
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from helm.common.hierarchical_logger import hlog

from helm_creativity.core.card import DETAILED
from helm_creativity.core.loading import get_benchmark
from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline, pooled_models
from helm_creativity.core.registry import list_entries
from helm_creativity.helm_plugin.run_columns import BenchmarkColumns, benchmark_columns, has_key, run_mean
from helm_creativity.helm_plugin.run_page import number_trials
from helm_creativity.helm_plugin.shown_annotations import fold_annotations
from helm_creativity.helm_plugin.tabs import tab_titles, with_details, with_own_words, without_empty_columns
from helm_creativity.psychometrics.composites import CAUTION_STATS, score_caution
from helm_creativity.results.composite import Composite, CompositeEntry, Member, composite
from helm_creativity.results.counting import deciding_stats, uncounted_scores
from helm_creativity.results.estimates import HOW, AllItems
from helm_creativity.results.numbers import between, fixed
from helm_creativity.safe_text import escaped_line, listed

TITLE = "Composite (mean z)"
DECIMALS = 3
"""HELM's pages show no more."""
MAIN = "main_name"
MAIN_SETTING, ONLY_SETTING = "Main setting", "Scores"
"""Titles of tabs: the setting that counts where benchmarks are compared, among others; one that is alone."""

Rows = dict[AdapterSpec, list[Run]]
Columns = list[tuple[RunGroup, str]]


class CreativitySummarizer(Summarizer):
    """Adds a composite to every table of main scores that spans several benchmarks, and their own stats to responses.

    The page of a benchmark has a tab for each setting, with a few columns, and further ones for everything else that
    was measured. HELM alone would title them by arguments and leave out the further ones.

    A table that spans scenarios holds, of each benchmark, only the runs of its main setting, which the column's title
    shows on hovering; the others are on the benchmark's own page. Of several runs of a model under one setting, every
    table holds that with the most responses, as reports do.
    """

    def read_runs(self) -> None:
        """Reads the suites; of runs with one name the last counts, as it does on HELM's page of the run."""
        super().read_runs()  # type: ignore[no-untyped-call]
        self.runs = list({run.run_spec.name: run for run in self.runs}.values())

    def group_runs(self) -> None:
        """Groups the runs and settles under which setting each benchmark is compared."""
        super().group_runs()  # type: ignore[no-untyped-call]
        groups = {group.name: group for group in self.schema.run_groups}
        self._columns: dict[str, BenchmarkColumns] = {
            name: benchmark_columns(
                name,
                [run for runs in by_adapter.values() for run in runs],
                groups[name].environment.get(MAIN, SCORE) if name in groups else SCORE,
            )
            for name, by_adapter in self.group_adapter_to_runs.items()
        }
        self._shorter = frozenset().union(*(columns.beaten for columns in self._columns.values()))
        self._aside = self._shorter | {run.run_spec.name for run in self.runs if not self._is_main(run)}
        self._all_items = {
            name: found for columns in self._columns.values() for name, found in columns.all_items.items()
        }
        for name, columns in self._columns.items():
            for problem in columns.problems:
                _log(problem)
            runs = [run.run_spec.name for run in self.runs if name in run.run_spec.groups]
            if others := len(self._aside.difference(self._shorter).intersection(runs)):
                _log(f"{others} of {len(runs)} runs of {name} stand on its own page only; the others: {columns.main}")
            if shorter := sorted(self._shorter.intersection(runs)):
                named = ", ".join(shorter)
                _log(f"{len(shorter)} of {len(runs)} runs of {name} have fewer answers than another: {named}")

    def fix_up_schema(self) -> None:
        """Completes the schema and takes out what would stay empty: benchmarks that were not run, stats of no run."""
        super().fix_up_schema()
        metrics = {metric.name for metric in self.schema.metrics}
        metric_groups = [
            replace(group, metrics=[metric for metric in group.metrics if "$" in metric.name or metric.name in metrics])
            for group in self.schema.metric_groups
        ]
        ran = [
            group
            for group in self.schema.run_groups
            if any(self.group_adapter_to_runs.get(subgroup.name) for subgroup in self.expand_subgroups(group))
        ]
        names = {group.name for group in ran}
        run_groups = [
            replace(group, subgroups=[subgroup for subgroup in group.subgroups if subgroup in names]) for group in ran
        ]
        self.schema = replace(self.schema, metric_groups=metric_groups, run_groups=run_groups)

    def write_run_display_json(self, skip_completed: bool) -> None:
        """Writes the pages of runs, each response with all of its own stats, and with annotations for people."""
        of_tables, self.schema = self.schema, with_details(self.schema)
        super().write_run_display_json(skip_completed)
        self.schema = of_tables
        for run in self.runs:
            fold_annotations(Path(run.run_path))
            if run.run_spec.adapter_spec.num_trials > 1:
                number_trials(Path(run.run_path))

    def create_group_tables_by_subgroup(self, group: RunGroup) -> list[Table]:
        """The tabs of a benchmark's page: its columns under each setting, then more of what was measured."""
        tables = super().create_group_tables_by_subgroup(group)
        by_scenario = self.group_scenario_adapter_to_runs[group.name]
        runs = [run for by_adapter in by_scenario.values() for of_adapter in by_adapter.values() for run in of_adapter]
        if not runs or not all(map(has_key, runs)):
            return tables
        specs = list(by_scenario)
        titles = {get_scenario_name(group, spec): title for spec, title in zip(specs, tab_titles(specs), strict=True)}
        tabs = [replace(table, title=titles.get(table.name, MAIN_SETTING) or ONLY_SETTING) for table in tables]
        for name in group.metric_groups:
            tabs += self._further_tabs(group, name, titles)
        card = get_benchmark(specs[0].args["benchmark"]).card
        return [with_own_words(without_empty_columns(tab), card) for tab in tabs]

    def _further_tabs(self, group: RunGroup, name: str, titles: Mapping[str, str]) -> Iterator[Table]:
        more = self.schema.name_to_metric_group.get(f"{name}{DETAILED}")
        if more is None or not more.metrics:
            return
        wider = replace(group, metric_groups=[*dict.fromkeys((group.metric_groups[0], name)), more.name])
        for number, table in enumerate(super().create_group_tables_by_subgroup(wider)):
            setting = titles.get(str(table.name))
            if setting is not None and self._has_any(table, name):
                title = f"{more.get_short_display_name()}: {setting}" if setting else more.get_short_display_name()
                yield replace(table, title=title, name=f"{more.name}_{number}")

    def _has_any(self, table: Table, name: str) -> bool:
        """Whether a table has a value in a column of that metric group; without a judge there is no coverage."""
        metrics = self.schema.name_to_metric_group[name].metrics
        titles = {self.schema.name_to_metric[metric.name].get_short_display_name() for metric in metrics}
        places = [place for place, cell in enumerate(table.header) if cell.value in titles]
        return any(row[place].value is not None for row in table.rows for place in places)

    def create_cell(
        self,
        runs: list[Run],
        matcher: MetricNameMatcher,
        additional_info: str | None,
        hide_value: bool = False,
        is_scenario_table: bool = False,
    ) -> Cell:
        """A cell as HELM makes it, without complaint of our runs that lack the stat: undefined is no fault.

        The description of a score has the cautions of reports, and the score over all items where it lacks some.
        """
        known = [run for run in runs if any(matcher.matches(stat.name) for stat in run.stats) or not has_key(run)]
        if runs and not known:
            return Cell(None, description=f"{len(runs)} matching runs, of which none has a value")
        cautions = _cautions(known, self._all_items) if matcher.name == SCORE else []
        info = "\n".join([*([additional_info] if additional_info else []), *cautions]) or None
        return super().create_cell(known, matcher, info, hide_value, is_scenario_table)

    def create_group_table(
        self,
        name: str,
        title: str,
        adapter_to_runs: Rows,
        is_scenario_table: bool,
        columns: Columns,
        sort_by_model_order: bool = True,
        sub_split: str | None = None,
        bold_columns: bool = True,
        aggregation_strategies: Sequence[str] = (),
    ) -> Table:
        """A table as HELM makes it; one that spans scenarios holds runs that may be compared, and their composite."""
        rows = _without(adapter_to_runs, self._shorter if is_scenario_table else self._aside)
        table = super().create_group_table(
            name,
            title,
            rows,
            is_scenario_table,
            columns,
            # The composite has to know whose row is whose.
            sort_by_model_order=sort_by_model_order and is_scenario_table,
            sub_split=sub_split,
            bold_columns=bold_columns,
            aggregation_strategies=list(aggregation_strategies),
        )
        table = _with_counted_best(table, {run.run_spec.name: run for runs in rows.values() for run in runs})
        return table if is_scenario_table else self._completed(table, rows, columns)

    def _completed(self, table: Table, adapter_to_runs: Rows, columns: Columns) -> Table:
        table = self._with_settings(table)
        benchmarks = self._of_main_scores(columns)
        if len(benchmarks) < 2 or not table.rows:
            return table
        probes = {benchmark.card.group for benchmark in list_entries() if benchmark.card.probe}
        models = [runs[0].run_spec.adapter_spec.model for runs in adapter_to_runs.values()]
        made = _composite(table, benchmarks, list(adapter_to_runs.values()), probes, self._all_items)
        if made.problem:
            _log(f"{columns[0][0].display_name} has no composite: {made.problem}")
            return table
        return _with_column(table, made, pooled_models(models).tolist())

    def _is_main(self, run: Run) -> bool:
        """Whether a run was measured as most are; no other package's run is known not to be."""
        columns = (self._columns[group].main for group in run.run_spec.groups)
        return not has_key(run) or all(run.run_spec.name in main.names for main in columns if main is not None)

    def _of_main_scores(self, columns: Columns) -> list[RunGroup]:
        shown = [(group, name) for group, name in columns if name in group.metric_groups]
        for group, name in shown:
            metrics = [metric.name for metric in self.schema.name_to_metric_group[name].metrics]
            if metrics not in ([group.environment.get(MAIN)], [f"${{{MAIN}}}"]):
                return []
        return [group for group, _ in shown]

    def _with_settings(self, table: Table) -> Table:
        titles = {group.get_short_display_name(): group.name for group in self.schema.run_groups}

        def described(cell: HeaderCell) -> HeaderCell:
            columns = self._columns.get(titles.get(cell.metadata.get("run_group", ""), ""))
            setting = columns.main if columns else None
            return replace(cell, description=f"{cell.description}\n\nMeasured with: {setting}") if setting else cell

        return replace(table, header=[described(cell) for cell in table.header])


def _without(adapter_to_runs: Rows, names: AbstractSet[str]) -> Rows:
    kept = {
        adapter: [run for run in runs if run.run_spec.name not in names] for adapter, runs in adapter_to_runs.items()
    }
    return {adapter: runs for adapter, runs in kept.items() if runs}


def _with_counted_best(table: Table, runs: Mapping[str, Run]) -> Table:
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
        reasons = _uncounted(known[0][2].run_spec.groups[0], [[run] for *_, run in known])
        pool = pooled_models([run.run_spec.adapter_spec.model for *_, run in known]).tolist()
        values = [cell.value for (_, cell, _), why, own in zip(known, reasons, pool, strict=True) if own and not why]
        best = (min if head.lower_is_better else max)(values, default=None)
        for (row, cell, _), why, own in zip(known, reasons, pool, strict=True):
            plain = {name: value for name, value in (cell.style or {}).items() if name != "font-weight"}
            is_best = own and not why and cell.value == best
            row[place] = replace(cell, style={**plain, "font-weight": "bold"} if is_best else plain or None)
    return replace(table, rows=rows)


def _cautions(runs: Sequence[Run], all_items: Mapping[str, AllItems]) -> list[str]:
    stats = [{name: mean for name in CAUTION_STATS if (mean := run_mean(run, name)) is not None} for run in runs]
    lacking = [known for run in runs if (known := all_items.get(run.run_spec.name)) is not None]
    texts = [*map(score_caution, stats), *(text for known in lacking for text in (known.caution, _over_all(known)))]
    return list(filter(None, texts))


def _over_all(known: AllItems) -> str:
    write = fixed(DECIMALS)
    score = "" if known.score is None else f"score over all items: {write(known.score)}; "
    return f"{score}worst to best case: {between(write)((known.low, known.high))}"


def _composite(
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
    members_at = [(group, place) for group, place in zip(benchmarks, shown, strict=True) if group.name not in probes]
    members = [
        Member(group.get_short_display_name(), table.header[place].lower_is_better is True)
        for group, place in members_at
    ]
    places = [place for _, place in members_at]
    scores = np.array(
        [[np.nan if row[place].value is None else row[place].value for place in places] for row in table.rows]
    )
    models = [runs[0].run_spec.adapter_spec.model for runs in rows]
    reasons = {
        (row, member): why
        for member, (group, _) in enumerate(members_at)
        for row, why in enumerate(_uncounted(group.name, rows))
        if why
    }
    adjusted = []
    for member, (group, _) in enumerate(members_at):
        for row, run in enumerate(_runs_of(group.name, rows)):
            known = None if run is None else all_items.get(run.run_spec.name)
            if known is not None and known.score is not None and (row, member) not in reasons:
                scores[row, member] = known.score
                adjusted.append(f"{models[row]} ({members[member].title})")
    made = composite(models, members, scores, reasons)
    if made.problem or not adjusted:
        return made
    return made._replace(
        description=f"{made.description} The score over all items is used for {listed(adjusted)}: {HOW}."
    )


def _runs_of(group: str, rows: Sequence[Sequence[Run]]) -> list[Run | None]:
    return [next((run for run in runs if group in run.run_spec.groups), None) for runs in rows]


def _uncounted(group: str, rows: Sequence[Sequence[Run]]) -> tuple[str, ...]:
    """Why the scores of a benchmark do not count, "" for those that do and where it was not run, by row."""
    of_group = _runs_of(group, rows)
    known = {name: [None if run is None else run_mean(run, name) for run in of_group] for name in deciding_stats(group)}
    stats = {name: [np.nan if value is None else value for value in values] for name, values in known.items()}
    baselines = [is_baseline(runs[0].run_spec.adapter_spec.model) for runs in rows]
    reasons = uncounted_scores(group, stats, baselines)
    return tuple("" if run is None else why for run, why in zip(of_group, reasons, strict=True))


def _log(line: str) -> None:
    hlog(escaped_line(line))


def _with_column(table: Table, made: Composite, ranked: Sequence[bool]) -> Table:
    """The table with a column behind the names, by which HELM's pages sort; the best of the ranked rows is bold."""
    best = max(
        round(entry.value, DECIMALS)
        for entry, is_ranked in zip(made.entries, ranked, strict=True)
        if is_ranked and entry.value is not None
    )

    def cell(entry: CompositeEntry, is_ranked: bool) -> Cell:
        # HELM's LaTeX would leave a value of 0 blank.
        if entry.value is None:
            return Cell(None, description=entry.description)
        value = round(entry.value, DECIMALS) + 0.0  # which is never -0.0
        style = {"font-weight": "bold"} if is_ranked and value == best else {}
        return Cell(value, f"{value:.{DECIMALS}f}", entry.description, style=style)

    title = HeaderCell(TITLE, description=made.description, lower_is_better=False)
    rows = [
        [row[0], cell(entry, is_ranked), *row[1:]]
        for row, entry, is_ranked in zip(table.rows, made.entries, ranked, strict=True)
    ]
    return replace(table, header=[table.header[0], title, *table.header[1:]], rows=rows)
