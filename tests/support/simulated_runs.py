"""Run folders with the files, names and arguments that HELM 0.5.16 gives to runs of our benchmarks."""

from __future__ import annotations

import json
import math
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
import yaml
from support.given import annotation_with
from support.simulated_benchmarks import BenchmarkEntry

from helm_creativity.benchmark.follow_ups import FOLLOW_UPS
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.prompts import Instruction
from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.benchmark.registry import find_entry
from helm_creativity.helm.classes import own_class
from helm_creativity.helm.metric import CreativityMetric
from helm_creativity.helm.scenario import CreativityScenario
from helm_creativity.judges.designs import short_names
from helm_creativity.judges.drivers import Replayed
from helm_creativity.judges.ratings import panel_stats
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.psychometrics.uncertainty import standard_error

PLUGIN = "helm_creativity.helm"
RATINGS = (10.0, 20.0, 30.0, 40.0, 50.0)
ALWAYS = yaml.safe_load(Path(__file__).with_suffix(".yaml").read_text("utf-8"))
"""What is the same in all runs."""


def run_spec(one: BenchmarkEntry, model: str, trials: int, instruction: str, judges: Sequence[str]) -> dict[str, Any]:
    """What run_spec.json holds."""
    known = Instruction(instruction) if instruction else None
    shown = {"instruction": instruction} if known else {}
    panel = JudgedSettings(judges="+".join(judges), design="all") if one.judged else None
    of_judges = {"judges": panel.judges, "design": "all"} if panel else {}
    short = {**of_judges, "judges": short_names(panel.panel.judges)} if panel else {}
    titles = {**one.named, **short, **shown}
    named = {**titles, "temp": f"{one.temperature:g}", **({} if trials == one.trials else {"num_trials": trials})}
    args = {"benchmark": one.name, **one.named, **of_judges, **shown, "temp": one.temperature}
    judging = f"judges:{panel.judges}|design:all|judge_temp:0" if panel else ""
    limits = {"max_tokens": "4096", **({"judge_max_tokens": "4096", "anchors": "false"} if one.may_judge else {})}
    measured = {
        **args,
        "comparable": one.comparable_under(known.checksum if known else "none", judging),
        "provenance": {"helm-creativity": "0.1.0", "card": one.card, **limits},
    }
    asked = {"instructions": known.text, "instance_prefix": "\n\n"} if known else {}
    asked |= {"num_trials": trials, "model_deployment": model, "model": model, "temperature": one.temperature}
    annotators = {"GuardAnnotator": {}, **({"CreativityAnnotator": args} if one.judged else {})}
    shown_as = ",".join(f"{key}={value}" for key, value in {**named, "model": model.replace("/", "_")}.items())
    return {
        "name": f"{one.group}:{shown_as}",
        "scenario_spec": {"class_name": class_name(one, "Scenario"), "args": {"benchmark": one.name, **titles}},
        "adapter_spec": {**ALWAYS["adapter"], **asked},
        "metric_specs": [{"class_name": class_name(one, "Metric"), "args": measured}],
        "data_augmenter_spec": ALWAYS["data_augmenter"],
        "groups": [one.group],
        "annotators": [{"class_name": f"{PLUGIN}.annotator.{name}", "args": args} for name, args in annotators.items()],
    }


def class_name(one: BenchmarkEntry, kind: str) -> str:
    """Of the benchmark's own scenario or metric, or its task type's."""
    general = CreativityScenario if kind == "Scenario" else CreativityMetric
    found = own_class(load_benchmark(find_entry(one.name)), general)
    return f"{found.__module__}.{found.__name__}"


def write_run(folder: Path, spec: dict[str, Any], scores: np.ndarray, ratings: np.ndarray | None, states: bool) -> None:
    """The folder of one run below that of its suite; with ``states`` it has a scenario_state.json.

    Scores have shape (k, t), NaN where an answer has none, and ratings (k, t, judges by name), likewise; None where
    there are no judges.
    """
    own = folder / spec["name"]
    own.mkdir(parents=True)
    items = [f"item-{place:03d}" for place in range(1, len(scores) + 1)]
    judged = None if ratings is None else _judgements(spec, ratings)
    scenario = {"name": spec["groups"][0], "description": "Simulated.", "tags": ["creativity"]}
    _write(own / "run_spec.json", spec)
    _write(own / "scenario.json", {**scenario, "definition_path": spec["scenario_spec"]["class_name"]})
    _write(own / "stats.json", _stats(_run_stats(scores, items, judged)))
    name = None if judged is None else "creativity"
    _write(own / "per_instance_stats.json", _per_instance(scores, items, name))
    if states:
        _write(own / "scenario_state.json", _states(spec, items, scores, judged))


def _write(path: Path, value: object) -> None:
    """On one line: indented as HELM's, which means the same, files would take ten times as long to write."""
    path.write_text(json.dumps(value), "utf-8")


def _stats(values: Mapping[str, float | None]) -> list[dict[str, Any]]:
    return [_stat(name, value) for name, value in values.items() if value is not None]


def _stat(name: str, value: float) -> dict[str, Any]:
    parts = {"sum": value, "sum_squared": value**2, "min": value, "max": value, "mean": value}
    return {"name": {"name": name, "split": "test"}, "count": 1, **parts, "variance": 0.0, "stddev": 0.0}


def _mean(values: Sequence[float]) -> float | None:
    return math.fsum(values) / len(values) if values else None


