"""The same plots in words, for those who do not see them: no number that the plot does not show."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, NamedTuple

from helm_creativity.core.pooling import is_baseline
from helm_creativity.psychometrics.validity import best_on_frontier
from helm_creativity.reports.plots.curves import ENOUGH, above
from helm_creativity.reports.plots.row_plots import best_first, strictest_first, worst_first
from helm_creativity.reports.plots.scatter import along_front
from helm_creativity.reports.plots.style import known, percent, plot_decimals, shown
from helm_creativity.safe_text import counted

if TYPE_CHECKING:
    from helm_creativity.psychometrics.uncertainty import RankStability

MOST = 5
"""Names in a row; the rest is ranked."""


class Caption(NamedTuple):
    """A text alternative."""

    title: str
    text: str


def leaderboard(
    names: Sequence[str],
    scores: Sequence[float | None],
    lows: Sequence[float | None],
    highs: Sequence[float | None],
    baselines: Sequence[bool],
    label: str,
    *,
    lower_is_better: bool = False,
    people: Sequence[float] = (),
) -> Caption:
    """Of ``leaderboard``: the ends, whose interval reaches the first's, means of people, and who has no score.

    Baselines are first or last only where there is nothing else.
    """
    title = f"Leaderboard: {label}"
    order = best_first(scores, lower_is_better)
    scored = [place for place in order if known([scores[place]])]
    ranked = [place for place in scored if not baselines[place]] or scored
    lacking = [names[place] for place in order if not known([scores[place]])]
    if not ranked:
        return Caption(title, f"No score: {listed(lacking)}." if lacking else "There are no models.")
    decimals = plot_decimals(scores)
    first, last = ((names[place], shown(scores[place], decimals)) for place in (ranked[0], ranked[-1]))
    models = counted(sum(not baselines[i] for i in scored), "model")
    beside = sum(bool(baselines[i]) for i in scored)
    besides = f" and {counted(beside, 'baseline')}" if beside else ""
    end = f", last {last[0]} with {last[1]}" if len(ranked) > 1 else ""
    parts = [f"{models}{besides}; first is {first[0]} with {first[1]}{end}."]
    meeting = _meeting(ranked, lows, highs)
    if meeting is not None:
        verb = "s overlap" if meeting > 1 else " overlaps"
        parts.append(f"{meeting or 'No'} other interval{verb} that of the first.")
    if people:
        parts.append(f"People: {listed([shown(mean, decimals) for mean in people])}.")
    if lacking:
        parts.append(f"No score: {listed(lacking)}.")
    return Caption(title, " ".join(parts))


def _meeting(ranked: Sequence[int], lows: Sequence[float | None], highs: Sequence[float | None]) -> int | None:
    """How many intervals share a point with that of the first; None where that or one of the others has none."""
    first, *others = (known([lows[place], highs[place]]) for place in ranked)
    if not others or any(len(interval) < 2 for interval in (first, *others)):
        return None
    return sum(other[0] <= first[1] and first[0] <= other[1] for other in others)


def severity(
    judges: Sequence[str], severities: Sequence[float], errors: Sequence[float | None], dimensions: Sequence[str]
) -> Caption:
    """Of ``severity``: the strictest and the most lenient judge on each dimension."""
    groups: dict[str, list[str]] = {}
    for row in strictest_first(severities, dimensions):
        if isinstance(row, str):
            groups[row] = []
        else:
            groups[list(groups)[-1]].append(judges[row])
    several = {name: members for name, members in groups.items() if len(members) > 1}
    facts = [f"{name}: strictest {members[0]}, most lenient {members[-1]}" for name, members in several.items()]
    head = f"{counted(len(set(judges)), 'judge')} on {counted(len(groups), 'dimension')}."
    return Caption("Judge severity", " ".join([head, *([f"{listed(facts, '; ')}."] if facts else [])]))


def radar(axes: Sequence[str], profiles: Mapping[str, Sequence[float | None]]) -> Caption:
    """Of ``radar``: where each profile is highest and lowest, and what it lacks."""
    facts = [_profile(name, axes, values) for name, values in profiles.items()]
    head = f"{counted(len(profiles), 'profile')} over {len(axes)} axes."
    return Caption(f"Profiles over {listed(axes)}", " ".join([head, *facts]))


def _profile(name: str, axes: Sequence[str], values: Sequence[float | None]) -> str:
    pairs = [(known([value])[0], axis) for axis, value in zip(axes, values, strict=True) if known([value])]
    lacks = [axis for axis, value in zip(axes, values, strict=True) if not known([value])]
    missing = f" (no value: {listed(lacks)})" if lacks else ""
    if not pairs:
        return f"{name} has no values."
    # Only the value decides, so that axes that tie are named in the order around.
    high, low = max(pairs, key=lambda pair: pair[0]), min(pairs, key=lambda pair: pair[0])
    if high[0] == low[0]:
        return f"{name} has the same value on all axes{missing}."
    return f"{name} is highest in {high[1]} and lowest in {low[1]}{missing}."


def heatmap(
    rows: Sequence[str],
    columns: Sequence[str],
    values: Sequence[Sequence[float | None]],
    *,
    decimals: int = 1,
    label: str = "",
) -> Caption:
    """Of ``heatmap``: the extreme cells, and how many are empty."""
    title = f"{label or 'Values'} of {counted(len(rows), 'model')} on {counted(len(columns), 'benchmark')}"
    cells = [
        (known([value])[0], f"{row} on {column}")
        for row, line in zip(rows, values, strict=True)
        for column, value in zip(columns, line, strict=True)
        if known([value])
    ]
    empty = len(rows) * len(columns) - len(cells)
    if not cells:
        return Caption(title, "No cell has a value.")
    high, low = max(cells, key=lambda cell: cell[0]), min(cells, key=lambda cell: cell[0])
    text = f"Highest: {high[1]} with {shown(high[0], decimals)}; lowest: {low[1]} with {shown(low[0], decimals)}."
    return Caption(title, text + (f" {counted(empty, 'cell')} without a value." if empty else ""))


def pareto(
    x: Sequence[float], y: Sequence[float], names: Sequence[str], front: Sequence[bool], x_label: str, y_label: str
) -> Caption:
    """Of ``pareto``: which models are on the front; baselines are on none."""
    on = [names[place] for place in along_front(x, front)]
    beside = sum(map(is_baseline, names))
    models = [counted(len(names) - beside, "model")] * (beside < len(names))
    text = f"{' and '.join([*models, *([counted(beside, 'baseline')] if beside else [])])}."
    if on:
        text += f" On the front, from the best on {y_label} to the best on {x_label}: {listed(on)}."
    return Caption(f"{y_label} against {x_label}", text)


def frontier(capability_r: float, points: Sequence[tuple[str, float, float]]) -> Caption:
    """Of ``frontier``: the best that is possible, and which test comes closest."""
    r, both = shown(abs(capability_r), 2), shown(best_on_frontier(capability_r)[0], 2)
    text = f"With R = {r}, the sum of validity and specificity is greatest at v* = s* = {both}."
    if points:
        closest = max(points, key=lambda point: point[1] + point[2])
        best = f"Of {len(points)} tests, {closest[0]} has the greatest sum."
        text += f" {best}" if len(points) > 1 else f" The test is {closest[0]}."
    return Caption("Validity and specificity of tests, and what is feasible", text)


def scree(eigenvalues: Sequence[float], noise_mean: Sequence[float], noise_95: Sequence[float]) -> Caption:
    """Of ``scree``: how many factors stand out from random data."""
    real = above(eigenvalues, noise_95)
    verb = "exceed" if real > 1 else "exceeds"
    text = f"The first of {counted(len(eigenvalues), 'eigenvalue')} is {shown(eigenvalues[0], 2)}; "
    text += f"{real or 'none'} of them {verb} the 95th percentile of random data."
    return Caption("Eigenvalues against random data", text)


def rank_stability(curves: Mapping[str, RankStability]) -> Caption:
    """Of ``rank_stability``: how many items are enough, and where none of the sizes is."""
    enough = sorted((curve.enough, name) for name, curve in curves.items() if curve.enough is not None)
    never = [name for name, curve in curves.items() if curve.enough is None]
    facts = listed([f"{number} in {name}" for number, name in enough])
    text = f"Fewest items with a mean rank correlation of {shown(ENOUGH, 2)}: {facts}." if enough else ""
    missing = f"Only with all items: {listed(never)}." if never else ""
    if not curves:
        text = "There are no benchmarks."
    return Caption("Rank correlation of some of the items with all items", " ".join(filter(None, (text, missing))))


def failures(models: Sequence[str], rates: Mapping[str, Sequence[float | None]]) -> Caption:
    """Of ``failures``: who fails most, and the highest rate of all."""
    rows = worst_first(len(models), rates)
    title = "Responses without a score, by reason"
    if not rows:
        return Caption(title, f"No known failures of {counted(len(models), 'model')}.")
    cells = [
        (known([values[i]])[0], models[i], reason)
        for reason, values in rates.items()
        for i in rows
        if known([values[i]])
    ]
    high = max(cells, key=lambda cell: cell[0])
    others = len(models) - len(rows)
    text = f"Most failures: {models[rows[0]]}. Highest rate: {high[1]}, {high[2]}, {percent(high[0])}."
    return Caption(title, text + (f" {counted(others, 'more model')} without known failures." if others else ""))


def listed(names: Iterable[str], between: str = ", ") -> str:
    """The first few, and how many more."""
    every = list(names)
    more = len(every) - MOST
    return between.join([*every[:MOST], *([f"{more} more"] if more > 0 else [])])
