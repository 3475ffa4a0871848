"""Plans as tables: runs, what each deployment is sent and what that costs, and what the numbers rest on."""

from __future__ import annotations

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.benchmark.comparability import is_baseline
from helm_creativity.benchmark.follow_ups import CHARACTERS_PER_TOKEN
from helm_creativity.commands.planning.amounts import JUDGE, DeploymentLoad, Load, Plan, PlannedRun, Times, total
from helm_creativity.commands.planning.entries import lines_of
from helm_creativity.errors import BadArguments
from helm_creativity.results.comparable import distinct_settings
from helm_creativity.results.numbers import count, positive
from helm_creativity.results.table import Column, Table
from helm_creativity.safe_text import counted, quoted

if TYPE_CHECKING:
    from helm_creativity.judges.standalone import QuestionLoad

RULES = (
    f"Tokens are characters / {CHARACTERS_PER_TOKEN}. A response or reply is as long as its benchmark asks for, "
    "without reasoning: models and judges that reason write many times as much.",
    "Every request is counted once, although HELM's cache may hold its response from an earlier run, and failed "
    "requests are sent again. Judges are not asked about empty, truncated and refused responses.",
)
MARKS = "`≤N` is the maximum, and also the estimate if no other number precedes it. In brackets: minimum and maximum."


def times(numbers: Sequence[int]) -> str:
    """Of least, typical and most: ``7``, ``≤7``, or with what is expected ``5 ≤7``; ``2-7`` where some are certain."""
    least, typical, most = numbers
    if least == most:
        return f"{most:,}"
    if least:
        between = f"{least:,}-{most:,}"
        return between if typical == most else f"{typical:,} ({between})"
    return f"≤{most:,}" if typical == most else f"{typical:,} ≤{most:,}"


