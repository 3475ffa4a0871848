"""The columns of a study: groups of comparable runs of each benchmark, with titles, and the rows of models."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from helm_creativity.core.names import SCORE
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline
from helm_creativity.errors import BadArguments
from helm_creativity.results.comparable_groups import ComparableGroup, comparable_groups, has_key, served_model
from helm_creativity.results.main_metrics import MainMetric, MainMetrics
from helm_creativity.results.runs import Run, split_comparable_key
from helm_creativity.safe_text import counted, quoted

# Names of stats that a message lists.
LISTED = 12


def column_groups(runs: Sequence[Run], metrics: MainMetrics, problems: list[str]) -> list[ComparableGroup]:
    """The columns of all runs, ours first, by run group."""
    columns = []
    for (group, metric), some in _by_group(runs, metrics, problems).items():
        columns += comparable_groups(group, _with_stat(metric, some, problems), metric)
    return sorted(columns, key=lambda column: (not column.ours, column.group, column.order))


def check_main_stats(named: Mapping[str, str], runs: Sequence[Run]) -> None:
    """Refuses a main stat that no run has."""
    for group, stat in named.items():
        of_group = [run for run in runs if group in (run.group, *run.groups)]
        if not of_group:
            there = sorted({run.group for run in runs})
            raise BadArguments(
                f"--metric {group}={stat}: no run is of the group {quoted(group)}; there are {', '.join(there)}"
            )
        if not any(stat in some for run in of_group for some in (run.stats, *run.splits.values())):
            raise BadArguments(f"--metric {group}={stat}: no run has that stat; there are {_stat_names(of_group)}")


def _stat_names(runs: Iterable[Run]) -> str:
    return _some(sorted({name for run in runs for some in (run.stats, *run.splits.values()) for name in some}), LISTED)


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
    unplaced: dict[str, list[Run]] = defaultdict(list)
    for run in runs:
        home = next((group for group in (run.group, *run.groups) if group in known), None)
        if home is None and SCORE in run.stats and run.has_comparable_key:
            home = run.group
            known[home] = MainMetric(SCORE, "test", False, home)
        (unplaced[run.group] if home is None else placed[home, known[home]]).append(run)
    problems += [_unplaced(group, some) for group, some in sorted(unplaced.items())]
    return placed


def _unplaced(group: str, runs: Sequence[Run]) -> str:
    count = counted(len(runs), "run")
    if not group:
        return f"{count} of no run group, such as {runs[0].folder.name}"
    return (
        f"{group}, {count}: no schema says what its main stat is; name one with --metric {group}=STAT: "
        f"{_stat_names(runs) or 'there is none'}"
    )


def _with_stat(metric: MainMetric, runs: Iterable[Run], problems: list[str]) -> list[Run]:
    """Runs of ours without the stat stay: their models gave no response that can be scored."""
    kept = []
    for run in runs:
        if has_key(run) or metric.stat in run.of_split(metric.split):
            kept.append(run)
        else:
            problems.append(f"{run.suite}: {run.folder.name}: no stat {metric.stat!r} of the split {metric.split!r}")
    return kept


# Settings that stand behind all others.
LAST = ("instruction", "items")
PROTOCOL, JUDGES = "protocol", "judges"


def column_titles(drafts: Sequence[ComparableGroup]) -> list[str]:
    """Titles of all columns of one group, all different: only what differs, and of that not what a protocol sets.

    Settings stand there in words, and whole names and checksums only where words do not tell columns apart.
    """
    parts = [_settings_in_key(draft) for draft in drafts]
    names = sorted(dict.fromkeys(key for part in parts for key in part), key=lambda key: (key in LAST, key == LAST[-1]))
    keys = [key for key in names if len({_without_checksum(part.get(key, "")) for part in parts}) > 1]
    titles = [_title(draft, _chosen(keys, parts), part, plain=True) for draft, part in zip(drafts, parts, strict=True)]
    if len(set(titles)) == len(titles):
        return titles
    keys = [key for key in names if len({part.get(key, "") for part in parts}) > 1]
    return [_title(draft, keys, part, plain=False) for draft, part in zip(drafts, parts, strict=True)]


def _chosen(keys: Sequence[str], parts: Sequence[Mapping[str, str]]) -> list[str]:
    """The settings that differ, without those that have one value under each of several protocols."""
    if PROTOCOL not in keys:
        return list(keys)
    protocols = {part.get(PROTOCOL, "") for part in parts}

    def follows(key: str) -> bool:
        return len({(part.get(PROTOCOL, ""), _without_checksum(part.get(key, ""))) for part in parts}) == len(protocols)

    return [key for key in keys if key in (PROTOCOL, *LAST) or not follows(key)]


def _settings_in_key(draft: ComparableGroup) -> dict[str, str]:
    parts = split_comparable_key(draft.comparable)
    parts.pop("instruction", None)
    instruction = {"instruction": draft.instruction} if draft.instruction else {}
    return {**parts, **instruction, **({} if draft.items is None else {"items": f"{draft.items:,}"})}


def _without_checksum(value: str) -> str:
    words = value.partition("@")[0]
    return "" if words.startswith("sha256:") or (words != value and words.isdecimal()) else words


def _title(draft: ComparableGroup, keys: Sequence[str], parts: Mapping[str, str], plain: bool) -> str:
    values = {key: _without_checksum(parts.get(key, "")) if plain else parts.get(key, "") for key in keys}
    apart = ", ".join(
        _setting_words(key, value, plain) for key, value in values.items() if value or key != "instruction"
    )
    return f"{draft.metric.title} ({apart})" if apart else draft.metric.title


def _setting_words(key: str, value: str, plain: bool) -> str:
    name = key.replace("_", " ")
    if key == "items":
        return {"": "unknown number of items", "1": "1 item"}.get(value, f"{value} items")
    if value in ("", "none"):
        return f"no {name}"
    if key == JUDGES and plain:
        value = "+".join(judge.rpartition("/")[2] for judge in value.split("+"))
    return value if key == PROTOCOL else f"{name} {value}"


CellRuns = Mapping[int, Mapping[str, Run]]
"""Runs of a column by row and subject."""


class ModelRows(NamedTuple):
    """The models of a study."""

    names: tuple[str, ...]
    places: Mapping[tuple[str, str], int]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, drafts: Sequence[ComparableGroup]) -> ModelRows:
        """One row per model; one per deployment where two deployments of a model have a score in the same place."""
        deployments: dict[str, set[str]] = defaultdict(set)
        claims: dict[tuple[int, str, str], set[str]] = defaultdict(set)
        for place, draft in enumerate(drafts):
            for subject, run in draft.members:
                deployments[run.model].add(served_model(run)[1])
                claims[place, subject, run.model].add(served_model(run)[1])
        apart = {model for (_, _, model), some in claims.items() if len(some) > 1}
        names = {
            (model, deployment): model if model not in apart or deployment == model else f"{model} ({deployment})"
            for model, some in deployments.items()
            for deployment in some
        }
        ordered = sorted(set(names.values()), key=lambda name: (is_baseline(name), natural_key(name)))
        places = {key: ordered.index(name) for key, name in names.items()}
        notes = [_note(model, some, model in apart) for model, some in sorted(deployments.items()) if len(some) > 1]
        return cls(tuple(ordered), places, tuple(notes))

    @property
    def language_models(self) -> list[int]:
        """Rows that are no baselines."""
        return [row for row, name in enumerate(self.names) if not is_baseline(name)]

    def row_of(self, run: Run) -> int:
        """The row of a run."""
        return self.places[served_model(run)]


def _note(model: str, deployments: set[str], apart: bool) -> str:
    names = ", ".join(sorted(deployments))
    if apart:
        return f"{model} was run through several deployments, and each has a row of its own: {names}"
    return (
        f"{model} was run through several deployments, never twice on one benchmark; its row has all of them: {names}"
    )


def runs_by_cell(draft: ComparableGroup, rows: ModelRows, notes: list[str]) -> CellRuns:
    """The runs of a column by row and subject."""
    cells = draft.cells(rows.row_of)
    kept = {run.name for cell in cells.values() for run in cell.values()}
    if beaten := [run.name for run in draft.runs if run.name not in kept]:
        runs = counted(len(beaten), "run has", "runs have")
        notes.append(
            f"{draft.group}: {runs} no place because another of the same model and settings has as many responses or "
            f"more: {_some(beaten)}"
        )
    if len(draft.subjects) > 1:
        text = f"{draft.group}: scores are means over {len(draft.subjects)} subjects"
        lacking = sorted(
            (rows.names[row] for row, cell in cells.items() if len(cell) < len(draft.subjects)), key=natural_key
        )
        notes.append(f"{text}; models that lack one have no score: {_some(lacking)}" if lacking else text)
    return dict(sorted(cells.items()))


def _some(names: Sequence[str], most: int = 5) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")
