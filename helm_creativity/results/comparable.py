"""Which runs may stand in one table: the only place that decides it; the columns that they make, and their titles.

Runs of our metrics carry a comparable key; a group has one key and one number of items. Runs of other scenarios carry
none, and one benchmark may be many runs of a model, a subject each, whose prompts differ. There a group's runs agree
in every setting of the adapter in which two runs of one subject differ. What HELM itself changes by model does not
count, unless one model has both. The main stat of our benchmarks is ``score``, others' is what HELM's schemas say.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections import ChainMap, defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.comparability import (
    TRIALS,
    SettingsVariant,
    is_baseline,
    representative_first,
    response_count,
)
from helm_creativity.benchmark.files.untrusted_files import UNREADABLE, damage, read_json
from helm_creativity.benchmark.names import SCORE, natural_key
from helm_creativity.benchmark.registry import BenchmarkEntry, list_entries
from helm_creativity.errors import BadArguments
from helm_creativity.results.runs import SPLIT, Run, SuiteFolder, split_comparable_key, without_settings
from helm_creativity.safe_text import counted, quoted

BY_MODEL = frozenset({"temperature", "stop_sequences", "global_prefix", "global_suffix"})
"""What HELM changes by model."""
SHOWN = ("method", "max_train_instances", "temperature")
NEVER_COMPARED = frozenset({"max_eval_instances", "max_tokens"})
"""Limits that leave scores comparable: they are provenance."""
LONGEST = 40
"""Characters of a setting that stand in a key."""
PROTOCOL, JUDGES, INSTRUCTION, ITEMS = "protocol", "judges", "instruction", "items"
Row = TypeVar("Row", bound=Hashable)


@lru_cache(maxsize=1)
def cards() -> Mapping[str, Card]:
    """Our benchmarks by run group."""
    return {entry.group: entry.card for entry in list_entries()}


def find_benchmark(group: str) -> BenchmarkEntry | None:
    """The benchmark of a run group, as it is installed; None where it is none of ours or of a package like ours."""
    return next((entry for entry in list_entries() if entry.group == group), None)


class MainMetric(NamedTuple):
    """What stands for a run group."""

    stat: str
    split: str
    lower_is_better: bool
    title: str


Schema = tuple[Mapping[str, tuple[str, str]], Mapping[str, str], Mapping[str, bool]]
"""Main stats and their splits by run group, titles by run group, and whether less is better by stat."""


class MainMetrics:
    """Looks main stats up: those that were named, our own, those of the suites' schemas, those of HELM's."""

    def __init__(self, suites: Sequence[SuiteFolder], named_stats: Mapping[str, str], problems: list[str]) -> None:
        """Reads the schemas that helm-summarize wrote for the suites; there is none where it was not run."""
        self._named, self._own = named_stats, list[Schema]()
        for path in dict.fromkeys(page / "schema.json" for suite in reversed(suites) for page in suite.pages):
            try:
                self._own.append(_schema(read_json(path)))
            except FileNotFoundError:
                pass
            except UNREADABLE as error:
                problems.append(f"{path.parent.name}: cannot read schema.json: {damage(error)}")

    def __call__(self, group: str, runs: Sequence[Run]) -> MainMetric | None:
        """The main stat of a group, None where nothing names it."""
        stat, split, card = self._named.get(group), SPLIT, cards().get(group)
        if stat is not None:
            splits = [split for run in runs for split in (SPLIT, *sorted(run.splits)) if stat in run.of_split(split)]
            split = min(splits, key=lambda split: split != SPLIT, default=SPLIT)
        elif card:
            stat = SCORE
        else:
            of_group = ([mains[group] for mains, *_ in some if group in mains] for some in (self._own, packaged()))
            if (named := next(filter(None, of_group), None)) is None:
                return None
            stat, split = max(named, key=lambda metric: sum(metric[0] in run.of_split(metric[1]) for run in runs))
        if card:
            lower = any(submetric.lower_is_better for submetric in card.submetrics if submetric.name == stat)
            return MainMetric(stat, split, lower, card.short_title)
        _, titles, directions = (ChainMap(*map(dict, some)) for some in zip(*self._own, *packaged(), strict=True))
        return MainMetric(stat, split, directions.get(stat, False), titles.get(group, group))


def _schema(schema: Mapping[str, Any]) -> Schema:
    mains, titles = {}, {}
    for group in schema.get("run_groups") or ():
        environment = group.get("environment") or {}
        if environment.get("main_name"):
            mains[group["name"]] = str(environment["main_name"]), str(environment.get("main_split") or SPLIT)
        if title := group.get("short_display_name") or group.get("display_name"):
            titles[group["name"]] = str(title)
    lower = {metric["name"]: metric.get("lower_is_better") for metric in schema.get("metrics") or ()}
    return mains, titles, {name: bool(known) for name, known in lower.items() if known is not None}


@lru_cache(maxsize=1)
def packaged() -> tuple[Schema, ...]:
    """HELM's own schemas by name; none where HELM is not installed. It is found, not imported."""
    import yaml

    spec = find_spec("helm")
    places = list(spec.submodule_search_locations or []) if spec is not None else []
    loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
    paths = [path for place in places for path in sorted(Path(place, "benchmark", "static").glob("schema_*.yaml"))]
    return tuple(_schema(yaml.load(path.read_text("utf-8"), Loader=loader)) for path in paths)


