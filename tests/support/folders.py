"""Run folders as HELM writes them, small and by hand."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

NONE: Mapping[str, Any] = {}


def stat(name: str, value: float | None, split: str | None = "test", **more: Any) -> dict[str, Any]:
    """A stat; HELM leaves out what is None."""
    parts = {key: more.pop(key) for key in ("perturbation", "sub_split") if key in more}
    named = {"name": name, **({} if split is None else {"split": split}), **parts}
    return {"name": named, "count": 1, **({} if value is None else {"mean": value}), **more}


def entry(item: str, index: int = 0, perturbation: Any = None, **values: float | None) -> dict[str, Any]:
    """One entry of ``per_instance_stats.json``."""
    found = {"instance_id": item, "train_trial_index": index, "stats": [stat(*item) for item in values.items()]}
    return found if perturbation is None else {**found, "perturbation": perturbation}


def spec(name: str, group: str | Sequence[str], model: str, **more: Any) -> dict[str, Any]:
    """What was run. ``signature`` and other arguments of the metric; ``adapter`` and ``task`` over the defaults."""
    adapter = {"method": "generation", "temperature": 1.0, "max_tokens": 10, "num_trials": 1, "instructions": ""}
    adapter |= {"model": model, "model_deployment": model, **more.pop("adapter", NONE)}
    task, scenario = more.pop("task", NONE), more.pop("scenario", "some.Scenario")
    return {
        "name": name,
        "groups": [group] if isinstance(group, str) else list(group),
        "scenario_spec": {"class_name": scenario, "args": dict(task)},
        "adapter_spec": adapter,
        "metric_specs": [{"class_name": "some.Metric", "args": more}],
    }


def request_state(item: str, text: str = "!", trial: int = 0, prompt: str = "?", **more: Any) -> dict[str, Any]:
    """One answered request in JSON; ``more``: ``finish``, ``extra`` of the item, and ``annotations``."""
    completion = {"text": text, "logprob": 0.0, "tokens": []}
    completion |= {"finish_reason": {"reason": more["finish"]}} if "finish" in more else {}
    extra = {"extra_data": more["extra"]} if "extra" in more else {}
    return {
        "instance": {"input": {"text": prompt}, "references": [], "split": "test", "id": item, **extra},
        "train_trial_index": 0,
        "request": {"model": "m", "prompt": prompt, "random": str(trial) if trial else None},
        "result": {"success": True, "completions": [completion]},
        **({"annotations": more["annotations"]} if "annotations" in more else {}),
    }


def write_run(
    suite: Path,
    group: str | Sequence[str] = "creativity_dat",
    model: str = "a/x",
    stats: Mapping[str, float] | Sequence[Any] = NONE,
    entries: Sequence[Any] | str | None = None,
    name: str = "",
    **more: Any,
) -> Path:
    """A run folder, named as HELM does unless ``folder`` says otherwise; ``more``: see ``spec``.

    ``stats`` are values of the test split by name, or entries of ``stats.json``, and ``entries`` those of
    ``per_instance_stats.json``, or its text; None for no such file.
    """
    first = group if isinstance(group, str) else next(iter(group), "")
    name = name or f"{first}:model={model.replace('/', '_')}"
    folder = suite / more.pop("folder", name.replace("/", "_"))
    folder.mkdir(parents=True)
    (folder / "run_spec.json").write_text(json.dumps(spec(name, group, model, **more)), "utf-8")
    listed = [stat(*item) for item in stats.items()] if isinstance(stats, Mapping) else list(stats)
    (folder / "stats.json").write_text(json.dumps(listed), "utf-8")
    if entries is not None:
        text = entries if isinstance(entries, str) else json.dumps(list(entries))
        (folder / "per_instance_stats.json").write_text(text, "utf-8")
    return folder


def write_schema(suite: Path, groups: Mapping[str, tuple[str, str]], lower: Sequence[str] = ()) -> None:
    """A suite's schema: main stat and split by group, and the stats of which less is better."""
    suite.mkdir(parents=True, exist_ok=True)
    run_groups = [
        {"name": group, "display_name": group.title(), "environment": {"main_name": stat, "main_split": split}}
        for group, (stat, split) in groups.items()
    ]
    metrics = [{"name": name, "lower_is_better": True} for name in lower]
    (suite / "schema.json").write_text(json.dumps({"metrics": metrics, "run_groups": run_groups}), "utf-8")
