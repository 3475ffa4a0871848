"""The gate of appropriateness over the models of a suite (Schapiro et al. 2026, section 3.1).

A run of the conditional DAT sees one model and reports a p-value. Whether its novelty counts depends on the other
models of the same temperature, so it is decided here: a model passes if its words fit their cues better than random
words do, at the false discovery rate ``GATE_ALPHA``, which is the paper's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence

from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.group_comparison import GATE_ALPHA, above_chance, benjamini_hochberg
from helm_creativity.results.gate import Gate
from helm_creativity.results.suite import Run, split_by_items, without_settings
from helm_creativity.scenarios.cdat.measure import gated_novelty

TEMPERATURE = ("temp", "temperature")
RULE = "Novel words count only if they are also more appropriate than random nouns."
GATED_STAT = "random_appropriateness"
"""Of every run of which something was scored."""
STATS = ("gate_p_value", "gate_difference", "novelty")


def untested(runs: Iterable[Run]) -> list[Run]:
    """Runs that report no p-value: fewer than two cues were answered, or all equally well."""
    runs = list(runs)
    gated = {run.group for run in runs if "novelty" in run.stats and GATED_STAT in run.stats}
    return [run for run in runs if run.group in gated and any(name not in run.stats for name in STATS)]


def gates(runs: Iterable[Run], alpha: float = GATE_ALPHA) -> list[Gate]:
    """The gate for every model whose runs report a p-value; best score first.

    Raises:
        BadArguments: for a p-value or difference that is no number, by model.
    """
    families: dict[tuple[str, str, bool], list[Run]] = defaultdict(list)
    tested = [run for run in runs if all(name in run.stats for name in STATS)]
    for ((group, settings), items), some in split_by_items(tested, _settings).items():
        for run in some:
            # Baselines are judged among themselves and move no language model's adjusted p-value.
            families[group, settings + items, is_baseline(run.model)].append(run)
    try:
        found = [gate for key, family in families.items() for gate in _gates(key, family, alpha)]
    except ValueError as error:
        raise BadArguments(f"the gate cannot be applied: {error}") from error
    return sorted(found, key=lambda gate: (gate.group, gate.settings, -(gate.score or 0.0), natural_key(gate.model)))


def _settings(run: Run) -> tuple[str, str]:
    return run.group, without_settings(run.comparable, *TEMPERATURE)


def _gates(key: tuple[str, str, bool], runs: Sequence[Run], alpha: float) -> Iterator[Gate]:
    """The gate for the models of one family."""
    adjusted: dict[str, dict[float, float]] = defaultdict(dict)
    passed: dict[str, dict[float, bool]] = defaultdict(dict)
    novelty: dict[str, dict[float, float]] = defaultdict(dict)
    for temperature, models in sorted(_by_temperature(runs).items()):
        p_values = {model: run.stats["gate_p_value"] for model, run in models.items()}
        differences = {model: run.stats["gate_difference"] for model, run in models.items()}
        passes = above_chance(p_values, differences, alpha)
        for model, p in zip(p_values, benjamini_hochberg(list(p_values.values())), strict=True):
            adjusted[model][temperature] = float(p)
            passed[model][temperature] = passes[model]
            novelty[model][temperature] = models[model].stats["novelty"]
    group, settings, _ = key
    for model in adjusted:
        score = gated_novelty(novelty[model], passed[model])
        yield Gate(group, settings, model, adjusted[model], passed[model], score, RULE)


def _by_temperature(runs: Sequence[Run]) -> dict[float, dict[str, Run]]:
    """Runs by temperature and model. HELM adds 0.0001 for models that cannot take a temperature of 0."""
    found: dict[float, dict[str, Run]] = defaultdict(dict)
    seen: Counter[tuple[float, str]] = Counter()
    for run in sorted(runs, key=lambda run: run.name):
        temperature = round(float(run.settings["temperature"]), 3)
        seen[temperature, run.model] += 1
        number = seen[temperature, run.model]
        found[temperature][run.model if number == 1 else f"{run.model} ({number})"] = run
    return found
