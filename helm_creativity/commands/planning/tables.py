"""A plan as tables: runs, what each deployment is sent, what the numbers rest on, and what is not counted."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple
from typing import Any

from helm_creativity.commands.planning.amounts import JUDGE, DeploymentLoad, Load, Plan, PlannedRun, total
from helm_creativity.commands.planning.entries import lines_of
from helm_creativity.commands.planning.prices import LoadCost, Price, price_load, unused
from helm_creativity.results.numbers import count, positive
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted

RULES = (
    "`≤N` is the maximum, and also the estimate if no other number precedes it. In brackets: minimum and "
    "maximum. Empty, truncated and refused responses are not sent to judges, so they take fewer calls.",
    "Tokens are characters / 4, as in a run's judge_tokens. A response is as long as its benchmark asks for, without "
    "reasoning: models and judges that reason write many times as much (--answer-tokens, --judge-tokens).",
    "Every request is counted once, although HELM's cache may hold its response from an earlier run, and failed "
    "requests are sent again.",
)


def times(numbers: Sequence[int]) -> str:
    """Of least, typical and most: ``7``, ``≤7``, or with what is expected ``5 ≤7``; ``2-7`` where some are certain."""
    least, typical, most = numbers
    if least == most:
        return f"{most:,}"
    if least:
        between = f"{least:,}-{most:,}"
        return between if typical == most else f"{typical:,} ({between})"
    return f"≤{most:,}" if typical == most else f"{typical:,} ≤{most:,}"


TIMES = ("least", "typical", "most")
"""The parts of a column of ``times``."""
_RUNS = (
    Column("run", "run", left=True),
    Column("group", "", data_only=True),
    Column("model", "", data_only=True),
    Column("items", "items", count),
    Column("trials", "trials", count),
    Column("requests", "requests", count),
    Column("further", "follow-ups", times, parts=TIMES),
    Column("judging", "judge calls", times, parts=TIMES),
    Column("prompt", "prompt", count),
    Column("completion", "completion", count),
    Column("judge_prompt", "judges' prompt", count),
    Column("judge_completion", "judges' completion", count),
    Column("notes", "", data_only=True),
    Column("max_tokens", "", data_only=True),
)
_LOAD = (
    Column("deployment", "asked", left=True),
    Column("role", "as", left=True),
    Column("calls", "calls", times, parts=TIMES),
    Column("prompt", "prompt tokens", count),
    Column("completion", "completion tokens", count),
    Column("completion_most", "at most", count),
)
_COST = (Column("cost", "cost", positive(2)), Column("cost_most", "at most", positive(2)))


def plan_tables(plan: Plan, prices: Mapping[str, Price]) -> list[Table]:
    """Runs and deployments, what the numbers assume, and what is not counted."""
    tables = [_runs(plan.runs), deployments_table(plan.asked, prices)] if plan.runs else []
    sentences = [
        ("assumed", "", [*(RULES if plan.runs else ()), *plan.assumed]),
        ("fitted", "Token limits fitted to windows:", [f"{run.name}: {run.fitted}" for run in plan.runs if run.fitted]),
        ("not_counted", "Not counted:", lines_of((run.name, note) for run in plan.runs for note in run.notes)),
        ("unreachable", "Cannot be asked now:", list(plan.unreachable)),
        ("refused", "Refused, as helm-run would refuse it:", lines_of(plan.refused)),
    ]
    return [*tables, *(Table(name, title=title, notes=lines) for name, title, lines in sentences if lines)]


def _runs(runs: Sequence[PlannedRun]) -> Table:
    further, judging = total(run.further for run in runs), total(run.judging for run in runs)
    requests = total(run.requests for run in runs)
    unknown = sum(run.items is None for run in runs)
    label = f"{counted(len(runs), 'run')} in all" + (f", {unknown:,} not counted" if unknown else "")
    numbers = _loads(requests + further, further, judging)
    sums = (label, *[None] * 4, requests.calls.typical, *numbers, None, None)
    notes = ["prompt and completion are tokens of the model under test, and those of the judges"]
    return Table("runs", _RUNS, list(map(_run, runs)), notes=notes, totals=[sums])


def _run(run: PlannedRun) -> tuple[Any, ...]:
    notes = "; ".join(run.notes) or None
    if run.items is None:
        return (run.name, run.group, run.model, None, run.trials, *[None] * 7, notes, run.max_tokens)
    numbers = (run.requests.calls.typical, *_loads(run.tested, run.further, run.judging))
    return (run.name, run.group, run.model, run.items, run.trials, *numbers, notes, run.max_tokens)


def _loads(tested: Load, further: Load, judging: Load) -> tuple[Any, ...]:
    tokens = (tested.prompt, tested.completion, judging.prompt, judging.completion)
    return astuple(further.calls), astuple(judging.calls), *map(round, tokens)


def deployments_table(asked: Sequence[DeploymentLoad], prices: Mapping[str, Price]) -> Table:
    """What each deployment is sent, and what that costs."""
    costs = [price_load(row.load, prices[row.deployment]) if row.deployment in prices else None for row in asked]
    known = [cost for cost in costs if cost is not None]
    whole = LoadCost(sum(cost.typical for cost in known), sum(cost.most for cost in known)) if known else None
    rows = [
        (row.deployment, "judge" if row.role == JUDGE else "model", *_load(row.load), *(_cost(cost) if prices else ()))
        for row, cost in zip(asked, costs, strict=True)
    ]
    sums = ("total", "", *_load(total(row.load for row in asked)), *(_cost(whole) if prices else ()))
    notes = []
    unpriced = len(costs) - len(known)
    if prices and unpriced:
        notes.append(f"The total cost is without {unpriced} of {len(asked)} lines, which have no price.")
    if strange := unused(prices, [row.deployment for row in asked]):
        notes.append(f"--price names {', '.join(strange)}, to which no request is sent here.")
    return Table("asked", (*_LOAD, *(_COST if prices else ())), rows, notes=notes, totals=[sums])


def _load(load: Load) -> tuple[Any, ...]:
    return astuple(load.calls), round(load.prompt), round(load.completion), round(load.completion_most)


def _cost(cost: LoadCost | None) -> tuple[float | None, float | None]:
    return (None, None) if cost is None else (cost.typical, cost.most)
