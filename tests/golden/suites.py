"""The two suites of which results are kept: ``demo``, as its runs were, and ``eight``, of which six are invented."""

from __future__ import annotations

import json
import random
import shutil
import tarfile
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, is_dataclass
from enum import Enum
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl

DEMO = Path(__file__).with_name("demo.tar.xz")
INVENTED = [f"lab/model-{letter}" for letter in "abcdef"]
PANEL = {"lab/judge-a": 0.0, "lab/judge-b": -0.12, "lab/judge-c": 0.1}
"""Invented judges, and by which share of the scale each is milder than the demo's."""
SCALES = {
    "creativity_metaphor": (10, 50),
    "creativity_design_problems": (10, 50),
    "creativity_scientific_thinking": (10, 50),
    "creativity_live_idea_bench": (1, 10),
}
"""Of the benchmarks that the panel rates."""
LACKING = ("creativity_drat", "creativity_hard_dat", "creativity_story")
"""Of these, two models lack scores on some items."""
FILES = ("run_spec.json", "scenario.json", "scenario_state.json", "stats.json", "per_instance_stats.json")


def pack(suite: Path) -> None:
    """Keeps the files of a suite's runs, without times, so that the same runs give the same file."""

    def timeless(entry: tarfile.TarInfo) -> tarfile.TarInfo:
        for name in ("mtime", "uid", "gid"):
            setattr(entry, name, 0)
        for name in ("uname", "gname"):
            setattr(entry, name, "")
        return entry

    with tarfile.open(DEMO, "w:xz", preset=9) as archive:
        for path in sorted(suite.glob("*/*.json")):
            if path.name in FILES:
                archive.add(path, str(path.relative_to(suite)), filter=timeless)


def unpack(folder: Path) -> Path:
    """Both suites as ``helm-run`` leaves them, in ``folder/runs``."""
    with tarfile.open(DEMO) as archive:
        archive.extractall(folder / "runs" / "demo", filter="data")
    make_eight(folder / "runs" / "demo", folder / "runs" / "eight")
    return folder


def make_eight(demo: Path, eight: Path) -> None:
    """The demo's models, rated by the panel, and six whose scores are those of one of them, moved."""
    for run in sorted(demo.iterdir()):
        _copy(run, eight / run.name, "", random.Random(run.name))
        if run.name.endswith("random-nouns"):
            for place, model in enumerate(INVENTED):
                name = run.name.replace("creativity_random-nouns", model.replace("/", "_"))
                draw = random.Random(f"{place} {run.name}")
                _copy(run, eight / name, model, draw)
                _move_scores(eight / name, place, draw)
                if run.name.startswith("creativity_metaphor"):
                    _instructed(eight / name, place, draw)


def _instructed(run: Path, place: int, draw: random.Random) -> None:
    """Two more runs of metaphors, whose models were asked to be creative, and to be effective."""
    for instruction in ("creative", "effective"):
        name = run.name.replace(",model=", f",instruction={instruction},model=")
        target = run.with_name(name)
        shutil.copytree(run, target)
        text = (target / "run_spec.json").read_text()
        spec = json.loads(text.replace("|instruction:none|", f"|instruction:{instruction}|"))
        spec["name"] = name
        spec["metric_specs"][0]["args"]["instruction"] = instruction
        (target / "run_spec.json").write_text(json.dumps(spec))
        _move_scores(target, place, draw)


def _copy(run: Path, target: Path, model: str, draw: random.Random) -> None:
    """A run under the name of another model ("": its own), with the panel's ratings where it has a scale.

    Their responses differ in length there, since nothing can be said of length otherwise.
    """
    shutil.copytree(run, target)
    group = run.name.partition(":")[0]
    spec = json.loads((target / "run_spec.json").read_text())
    spec["name"] = target.name
    if model:
        spec["adapter_spec"].update(model=model, model_deployment=model)
    if group in SCALES:
        (args,) = [metric["args"] for metric in spec["metric_specs"]]
        panel = "+".join(PANEL)
        args["comparable"] = args["comparable"].replace(f"judges:{args['judges']}", f"judges:{panel}")
        args["judges"] = spec["annotators"][-1]["args"]["judges"] = panel
        state = json.loads((target / "scenario_state.json").read_text())
        for request_state in state["request_states"]:
            request_state["result"]["completions"][0]["text"] += " and so on" * draw.randint(0, 5)
        for step in _steps(state):
            step["replies"] = [
                _rated(reply, judge, SCALES[group], draw) for reply in step["replies"] for judge in PANEL
            ]
        (target / "scenario_state.json").write_text(json.dumps(state))
    (target / "run_spec.json").write_text(json.dumps(spec))


