"""What the other stats of the runs say: why responses have no score, and which submetrics pull against each other."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.core.registry import list_entries
from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.composites import VALID, pareto_front
from helm_creativity.psychometrics.tables import Numbers, ratio
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.leaderboard import MODEL, RATES
from helm_creativity.results.numbers import count, fixed, percent, reason_title
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import Column, Plot, Table
from helm_creativity.safe_text import counted


@cache
def _titles() -> dict[tuple[str, str], str]:
    return {
        (entry.group, submetric.name): submetric.title
        for entry in list_entries()
        for submetric in entry.card.submetrics
    }


def stat_title(name: str, group: str) -> str:
    """A stat's title: the card's, or its name with spaces."""
    return _titles().get((group, name)) or name.replace("_", " ")


@analysis("trade_offs", title="Trade-offs")
def trade_offs(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """Pairs of submetrics that are hard to maximise together, as cards name them; of both more is better.

    A model is on the Pareto front if no other is at least as good on both and better on one. Baselines stand beside
    the models: they beat no model, and are not on the front.
    """
    found = False
    for place, column in enumerate(suite.columns):
        for x, y in column.card.trade_offs if column.card else ():
            if x not in suite.stats or y not in suite.stats:
                continue
            points = np.stack([suite.stats[x][:, place], suite.stats[y][:, place]], axis=1)
            rows = np.flatnonzero(np.isfinite(points).all(axis=1))
            if not len(rows):
                continue
            found = True
            pool = suite.pool[rows] & [(row, place) not in suite.uncounted for row in rows.tolist()]
            front = pareto_front(np.where(pool[:, None] & (pool.sum() > 1), points[rows], np.nan))
            shown = [
                {
                    "model": suite.models[row],
                    x: float(points[row, 0]),
                    y: float(points[row, 1]),
                    "front": bool(on),
                    "_mark": "front" if on else "",
                }
                for row, on in zip(rows.tolist(), front, strict=True)
            ]
            titles = stat_title(x, column.group), stat_title(y, column.group)
            columns = (
                MODEL,
                Column(x, titles[0], fixed(2)),
                Column(y, titles[1], fixed(2)),
                Column("front", "on the front", lambda on: "yes" if on else "no", left=True),
            )
            title = f"{column.title}: {titles[0]} and {titles[1][:1].lower()}{titles[1][1:]}"
            n = int(front.sum())
            notes = [f"{counted(n, 'model')} on the front" if n else "a single model has no front"]
            facts = {"benchmark": column.benchmark, "comparable_settings": column.comparable}
            order = sorted(shown, key=lambda row: (not row["front"], -float(row[x]), row["model"]))
            plot = Plot("scatter", "model", x, y, series="front", caption=f"{title}; the line is the Pareto front")
            yield Table("trade_off", columns, order, title, facts, notes, plot=plot)
    if not found:
        raise NothingToSay("no benchmark here has two submetrics with a known trade-off")


@analysis("failures", title="Responses without a score")
def failures(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """Mean shares of responses that could not be scored, by reason; they are no 0, as scores are of the others."""
    reasons = {
        reason: suite.stats[name]
        for reason, name in RATES.items()
        if name in suite.stats and np.nansum(suite.stats[name]) > 0
    }
    if not reasons:
        valid = suite.stats.get(VALID, np.full(1, np.nan))
        whole = np.isfinite(valid).any() and np.nanmin(valid) == 1
        raise NothingToSay("every response has a score" if whole else "the runs do not say why responses have no score")
    shares = [Column(reason, reason_title(reason), percent()) for reason in reasons]
    everyone = np.ones(len(suite.models), dtype=bool)
    notes = [f"a score counts if {100 * suite.least_scored:g}% of the responses have one"]
    columns = (MODEL, Column("ran", "columns", count), *shares)
    rows = list(_means("model", suite.models, reasons, everyone, axis=1))
    yield Table("by_model", columns, rows, "Responses without a score, by model", notes=notes)
    columns = (Column("title", "benchmark", left=True), Column("ran", "models", count), *shares)
    rows = list(_means("title", suite.benchmarks, reasons, suite.pool, axis=0))
    yield Table("by_benchmark", columns, rows, "Responses without a score, by benchmark")


def _means(
    key: str, names: Iterable[str], reasons: dict[str, Numbers], rows: NDArray[np.bool_], axis: int
) -> Iterator[dict[str, Any]]:
    """Of each name the mean shares over what it ran on, as far as known; nothing of one of which nothing is known."""
    stacked = np.stack([values[rows] for values in reasons.values()])
    for place, name in enumerate(names):
        own = stacked[:, place, :] if axis else stacked[:, :, place]
        known = np.isfinite(own)
        if ran := int(known.any(axis=0).sum()):
            means = [finite_or_none(mean) for mean in ratio(np.nansum(own, axis=1), known.sum(axis=1)).tolist()]
            yield {key: name, "ran": ran, **dict(zip(reasons, means, strict=True))}