@dataclass(frozen=True)
class ComparableGroup:
    """Runs whose scores may be compared; each member is a subject, "" where there is but one, and a run."""

    group: str
    metric: MainMetric
    comparable: str
    items: int | None
    instruction: str
    subjects: tuple[str, ...]
    members: tuple[tuple[str, Run], ...]

    def __str__(self) -> str:
        return self.comparable if self.items is None else f"{self.comparable}|items:{self.items}"

    @property
    def order(self) -> tuple[Any, int]:
        """What the groups of a benchmark are sorted by: their keys, numbers in them by value, and numbers of items."""
        return natural_key(self.comparable), self.items or 0

    @property
    def runs(self) -> tuple[Run, ...]:
        """All of them."""
        return tuple(run for _, run in self.members)

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of its runs."""
        return frozenset(run.name for run in self.runs)

    def cells(self, row_of: Callable[[Run], Row]) -> dict[Row, dict[str, Run]]:
        """The runs by row and subject; of several runs of one cell, that with the most responses counts."""
        cells: dict[Row, dict[str, Run]] = defaultdict(dict)
        for subject, run in self.members:
            cell = cells[row_of(run)]
            cell[subject] = max(cell.get(subject, run), run, key=_responses)
        return dict(cells)


def _responses(run: Run) -> tuple[float, str]:
    return response_count(run.stats, run.settings.get(TRIALS, 1)), run.name


def served_model(run: Run) -> tuple[str, str]:
    """The model and deployment of a run; where a run of older make names none, it is that of the model's name."""
    return run.model, run.deployment or run.model


def has_key(run: Run) -> bool:
    """Whether a run says under which settings its scores may be compared, or is of a benchmark of ours."""
    return run.has_comparable_key or run.group in cards()


def comparable_groups(
    group: str, runs: Iterable[Run], metric: MainMetric | None = None, *, without: Collection[str] = ()
) -> list[ComparableGroup]:
    """The runs of one benchmark by comparable key and number of items, ``without`` some of these; fewer items first."""
    metric = metric or MainMetric(SCORE, SPLIT, False, group)
    by_key: dict[tuple[str, int | None], list[Run]] = defaultdict(list)
    others = []
    for run in runs:
        if has_key(run):
            items = None if ITEMS in without else run.items_of(metric.split)
            by_key[without_settings(run.comparable, *without), items].append(run)
        else:
            others.append(run)
    found = [
        ComparableGroup(group, metric, key, items, alike[0].instruction, ("",), tuple(("", run) for run in alike))
        for (key, items), alike in by_key.items()
    ]
    return sorted([*found, *_without_key(group, metric, others)], key=lambda alike: alike.order)


