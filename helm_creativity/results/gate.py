"""The gate of appropriateness over the models of a suite (Schapiro et al. 2026, section 3.1).

A run of the conditional DAT sees one model and reports a p-value. Whether its novelty counts depends on the other
models of the same temperature, so it is decided here.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from helm_creativity.psychometrics import appropriateness_gate, benjamini_hochberg, gated_novelty
from helm_creativity.results.runs import Run

ALPHA = 0.001
STATS = ("gate_p_value", "gate_difference", "novelty")


@dataclass(frozen=True)
class Gate:
    """One model under one set of settings.

    Attributes:
        group: the benchmark.
        settings: signature without the temperature.
        model: name.
        adjusted: p-values by temperature, adjusted over the models of that temperature.
        passed: by temperature.
        score: mean novelty over the temperatures that pass, None if none does.
    """

    group: str
    settings: str
    model: str
    adjusted: Mapping[float, float]
    passed: Mapping[float, bool]
    score: float | None


def gates(runs: Iterable[Run], alpha: float = ALPHA) -> list[Gate]:
    """The gate for every model, of all benchmarks whose runs report a p-value; best score first."""
    settings: dict[tuple[str, str], list[Run]] = defaultdict(list)
    for run in runs:
        if all(name in run.stats for name in STATS):
            parts = [part for part in run.signature.split("|") if not part.startswith("temperature:")]
            settings[run.group, "|".join(parts)].append(run)
    found = [gate for key, some in settings.items() for gate in _gates(key, some, alpha)]
    return sorted(found, key=lambda gate: (gate.group, gate.settings, -(gate.score or 0.0), gate.model))


def _gates(key: tuple[str, str], runs: Sequence[Run], alpha: float) -> Iterable[Gate]:
    by_temperature: dict[float, dict[str, Run]] = defaultdict(dict)
    for run in runs:
        by_temperature[float(run.settings["temperature"])][run.model] = run
    adjusted: dict[str, dict[float, float]] = defaultdict(dict)
    passed: dict[str, dict[float, bool]] = defaultdict(dict)
    novelty: dict[str, dict[float, float]] = defaultdict(dict)
    for temperature, models in sorted(by_temperature.items()):
        p_values = {model: run.stats["gate_p_value"] for model, run in models.items()}
        differences = {model: run.stats["gate_difference"] for model, run in models.items()}
        passes = appropriateness_gate(p_values, differences, alpha)
        for model, p in zip(p_values, benjamini_hochberg(list(p_values.values())), strict=True):
            adjusted[model][temperature] = float(p)
            passed[model][temperature] = passes[model]
            novelty[model][temperature] = models[model].stats["novelty"]
    for model in adjusted:
        yield Gate(*key, model, adjusted[model], passed[model], gated_novelty(novelty[model], passed[model]))
