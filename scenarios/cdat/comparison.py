"""The gate of appropriateness over the models of a suite, as a table; see ``counting``."""

from __future__ import annotations

import math
from collections import Counter, defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from statistics import fmean
from typing import Any

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.names import natural_key
from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.group_comparison import GATE_ALPHA
from helm_creativity.results.analyses import analysis
from helm_creativity.results.comparable import comparable_groups
from helm_creativity.results.numbers import fixed
from helm_creativity.results.runs import Run
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Table, Undefined
from helm_creativity.scenarios.cdat.counting import DIFFERENCE, NO_TEST, P_VALUE, SCORED, adjusted_p

NAME, NOVELTY = "cdat", "novelty"
TESTED = frozenset({P_VALUE, DIFFERENCE, NOVELTY})
NEVER_PASSED = "no temperature passes the gate"
RULE = (
    "Novel words count only if they are also more appropriate than random nouns: the score of a model that does not "
    "pass at a temperature has no rank and enters no composite. Baselines are adjusted among themselves."
)
COLUMNS = (
    Column("model", "model", left=True),
    Column("novelty", "novelty where passed", fixed(2)),
    Column("temperature", "temperature", "{:g}".format),
    Column("adjusted_p", "adjusted p", "{:.2g}".format),
    Column("passes", "passes", lambda passes: "yes" if passes else "no"),
)


@dataclass(frozen=True)
class GateOptions(DeclaredOptions):
    """How strict the gate is."""

    alpha: float = option(GATE_ALPHA, "false discovery rate below which a model passes", low=0, high=1)


@analysis("gate", title="Gate of appropriateness")
def gate(suite: Suite, options: GateOptions) -> Iterable[Table]:
    """Whose words fit their cues better than random words do, so that their novelty in the conditional DAT counts.

    The p-values of the models of a temperature are adjusted together, by Benjamini and Hochberg.
    """
    runs = suite.runs_of(NAME)
    tested = [run for run in runs if all(math.isfinite(run.stats.get(name, math.nan)) for name in TESTED)]
    # Fewer than two cues were answered, or all equally well.
    scored = any(run.stats.keys() >= {NOVELTY, SCORED} for run in runs)
    notes = [f"{NO_TEST}: {run.name}" for run in runs if scored and run not in tested]
    if not tested:
        raise NothingToSay("; ".join(notes) or "no run of the conditional DAT was scored")
    notes.append(RULE)
    for alike in comparable_groups(runs[0].group, tested, without=("temp", "temperature")):
        rows = _judged(alike.runs, options.alpha)
        rows.sort(key=lambda row: (-(row["_score"] or 0.0), natural_key(row["model"])))
        title = f"{alike.group}: gate, Benjamini-Hochberg over the models of a temperature, α = {options.alpha:g}"
        facts = {"benchmark": alike.group, "comparable_settings": str(alike)}
        yield Table("gate", COLUMNS, rows, title, facts, notes)
        notes = [RULE]


def _judged(runs: Iterable[Run], alpha: float) -> list[dict[str, Any]]:
    """A row per model and temperature; HELM adds 0.0001 for models that cannot take a temperature of 0.

    A model's score is its mean novelty over the temperatures at which it passed.
    """
    by_temperature: dict[float, list[Run]] = defaultdict(list)
    for run in sorted(runs, key=lambda run: run.name):
        by_temperature[round(float(run.settings["temperature"]), 3)].append(run)
    rows: dict[str, list[dict[str, Any]]] = defaultdict(list)
    for temperature, alike in sorted(by_temperature.items()):
        adjusted = adjusted_p([run.stats[P_VALUE] for run in alike], [is_baseline(run.model) for run in alike])
        seen: Counter[str] = Counter()
        for run, p in zip(alike, adjusted.tolist(), strict=True):
            seen[run.model] += 1
            model = run.model if seen[run.model] == 1 else f"{run.model} ({seen[run.model]})"
            passes = p < alpha and run.stats[DIFFERENCE] > 0
            row = {"model": model, "temperature": temperature, "adjusted_p": p, "passes": passes}
            rows[model].append({**row, "_own": run.stats[NOVELTY]})
    for some in rows.values():
        passed = [row["_own"] for row in some if row["passes"]]
        score = fmean(passed) if passed else None
        for row in some:
            row |= {"_score": score, "novelty": Undefined(NEVER_PASSED) if score is None else score}
    return [row for some in rows.values() for row in some]