def all_comparable_groups(runs: Iterable[Run], *, without: Collection[str] = ()) -> list[ComparableGroup]:
    """The ``comparable_groups`` of every run group, in the order of their names."""
    by_group: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        by_group[run.group].append(run)
    return [alike for name in sorted(by_group) for alike in comparable_groups(name, by_group[name], without=without)]


def representative_order(
    groups: Sequence[ComparableGroup], row_of: Callable[[Run], Hashable] = served_model
) -> list[int]:
    """Places of the groups of one benchmark, the one that represents it in composites first.

    See ``representative_first``; a model counts where it has a score on every subject.
    """
    variants = []
    for group in groups:
        metric, whole = group.metric, len(group.subjects)
        cells = [
            [run for run in cell.values() if metric.stat in run.of_split(metric.split)]
            for cell in group.cells(row_of).values()
        ]
        scored = [is_baseline(cell[0].model) for cell in cells if len(cell) == whole]
        languages = len(scored) - sum(scored)
        variant = SettingsVariant(bool(group.instruction), languages, len(scored), group.items, group.comparable)
        variants.append(variant)
    return representative_first(variants)


def _subject(run: Run) -> str:
    return ",".join(f"{key}={value}" for key, value in run.task.items())


def _without_key(group: str, metric: MainMetric, runs: Sequence[Run]) -> Iterator[ComparableGroup]:
    """Groups of runs that say nothing of what may be compared: by what differs between runs of one subject."""
    settings = {run.name: _listed_settings(run, metric.split) for run in runs}
    seen: dict[tuple[str, ...], set[str]] = defaultdict(set)
    for run in runs:
        for key, value in settings[run.name].items():
            of_model = (run.model, run.deployment) if key in BY_MODEL else ()
            seen[(key, _subject(run), *of_model)].add(value)
    fields = sorted({key for (key, *_), values in seen.items() if len(values) > 1} - NEVER_COMPARED)
    by_key: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[tuple(settings[run.name].get(key, "") for key in fields)].append(run)
    for own, some in by_key.items():
        shown = {key: {settings[run.name].get(key, "") for run in some} for key in SHOWN}
        parts = {"stat": metric.stat, "split": metric.split}
        parts |= {key: min(values) for key, values in shown.items() if len(values) == 1}
        parts |= zip(fields, own, strict=True)
        scenario = some[0].scenario.rpartition(".")[2] or "none"
        comparable = "|".join([scenario, *(f"{key}:{value}" for key, value in parts.items())])
        counts = {_subject(run): run.items_of(metric.split) for run in some}
        items = None if None in counts.values() else sum(count or 0 for count in counts.values())
        subjects = tuple(sorted(counts)) if len(counts) > 1 else ("",)
        members = tuple((_subject(run) if len(counts) > 1 else "", run) for run in some)
        yield ComparableGroup(group, metric, comparable, items, "", subjects, members)


def _listed_settings(run: Run, split: str) -> dict[str, str]:
    found = {key: value for key, value in run.adapter.items() if key not in ("model", "model_deployment")}
    found |= {
        "temperature": round(run.settings["temperature"], 3),
        "scenario": run.scenario,
        ITEMS: run.items_of(split),
    }
    return {key: _short(value) for key, value in found.items()}


