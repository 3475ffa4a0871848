"""The gate of appropriateness over the models of a suite (Schapiro et al. 2026, section 3.1).

A run of the conditional DAT sees one model and reports a p-value. Whether its novelty counts depends on the other
models of the same temperature, so it is decided here: a model passes if its words fit their cues better than random
words do, at the false discovery rate ``GATE_ALPHA``, which is the paper's. Baselines are adjusted among themselves.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from helm_creativity.core.natural_order import natural_key
from helm_creativity.core.pooling import is_baseline
from helm_creativity.core.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments
from helm_creativity.psychometrics.group_comparison import GATE_ALPHA, above_chance, benjamini_hochberg
from helm_creativity.psychometrics.tables import Numbers, as_floats
from helm_creativity.results.comparable import all_comparable_groups
from helm_creativity.results.numbers import fixed
from helm_creativity.results.runs import Run
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.scenarios.cdat.measure import gated_novelty

TEMPERATURE = ("temp", "temperature")
P_VALUE, DIFFERENCE, NOVELTY = "gate_p_value", "gate_difference", "novelty"
SCORED = "random_appropriateness"
"""Of every run of which something was scored."""
STATS = (P_VALUE, DIFFERENCE, NOVELTY)
DECIDING = (P_VALUE, DIFFERENCE, SCORED)
"""See ``results.counting``."""
NO_TEST = "no test for the gate"
NEVER_PASSED = "no temperature passes the gate"
RULE = (
    "Novel words count only if they are also more appropriate than random nouns: the score of a model that does not "
    "pass at a temperature has no rank and enters no composite. Baselines are adjusted among themselves."
)
_COLUMNS = (
    Column("model", "model", left=True),
    Column("novelty", "novelty where passed", fixed(2)),
    Column("temperature", "temperature", "{:g}".format),
    Column("adjusted_p", "adjusted p", "{:.2g}".format),
    Column("passes", "passes", lambda passes: "yes" if passes else "no"),
)


@dataclass(frozen=True)
class GateSettings(DeclaredOptions):
    """How strict the gate is."""

    alpha: float = option(GATE_ALPHA, "false discovery rate below which a model passes", low=0, high=1)


settings_type = GateSettings


def compare_runs(runs: Sequence[Run], settings: GateSettings, tell: Callable[[str], None]) -> list[Table]:
    """One table per comparable settings; see ``reports.across``."""
    for run in untested(runs):
        tell(f"{NO_TEST}: {run.name}")
    return list(_tables(gates(runs, settings.alpha), settings.alpha))


def leaderboard_tables(runs: Sequence[Run]) -> list[Table]:
    """The same with the runs that could not be tested; see ``reports.across``."""
    lacking = [f"{NO_TEST}: {run.name}" for run in untested(runs)]
    return [*_tables(gates(runs), GATE_ALPHA), *([Table("notes", notes=lacking)] if lacking else [])]


def uncounted(stats: Mapping[str, ArrayLike], baselines: ArrayLike) -> tuple[str, ...]:
    """Scores of models that do not score ``above_chance``; see ``results.counting``."""
    aside = np.asarray(baselines, dtype=bool)
    unknown = np.full(len(aside), np.nan)
    p_values, differences, scored = (as_floats(stats.get(name, unknown), name) for name in DECIDING)
    tested = (p_values >= 0) & (p_values <= 1) & np.isfinite(differences)
    reasons = [NO_TEST if np.isfinite([p_values, scored]).any() else ""] * len(aside)
    for family in (tested & ~aside, tested & aside):
        for row, why in _failures_at_gate(p_values, differences, family):
            reasons[row] = why
    return tuple(reasons)


def _failures_at_gate(p_values: Numbers, differences: Numbers, family: NDArray[np.bool_]) -> Iterator[tuple[int, str]]:
    rows = np.flatnonzero(family).tolist()
    adjusted = benjamini_hochberg(p_values[family].tolist()).tolist()
    passed = above_chance(
        {str(row): float(p_values[row]) for row in rows}, {str(row): float(differences[row]) for row in rows}
    )
    for row, p in zip(rows, adjusted, strict=True):
        level = "" if p < GATE_ALPHA else f", not below {GATE_ALPHA:g}"
        chance = "" if differences[row] > 0 else ", and not above chance"
        yield row, "" if passed[str(row)] else f"gate not passed: adjusted p {p:.2g}{level}{chance}"


@dataclass(frozen=True)
class Gate:
    """One model under one set of settings."""

    group: str
    settings: str
    model: str
    adjusted: Mapping[float, float]
    passed: Mapping[float, bool]
    score: float | None


def _tables(found: Iterable[Gate], alpha: float) -> Iterator[Table]:
    for (group, settings), family in groupby(found, key=lambda gate: (gate.group, gate.settings)):
        rows: list[tuple[Any, ...]] = []
        for gate in family:
            novelty = Undefined(NEVER_PASSED) if gate.score is None else gate.score
            rows += [(gate.model, novelty, t, p, gate.passed[t]) for t, p in gate.adjusted.items()]
        title = f"{group}: gate, Benjamini-Hochberg over the models of a temperature, α = {alpha:g}"
        yield Table("gate", _COLUMNS, rows, title, {"benchmark": group, "comparable_settings": settings}, [RULE])


def untested(runs: Iterable[Run]) -> list[Run]:
    """Runs that report no p-value: fewer than two cues were answered, or all equally well."""
    runs = list(runs)
    gated = {run.group for run in runs if NOVELTY in run.stats and SCORED in run.stats}
    return [run for run in runs if run.group in gated and any(name not in run.stats for name in STATS)]


def gates(runs: Iterable[Run], alpha: float = GATE_ALPHA) -> list[Gate]:
    """The gate for every model whose runs report a p-value; best score first."""
    tested = [run for run in runs if all(name in run.stats for name in STATS)]
    families: dict[tuple[str, str, bool], list[Run]] = defaultdict(list)
    for alike in all_comparable_groups(tested, without=TEMPERATURE):
        for run in alike.runs:
            # Baselines are judged among themselves and move no language model's adjusted p-value.
            families[alike.group, str(alike), is_baseline(run.model)].append(run)
    try:
        found = [gate for key, family in families.items() for gate in _gates(key, family, alpha)]
    except ValueError as error:
        raise BadArguments(f"the gate cannot be applied: {error}") from error
    return sorted(found, key=lambda gate: (gate.group, gate.settings, -(gate.score or 0.0), natural_key(gate.model)))


def _gates(key: tuple[str, str, bool], runs: Sequence[Run], alpha: float) -> Iterator[Gate]:
    adjusted: dict[str, dict[float, float]] = defaultdict(dict)
    passed: dict[str, dict[float, bool]] = defaultdict(dict)
    novelty: dict[str, dict[float, float]] = defaultdict(dict)
    for temperature, models in sorted(_by_temperature(runs).items()):
        p_values = {model: run.stats[P_VALUE] for model, run in models.items()}
        differences = {model: run.stats[DIFFERENCE] for model, run in models.items()}
        passes = above_chance(p_values, differences, alpha)
        for model, p in zip(p_values, benjamini_hochberg(list(p_values.values())), strict=True):
            adjusted[model][temperature] = float(p)
            passed[model][temperature] = passes[model]
            novelty[model][temperature] = models[model].stats[NOVELTY]
    group, settings, _ = key
    for model in adjusted:
        score = gated_novelty(novelty[model], passed[model])
        yield Gate(group, settings, model, adjusted[model], passed[model], score)


def _by_temperature(runs: Sequence[Run]) -> dict[float, dict[str, Run]]:
    """HELM adds 0.0001 for models that cannot take a temperature of 0."""
    found: dict[float, dict[str, Run]] = defaultdict(dict)
    seen: Counter[tuple[float, str]] = Counter()
    for run in sorted(runs, key=lambda run: run.name):
        temperature = round(float(run.settings["temperature"]), 3)
        seen[temperature, run.model] += 1
        number = seen[temperature, run.model]
        found[temperature][run.model if number == 1 else f"{run.model} ({number})"] = run
    return found
