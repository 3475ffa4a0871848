"""Plans as tables: runs, what each deployment is sent and what that costs, and what the numbers rest on."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN
from helm_creativity.commands.planning.counting import JUDGE, Load, Plan, PlannedRun, Times, total
from helm_creativity.commands.planning.entries import lines_of
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.results.numbers import count, positive
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.judges.standalone import QuestionLoad

Prices: TypeAlias = Mapping[str, tuple[float, float]]
"""Of a million tokens that a deployment reads and writes, in any currency."""
TOKENS_A_SECOND = 50
"""For which minutes are printed: one graphics card, or a provider's model at HELM's four requests at a time."""
RULES = (
    f"Tokens are characters / {CHARACTERS_PER_TOKEN}. A response or reply is as long as its benchmark asks for, "
    "without reasoning: models and judges that reason write many times as much.",
    "Every request is counted once, although HELM's cache may hold its response from an earlier run, and failed "
    "requests are sent again. Judges are not asked about empty, truncated and refused responses.",
)
MARKS = "`≤N` is the maximum, and also the estimate if no other number precedes it. In brackets: minimum and maximum."


def times(numbers: Times) -> str:
    """Of least, typical and most: ``7``, ``≤7``, or with what is expected ``5 ≤7``; ``2-7`` where some are certain."""
    least, typical, most = numbers
    if least == most:
        return f"{most:,}"
    if least:
        between = f"{least:,}-{most:,}"
        return between if typical == most else f"{typical:,} ({between})"
    return f"≤{most:,}" if typical == most else f"{typical:,} ≤{most:,}"


def _times(key: str, title: str) -> Column:
    return Column(key, title, times, parts=("least", "typical", "most"))


COLUMNS = (
    Column("run", "run", left=True),
    Column("group", "benchmark", left=True),
    Column("settings", "settings", left=True),
    Column("model", "model", left=True),
    Column("items", "items", count),
    Column("trials", "trials", count),
    Column("requests", "requests", count),
    _times("further", "follow-ups"),
    _times("judging", "judge calls"),
    Column("prompt", "prompt", count),
    Column("completion", "completion", count),
    Column("judge_prompt", "judges' prompt", count),
    Column("judge_completion", "judges' completion", count),
    Column("notes", "notes", left=True),
    Column("max_tokens", "max_tokens", count),
)
HIDDEN = ("group", "settings", "model", "notes", "max_tokens")
HIDDEN_IN_SHORT = ("run", "model", "prompt", "judge_prompt", "judge_completion", "notes")
"""Columns that are in data files alone."""
_LOAD = (
    Column("deployment", "asked", left=True),
    Column("role", "as", left=True),
    _times("calls", "calls"),
    Column("prompt", "prompt tokens", count),
    Column("completion", "completion tokens", count),
    Column("completion_most", "at most", count),
)
_COST = (Column("cost", "cost", positive(2)), Column("cost_most", "at most", positive(2)))


def plan_tables(plan: Plan, prices: Prices) -> list[Table]:
    """Runs and deployments, what the numbers assume, and what is not counted."""
    unknown = sum(run.items is None for run in plan.runs)
    label = f"{counted(len(plan.runs), 'run')} in all" + (f", {unknown:,} not counted" if unknown else "")
    note = "prompt and completion are tokens of the model under test, and those of the judges"
    assumed = dict.fromkeys(assumption for run in plan.runs for assumption in run.assumed)
    sentences = [
        ("assumed", "", [*((MARKS, *RULES) if plan.runs else ()), *assumed]),
        ("fitted", "Token limits fitted to windows:", [f"{run.name}: {run.fitted}" for run in plan.runs if run.fitted]),
        ("not_counted", "Not counted:", lines_of((run.name, note) for run in plan.runs for note in run.notes)),
        ("unreachable", "Cannot be asked now:", list(plan.unreachable)),
        ("refused", "Refused, as helm-run would refuse it:", lines_of(plan.refused)),
    ]
    runs = replace(_runs_table(plan.runs, HIDDEN, run=label), notes=[note])
    tables = [runs, deployments_table(plan.asked, prices)] if plan.runs else []
    return [*tables, *(Table(name, title=title, notes=lines) for name, title, lines in sentences if lines)]


def short_plan(plan: Plan, prices: Prices) -> list[Table]:
    """Runs, a line each, what each deployment is sent, and how long that may take."""
    deployments = deployments_table(plan.asked, prices)
    asked = total(load for (name, _), load in plan.asked.items() if not is_baseline(name))
    if asked.typical:
        minutes = asked.completion / TOKENS_A_SECOND / 60
        about = f"about {minutes:,.0f} minutes" if minutes >= 1.5 else "about a minute"
        time = about if minutes >= 0.75 else "less than a minute"
        note = f"{time} at {TOKENS_A_SECOND} tokens a second, without reasoning; what HELM's cache has takes no time"
        deployments = replace(deployments, notes=[*deployments.notes, note])
    return [_runs_table(plan.runs, HIDDEN_IN_SHORT, group="total"), deployments]


def _runs_table(runs: Sequence[PlannedRun], hidden: Sequence[str], **label: str) -> Table:
    settings = distinct_settings(run.name for run in runs)
    rows = [{**_row(run), "settings": settings[run.name]} for run in runs]
    tested = total(run.requests for run in runs), total(run.further for run in runs)
    whole = PlannedRun("", "", "", 0, 0, *tested, tuple(judge for run in runs for judge in run.judges))
    totals = {**_row(whole), **dict.fromkeys(("group", "model", "items", "trials", "settings")), **label}
    absent = hidden if any(settings.values()) else (*hidden, "settings")
    columns = [replace(column, data_only=column.key in absent) for column in COLUMNS]
    return Table("runs", columns, rows, totals=[totals])


def _row(run: PlannedRun) -> dict[str, object]:
    about = {"run": run.name, "group": run.group, "model": run.model, "trials": run.trials}
    about |= {"max_tokens": run.max_tokens, "notes": "; ".join(run.notes) or None}
    if run.items is None:
        return about
    tested, judging = run.tested, run.judging
    return {
        **about,
        "items": run.items,
        "requests": run.requests.typical,
        "further": run.further.times,
        "judging": judging.times,
        "prompt": round(tested.prompt),
        "completion": round(tested.completion),
        "judge_prompt": round(judging.prompt),
        "judge_completion": round(judging.completion),
    }


def deployments_table(asked: Mapping[tuple[str, str], Load], prices: Prices) -> Table:
    """What each deployment is sent, and what that costs, without prices of thoughts, batches or caches."""

    def row(name: str, role: str, load: Load, cost: Sequence[float | None]) -> tuple[object, ...]:
        tokens = map(round, (load.prompt, load.completion, load.completion_most))
        return (name, role, load.times, *tokens, *(cost if prices else ()))

    costs: dict[tuple[str, str], list[float | None]] = {}
    for (name, role), load in asked.items():
        if name in prices:
            prompt, completion = prices[name]
            usual, most = (load.prompt, load.completion), (load.prompt_most, load.completion_most)
            costs[name, role] = [(read * prompt + sent * completion) / 1_000_000 for read, sent in (usual, most)]
    none: list[float | None] = [None, None]
    rows = [row(*who, load, costs.get(who, none)) for who, load in asked.items()]
    totals = [row("total", "", total(asked.values()), [*map(sum, zip(*costs.values(), strict=True))] or none)]
    notes = []
    if prices and (unpriced := len(asked) - len(costs)):
        notes.append(f"The total cost is without {unpriced} of {len(asked)} lines, which have no price.")
    if unused := sorted(set(prices) - {name for name, _ in asked}):
        notes.append(f"--price names {', '.join(unused)}, to which no request is sent here.")
    return Table("asked", (*_LOAD, *_COST) if prices else _LOAD, rows, notes=notes, totals=totals)


def ratings_table(loads: Sequence[QuestionLoad], max_tokens: int, title: str, prices: Prices) -> Table:
    """What each judge of responses from a file is sent and sends back, and what that costs."""
    asked = {}
    for judge, questions, characters, reply_tokens in loads:
        length = characters / questions / CHARACTERS_PER_TOKEN if questions else 0.0
        asked[judge, JUDGE] = Load.of((questions, questions, questions), length, reply_tokens, max_tokens)
    table = deployments_table(asked, prices)
    return replace(table, title=title, notes=[*table.notes, *RULES])