def _short(value: Any) -> str:  # noqa: ANN401 - whatever an adapter has
    if isinstance(value, float):
        return f"{value:g}"
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    plain = len(text) <= LONGEST and text.isprintable() and "|" not in text
    return text if plain else f"sha256:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def column_groups(runs: Sequence[Run], metrics: MainMetrics, problems: list[str]) -> list[ComparableGroup]:
    """The columns of all runs, ours first, by run group: the first of a run's groups that has a main stat.

    Runs of ours without the stat stay: their models gave no response that can be scored.
    """
    members: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        for group in dict.fromkeys((run.group, *run.groups)):
            members[group].append(run)
    known = {group: metric for group, some in members.items() if (metric := metrics(group, some)) is not None}
    placed: dict[str, list[Run]] = defaultdict(list)
    unplaced: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        home = next((group for group in (run.group, *run.groups) if group in known), None)
        if home is None and SCORE in run.stats and run.has_comparable_key:
            home, known[run.group] = run.group, MainMetric(SCORE, SPLIT, False, run.group)
        if home is None:
            unplaced[run.group].append(run)
        elif has_key(run) or known[home].stat in run.of_split(known[home].split):
            placed[home].append(run)
        else:
            lacks = f"no stat {known[home].stat!r} of the split {known[home].split!r}"
            problems.append(f"{run.suite}: {run.folder.name}: {lacks}")
    for group, some in sorted(unplaced.items()):
        named = f"no schema says what its main stat is; name one with --metric {group}=STAT: {_stat_names(some)}"
        count, nowhere = counted(len(some), "run"), f"of no run group, such as {some[0].folder.name}"
        problems.append(f"{group}, {count}: {named}" if group else f"{count} {nowhere}")
    columns = [alike for group, some in placed.items() for alike in comparable_groups(group, some, known[group])]
    return sorted(columns, key=lambda column: (column.group not in cards(), column.group, column.order))


def check_main_stats(named: Mapping[str, str], runs: Sequence[Run]) -> None:
    """Refuses a main stat that no run has."""
    for group, stat in named.items():
        of_group = [run for run in runs if group in (run.group, *run.groups)]
        if not of_group:
            there = ", ".join(sorted({run.group for run in runs}))
            raise BadArguments(f"--metric {group}={stat}: no run is of the group {quoted(group)}; there are {there}")
        if not any(stat in some for run in of_group for some in (run.stats, *run.splits.values())):
            raise BadArguments(f"--metric {group}={stat}: no run has that stat; there are {_stat_names(of_group)}")


def _stat_names(runs: Iterable[Run]) -> str:
    return _some(sorted({name for run in runs for some in (run.stats, *run.splits.values()) for name in some}), 12)


def _some(names: Sequence[str], most: int = 5) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")


def column_titles(groups: Sequence[ComparableGroup]) -> list[str]:
    """Titles of all columns of one benchmark, all different: only what differs, and of that not what a protocol sets.

    Settings stand there in words, and whole names and checksums only where words do not tell columns apart.
    """
    last = {INSTRUCTION: "", ITEMS: ""}  # they stand behind all others
    whole = []
    for group in groups:
        items = "" if group.items is None else f"{group.items:,}"
        parts = split_comparable_key(group.comparable)
        whole.append(
            {key: parts[key] for key in parts if key not in last} | {INSTRUCTION: group.instruction, ITEMS: items}
        )
    names = [*(dict.fromkeys(key for parts in whole for key in parts if key not in last)), *last]
    plain = [{key: _without_checksum(value) for key, value in parts.items()} for parts in whole]
    titles: list[str] = []
    for every in (plain, whole):
        values = {key: [parts.get(key, "") for parts in every] for key in names}
        keys = [key for key in names if len(set(values[key])) > 1]
        if every is plain and PROTOCOL in keys:  # what has one value under each protocol says no more than it
            protocols = [parts.get(PROTOCOL, "") for parts in whole]
            varied = {key for key in keys if len({*zip(protocols, values[key], strict=True)}) > len({*protocols})}
            keys = [key for key in keys if key in varied or key in (PROTOCOL, *last)]
        details = [[_words(key, parts.get(key, ""), every is plain) for key in keys] for parts in every]
        listed = [", ".join(filter(None, texts)) for texts in details]
        pairs = zip(groups, listed, strict=True)
        titles = [f"{group.metric.title} ({text})" if text else group.metric.title for group, text in pairs]
        if len(set(titles)) == len(titles):
            break
    return titles


def _without_checksum(value: str) -> str:
    words = value.partition("@")[0]
    return "" if words.startswith("sha256:") or (words != value and words.isdecimal()) else words


