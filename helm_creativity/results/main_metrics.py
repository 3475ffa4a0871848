"""The main stat of a benchmark: ours has ``score``, others have what HELM's schemas say."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.card import Card
from helm_creativity.core.entries import BenchmarkEntry
from helm_creativity.core.names import SCORE
from helm_creativity.core.registry import list_entries
from helm_creativity.io.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.results.runs import SPLIT, Run, SuiteFolder


class MainMetric(NamedTuple):
    """What stands for a run group."""

    stat: str
    split: str
    lower_is_better: bool
    title: str


class Schema(NamedTuple):
    """What a schema says: main stats of groups, and directions of stats where it gives them."""

    groups: Mapping[str, tuple[str, str]]
    titles: Mapping[str, str]
    lower_is_better: Mapping[str, bool]


@lru_cache(maxsize=1)
def cards() -> Mapping[str, Card]:
    """Our benchmarks by run group."""
    return {entry.group: entry.card for entry in list_entries()}


def find_benchmark(group: str) -> BenchmarkEntry | None:
    """The benchmark of a run group, as it is installed; None where it is none of ours or of a package like ours."""
    return next((entry for entry in list_entries() if entry.group == group), None)


class MainMetrics:
    """Looks main stats up: those that were named, our own, those of the suites' schemas, those of HELM's."""

    def __init__(self, suites: Sequence[SuiteFolder], named_stats: Mapping[str, str], problems: list[str]) -> None:
        """Reads the suites' schemas."""
        self._named = named_stats
        self._cards = cards()
        found = dict.fromkeys(page / "schema.json" for suite in reversed(suites) for page in suite.pages)
        self._own = [schema for path in found if (schema := _of_suite(path, problems)) is not None]

    def __call__(self, group: str, runs: Sequence[Run]) -> MainMetric | None:
        """The main stat of a group, None where nothing names it."""
        if (stat := self._named.get(group)) is not None:
            splits = [split for run in runs for split in (SPLIT, *sorted(run.splits)) if stat in run.of_split(split)]
            return self._metric(group, stat, SPLIT if SPLIT in splits or not splits else splits[0])
        if group in self._cards:
            return self._metric(group, SCORE, SPLIT)
        for schemas in (self._own, packaged()):
            named = list(dict.fromkeys(schema.groups[group] for schema in schemas if group in schema.groups))
            if named:
                stat, split = max(named, key=lambda metric: sum(metric[0] in run.of_split(metric[1]) for run in runs))
                return self._metric(group, stat, split)
        return None

    def _metric(self, group: str, stat: str, split: str) -> MainMetric:
        if (card := self._cards.get(group)) is not None:
            lower = next((submetric.lower_is_better for submetric in card.submetrics if submetric.name == stat), False)
            return MainMetric(stat, split, bool(lower), card.short_title)
        directions = (schema.lower_is_better[stat] for schema in self._all() if stat in schema.lower_is_better)
        titles = (schema.titles[group] for schema in self._all() if group in schema.titles)
        return MainMetric(stat, split, next(directions, False), next(titles, group))

    def _all(self) -> Iterator[Schema]:
        yield from self._own
        yield from packaged()


def _of_suite(path: Path, problems: list[str]) -> Schema | None:
    """What helm-summarize wrote, None where it was not run."""
    try:
        return _parsed(read_json(path))
    except FileNotFoundError:
        return None
    except UNREADABLE as error:
        problems.append(f"{path.parent.name}: cannot read schema.json: {damage(error)}")
        return None


@lru_cache(maxsize=1)
def packaged() -> tuple[Schema, ...]:
    """HELM's own schemas by name; none where HELM is not installed. It is found, not imported."""
    import yaml

    spec = find_spec("helm")
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    paths = [path for place in places for path in sorted(Path(place, "benchmark", "static").glob("schema_*.yaml"))]
    return tuple(_parsed(yaml.load(path.read_text("utf-8"), Loader=loader)) for path in paths)


def _parsed(schema: Mapping[str, Any]) -> Schema:
    groups, titles = {}, {}
    for group in schema.get("run_groups") or ():
        environment = group.get("environment") or {}
        if environment.get("main_name"):
            groups[group["name"]] = str(environment["main_name"]), str(environment.get("main_split") or SPLIT)
        if title := group.get("short_display_name") or group.get("display_name"):
            titles[group["name"]] = str(title)
    directions = {
        metric["name"]: bool(metric["lower_is_better"])
        for metric in schema.get("metrics") or ()
        if metric.get("lower_is_better") is not None
    }
    return Schema(groups, titles, directions)
