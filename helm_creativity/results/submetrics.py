"""What the other stats of the runs say: failures, submetrics that pull against each other, fields of a benchmark."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.composites import VALID, pareto_front
from helm_creativity.psychometrics.tables import Numbers, ratio
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.leaderboard import RATES
from helm_creativity.results.numbers import count, fixed, percent, reason_title, score_decimals
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import MODEL, Column, Plot, Table
from helm_creativity.safe_text import counted

FIELDS = ("category_", "setting_", "distinct_", "accuracy_")
"""Submetrics of a card whose names begin so are means over the items of a field."""


@analysis("trade_offs", title="Trade-offs")
def trade_offs(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """Pairs of submetrics that are hard to maximise together, as cards name them; of both more is better.

    A model is on the Pareto front if no other is at least as good on both and better on one. Baselines stand beside
    the models: they beat no model, and are not on the front.
    """
    pairs = [
        (place, column.card, x, y)
        for place, column in enumerate(suite.columns)
        if column.card
        for x, y in column.card.trade_offs
        if x in suite.stats and y in suite.stats
        if np.isfinite(suite.stats[x] + suite.stats[y])[:, place].any()
    ]
    if not pairs:
        raise NothingToSay("no benchmark here has two submetrics with a known trade-off")
    for place, card, x, y in pairs:
        column = suite.columns[place]
        points = np.stack([suite.stats[x][:, place], suite.stats[y][:, place]], axis=1)
        known = np.isfinite(points).all(axis=1)
        pool = known & suite.pool & [(row, place) not in suite.uncounted for row in range(len(points))]
        front = pareto_front(np.where(pool[:, None] & (pool.sum() > 1), points, np.nan))
        rows = [
            {"model": suite.models[row], x: points[row, 0].item(), y: points[row, 1].item(), "front": bool(front[row])}
            | {"_mark": "front" if front[row] else ""}
            for row in np.flatnonzero(known).tolist()
        ]
        titles = {submetric.name: submetric.title for submetric in card.submetrics}
        first, second = (titles.get(name) or name.replace("_", " ") for name in (x, y))
        columns = (
            MODEL,
            Column(x, first, fixed(2)),
            Column(y, second, fixed(2)),
            Column("front", "on the front", lambda on: "yes" if on else "no", left=True),
        )
        title = f"{column.title}: {first} and {second[:1].lower()}{second[1:]}"
        notes = [f"{counted(int(front.sum()), 'model')} on the front" if front.any() else "a single model has no front"]
        facts = {"benchmark": column.benchmark, "comparable_settings": column.comparable}
        rows.sort(key=lambda row: (not row["front"], -row[x], row["model"]))
        plot = Plot("scatter", "model", x, y, series="front", caption=f"{title}; the line is the Pareto front")
        yield Table("trade_off", columns, rows, title, facts, notes, plot=plot)


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
    shares = np.stack(list(reasons.values()))
    columns = [Column(reason, reason_title(reason), percent()) for reason in reasons]
    for key, title, names, others, values in (
        ("model", "model", suite.models, "columns", shares.transpose(1, 0, 2)),
        ("title", "benchmark", suite.benchmarks, "models", shares[:, suite.pool].transpose(2, 0, 1)),
    ):
        rows = [
            {key: name, "ran": ran, **dict(zip(reasons, _means(own), strict=True))}
            for name, own in zip(names, values, strict=True)
            if (ran := int(np.isfinite(own).any(axis=0).sum()))
        ]
        head = (Column(key, title, left=True), Column("ran", others, count))
        notes = [f"A score counts if at least {100 * suite.least_scored:g}% of the responses have one."] * (
            key == "model"
        )
        yield Table(f"by_{title}", (*head, *columns), rows, f"Responses without a score, by {title}", notes=notes)


def _means(values: Numbers) -> list[float | None]:
    means = ratio(np.nansum(values, axis=1), np.isfinite(values).sum(axis=1))
    return [finite_or_none(mean) for mean in means.tolist()]


@analysis("field_heatmap", title="Models by field")
def field_heatmap(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """The mean score of each model in each field of a benchmark; language models first, the best of all items on top.

    A field without a score of any model is left out. A score that does not count is shown here as everywhere.
    """
    drawn = False
    for place, column in enumerate(suite.columns):
        own = {name: values[:, place] for name, values in suite.stats.items() if np.isfinite(values[:, place]).any()}
        described = column.card.submetrics if column.card else ()
        fields = [each for each in described if each.name.startswith(FIELDS) and each.name in own]
        if len(fields) < 2:
            continue
        drawn = True
        values = np.stack([own[each.name] for each in fields], axis=1)
        best = np.nan_to_num(-suite.oriented[:, place], nan=np.inf)
        order = np.lexsort((best, suite.baselines))
        rows = [
            {
                "model": suite.models[row],
                "benchmark": column.benchmark,
                "uncounted": suite.uncounted.get((row, place), ""),
            }
            | {each.name: finite_or_none(value) for each, value in zip(fields, values[row], strict=True)}
            for row in order[np.isfinite(values[order]).any(axis=1)].tolist()
        ]
        write = fixed(score_decimals(values.ravel().tolist(), ()))
        columns = (MODEL, *(Column(each.name, each.short_title, write) for each in fields))
        plot = Plot("heatmap", "model", caption=f"Mean scores of models by field: {column.title}")
        facts = {"comparable_settings": column.comparable}
        yield Table("fields", columns, rows, f"{column.title} by field", facts, plot=plot)
    if not drawn:
        raise NothingToSay("no benchmark of these suites has scores of two fields or more")
