"""HELM's pages with one number of many benchmarks: for ``helm-summarize --summarizer-class-name``.

HELM's own aggregates do not fit here. Its mean adds scores in different units and passes over what a model lacks, so
that a model with one easy benchmark leads; and where a model did a benchmark under several settings, it shows their
mean as if it were a score.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import chain
from pathlib import Path

from helm.benchmark.adaptation.adapter_spec import AdapterSpec
from helm.benchmark.presentation.schema import MetricNameMatcher, RunGroup
from helm.benchmark.presentation.summarize import Run, Summarizer, get_scenario_name
from helm.benchmark.presentation.table import Cell, HeaderCell, Table
from helm.common.hierarchical_logger import hlog

from helm_creativity.benchmark.card import DETAILED
from helm_creativity.benchmark.comparability import pooled_models
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.registry import list_entries
from helm_creativity.helm.run_page import fold_annotations, number_trials
from helm_creativity.helm.tables import (
    DECIMALS,
    BenchmarkColumns,
    benchmark_columns,
    composite_of,
    has_key,
    run_mean,
    tab_titles,
    with_composite,
    with_counted_best,
    with_details,
    with_own_words,
    without_empty_columns,
)
from helm_creativity.psychometrics.composites import CAUTION_STATS, score_caution
from helm_creativity.results.estimates import AllItems
from helm_creativity.results.numbers import between, fixed
from helm_creativity.safe_text import escaped_line

MAIN = "main_name"
MAIN_SETTING, ONLY_SETTING = "Main setting", "Scores"
"""Titles of tabs: the setting that counts where benchmarks are compared, among others; one that is alone."""

Rows = dict[AdapterSpec, list[Run]]
Columns = list[tuple[RunGroup, str]]


class CreativitySummarizer(Summarizer):
    """Adds a composite to every table of main scores that spans several benchmarks, and their own stats to responses.

    The page of a benchmark has a tab for each setting, with a few columns, and further ones for all else that was
    measured. A table that spans scenarios holds, of each benchmark, only the runs of its main setting, which the
    column's title shows on hovering. Of several runs of a model under one setting, every table holds that with the most
    responses, as reports do.
    """

    def read_runs(self) -> None:
        """Reads the suites; of runs with one name the last counts, as it does on HELM's page of the run."""
        super().read_runs()  # type: ignore[no-untyped-call]
        self.runs = list({run.run_spec.name: run for run in self.runs}.values())

    def group_runs(self) -> None:
        """Groups the runs and settles under which setting each benchmark is compared."""
        super().group_runs()  # type: ignore[no-untyped-call]
        scores = {group.name: group.environment.get(MAIN, SCORE) for group in self.schema.run_groups}
        self._columns: dict[str, BenchmarkColumns] = {
            name: benchmark_columns(name, list(chain(*by_adapter.values())), scores.get(name, SCORE))
            for name, by_adapter in self.group_adapter_to_runs.items()
        }
        columns = self._columns.values()
        self._shorter = frozenset().union(*(found.beaten for found in columns))
        self._aside = self._shorter | {run.run_spec.name for run in self.runs if not self._is_main(run)}
        self._all_items = {name: known for found in columns for name, known in found.all_items.items()}
        for name, found in self._columns.items():
            for problem in found.problems:
                _log(problem)
            runs = {run.run_spec.name for run in self.runs if name in run.run_spec.groups}
            if others := len(runs & self._aside - self._shorter):
                _log(f"{others} of {len(runs)} runs of {name} stand on its own page only; the others: {found.main}")
            if shorter := sorted(runs & self._shorter):
                named = ", ".join(shorter)
                _log(f"{len(shorter)} of {len(runs)} runs of {name} have fewer answers than another: {named}")

    def _is_main(self, run: Run) -> bool:
        """Whether a run was measured as most are; no other package's run is known not to be."""
        columns = (self._columns[group].main for group in run.run_spec.groups)
        return not has_key(run) or all(run.run_spec.name in main.names for main in columns if main is not None)

    def fix_up_schema(self) -> None:
        """Completes the schema and takes out what would stay empty: benchmarks that were not run, stats of no run."""
        super().fix_up_schema()
        known = {metric.name for metric in self.schema.metrics}
        metric_groups = [
            replace(group, metrics=[metric for metric in group.metrics if "$" in metric.name or metric.name in known])
            for group in self.schema.metric_groups
        ]
        ran = {
            group.name: group
            for group in self.schema.run_groups
            if any(self.group_adapter_to_runs.get(subgroup.name) for subgroup in self.expand_subgroups(group))
        }
        run_groups = [replace(group, subgroups=[*filter(ran.__contains__, group.subgroups)]) for group in ran.values()]
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
        metrics = self.schema.name_to_metric_group[name].metrics
        own = {self.schema.name_to_metric[metric.name].get_short_display_name() for metric in metrics}
        wider = replace(group, metric_groups=[*dict.fromkeys((group.metric_groups[0], name)), more.name])
        for number, table in enumerate(super().create_group_tables_by_subgroup(wider)):
            setting = titles.get(str(table.name))
            # Without a judge there is no coverage, and no tab for it.
            places = [place for place, cell in enumerate(table.header) if cell.value in own]
            if setting is not None and any(row[place].value is not None for row in table.rows for place in places):
                title = f"{more.get_short_display_name()}: {setting}" if setting else more.get_short_display_name()
                yield replace(table, title=title, name=f"{more.name}_{number}")

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
        aside = self._shorter if is_scenario_table else self._aside
        kept = {
            adapter: [run for run in runs if run.run_spec.name not in aside]
            for adapter, runs in adapter_to_runs.items()
        }
        rows = {adapter: runs for adapter, runs in kept.items() if runs}
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
        table = with_counted_best(table, {run.run_spec.name: run for runs in rows.values() for run in runs})
        return table if is_scenario_table else self._completed(table, list(rows.values()), columns)

    def _completed(self, table: Table, rows: Sequence[list[Run]], columns: Columns) -> Table:
        table = self._with_settings(table)
        benchmarks = self._of_main_scores(columns)
        if len(benchmarks) < 2 or not table.rows:
            return table
        probes = {benchmark.card.group for benchmark in list_entries() if benchmark.card.probe}
        made = composite_of(table, benchmarks, rows, probes, self._all_items)
        if made.problem:
            _log(f"{columns[0][0].display_name} has no composite: {made.problem}")
            return table
        models = [runs[0].run_spec.adapter_spec.model for runs in rows]
        return with_composite(table, made, pooled_models(models).tolist())

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


def _cautions(runs: Sequence[Run], all_items: Mapping[str, AllItems]) -> list[str]:
    write, texts = fixed(DECIMALS), []
    for run in runs:
        means = {name: run_mean(run, name) for name in CAUTION_STATS}
        texts.append(score_caution({name: mean for name, mean in means.items() if mean is not None}))
    for known in (all_items[run.run_spec.name] for run in runs if run.run_spec.name in all_items):
        score = "" if known.score is None else f"score over all items: {write(known.score)}; "
        texts += [known.caution, f"{score}worst to best case: {between(write)((known.low, known.high))}"]
    return list(filter(None, texts))


def _log(line: str) -> None:
    hlog(escaped_line(line))
