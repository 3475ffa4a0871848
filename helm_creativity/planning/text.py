"""A plan as a page of text."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable, Iterator, Mapping, Sequence

from helm_creativity.planning.amounts import JUDGE, Load, Plan, PlannedRun, total
from helm_creativity.planning.prices import Cost, Price, cost_of, unused
from helm_creativity.rooms.planned import Times

WIDTH = 118

RULES = (
    "A number behind ≤ is the most, and is expected unless another stands before it; in brackets stand the least and "
    "the most. Nobody judges an answer that is empty, cut or refused, so that bad answers take fewer calls.",
    "Tokens are characters / 4, as in a run's judge_tokens. An answer is as long as its benchmark asks for, without "
    "thoughts: models and judges that think write many times as much (--answer-tokens, --judge-tokens).",
    "Counted is every request once, though HELM's cache may hold its answer from an earlier run, and failed ones are "
    "sent again.",
)
_RUNS = ("items", "trials", "requests", "follow-ups", "judge calls", "prompt", "completion", "prompt", "completion")
_RUNS_WIDTHS = (6, 6, 9, 12, 19, 12, 12, 12, 12)
_ABOVE = f"{'tokens of the model':>{2 + sum(_RUNS_WIDTHS[:7]) + 7}}{'tokens of judges':>26}"
_INDENT = "  "


def page(plan: Plan, prices: Mapping[str, Price]) -> str:
    """Tables of runs and of deployments, what the numbers assume, and what is not counted."""
    parts = [_runs(plan.runs), _deployments(plan, prices)] if plan.runs else []
    parts.append(_sentences("", [*(RULES if plan.runs else ()), *plan.assumed]))
    parts.append(_sentences("Not counted:", [f"{run.name}: {note}" for run in plan.runs for note in run.notes]))
    parts.append(
        _sentences("Refused, as helm-run would refuse it:", [f"{one.name}: {one.why}" for one in plan.refused])
    )
    return "\n\n".join(part for part in parts if part)


def _runs(runs: Sequence[PlannedRun]) -> str:
    """Two lines a run: its name, which may be long, and its numbers."""
    lines = [_ABOVE, _line(_RUNS, _RUNS_WIDTHS)]
    for run in runs:
        lines += [run.name, _line(_numbers(run), _RUNS_WIDTHS)]
    further, judging = total(run.further for run in runs), total(run.judging for run in runs)
    requests = total(run.requests for run in runs)
    counts = requests.calls.typical, further.calls, judging.calls
    unknown = sum(run.items is None for run in runs)
    n = f"{len(runs):,} {'run' if len(runs) == 1 else 'runs'} in all" + (
        f", {unknown:,} not counted" if unknown else ""
    )
    cells = ("", "", f"{counts[0]:,}", times(counts[1]), times(counts[2]), *_tokens(requests + further, judging))
    return "\n".join([*lines, "", n, _line(cells, _RUNS_WIDTHS)])


def _numbers(run: PlannedRun) -> tuple[str, ...]:
    if run.items is None:
        return ("?", f"{run.trials:,}", *["?"] * 7)
    counts = f"{run.items:,}", f"{run.trials:,}", f"{run.requests.calls.typical:,}"
    return (*counts, times(run.further.calls), times(run.judging.calls), *_tokens(run.tested, run.judging))


def _tokens(tested: Load, judging: Load) -> tuple[str, ...]:
    both = tested.prompt, tested.completion, judging.prompt, judging.completion
    return tuple(f"{round(one):,}" if one else "-" for one in both)


def times(count: Times) -> str:
    """``-``, ``7``, ``≤7``, or with what is expected: ``5 ≤7``; where some are certain, ``2-7``, or ``5 (2-7)``."""
    if not count.most:
        return "-"
    if count.least == count.most:
        return f"{count.most:,}"
    if count.least:
        between = f"{count.least:,}-{count.most:,}"
        return between if count.typical == count.most else f"{count.typical:,} ({between})"
    return f"≤{count.most:,}" if count.typical == count.most else f"{count.typical:,} ≤{count.most:,}"


def _deployments(plan: Plan, prices: Mapping[str, Price]) -> str:
    """What each deployment is sent, and what that costs."""
    head: tuple[str, ...] = ("calls", "prompt tokens", "completion tokens", "at most")
    widths: tuple[int, ...] = (20, 13, 17, 14)
    if prices:
        head, widths = (*head, "cost", "at most"), (*widths, 10, 10)
    name_width = WIDTH - sum(widths) - len(widths) - len(_INDENT)
    lines = ["asked".ljust(name_width) + _line(head, widths)]
    costs: list[Cost] = []
    for one in plan.asked:
        price = prices.get(one.deployment)
        cost = cost_of(one.load, price) if price else None
        costs += [cost] if cost else []
        who = f"{one.deployment} (judge)" if one.role == JUDGE else one.deployment
        lines += _named(who, _line([*_load(one.load), *(_cost(cost) if prices else ())], widths), name_width)
    whole = Cost(sum(one.typical for one in costs), sum(one.most for one in costs)) if costs else None
    cells = [*_load(total(one.load for one in plan.asked)), *(_cost(whole) if prices else ())]
    lines += _named("total", _line(cells, widths), name_width)
    unpriced = sum(one.deployment not in prices for one in plan.asked)
    if prices and unpriced:
        lines.append(f"The total cost is without {unpriced} of {len(plan.asked)} lines, of which no price was told.")
    strange = unused(prices, [one.deployment for one in plan.asked])
    if strange:
        lines.append(f"A price was told of {', '.join(strange)}, which nobody asks here.")
    return "\n".join(lines)


def _load(load: Load) -> tuple[str, ...]:
    return (
        times(load.calls),
        f"{round(load.prompt):,}",
        f"{round(load.completion):,}",
        f"{round(load.completion_most):,}",
    )


def _cost(cost: Cost | None) -> tuple[str, str]:
    return ("-", "-") if cost is None else (_money(cost.typical), _money(cost.most))


def _money(amount: float) -> str:
    """Two decimals, which never make nothing of something."""
    return "<0.01" if 0 < amount < 0.01 else f"{amount:,.2f}"


def _named(name: str, numbers: str, width: int) -> list[str]:
    """One line, or two where the name is too long."""
    return [name.ljust(width) + numbers] if len(name) < width else [name, " " * width + numbers]


def _line(cells: Iterable[str], widths: Iterable[int]) -> str:
    return (_INDENT + "".join(cell.rjust(width + 1) for cell, width in zip(cells, widths, strict=True))).rstrip()


def _sentences(title: str, sentences: Sequence[str]) -> str:
    """A list, each entry wrapped."""
    if not sentences:
        return ""
    return "\n".join([*([title] if title else []), *(line for one in sentences for line in _wrapped(one))])


def _wrapped(sentence: str) -> Iterator[str]:
    yield from textwrap.wrap(
        sentence, WIDTH, initial_indent="- ", subsequent_indent="  ", break_long_words=False, break_on_hyphens=False
    )
