"""Reads the runs of a suite: what was run and what came out. A damaged run is named, never fatal."""

from __future__ import annotations

import json
import math
import sys
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from helm_creativity.errors import FileProblem
from helm_creativity.rooms.signature import ADAPTER, TRIALS, with_adapter

SPEC, STATS = "run_spec.json", "stats.json"
SPLIT = "test"
# Folders that HELM puts beside the runs of a suite.
NOT_RUNS = frozenset({"eval_cache", "groups"})


@dataclass(frozen=True)
class Run:
    """One run folder.

    Attributes:
        name: the run's name in HELM.
        group: run group, which is the benchmark; the first where there are several.
        model: the model's name.
        settings: arguments of the metric, the signature among them, temperature and token limit.
        stats: mean of every stat of the test split.
        folder: where all of it lies.
        deployment: of the model, "" where a run of older make does not say.
        groups: all run groups.
        scenario: name of the scenario's class, "" where it is unknown.
        task: arguments of the scenario, such as a subject.
        adapter: how the model was asked.
        splits: as ``stats``, of the other splits by name.
        undefined: names of stats that are no finite number; they are nowhere else.
    """

    name: str
    group: str
    model: str
    settings: Mapping[str, Any]
    stats: Mapping[str, float]
    folder: Path = Path()
    deployment: str = ""
    groups: tuple[str, ...] = ()
    scenario: str = ""
    task: Mapping[str, Any] = field(default_factory=dict)
    adapter: Mapping[str, Any] = field(default_factory=dict)
    splits: Mapping[str, Mapping[str, float]] = field(default_factory=dict)
    undefined: tuple[str, ...] = ()

    @property
    def signature(self) -> str:
        """Everything that moves the score, in one line."""
        return with_adapter(self.settings)

    @property
    def suite(self) -> str:
        """Name of the folder that the run lies in."""
        return self.folder.parent.name

    def of_split(self, split: str) -> Mapping[str, float]:
        """Mean of every stat of a split."""
        return self.stats if split == SPLIT else self.splits.get(split, {})


def read_run(folder: Path) -> Run:
    """The run in ``folder``.

    Raises:
        FileProblem: when a file is missing, cut off or not what HELM writes.
    """
    try:
        spec = json.loads((folder / SPEC).read_text("utf-8"))
        means, undefined = _means(json.loads((folder / STATS).read_text("utf-8")))
        metric = spec["metric_specs"][0] if spec["metric_specs"] else {}
        scenario, adapter = spec.get("scenario_spec") or {}, spec["adapter_spec"]
        groups = tuple(sys.intern(group) for group in spec["groups"])
        return Run(
            name=_text(spec["name"]),
            group=groups[0] if groups else "",
            model=sys.intern(_text(adapter["model"])),
            settings={**metric.get("args", {}), **_adapter_settings(adapter)},
            stats=means.pop(SPLIT, {}),
            folder=folder,
            deployment=sys.intern(adapter.get("model_deployment") or ""),
            groups=groups,
            scenario=sys.intern(scenario.get("class_name") or ""),
            task=dict(scenario.get("args") or {}),
            adapter=adapter,
            splits=means,
            undefined=undefined,
        )
    except FileNotFoundError as error:
        if _leads_nowhere(folder):
            raise FileProblem(f"{folder.name}: a link that leads nowhere, to {folder.readlink()}") from error
        lacking = Path(error.filename).name
        raise FileProblem(f"{folder.name}: there is no {lacking}: the run was not finished; run it again") from error
    except (OSError, ValueError, KeyError, TypeError, IndexError, AttributeError, RecursionError) as error:
        raise FileProblem(f"{folder.name}: {type(error).__name__}: {error}") from error


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError(f"expected a name, got {value!r}")
    return value


def _adapter_settings(adapter: Mapping[str, Any]) -> dict[str, Any]:
    settings = {**{key: adapter[key] for key in ADAPTER}, TRIALS: adapter.get(TRIALS, 1)}
    if wrong := [f"{key}={value!r}" for key, value in settings.items() if not isinstance(value, (int, float))]:
        raise TypeError(f"expected numbers, got {', '.join(wrong)}")
    return settings


def _means(stats: Sequence[Mapping[str, Any]]) -> tuple[dict[str, dict[str, float]], tuple[str, ...]]:
    """Means by split and name, and the names of those that are no number.

    As on HELM's pages, parts of a split count by their number of values, and perturbed items do not count.
    """
    sums: dict[str, dict[str, tuple[float, float]]] = defaultdict(dict)
    for stat in stats:
        name = stat["name"]
        if "perturbation" not in name and "mean" in stat and name.get("split"):
            of_split, key = sums[sys.intern(name["split"])], sys.intern(name["name"])
            count = float(stat.get("count", 1)) or 1.0
            total, n = of_split.get(key, (0.0, 0.0))
            of_split[key] = total + count * float(stat["mean"]), n + count
    means = {split: {key: total / n for key, (total, n) in some.items()} for split, some in sums.items()}
    undefined = {key for some in means.values() for key, mean in some.items() if not math.isfinite(mean)}
    finite = {split: {key: mean for key, mean in some.items() if math.isfinite(mean)} for split, some in means.items()}
    return finite, tuple(sorted(undefined))


def read_suite(folder: Path) -> tuple[list[Run], list[str]]:
    """All runs of a suite, and one line for each folder that cannot be read.

    Raises:
        FileProblem: when there is no such folder, or it holds no run.
    """
    folders, runs, problems = run_folders(folder), [], []
    for path in folders:
        try:
            runs.append(read_run(path))
        except FileProblem as problem:
            problems.append(str(problem))
    if not runs and not problems:
        raise FileProblem(f"{folder} holds no run")
    return runs, problems


def _leads_nowhere(path: Path) -> bool:
    return path.is_symlink() and not path.exists()


def run_folders(folder: Path) -> list[Path]:
    """The folders of a suite's runs, by name, links that lead nowhere among them.

    Raises:
        FileProblem: when there is no such folder, or it cannot be read.
    """
    try:
        return sorted(
            one for one in folder.iterdir() if one.name not in NOT_RUNS and (one.is_dir() or _leads_nowhere(one))
        )
    except (FileNotFoundError, NotADirectoryError) as error:
        raise FileProblem(
            f"there is no suite in {folder}; helm-run makes one with --suite NAME --output-path PATH"
        ) from error
    except OSError as error:
        raise FileProblem(f"cannot read the suite in {folder}: {error.strerror or error}") from error
