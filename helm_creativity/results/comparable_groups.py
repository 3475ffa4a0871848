"""Which runs may stand in one table: the only place that decides it.

Runs of our metrics carry a comparable key; a group has one key and one number of items. Runs of other scenarios carry
none, and one benchmark may be many runs of a model, a subject each, whose prompts differ. There a group's runs agree
in every setting of the adapter in which two runs of one subject differ. What HELM itself changes by model does not
count, unless one model has both.
"""

from __future__ import annotations

import hashlib
import json
import math
import re
from collections import defaultdict
from collections.abc import Callable, Collection, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeVar

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import SettingsVariant, is_baseline, representative_first, response_count
from helm_creativity.results.main_metrics import MainMetric, cards
from helm_creativity.results.runs import SPLIT, Run, without_settings

MODEL = frozenset({"model", "model_deployment"})
BY_MODEL = frozenset({"temperature", "stop_sequences", "global_prefix", "global_suffix"})
SHOWN = ("method", "max_train_instances", "temperature")
# Limits that leave scores comparable: they are provenance.
NEVER_COMPARED = frozenset({"max_eval_instances", "max_tokens"})
LONGEST = 40

Row = TypeVar("Row", bound=Hashable)


@dataclass(frozen=True)
class ComparableGroup:
    """Runs whose scores may be compared."""

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
    def order(self) -> tuple[tuple[tuple[str, float, str], ...], int]:
        """What the groups of a benchmark are sorted by: settings in the order of the key, numbers by their value."""
        parts = [part.partition(":")[::2] for part in self.comparable.split("|")]
        numbers = [float(value) if re.fullmatch(r"-?\d+(?:\.\d+)?", value) else math.inf for _, value in parts]
        settings = tuple((name, number, value) for (name, value), number in zip(parts, numbers, strict=True))
        return settings, self.items or 0

    @property
    def ours(self) -> bool:
        """Whether a card of this package describes it."""
        return self.group in cards()

    @cached_property
    def names(self) -> frozenset[str]:
        """Names of its runs."""
        return frozenset(run.name for run in self.runs)

    @property
    def runs(self) -> tuple[Run, ...]:
        """All of them."""
        return tuple(run for _, run in self.members)

    def cells(self, row_of: Callable[[Run], Row]) -> dict[Row, dict[str, Run]]:
        """The runs by row and subject; of several runs of one cell, that with the most responses counts."""
        cells: dict[Row, dict[str, Run]] = defaultdict(dict)
        for subject, run in self.members:
            cell = cells[row_of(run)]
            cell[subject] = max(cell.get(subject, run), run, key=_responses)
        return dict(cells)


def served_model(run: Run) -> tuple[str, str]:
    """The model and deployment of a run; where a run of older make names none, it is that of the model's name."""
    return run.model, run.deployment or run.model


def _responses(run: Run) -> tuple[float, str]:
    return response_count(run.stats, run.settings.get(TRIALS, 1)), run.name


def comparable_groups(
    group: str, runs: Iterable[Run], metric: MainMetric | None = None, *, without: Collection[str] = ()
) -> list[ComparableGroup]:
    """The runs of one benchmark by comparable key and number of items; fewer items first."""
    some = list(runs)
    metric = metric or MainMetric(SCORE, SPLIT, False, group)
    by_key: dict[tuple[str, int | None], list[Run]] = defaultdict(list)
    for run in some:
        if has_key(run):
            items = None if "items" in without else run.items_of(metric.split)
            by_key[without_settings(run.comparable, *without), items].append(run)
    found = [
        ComparableGroup(group, metric, key, items, alike[0].instruction, ("",), tuple(("", run) for run in alike))
        for (key, items), alike in by_key.items()
    ]
    found += _without_key(group, metric, [run for run in some if not has_key(run)])
    return sorted(found, key=lambda alike: alike.order)


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
    return representative_first([_variant(group, row_of) for group in groups])


def _variant(group: ComparableGroup, row_of: Callable[[Run], Hashable]) -> SettingsVariant:
    stat, split = group.metric.stat, group.metric.split
    scored = [
        next(iter(cell.values())).model
        for cell in group.cells(row_of).values()
        if sum(stat in run.of_split(split) for run in cell.values()) == len(group.subjects)
    ]
    languages = sum(not is_baseline(model) for model in scored)
    return SettingsVariant(bool(group.instruction), languages, len(scored), group.items, group.comparable)


def has_key(run: Run) -> bool:
    """Whether a run says under which settings its scores may be compared, or is of a benchmark of ours."""
    return run.has_comparable_key or run.group in cards()


def _without_key(group: str, metric: MainMetric, runs: Sequence[Run]) -> Iterator[ComparableGroup]:
    settings = {run.name: _listed_settings(run, metric.split) for run in runs}
    fields = _differing_settings(runs, settings)
    by_key: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[tuple(settings[run.name].get(key, "") for key in fields)].append(run)
    for some in by_key.values():
        subjects = tuple(sorted({_subject(run) for run in some}))
        alone = len(subjects) == 1
        members = tuple(("" if alone else _subject(run), run) for run in some)
        counts = {subject: run.items_of(metric.split) for subject, run in members}
        known = [count for count in counts.values() if count is not None]
        items = sum(known) if len(known) == len(counts) else None
        comparable = _key(metric, some, [settings[run.name] for run in some], fields)
        yield ComparableGroup(group, metric, comparable, items, "", ("",) if alone else subjects, members)


def _subject(run: Run) -> str:
    return ",".join(f"{key}={value}" for key, value in run.task.items())


def _listed_settings(run: Run, split: str) -> dict[str, str]:
    adapter = {**run.adapter, "temperature": round(run.settings["temperature"], 3)}
    values = {key: value for key, value in adapter.items() if key not in MODEL}
    items = run.items_of(split)
    return {key: _short(value) for key, value in {**values, "scenario": run.scenario, "items": items}.items()}


def _short(value: Any) -> str:  # noqa: ANN401 - whatever an adapter has
    if isinstance(value, float):
        return f"{value:g}"
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    plain = len(text) <= LONGEST and text.isprintable() and "|" not in text
    return text if plain else f"sha256:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _differing_settings(runs: Sequence[Run], settings: Mapping[str, Mapping[str, str]]) -> list[str]:
    seen: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    telling: set[str] = set()
    for run in runs:
        subject = _subject(run)
        for key, value in settings[run.name].items():
            of = (key, subject, run.model, run.deployment) if key in BY_MODEL else (key, subject)
            if seen[of].setdefault(key, value) != value:
                telling.add(key)
    return sorted(telling - NEVER_COMPARED)


def _key(metric: MainMetric, runs: Sequence[Run], settings: Sequence[Mapping[str, str]], fields: Sequence[str]) -> str:
    scenario = runs[0].scenario.rpartition(".")[2] or "none"
    parts = {"stat": metric.stat, "split": metric.split}
    for key in dict.fromkeys((*SHOWN, *fields)):
        values = {setting.get(key, "") for setting in settings}
        if len(values) == 1:
            parts[key] = values.pop()
    return "|".join([scenario, *(f"{key}:{value}" for key, value in parts.items())])
