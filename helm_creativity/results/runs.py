"""Reads the runs of a suite: what was run and what came out. A damaged run is named, never fatal."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from helm_creativity.errors import FileProblem

# What the adapter adds to a signature.
ADAPTER = ("temperature", "max_tokens")
# And where the number of answers to an item moves the score, as a percentile of means over them does.
TRIALS = "num_trials"
# And what the models were told before every prompt, if anything.
INSTRUCTION = "instruction"
# Folders that HELM puts beside the runs of a suite.
NOT_RUNS = frozenset({"eval_cache", "groups"})


@dataclass(frozen=True)
class Run:
    """One run folder.

    Attributes:
        name: the run's name in HELM.
        group: run group, which is the benchmark.
        model: the model's name.
        settings: arguments of the metric, the signature among them, temperature and token limit.
        stats: mean of every stat of the test split.
        folder: where all of it lies.
    """

    name: str
    group: str
    model: str
    settings: Mapping[str, Any]
    stats: Mapping[str, float]
    folder: Path = Path()

    @property
    def signature(self) -> str:
        """Everything that moves the score, in one line."""
        keys = (*ADAPTER, TRIALS) if self.settings.get("trials_count") else ADAPTER
        adapter = [f"{key}:{self.settings[key]:g}" for key in keys if key in self.settings]
        adapter += [f"{INSTRUCTION}:{self.settings[INSTRUCTION]}"] if self.settings.get(INSTRUCTION) else []
        return "|".join([str(self.settings.get("signature") or "none"), *adapter])


def read_run(folder: Path) -> Run:
    """The run in ``folder``.

    Raises:
        FileProblem: when a file is missing, cut off or not what HELM writes.
    """
    try:
        spec = json.loads((folder / "run_spec.json").read_text("utf-8"))
        stats = json.loads((folder / "stats.json").read_text("utf-8"))
        metric = spec["metric_specs"][0] if spec["metric_specs"] else {}
        return Run(
            name=spec["name"],
            group=spec["groups"][0] if spec["groups"] else "",
            model=spec["adapter_spec"]["model"],
            settings={**metric.get("args", {}), **_adapter_settings(spec["adapter_spec"])},
            stats={one["name"]["name"]: one["mean"] for one in stats if _is_main(one)},
            folder=folder,
        )
    except (OSError, ValueError, KeyError, TypeError, IndexError) as error:
        raise FileProblem(f"{folder.name}: {type(error).__name__}: {error}") from error


def _adapter_settings(adapter: Mapping[str, Any]) -> dict[str, Any]:
    return {**{key: adapter[key] for key in ADAPTER}, TRIALS: adapter.get(TRIALS, 1)}


def _is_main(stat: Mapping[str, Any]) -> bool:
    return stat["name"].get("split") == "test" and "perturbation" not in stat["name"] and "mean" in stat


def read_suite(folder: Path) -> tuple[list[Run], list[str]]:
    """All runs of a suite, and one line for each folder that cannot be read.

    Raises:
        FileProblem: when there is no such folder, or it holds no run.
    """
    if not folder.is_dir():
        raise FileProblem(f"there is no suite in {folder}; helm-run makes one with --suite NAME --output-path PATH")
    runs, problems = [], []
    for path in sorted(one for one in folder.iterdir() if one.is_dir() and one.name not in NOT_RUNS):
        try:
            runs.append(read_run(path))
        except FileProblem as problem:
            problems.append(str(problem))
    if not runs and not problems:
        raise FileProblem(f"{folder} holds no run")
    return runs, problems
