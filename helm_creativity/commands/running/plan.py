"""What a command is about to ask, in a few lines."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import astuple, replace

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.commands.planning.amounts import Load, Plan, PlannedRun, total
from helm_creativity.commands.planning.prices import Price
from helm_creativity.commands.planning.tables import TIMES, deployments_table, times
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.results.numbers import count
from helm_creativity.results.table import Column, Table

TOKENS_A_SECOND = 50
"""For which minutes are printed: one graphics card, or a provider's model at HELM's four requests at a time."""
_COLUMNS = (
    Column("items", "items", count),
    Column("trials", "trials", count),
    Column("requests", "requests", times, parts=TIMES),
    Column("judging", "judge calls", times, parts=TIMES),
    Column("completion", "tokens", count),
    Column("max_tokens", "max_tokens", count),
)


def short_plan(plan: Plan, prices: Mapping[str, Price]) -> list[Table]:
    """Runs, a line each, what each deployment is sent, and how long that may take."""
    settings = distinct_settings(run.name for run in plan.runs)
    columns = (
        Column("group", "benchmark", left=True),
        Column("settings", "settings", left=True, data_only=not any(settings.values())),
        *_COLUMNS,
    )
    rows = [_row(run, settings[run.name]) for run in plan.runs]
    tested, judging = total(run.tested for run in plan.runs), total(run.judging for run in plan.runs)
    sums = ("total", "", None, None, *_loads(tested, judging), None)
    return [Table("runs", columns, rows, totals=[sums]), _with_time(deployments_table(plan.asked, prices), plan)]


def _row(run: PlannedRun, settings: str) -> Sequence[object]:
    if run.items is None:
        return (run.group, settings, None, run.trials, None, None, None, run.max_tokens)
    return (run.group, settings, run.items, run.trials, *_loads(run.tested, run.judging), run.max_tokens)


def _loads(tested: Load, judging: Load) -> tuple[object, ...]:
    return astuple(tested.calls), astuple(judging.calls), round(tested.completion)


def _with_time(table: Table, plan: Plan) -> Table:
    asked = total(row.load for row in plan.asked if not is_baseline(row.deployment))
    if not asked.calls.typical:
        return table
    minutes = asked.completion / TOKENS_A_SECOND / 60
    about = f"about {minutes:,.0f} minutes" if minutes >= 1.5 else "about a minute"
    time = about if minutes >= 0.75 else "less than a minute"
    note = f"{time} at {TOKENS_A_SECOND} tokens a second, without reasoning; what HELM's cache has takes no time"
    return replace(table, notes=[*table.notes, note])


def expected_requests(run: PlannedRun) -> int:
    """Requests of a run that HELM's cache will hold, to judges too: all but those to models that are computed here."""
    tested = 0 if is_baseline(run.model) else run.tested.calls.typical
    return tested + sum(load.calls.typical for name, load in run.judges if not is_baseline(name))


def reasoning_models(plan: Plan) -> list[str]:
    """Models of a plan that reason before they respond, as far as HELM's names and arguments say it."""
    from helm_creativity.helm.clients.deployments import reasons_first

    names = dict.fromkeys(run.model for run in plan.runs)
    return [name for name in names if reasons_first(name)]
