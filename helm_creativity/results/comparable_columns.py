"""Sorts runs into columns, so that a column holds only scores that may be compared.

Runs of our metrics carry a comparable key; a column has one key and one number of items. Runs of other scenarios
carry none, and one benchmark may be many runs of a model, a subject each, whose prompts differ. There a
column's runs agree in every setting of the adapter in which two runs of one subject differ. What HELM itself changes by
model does not count, unless one model has both.
"""

from __future__ import annotations

import hashlib
import json
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline, response_count
from helm_creativity.errors import BadArguments
from helm_creativity.results.main_metrics import SCORE, MainMetric, MainMetrics, cards
from helm_creativity.results.suite import Run, is_plausible, split_comparable_key

ITEMS = "num_instances"
MODEL = frozenset({"model", "model_deployment"})
BY_MODEL = frozenset({"temperature", "stop_sequences", "global_prefix", "global_suffix"})
SHOWN = ("method", "max_train_instances", "temperature")
# Limits that leave scores comparable: they are provenance.
NEVER_COMPARED = frozenset({"max_eval_instances", "max_tokens"})
LONGEST = 40
# Names of stats that a message lists.
LISTED = 12


@dataclass(frozen=True)
class ColumnRuns:
    """Runs that stand in one column.

    Attributes:
        group: run group.
        metric: its main stat.
        ours: whether a card of this package describes it.
        comparable: the comparable key, with all that moves the score.
        items: how many were asked, over all subjects; None where runs do not say.
        instruction: name of the instruction before every prompt, "" for nothing.
        subjects: those that any model has, in order; one of them, "", where a run is the whole benchmark.
        members: (subject, run).
    """

    group: str
    metric: MainMetric
    ours: bool
    comparable: str
    items: int | None
    instruction: str
    subjects: tuple[str, ...]
    members: tuple[tuple[str, Run], ...]


def column_runs(runs: Sequence[Run], metrics: MainMetrics, problems: list[str]) -> list[ColumnRuns]:
    """The columns of all runs, by group and comparable key.

    Args:
        runs: each once.
        metrics: names main stats.
        problems: gets a line for all that has no place.
    """
    drafts: list[ColumnRuns] = []
    for (group, metric), some in _by_group(runs, metrics, problems).items():
        with_key = [run for run in some if _has_key(run)]
        drafts += _with_key(group, metric, with_key)
        drafts += _without_key(group, metric, _with_stat(metric, [run for run in some if not _has_key(run)], problems))
    return sorted(drafts, key=lambda draft: (not draft.ours, draft.group, draft.comparable, draft.items or 0))


def check_main_stats(named: Mapping[str, str], runs: Sequence[Run]) -> None:
    """Refuses a main stat that no run has.

    Raises:
        BadArguments: names the groups or stats that there are.
    """
    for group, stat in named.items():
        of_group = [run for run in runs if group in (run.group, *run.groups)]
        if not of_group:
            there = sorted({run.group for run in runs})
            raise BadArguments(
                f"--metric {group}={stat}: no run is of the group {group!r}; there are {', '.join(there)}"
            )
        if not any(stat in some for run in of_group for some in (run.stats, *run.splits.values())):
            raise BadArguments(f"--metric {group}={stat}: no run has that stat; there are {_stat_names(of_group)}")


def _stat_names(runs: Iterable[Run]) -> str:
    names = sorted({name for run in runs for some in (run.stats, *run.splits.values()) for name in some})
    return ", ".join(names[:LISTED]) + (f" and {len(names) - LISTED} more" if len(names) > LISTED else "")