TOKENS_A_SECOND = 50
"""For which minutes are printed: one graphics card, or a provider's model at HELM's four requests at a time."""
TIMES = Times._fields
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
_SHORT = (
    Column("items", "items", count),
    Column("trials", "trials", count),
    Column("tested", "requests", times, parts=TIMES),
    Column("judging", "judge calls", times, parts=TIMES),
    Column("completion", "tokens", count),
    Column("max_tokens", "max_tokens", count),
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


class Price(NamedTuple):
    """The price of a million tokens, in any currency."""

    prompt: float
    completion: float

    def costs(self, load: Load) -> tuple[float, float]:
        """What a load usually costs and at most, without what providers take for thoughts, batches or caches."""
        usual = load.prompt * self.prompt + load.completion * self.completion
        most = load.prompt_most * self.prompt + load.completion_most * self.completion
        return usual / 1_000_000, most / 1_000_000


def parse_prices(texts: Iterable[str]) -> dict[str, Price]:
    """Prices by name of a deployment, from ``NAME=PROMPT/COMPLETION``."""
    prices: dict[str, Price] = {}
    for text in texts:
        name, _, both = text.rpartition("=")
        try:
            price = Price(*map(float, both.split("/")))
        except (TypeError, ValueError):
            price = Price(math.nan, math.nan)
        if not (name.strip() and all(0 <= dollars < math.inf for dollars in price)):
            raise BadArguments(
                "--price must be NAME=PROMPT/COMPLETION, a deployment and its prices per million tokens, such as "
                f"openai/gpt-4o-2024-11-20=2.5/10, got {quoted(text)}"
            )
        if prices.setdefault(name.strip(), price) is not price:
            raise BadArguments(f"--price has {name.strip()} twice: keep one")
    return prices


def plan_tables(plan: Plan, prices: Mapping[str, Price]) -> list[Table]:
    """Runs and deployments, what the numbers assume, and what is not counted."""
    unknown = sum(run.items is None for run in plan.runs)
    label = f"{counted(len(plan.runs), 'run')} in all" + (f", {unknown:,} not counted" if unknown else "")
    runs = replace(
        _runs_table(plan.runs, _RUNS, ("run", label), {}),
        notes=["prompt and completion are tokens of the model under test, and those of the judges"],
    )
    tables = [runs, deployments_table(plan.asked, prices)] if plan.runs else []
    assumed = dict.fromkeys(assumption for run in plan.runs for assumption in run.assumed)
    sentences = [
        ("assumed", "", [*((MARKS, *RULES) if plan.runs else ()), *assumed]),
        ("fitted", "Token limits fitted to windows:", [f"{run.name}: {run.fitted}" for run in plan.runs if run.fitted]),
        ("not_counted", "Not counted:", lines_of((run.name, note) for run in plan.runs for note in run.notes)),
        ("unreachable", "Cannot be asked now:", list(plan.unreachable)),
        ("refused", "Refused, as helm-run would refuse it:", lines_of(plan.refused)),
    ]
    return [*tables, *(Table(name, title=title, notes=lines) for name, title, lines in sentences if lines)]


def _runs_table(
    runs: Sequence[PlannedRun], columns: Sequence[Column], label: tuple[str, str], settings: Mapping[str, str]
) -> Table:
    judges = tuple(judge for run in runs for judge in run.judges)
    tested = total(run.requests for run in runs), total(run.further for run in runs)
    rows = []
    for run in [*runs, PlannedRun("", "", "", 0, 0, *tested, judges)]:
        numbers = {
            "items": run.items,
            "requests": run.requests.calls.typical,
            "further": run.further.calls,
            "tested": run.tested.calls,
            "judging": run.judging.calls,
            "prompt": round(run.tested.prompt),
            "completion": round(run.tested.completion),
            "judge_prompt": round(run.judging.prompt),
            "judge_completion": round(run.judging.completion),
        }
        names = {"run": run.name, "group": run.group, "settings": settings.get(run.name, ""), "model": run.model}
        about = {"trials": run.trials, "max_tokens": run.max_tokens, "notes": "; ".join(run.notes) or None}
        rows.append({**names, **about, **(numbers if run.items is not None else {})})
    rows[-1] |= {**dict.fromkeys(("group", "model", "items", "trials")), **dict([label])}
    shown = [{column.key: row.get(column.key) for column in columns} for row in rows]
    return Table("runs", columns, shown[:-1], totals=shown[-1:])


def deployments_table(asked: Sequence[DeploymentLoad], prices: Mapping[str, Price]) -> Table:
    """What each deployment is sent, and what that costs."""
    costs = [prices[row.deployment].costs(row.load) if row.deployment in prices else None for row in asked]
    known = [cost for cost in costs if cost is not None]
    whole = DeploymentLoad("total", "", total(row.load for row in asked))
    cost_of_all = tuple(map(sum, zip(*known, strict=True))) if known else None
    rows = []
    for (name, role, load), cost in zip([*asked, whole], [*costs, cost_of_all], strict=True):
        tokens = map(round, (load.prompt, load.completion, load.completion_most))
        rows.append((name, role, load.calls, *tokens, *((cost or (None, None)) if prices else ())))
    notes = []
    if prices and len(known) < len(asked):
        unpriced = len(asked) - len(known)
        notes.append(f"The total cost is without {unpriced} of {len(asked)} lines, which have no price.")
    if unused := sorted(set(prices) - {row.deployment for row in asked}):
        notes.append(f"--price names {', '.join(unused)}, to which no request is sent here.")
    return Table("asked", (*_LOAD, *(_COST if prices else ())), rows[:-1], notes=notes, totals=rows[-1:])


def short_plan(plan: Plan, prices: Mapping[str, Price]) -> list[Table]:
    """Runs, a line each, what each deployment is sent, and how long that may take."""
    settings = distinct_settings(run.name for run in plan.runs)
    columns = (
        Column("group", "benchmark", left=True),
        Column("settings", "settings", left=True, data_only=not any(settings.values())),
        *_SHORT,
    )
    runs = _runs_table(plan.runs, columns, ("group", "total"), settings)
    deployments = deployments_table(plan.asked, prices)
    asked = total(row.load for row in plan.asked if not is_baseline(row.deployment))
    if asked.calls.typical:
        minutes = asked.completion / TOKENS_A_SECOND / 60
        about = f"about {minutes:,.0f} minutes" if minutes >= 1.5 else "about a minute"
        time = about if minutes >= 0.75 else "less than a minute"
        note = f"{time} at {TOKENS_A_SECOND} tokens a second, without reasoning; what HELM's cache has takes no time"
        deployments = replace(deployments, notes=[*deployments.notes, note])
    return [runs, deployments]


def ratings_table(loads: Sequence[QuestionLoad], max_tokens: int, title: str, prices: Mapping[str, Price]) -> Table:
    """What each judge of responses from a file is sent and sends back, and what that costs."""
    asked = []
    for judge, questions, characters, reply_tokens in loads:
        length = characters / questions / CHARACTERS_PER_TOKEN if questions else 0.0
        asked.append(DeploymentLoad(judge, JUDGE, Load.of(Times.exactly(questions), length, reply_tokens, max_tokens)))
    table = deployments_table(asked, prices)
    return replace(table, title=title, notes=[*table.notes, *RULES])
