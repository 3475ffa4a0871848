"""Sorts runs into columns, so that a column holds only scores that may be compared.

Runs of our metrics carry their signature; a column has one signature and one number of items. Runs of other
scenarios carry none, and one benchmark may be many runs of a model, a subject each, whose prompts differ. There a
column's runs agree in every setting of the adapter in which two runs of one subject differ. What HELM itself changes by
model does not count, unless one model has both.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.results.main_metrics import SCORE, MainMetric, MainMetrics, cards
from helm_creativity.results.runs import Run
from helm_creativity.rooms.signature import INSTRUCTION

ITEMS = "num_instances"
MODEL = frozenset({"model", "model_deployment"})
BY_MODEL = frozenset({"temperature", "max_tokens", "stop_sequences", "global_prefix", "global_suffix"})
SHOWN = ("method", "max_train_instances", "temperature", "max_tokens")
LONGEST = 40
# Names of stats that a message lists.
LISTED = 12


@dataclass(frozen=True)
class Draft:
    """Runs that stand in one column.

    Attributes:
        group: run group.
        metric: its main stat.
        ours: whether a card of this package describes it.
        signature: everything that moves the score.
        items: how many were asked, over all subjects; None where runs do not say.
        instruction: what models were told before every prompt, "" for nothing.
        subjects: those that any model has, in order; one of them, "", where a run is the whole benchmark.
        members: (subject, run).
    """

    group: str
    metric: MainMetric
    ours: bool
    signature: str
    items: int | None
    instruction: str
    subjects: tuple[str, ...]
    members: tuple[tuple[str, Run], ...]


def drafts_of(runs: Sequence[Run], metrics: MainMetrics, problems: list[str]) -> list[Draft]:
    """The columns of all runs, by group and signature.

    Args:
        runs: each once.
        metrics: names main stats.
        problems: gets a line for all that has no place.
    """
    drafts: list[Draft] = []
    for (group, metric), some in _by_group(runs, metrics, problems).items():
        signed = [run for run in some if _is_signed(run)]
        drafts += _signed(group, metric, signed)
        drafts += _unsigned(group, metric, _with_stat(metric, [run for run in some if not _is_signed(run)], problems))
    return sorted(drafts, key=lambda one: (not one.ours, one.group, one.signature, one.items or 0))


def check_given(given: Mapping[str, str], runs: Sequence[Run]) -> None:
    """Refuses a main stat that no run has.

    Raises:
        BadArguments: names the groups or stats that there are.
    """
    for group, stat in given.items():
        of_group = [run for run in runs if group in (run.group, *run.groups)]
        if not of_group:
            there = sorted({run.group for run in runs})
            raise BadArguments(
                f"--metric {group}={stat}: no run is of the group {group!r}; there are {', '.join(there)}"
            )
        if not any(stat in some for run in of_group for some in (run.stats, *run.splits.values())):
            raise BadArguments(f"--metric {group}={stat}: no run has that stat; there are {_stats_of(of_group)}")


def _stats_of(runs: Iterable[Run]) -> str:
    names = sorted({name for run in runs for some in (run.stats, *run.splits.values()) for name in some})
    return ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED} more" if len(names) > LISTED else "")


def _is_signed(run: Run) -> bool:
    return bool(run.settings.get("signature")) or run.group in cards()


def _by_group(
    runs: Sequence[Run], metrics: MainMetrics, problems: list[str]
) -> dict[tuple[str, MainMetric], list[Run]]:
    """Runs by the first of their groups that has a main stat."""
    members: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        for group in dict.fromkeys((run.group, *run.groups)):
            members[group].append(run)
    known = {group: metric for group, some in members.items() if (metric := metrics(group, some)) is not None}
    placed: dict[tuple[str, MainMetric], list[Run]] = defaultdict(list)
    homeless: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        home = next((group for group in (run.group, *run.groups) if group in known), None)
        if home is None and SCORE in run.stats and run.settings.get("signature"):
            home = run.group
            known[home] = MainMetric(SCORE, "test", False, home)
        (homeless[run.group] if home is None else placed[home, known[home]]).append(run)
    problems += [_homeless(group, some) for group, some in sorted(homeless.items())]
    return placed


def _homeless(group: str, runs: Sequence[Run]) -> str:
    count = f"{len(runs):,} {'run' if len(runs) == 1 else 'runs'}"
    if not group:
        return f"{count} of no run group, such as {runs[0].folder.name}"
    return (
        f"{group}, {count}: no schema says what its main stat is; name one with --metric {group}=STAT: "
        f"{_stats_of(runs) or 'there is none'}"
    )


def _with_stat(metric: MainMetric, runs: Iterable[Run], problems: list[str]) -> list[Run]:
    """Runs that have the main stat. Ours without a score are models that gave no answer that can be scored."""
    kept = []
    for run in runs:
        if metric.stat in run.of_split(metric.split):
            kept.append(run)
        else:
            problems.append(f"{run.suite}: {run.folder.name}: no stat {metric.stat!r} of the split {metric.split!r}")
    return kept


def _items_of(run: Run, split: str) -> int | None:
    count = run.of_split(split).get(ITEMS)
    return None if count is None else round(count)


def _signed(group: str, metric: MainMetric, runs: Sequence[Run]) -> Iterator[Draft]:
    by_key: dict[tuple[str, int | None], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[run.signature, _items_of(run, metric.split)].append(run)
    for (signature, items), some in by_key.items():
        told = str(some[0].settings.get(INSTRUCTION) or "").partition("@")[0]
        members = tuple(("", run) for run in some)
        yield Draft(group, metric, group in cards(), signature, items, told, ("",), members)


def _unsigned(group: str, metric: MainMetric, runs: Sequence[Run]) -> Iterator[Draft]:
    settings = {run.name: _settings_of(run, metric.split) for run in runs}
    fields = _telling(runs, settings)
    by_key: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[tuple(settings[run.name].get(key, "") for key in fields)].append(run)
    for some in by_key.values():
        subjects = tuple(sorted({_subject(run) for run in some}))
        alone = len(subjects) == 1
        members = tuple(("" if alone else _subject(run), run) for run in some)
        counts = {subject: _items_of(run, metric.split) for subject, run in members}
        known = [count for count in counts.values() if count is not None]
        items = sum(known) if len(known) == len(counts) else None
        signature = _signature(metric, some, [settings[run.name] for run in some], fields)
        yield Draft(group, metric, False, signature, items, "", ("",) if alone else subjects, members)


def _subject(run: Run) -> str:
    """What a run asked about: the arguments of its scenario."""
    return ",".join(f"{key}={value}" for key, value in run.task.items())


def _settings_of(run: Run, split: str) -> dict[str, str]:
    """Everything that may tell two runs of a subject apart, as text."""
    adapter = {**run.adapter, "temperature": round(run.settings["temperature"], 3)}
    values = {key: value for key, value in adapter.items() if key not in MODEL}
    items = _items_of(run, split)
    return {key: _short(value) for key, value in {**values, "scenario": run.scenario, "items": items}.items()}


def _short(value: Any) -> str:  # noqa: ANN401 - whatever an adapter has
    if isinstance(value, float):
        return f"{value:g}"
    text = value if isinstance(value, str) else json.dumps(value, sort_keys=True)
    plain = len(text) <= LONGEST and text.isprintable() and "|" not in text
    return text if plain else f"sha256:{hashlib.sha256(text.encode()).hexdigest()[:12]}"


def _telling(runs: Sequence[Run], settings: Mapping[str, Mapping[str, str]]) -> list[str]:
    """Names of the settings in which two runs of a subject differ."""
    seen: dict[tuple[str, ...], dict[str, str]] = defaultdict(dict)
    telling: set[str] = set()
    for run in runs:
        subject = _subject(run)
        for key, value in settings[run.name].items():
            of = (key, subject, run.model, run.deployment) if key in BY_MODEL else (key, subject)
            if seen[of].setdefault(key, value) != value:
                telling.add(key)
    return sorted(telling - {"max_eval_instances"})


def _signature(
    metric: MainMetric, runs: Sequence[Run], settings: Sequence[Mapping[str, str]], fields: Sequence[str]
) -> str:
    """A line in the manner of our signatures: what all runs of a column have alike."""
    scenario = runs[0].scenario.rpartition(".")[2] or "none"
    parts = {"stat": metric.stat, "split": metric.split}
    for key in dict.fromkeys((*SHOWN, *fields)):
        values = {one.get(key, "") for one in settings}
        if len(values) == 1:
            parts[key] = values.pop()
    return "|".join([scenario, *(f"{key}:{value}" for key, value in parts.items())])