def _steps(state: dict[str, Any]) -> Iterator[dict[str, Any]]:
    for request_state in state["request_states"]:
        yield from request_state.get("annotations", {}).get("follow_ups", {}).get("steps", ())


def _rated(reply: Mapping[str, Any], judge: str, scale: tuple[int, int], draw: random.Random) -> dict[str, Any]:
    low, high = scale
    moved = {
        name: [min(high, max(low, round(value + (high - low) * (PANEL[judge] + draw.uniform(-0.15, 0.15)))))]
        for name, (value,) in reply["ratings"].items()
    }
    return {**reply, "judge": judge, "ratings": moved}


def _move_scores(run: Path, place: int, draw: random.Random) -> None:
    per_item = json.loads((run / "per_instance_stats.json").read_text())
    stats = json.loads((run / "stats.json").read_text())
    scores = [stat for part in per_item for stat in part["stats"] if stat["name"]["name"] == "score" and stat["count"]]
    aggregate = {stat["name"]["name"]: stat for stat in stats}
    before, by_items_before = _means(per_item)
    values = {stat["mean"] for stat in scores}
    factor = 1 + 0.04 * (place - 2) + draw.uniform(-0.1, 0.1)
    for stat in scores:
        if values <= {0.0, 1.0} or values <= {0.0, 100.0}:
            moved = (100.0 if 100.0 in values else 1.0) if draw.random() < 0.2 + 0.1 * place else 0.0
        else:
            moved = stat["mean"] * factor * (1 + draw.uniform(-0.08, 0.08))
        stat["mean"] = stat["sum"] = moved
    if place in (2, 4) and run.name.startswith(LACKING):
        ids = sorted({part["instance_id"] for part in per_item})
        lacking = set(ids[: max(2, len(ids) // 4)]) if place == 2 else set(ids[-max(2, len(ids) // 5) :])
        for part in per_item:
            if part["instance_id"] in lacking:
                part["stats"] = [stat for stat in part["stats"] if stat["name"]["name"] != "score"]
                _set(part["stats"], "valid_rate", 0.0)
        share = sum(part["instance_id"] not in lacking for part in per_item) / len(per_item)
        _set(stats, "valid_rate", share)
        _set(stats, "refusal_rate", 1 - share)
    after, by_items_after = _means(per_item)
    if aggregate["score"]["count"] and after is not None:
        of_items = before is None or abs(aggregate["score"]["mean"] - before) > 1e-6 * max(1, abs(before))
        of_items = of_items and abs(aggregate["score"]["mean"] - by_items_before) < 1e-6 * max(1, abs(by_items_before))
        _set(stats, "score", by_items_after if of_items else after)
        _set(stats, "score_failures_as_zero", by_items_after if of_items else after)
    (run / "per_instance_stats.json").write_text(json.dumps(per_item))
    (run / "stats.json").write_text(json.dumps(stats))


def _set(stats: Sequence[dict[str, Any]], name: str, value: float) -> None:
    for stat in stats:
        if stat["name"]["name"] == name:
            stat["mean"] = stat["sum"] = value


def _means(per_item: Sequence[Mapping[str, Any]]) -> tuple[Any, Any]:
    """The mean of all scores, and that of the items' means; None where there is none."""
    by_item = defaultdict(list)
    for part in per_item:
        for stat in part["stats"]:
            if stat["name"]["name"] == "score" and stat["count"]:
                by_item[part["instance_id"]].append(stat["mean"])
    every = [value for values in by_item.values() for value in values]
    means = [sum(values) / len(values) for values in by_item.values()]
    return (sum(every) / len(every), sum(means) / len(means)) if every else (None, None)


def plain(value: Any) -> Any:
    """Dataclasses, tuples, arrays and frames as JSON."""
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, pl.DataFrame):
        return [plain(row) for row in value.to_dicts()]
    if isinstance(value, np.ndarray):
        return value.tolist()
    if isinstance(value, np.generic):
        return value.item()
    if is_dataclass(value):
        return {field.name: plain(getattr(value, field.name)) for field in fields(value)}
    if hasattr(value, "_asdict"):
        return {name: plain(part) for name, part in value._asdict().items()}
    if isinstance(value, Mapping):
        return {str(name): plain(part) for name, part in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [plain(part) for part in value]
    return value if value is None or isinstance(value, (str, int, float, bool)) else str(value)
