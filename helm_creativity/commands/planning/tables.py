"""Plans as tables: runs, what each deployment is sent and what that costs, and what the numbers rest on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, TypeAlias

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN
from helm_creativity.commands.planning.counting import JUDGE, Load, Plan, PlannedRun, Times, total
from helm_creativity.commands.planning.entries import lines_of
from helm_creativity.errors import BadArguments
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.results.numbers import count, positive
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, quoted

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


_ITEMS = (Column("items", "items", count), Column("trials", "trials", count))
_RUNS = (
    Column("run", "run", left=True),
    *(Column(key, "", data_only=True) for key in ("group", "model")),
    *_ITEMS,
    Column("requests", "requests", count),
    _times("further", "follow-ups"),
    _times("judging", "judge calls"),
    Column("prompt", "prompt", count),
    Column("completion", "completion", count),
    Column("judge_prompt", "judges' prompt", count),
    Column("judge_completion", "judges' completion", count),
    *(Column(key, "", data_only=True) for key in ("notes", "max_tokens")),
)
_SHORT = (
    Column("group", "benchmark", left=True),
    Column("settings", "settings", left=True),
    *_ITEMS,
    _times("tested", "requests"),
    _times("judging", "judge calls"),
    Column("completion", "tokens", count),
    Column("max_tokens", "max_tokens", count),
)
_LOAD = (
    Column("deployment", "asked", left=True),
    Column("role", "as", left=True),
    _times("calls", "calls"),
    Column("prompt", "prompt tokens", count),
    Column("completion", "completion tokens", count),
    Column("completion_most", "at most", count),
)
_COST = (Column("cost", "cost", positive(2)), Column("cost_most", "at most", positive(2)))


def parse_prices(texts: Iterable[str]) -> dict[str, tuple[float, float]]:
    """Prices by name of a deployment, from ``NAME=PROMPT/COMPLETION``."""
    prices: dict[str, tuple[float, float]] = {}
    for text in texts:
        name, _, both = text.rpartition("=")
        try:
            prompt, completion = map(float, both.split("/"))
        except ValueError:
            prompt = completion = math.nan
        if not (name.strip() and 0 <= prompt < math.inf and 0 <= completion < math.inf):
            what = "--price must be NAME=PROMPT/COMPLETION, a deployment and its prices per million tokens"
            raise BadArguments(f"{what}, such as openai/gpt-4o-2024-11-20=2.5/10, got {quoted(text)}")
        if name.strip() in prices:
            raise BadArguments(f"--price has {name.strip()} twice: keep one")
        prices[name.strip()] = prompt, completion
    return prices


def plan_tables(plan: Plan, prices: Prices) -> list[Table]:
    """Runs and deployments, what the numbers assume, and what is not counted."""
    unknown = sum(run.items is None for run in plan.runs)
    label = f"{counted(len(plan.runs), 'run')} in all" + (f", {unknown:,} not counted" if unknown else "")
    note = "prompt and completion are tokens of the model under test, and those of the judges"
    runs = replace(_runs_table(plan.runs, _RUNS, {"run": label}), notes=[note])
    assumed = dict.fromkeys(assumption for run in plan.runs for assumption in run.assumed)
    sentences = [
        ("assumed", "", [*((MARKS, *RULES) if plan.runs else ()), *assumed]),
        ("fitted", "Token limits fitted to windows:", [f"{run.name}: {run.fitted}" for run in plan.runs if run.fitted]),
        ("not_counted", "Not counted:", lines_of((run.name, note) for run in plan.runs for note in run.notes)),
        ("unreachable", "Cannot be asked now:", list(plan.unreachable)),
        ("refused", "Refused, as helm-run would refuse it:", lines_of(plan.refused)),
    ]
    tables = [runs, deployments_table(plan.asked, prices)] if plan.runs else []
    return [*tables, *(Table(name, title=title, notes=lines) for name, title, lines in sentences if lines)]


def _runs_table(runs: Sequence[PlannedRun], columns: Sequence[Column], label: Mapping[str, str]) -> Table:
    settings = distinct_settings(run.name for run in runs)
    rows = [{**_row(run), "settings": settings[run.name]} for run in runs]
    tested = total(run.requests for run in runs), total(run.further for run in runs)
    whole = _row(PlannedRun("", "", "", 0, 0, *tested, tuple(judge for run in runs for judge in run.judges)))
    totals = {**whole, "settings": "", **dict.fromkeys(("group", "model", "items", "trials")), **label}
    shown = [{column.key: row.get(column.key) for column in columns} for row in (*rows, totals)]
    return Table("runs", columns, shown[:-1], totals=shown[-1:])


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
        "tested": tested.times,
        "judging": judging.times,
        "prompt": round(tested.prompt),
        "completion": round(tested.completion),
        "judge_prompt": round(judging.prompt),
        "judge_completion": round(judging.completion),
    }


def deployments_table(asked: Mapping[tuple[str, str], Load], prices: Prices) -> Table:
    """What each deployment is sent, and what that costs, without prices of thoughts, batches or caches."""
    rows, costs = [], []
    for (name, role), load in asked.items():
        row = (name, role, load.times, *map(round, (load.prompt, load.completion, load.completion_most)))
        if name in prices:
            prompt, completion = prices[name]
            usual = load.prompt * prompt + load.completion * completion
            most = load.prompt_most * prompt + load.completion_most * completion
            costs.append((usual / 1_000_000, most / 1_000_000))
        rows.append((*row, *(costs[-1] if name in prices else (None, None))))
    whole = total(asked.values())
    tokens = map(round, (whole.prompt, whole.completion, whole.completion_most))
    cost: list[float | None] = [*map(sum, zip(*costs, strict=True))] or [None, None]
    rows.append(("total", "", whole.times, *tokens, *cost))
    columns = (*_LOAD, *_COST) if prices else _LOAD
    notes = []
    if prices and (unpriced := len(asked) - len(costs)):
        notes.append(f"The total cost is without {unpriced} of {len(asked)} lines, which have no price.")
    if unused := sorted(set(prices) - {name for name, _ in asked}):
        notes.append(f"--price names {', '.join(unused)}, to which no request is sent here.")
    shown = [row[: len(columns)] for row in rows]
    return Table("asked", columns, shown[:-1], notes=notes, totals=shown[-1:])


def short_plan(plan: Plan, prices: Prices) -> list[Table]:
    """Runs, a line each, what each deployment is sent, and how long that may take."""
    runs, deployments = _runs_table(plan.runs, _SHORT, {"group": "total"}), deployments_table(plan.asked, prices)
    if not any(row["settings"] for row in runs.rows):
        columns = [replace(column, data_only=column.key == "settings") for column in _SHORT]
        runs = replace(runs, columns=columns)
    asked = total(load for (name, _), load in plan.asked.items() if not is_baseline(name))
    if asked.typical:
        minutes = asked.completion / TOKENS_A_SECOND / 60
        about = f"about {minutes:,.0f} minutes" if minutes >= 1.5 else "about a minute"
        time = about if minutes >= 0.75 else "less than a minute"
        note = f"{time} at {TOKENS_A_SECOND} tokens a second, without reasoning; what HELM's cache has takes no time"
        deployments = replace(deployments, notes=[*deployments.notes, note])
    return [runs, deployments]


def ratings_table(loads: Sequence[QuestionLoad], max_tokens: int, title: str, prices: Prices) -> Table:
    """What each judge of responses from a file is sent and sends back, and what that costs."""
    asked = {}
    for judge, questions, characters, reply_tokens in loads:
        length = characters / questions / CHARACTERS_PER_TOKEN if questions else 0.0
        asked[judge, JUDGE] = Load.of((questions, questions, questions), length, reply_tokens, max_tokens)
    table = deployments_table(asked, prices)
    return replace(table, title=title, notes=[*table.notes, *RULES])