def _words(key: str, value: str, plain: bool) -> str:
    name = key.replace("_", " ")
    if key == ITEMS:
        return {"": "unknown number of items", "1": "1 item"}.get(value, f"{value} items")
    if value in ("", "none"):
        return f"no {name}" if value or key != INSTRUCTION else ""
    if key == JUDGES and plain:
        value = "+".join(judge.rpartition("/")[2] for judge in value.split("+"))
    return value if key == PROTOCOL else f"{name} {value}"


CellRuns = Mapping[str, Mapping[str, Run]]
"""Runs of a column by row and subject."""


def row_names(groups: Sequence[ComparableGroup], notes: list[str]) -> dict[tuple[str, str], str]:
    """Names of rows by model and deployment: the model's, or of each deployment where two have a score in one place."""
    deployments: dict[str, set[str]] = defaultdict(set)
    claims: dict[tuple[int, str, str], set[str]] = defaultdict(set)
    for place, group in enumerate(groups):
        for subject, run in group.members:
            model, deployment = served_model(run)
            deployments[model].add(deployment)
            claims[place, subject, model].add(deployment)
    apart = {model for (*_, model), some in claims.items() if len(some) > 1}
    names: dict[tuple[str, str], str] = {}
    for model, some in sorted(deployments.items()):
        names |= {(model, at): model if model not in apart or at == model else f"{model} ({at})" for at in some}
        if len(some) > 1:
            own, all_in = "and each has a row of its own", "never twice on one benchmark; its row has all of them"
            how = f"{own if model in apart else all_in}: {', '.join(sorted(some))}"
            notes.append(f"{model} was run through several deployments, {how}")
    return names


def runs_by_cell(group: ComparableGroup, rows: Mapping[tuple[str, str], str], notes: list[str]) -> CellRuns:
    """The runs of a column by row and subject; notes say which have no place, and which models lack a subject."""
    cells = group.cells(lambda run: rows[served_model(run)])
    if beaten := sorted(group.names - {run.name for cell in cells.values() for run in cell.values()}):
        runs, why = counted(len(beaten), "run has", "runs have"), "because another of the same model and settings"
        notes.append(f"{group.group}: {runs} no place {why} has as many responses or more: {_some(beaten)}")
    if (n := len(group.subjects)) > 1:
        lacking = sorted((name for name, some in cells.items() if len(some) < n), key=natural_key)
        missing = f"; models that lack one have no score: {_some(lacking)}" if lacking else ""
        notes.append(f"{group.group}: scores are means over {n} subjects{missing}")
    return cells


def run_labels(runs: Sequence[Run]) -> list[str]:
    """What stands for each run: its model, and where a model has several runs what makes them different."""
    apart: dict[str, str] = {}
    for model in {run.model for run in runs}:
        apart |= distinct_settings(run.name for run in runs if run.model == model)
    return [f"{run.model} ({apart[run.name]})" if apart[run.name] else run.model for run in runs]


def arguments_apart(runs: Sequence[str]) -> list[list[str]]:
    """For each run the parts of its name, ``group:key=value,...``, that are not so in all the others."""
    texts = [run.partition(":")[2] for run in runs]
    written = [dict(part.partition("=")[::2] for part in text.split(",")) if text else {} for text in texts]
    shared = {key for own in written for key in own if len({other.get(key) for other in written}) == 1}
    return [[f"{key}={value}" if value else key for key, value in own.items() if key not in shared] for own in written]


def distinct_settings(names: Iterable[str]) -> dict[str, str]:
    """What tells runs of one benchmark apart beside their models, by the run's name: parts of the name.

    The deployment is such a part where a model has several.
    """
    of_group: dict[str, list[str]] = defaultdict(list)
    for name in names:
        of_group[name.partition(":")[0]].append(name)
    found = {}
    for runs in of_group.values():
        short = [re.sub(r",model_deployment=[^,]*", "", name) for name in runs]
        apart = arguments_apart(short if len(set(short)) == len(runs) else runs)
        for name, own in zip(runs, apart, strict=True):
            found[name] = ", ".join(part for part in own if not part.startswith("model="))
    return found
