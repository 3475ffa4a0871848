"""Writes suites as HELM does, of any size, with random scores: what ``perf/bench.py`` reads.

    python perf/suite.py FOLDER [--models 200] [--items 1000]

Every model runs every benchmark of this package, and benchmarks of another scenario up to ``--benchmarks``. A score is
the model's ability plus the item's easiness plus noise. Other stats of an item are the same everywhere: they are read
over, not read.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.benchmark.registry import list_entries

OTHERS = ("valid_rate", "fluency", "flexibility", "elaboration")
RATES = 30
TRIALS = 1


def stat(name: str, value: float) -> dict[str, Any]:
    """A stat as HELM writes it."""
    numbers = dict.fromkeys(("sum", "min", "max", "mean"), value)
    spread = {"sum_squared": value * value, "variance": 0.0, "stddev": 0.0}
    return {"name": {"name": name, "split": "test"}, "count": 1, **numbers, **spread}


def entry() -> str:
    """One item of ``per_instance_stats.json``, with places for its number and its score."""
    stats = [stat("score", 0.0), *(stat(name, 0.1234567890123456) for name in OTHERS)]
    text = json.dumps({"instance_id": "id0", "train_trial_index": 0, "stats": stats}, indent=2)
    head, rest = text.replace("%", "%%").split('"valid_rate"', 1)
    for key in ("sum", "min", "max", "mean"):
        head = head.replace(f'"{key}": 0.0', f'"{key}": %(score)r')
    head = head.replace('"sum_squared": 0.0', '"sum_squared": %(square)r').replace('"id0"', '"id%(item)d"')
    return f'{head}"valid_rate"{rest}'.replace("\n", "\n  ")


def spec(group: str, model: str, ours: bool) -> dict[str, Any]:
    """What was run."""
    adapter = {"method": "generation", "instructions": "", "max_train_instances": 0, "num_trials": TRIALS}
    signature = f"{group}|protocol:generated|card:1-A|helm-creativity:0.1.0"
    promised = {"signature": signature, "temperature": 1.0, "max_tokens": 4096}
    return {
        "name": f"{group}:temp=1,model={model.replace('/', '_')}",
        "scenario_spec": {"class_name": f"generated.{group}", "args": {}},
        "adapter_spec": {**adapter, "temperature": 1.0, "max_tokens": 4096, "model": model, "model_deployment": model},
        "metric_specs": [{"class_name": "generated.Metric", "args": promised if ours else {}}],
        "groups": [group],
        "annotators": [],
    }


def write_run(folder: Path, what: dict[str, Any], scores: NDArray[np.float64], template: str) -> None:
    """One run folder: what was run, what came out, and the scores of all items."""
    folder.mkdir(parents=True)
    whole = {
        "score": scores.mean(),
        "score_se": scores.std(ddof=1) / np.sqrt(len(scores)),
        "num_instances": len(scores),
    }
    rates = {f"rate_{number}": number / RATES for number in range(RATES)}
    stats = [stat(name, float(value)) for name, value in {**whole, "num_answers": len(scores), **rates}.items()]
    (folder / "run_spec.json").write_text(json.dumps(what, indent=2), "utf-8")
    (folder / "stats.json").write_text(json.dumps(stats, indent=2), "utf-8")
    entries = [
        template % {"item": item, "score": score, "square": score * score} for item, score in enumerate(scores.tolist())
    ]
    (folder / "per_instance_stats.json").write_text("[\n  " + ",\n  ".join(entries) + "\n]", "utf-8")


def group_names(benchmarks: int) -> list[str]:
    """Names of run groups: ours first, then others."""
    ours = [benchmark.card.group for benchmark in list_entries()][:benchmarks]
    return [*ours, *(f"other_{number}" for number in range(benchmarks - len(ours)))]


def write_schema(folder: Path, groups: Sequence[str]) -> None:
    """What helm-summarize writes, as far as it names main stats."""
    environment = {"main_name": "score", "main_split": "test"}
    run_groups = [{"name": group, "display_name": group, "environment": environment} for group in groups]
    metrics = [{"name": "score", "lower_is_better": False}]
    (folder / "schema.json").write_text(json.dumps({"metrics": metrics, "run_groups": run_groups}, indent=2), "utf-8")


def write_suite(folder: Path, models: int, benchmarks: int, items: int, seed: int = 0) -> int:
    """Writes a suite into ``folder``, which it makes; returns the number of runs."""
    rng = np.random.default_rng(seed)
    ability, template = rng.normal(size=models), entry()
    groups = group_names(benchmarks)
    for group in groups:
        easiness = rng.normal(size=items)
        for number in range(models):
            scores = 50 + 5 * ability[number] + 5 * easiness + rng.normal(scale=5, size=items)
            what = spec(group, f"maker/model-{number:03d}", group.startswith("creativity_"))
            write_run(folder / what["name"], what, scores, template)
    write_schema(folder, groups)
    return models * len(groups)


def main() -> None:
    """Entry point."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("--models", type=int, default=200)
    parser.add_argument("--benchmarks", type=int, default=20)
    parser.add_argument("--items", type=int, default=1000)
    arguments = parser.parse_args()
    runs = write_suite(arguments.folder, arguments.models, arguments.benchmarks, arguments.items)
    print(f"{runs:,} runs of {arguments.items:,} items in {arguments.folder}")


if __name__ == "__main__":
    main()
