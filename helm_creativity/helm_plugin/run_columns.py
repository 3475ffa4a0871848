"""HELM's runs as reports see them, and which of them may stand in one column of HELM's pages."""

from __future__ import annotations

import json
from collections import ChainMap
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from types import MappingProxyType
from typing import NamedTuple

from helm.benchmark.presentation.summarize import Run as HelmRun
from helm.common.codec import to_json

from helm_creativity.benchmark.files.untrusted_files import UNREADABLE
from helm_creativity.benchmark.names import SCORE
from helm_creativity.results.comparable import (
    ComparableGroup,
    MainMetric,
    comparable_groups,
    representative_order,
    served_model,
)
from helm_creativity.results.estimates import AllItems
from helm_creativity.results.loading import runs_over_all_items
from helm_creativity.results.runs import COMPARABLE, SPLIT, Run, run_from


def plain_run(run: HelmRun) -> Run | None:
    """A run as reports read it from its folder; None for one that they leave out."""
    try:
        return run_from(json.loads(to_json(run.run_spec)), json.loads(to_json(run.stats)), Path(run.run_path))
    except UNREADABLE:
        return None


def has_key(run: HelmRun) -> bool:
    """Whether a run says under which settings its scores may be compared, as ours do."""
    metrics = run.run_spec.metric_specs
    return bool(metrics and metrics[0].args.get(COMPARABLE))


def run_mean(run: HelmRun, name: str) -> float | None:
    """A stat of the test split, None where the run has none."""
    found: Iterator[float | None] = (
        stat.mean
        for stat in run.stats
        if stat.name.name == name and stat.name.split == SPLIT and stat.name.perturbation is None
    )
    return next(found, None)


class BenchmarkColumns(NamedTuple):
    """Which runs of a benchmark count where."""

    main: ComparableGroup | None
    beaten: frozenset[str]
    all_items: Mapping[str, AllItems] = MappingProxyType({})
    problems: tuple[str, ...] = ()


def benchmark_columns(group: str, runs: Iterable[HelmRun], score: str = SCORE) -> BenchmarkColumns:
    """The columns of one benchmark; scores of items are read where a run lacks some."""
    with_key = [plain for run in runs if has_key(run) and (plain := plain_run(run)) is not None]
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
