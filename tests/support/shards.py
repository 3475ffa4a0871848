"""Runs in one piece and in shards, by HELM's runner in this process."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from helm.benchmark.config_registry import register_builtin_configs_from_helm_package
from helm.benchmark.executor import ExecutionSpec
from helm.benchmark.presentation.run_entry import RunEntry
from helm.benchmark.run import run_entries_to_run_specs
from helm.benchmark.run_spec import RunSpec
from helm.benchmark.runner import Runner, set_benchmark_output_path
from helm.common.authentication import Authentication

import helm_creativity.run_specs  # noqa: F401 - registers

TIMES = ("cached", "request_time", "request_datetime")


@cache
def _register() -> None:
    """HELM's own models, which takes a second."""
    register_builtin_configs_from_helm_package()


def specs(*entries: str, most: int | None = None) -> list[RunSpec]:
    """As ``helm-run`` makes them, with ``most`` for its ``--max-eval-instances``."""
    _register()
    wanted = [RunEntry(description=entry, priority=1, groups=None) for entry in entries]
    found: list[RunSpec] = run_entries_to_run_specs(wanted, max_eval_instances=most)
    return found


def run(folder: Path, suite: str, *run_specs: RunSpec) -> Path:
    """Runs them; returns the folder of the suite."""
    execution = ExecutionSpec(url=None, auth=Authentication(""), local_path=str(folder / "prod_env"), parallelism=1)
    set_benchmark_output_path(str(folder))
    runner = Runner(execution, str(folder), suite, False, False, False, False, True)
    for spec in run_specs:
        runner.run_one(spec)
    return folder / "runs" / suite


def timeless(value: Any) -> Any:
    """What HELM wrote, without when and how long a model was asked, and whether HELM's cache answered for it."""
    if isinstance(value, list):
        return [timeless(part) for part in value]
    if not isinstance(value, dict):
        return value
    return {name: timeless(part) for name, part in value.items() if name not in TIMES}