def _has_key(run: Run) -> bool:
    return run.has_comparable_key or run.group in cards()


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
    count = f"{len(runs):,} {'run' if len(runs) == 1 else 'runs'}"
    if not group:
        return f"{count} of no run group, such as {runs[0].folder.name}"
    return (
        f"{group}, {count}: no schema says what its main stat is; name one with --metric {group}=STAT: "
        f"{_stat_names(runs) or 'there is none'}"
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


def _item_count(run: Run, split: str) -> int | None:
    count = run.of_split(split).get(ITEMS)
    return round(count) if is_plausible(count) else None


def _with_key(group: str, metric: MainMetric, runs: Sequence[Run]) -> Iterator[ColumnRuns]:
    by_key: dict[tuple[str, int | None], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[run.comparable, _item_count(run, metric.split)].append(run)
    for (comparable, items), some in by_key.items():
        members = tuple(("", run) for run in some)
        yield ColumnRuns(group, metric, group in cards(), comparable, items, some[0].instruction, ("",), members)


def _without_key(group: str, metric: MainMetric, runs: Sequence[Run]) -> Iterator[ColumnRuns]:
    settings = {run.name: _listed_settings(run, metric.split) for run in runs}
    fields = _telling(runs, settings)
    by_key: dict[tuple[str, ...], list[Run]] = defaultdict(list)
    for run in runs:
        by_key[tuple(settings[run.name].get(key, "") for key in fields)].append(run)
    for some in by_key.values():
        subjects = tuple(sorted({_subject(run) for run in some}))
        alone = len(subjects) == 1
        members = tuple(("" if alone else _subject(run), run) for run in some)
        counts = {subject: _item_count(run, metric.split) for subject, run in members}
        known = [count for count in counts.values() if count is not None]
        items = sum(known) if len(known) == len(counts) else None
        comparable = _key(metric, some, [settings[run.name] for run in some], fields)
        yield ColumnRuns(group, metric, False, comparable, items, "", ("",) if alone else subjects, members)


def _subject(run: Run) -> str:
    """What a run asked about: the arguments of its scenario."""
    return ",".join(f"{key}={value}" for key, value in run.task.items())


def _listed_settings(run: Run, split: str) -> dict[str, str]:
    """Everything in which two runs of a subject may differ, as text."""
    adapter = {**run.adapter, "temperature": round(run.settings["temperature"], 3)}
    values = {key: value for key, value in adapter.items() if key not in MODEL}
    items = _item_count(run, split)
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
    return sorted(telling - NEVER_COMPARED)


def _key(metric: MainMetric, runs: Sequence[Run], settings: Sequence[Mapping[str, str]], fields: Sequence[str]) -> str:
    """A line in the manner of our comparable keys: what all runs of a column have alike."""
    scenario = runs[0].scenario.rpartition(".")[2] or "none"
    parts = {"stat": metric.stat, "split": metric.split}
    for key in dict.fromkeys((*SHOWN, *fields)):
        values = {setting.get(key, "") for setting in settings}
        if len(values) == 1:
            parts[key] = values.pop()
    return "|".join([scenario, *(f"{key}:{value}" for key, value in parts.items())])


# Settings that stand behind all others.
LAST = ("instruction", "items")
PROTOCOL, JUDGES = "protocol", "judges"


def column_titles(drafts: Sequence[ColumnRuns]) -> list[str]:
    """Titles of all columns of one group, all different: only what differs, and of that not what a protocol sets.

    Settings stand there in words, and whole names and checksums only where words do not tell columns apart.
    """
    parts = [_parts(draft) for draft in drafts]
    names = sorted(dict.fromkeys(key for part in parts for key in part), key=lambda key: (key in LAST, key == LAST[-1]))
    keys = [key for key in names if len({_plain(part.get(key, "")) for part in parts}) > 1]
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
        return len({(part.get(PROTOCOL, ""), _plain(part.get(key, ""))) for part in parts}) == len(protocols)

    return [key for key in keys if key in (PROTOCOL, *LAST) or not follows(key)]


def _parts(draft: ColumnRuns) -> dict[str, str]:
    """A comparable key by setting, the instruction and the number of items last."""
    parts = split_comparable_key(draft.comparable)
    parts.pop("instruction", None)
    instruction = {"instruction": draft.instruction} if draft.instruction else {}
    return {**parts, **instruction, **({} if draft.items is None else {"items": f"{draft.items:,}"})}


def _plain(value: str) -> str:
    """A setting's words, without its checksum; "" where there is nothing else but perhaps a number of files."""
    words = value.partition("@")[0]
    return "" if words.startswith("sha256:") or (words != value and words.isdecimal()) else words


def _title(draft: ColumnRuns, keys: Sequence[str], parts: Mapping[str, str], plain: bool) -> str:
    values = {key: _plain(parts.get(key, "")) if plain else parts.get(key, "") for key in keys}
    apart = ", ".join(_shown(key, value, plain) for key, value in values.items() if value or key != "instruction")
    return f"{draft.metric.title} ({apart})" if apart else draft.metric.title


def _shown(key: str, value: str, plain: bool) -> str:
    name = key.replace("_", " ")
    if value in ("", "none"):
        return f"no {name}"
    if key == "items":
        return "1 item" if value == "1" else f"{value} items"
    if key == JUDGES and plain:
        value = "+".join(judge.rpartition("/")[2] for judge in value.split("+"))
    return value if key == PROTOCOL else f"{name} {value}"


CellRuns = Mapping[int, Mapping[str, Run]]
"""Runs of a column by row and subject."""


class ModelRows(NamedTuple):
    """The models of a study.

    Attributes:
        names: in order, our baselines last.
        places: row of each model and deployment.
        notes: on models that were run through several deployments, a line each.
    """

    names: tuple[str, ...]
    places: Mapping[tuple[str, str], int]
    notes: tuple[str, ...]

    @classmethod
    def of(cls, drafts: Sequence[ColumnRuns]) -> ModelRows:
        """One row per model; one per deployment where two deployments of a model have a score in the same place."""
        deployments: dict[str, set[str]] = defaultdict(set)
        claims: dict[tuple[int, str, str], set[str]] = defaultdict(set)
        for place, draft in enumerate(drafts):
            for subject, run in draft.members:
                deployments[run.model].add(_deployment(run))
                claims[place, subject, run.model].add(_deployment(run))
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

    def __call__(self, run: Run) -> int:
        """The row of a run."""
        return self.places[run.model, _deployment(run)]


def _deployment(run: Run) -> str:
    """Where a run of older make does not name one, it is that of the model's name."""
    return run.deployment or run.model


def _note(model: str, deployments: set[str], apart: bool) -> str:
    names = ", ".join(sorted(deployments))
    if apart:
        return f"{model} was run through several deployments, and each has a row of its own: {names}"
    return (
        f"{model} was run through several deployments, never twice on one benchmark; its row has all of them: {names}"
    )


def runs_by_cell(draft: ColumnRuns, rows: ModelRows, notes: list[str]) -> CellRuns:
    """The runs of a column by row and subject; of several runs of one cell, that with the most answers counts.

    Args:
        draft: the column.
        rows: of the study.
        notes: gets a line where several runs are of one cell, and one where models lack subjects.
    """
    cells: dict[int, dict[str, Run]] = defaultdict(dict)
    beaten: list[Run] = []
    for subject, run in draft.members:
        cell = cells[rows(run)]
        kept, *others = sorted(filter(None, (cell.get(subject), run)), key=_answers, reverse=True)
        cell[subject] = kept
        beaten += others
    if beaten:
        notes.append(
            f"{draft.group}: {len(beaten):,} runs have no place because another of the same model and settings has as "
            f"many answers or more: {_some([run.name for run in beaten])}"
        )
    if len(draft.subjects) > 1:
        notes.append(_on_subjects(draft, cells, rows))
    return dict(sorted(cells.items()))


def _answers(run: Run) -> tuple[float, str]:
    """Number of answers, then the name."""
    return response_count(run.stats, run.settings.get(TRIALS, 1)), run.name


def _on_subjects(draft: ColumnRuns, cells: CellRuns, rows: ModelRows) -> str:
    text = f"{draft.group}: scores are means over {len(draft.subjects)} subjects"
    lacking = [rows.names[row] for row, cell in cells.items() if len(cell) < len(draft.subjects)]
    return f"{text}; models that lack one have no score: {_some(sorted(lacking, key=natural_key))}" if lacking else text


def _some(names: Sequence[str], most: int = 5) -> str:
    return ", ".join(names[:most]) + (f" and {len(names) - most:,} more" if len(names) > most else "")