def _run_stats(scores: np.ndarray, items: Sequence[str], judged: Any) -> dict[str, float | None]:
    """As the metric has them; an answer without a score could not be parsed."""
    rows, columns = np.nonzero(np.isfinite(scores))
    known = scores[rows, columns].tolist()
    error = standard_error(known, rows.tolist())
    stats = {"score": _mean(known), "score_se": error, "score_failures_as_zero": sum(known) / scores.size}
    stats |= {
        "valid_rate": len(known) / scores.size,
        "num_instances": float(len(items)),
        "num_answers": float(scores.size),
    }
    stats |= {
        f"{reason}_rate": 1 - len(known) / scores.size if reason == "unparsable" else 0.0
        for reason in ALWAYS["reasons"]
    }
    if judged is None:
        return stats
    of_judges = panel_stats([sample for row in judged for sample in row])
    return {**stats, "unjudged_rate": 0.0, "creativity": _mean(known), "creativity_se": error, **of_judges}


def _per_instance(scores: np.ndarray, items: Sequence[str], submetric: str | None) -> list[Any]:
    entries = []
    for item, answers in zip(items, scores.tolist(), strict=True):
        alone = [[answer] for answer in answers] if len(answers) > 1 else []
        for number, some in enumerate([answers, *alone]):
            known = [answer for answer in some if math.isfinite(answer)]
            stats = {"score": _mean(known), "valid_rate": len(known) / len(some)}
            stats |= {submetric: _mean(known)} if submetric else {}
            entries.append({"instance_id": item, "train_trial_index": number, "stats": _stats(stats)})
    return entries


def _judgements(spec: Mapping[str, Any], ratings: np.ndarray) -> list[list[Replayed]]:
    names = sorted(spec["metric_specs"][0]["args"]["judges"].split("+"))
    return [[_judgement(names, rating) for rating in row] for row in ratings.tolist()]


def _judgement(names: Sequence[str], ratings: Sequence[float]) -> Replayed:
    """The judges' ratings of one answer; an answer that could not be parsed was not put to them."""
    if not all(map(math.isfinite, ratings)):
        return Replayed(None)
    given = zip(names, [ParsedRating(rating, None) for rating in ratings], strict=True)
    return Replayed(
        None,
        tuple(
            JudgeReply(name, "creativity", "", {"creativity": rating}, f"{rating.value:.0f}", characters=400)
            for name, rating in given
        ),
    )


def _states(spec: Mapping[str, Any], items: Sequence[str], scores: np.ndarray, judged: Any) -> dict[str, Any]:
    """HELM asks all items once, then all of them again."""
    adapter = spec["adapter_spec"]
    found = [
        _state(adapter, item, trial, bool(np.isfinite(scores[place, trial])), judged and judged[place][trial])
        for trial in range(scores.shape[1])
        for place, item in enumerate(items)
    ]
    return {"adapter_spec": adapter, "request_states": found, "annotator_specs": spec["annotators"]}


def _state(adapter: Mapping[str, Any], item: str, trial: int, scored: bool, judgement: Any) -> dict[str, Any]:
    asked = f"This is {item}."
    text = f"answer {trial + 1} of {adapter['model']} to {item}" if scored else "?"
    copied = {key: adapter[key] for key in ("model_deployment", "model", "temperature", "max_tokens")}
    prompt = adapter["instructions"] + adapter["instance_prefix"] + asked
    completion = {"text": text, "logprob": 0.0, "tokens": [], "finish_reason": {"reason": "stop"}}
    judging = {FOLLOW_UPS: annotation_with(*judgement.judge_replies)} if judgement else {}
    return {
        "instance": {"input": {"text": asked}, "references": [], "split": "test", "id": item, "extra_data": {}},
        "train_trial_index": 0,
        "request": {**copied, **ALWAYS["request"], "prompt": prompt, **({"random": str(trial)} if trial else {})},
        "result": {**ALWAYS["result"], "completions": [completion]},
        "num_train_instances": 0,
        "prompt_truncated": False,
        "num_conditioning_tokens": 0,
        "annotations": {"guard": {"repaired": "", "error": ""}, **judging},
    }


def _altered(folder: Path, alter: Callable[[list[Any]], list[Any]]) -> None:
    _write(folder / "stats.json", alter(json.loads((folder / "stats.json").read_text("utf-8"))))


def _cut(path: Path) -> None:
    path.write_text(path.read_text("utf-8")[: path.stat().st_size // 2], "utf-8")


DAMAGE: Mapping[str, Callable[[Path], None]] = {
    "no run_spec.json": lambda folder: (folder / "run_spec.json").unlink(),
    "no stats.json": lambda folder: (folder / "stats.json").unlink(),
    "no per_instance_stats.json": lambda folder: (folder / "per_instance_stats.json").unlink(),
    "cut stats.json": lambda folder: _cut(folder / "stats.json"),
    "cut per_instance_stats.json": lambda folder: _cut(folder / "per_instance_stats.json"),
    "empty": lambda folder: [path.unlink() for path in folder.iterdir()],
    "no score": lambda folder: _altered(
        folder, lambda stats: [stat for stat in stats if not stat["name"]["name"].startswith("score")]
    ),
    "NaN": lambda folder: _altered(folder, lambda stats: [{**stat, "mean": math.nan} for stat in stats]),
}
"""What may befall a run; where per_instance_stats.json alone suffers the score can still be read."""
