"""How far each benchmark would order the models alike if it were run again, and how many items that takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.reliability import split_half, test_retest
from helm_creativity.psychometrics.uncertainty import ENOUGH, RankStability, rank_stability
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.numbers import between, count, fixed
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Plot, Table, Undefined

DRAWS = 200
LEAST_MODELS = 3
"""The correlation of two models' scores is 1 or -1 whatever they are."""
PURPOSE = 3
FEW = "at least three language models with scores that count are needed"
ONE_ITEM = "it has only one item, which cannot be split"
UNDEFINED = "the models' scores do not differ, or too many are missing"
ONE_TRIAL = "every item was asked once, or the runs kept only the means over trials"
UNSAVED = "these runs kept no scores of single responses"
COLUMNS = (
    Column("title", "benchmark", left=True),
    Column("models", "models", count),
    Column("items", "items", count),
    Column("over_items", "over items", fixed(2), mark="main"),
    Column("over_items_interval", "95 % interval", between(fixed(2)), of=("over_items_low", "over_items_high")),
    Column("over_trials", "over trials", fixed(2), mark="main"),
    Column("over_trials_interval", "95 % interval", between(fixed(2)), of=("over_trials_low", "over_trials_high")),
    Column("enough", "items enough for 0.95", count),
)
STABILITY = (
    Column("title", "benchmark", left=True),
    Column("size", "items", count),
    Column("correlation", "mean ρ with all items", fixed(2)),
    Column("interval", "95 % of draws", between(fixed(2)), of=("low", "high")),
)


@analysis("reliability", title="Reliability")
def reliability(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """How far each benchmark would order the models alike with other items, or asked again; and how many items do.

    Over items: split halves, stepped up by Spearman-Brown. Over trials: halves of the trials of all items. Enough are
    the fewest items whose order of models has a mean Spearman's ρ of .95 with that over all.
    """
    rows, curves = [], []
    for place, column in enumerate(suite.columns):
        row, stable = _reliability(suite, place)
        rows.append({"title": column.title, "key": column.key, **row})
        if stable:
            ends = zip(stable.sizes, stable.correlation, stable.low, stable.high, strict=True)
            names = ("size", "correlation", "low", "high")
            curves += [{"title": column.title, **dict(zip(names, map(float, values), strict=True))} for values in ends]
    reasons = {row[name].reason for row in rows for name in ("over_items", "over_trials") if _lacks(row[name])}
    if not rows or (
        len(reasons) == 1 and all(_lacks(row["over_items"]) and _lacks(row["over_trials"]) for row in rows)
    ):
        raise NothingToSay(reasons.pop() if reasons else "these suites hold no benchmark")
    yield Table("reliability", COLUMNS, rows, "Reliability of benchmarks")
    if curves:
        plot = Plot("curve", "title", "size", "correlation", "low", "high", series="title", levels=(("", ENOUGH),))
        yield replace(Table("stability", STABILITY, curves, "Order of models by number of items"), plot=plot)


def _lacks(value: object) -> bool:
    return isinstance(value, Undefined)


def _reliability(suite: Suite, place: int) -> tuple[dict[str, Any], RankStability | None]:
    """The row of a column, over the models that count; the first models of a ranking are the best."""
    responses = suite.responses(place)
    rows = suite.pool & np.isfinite(suite.counted[:, place])
    why = UNSAVED if responses is None else FEW if rows.sum() < LEAST_MODELS else ""
    if why or responses is None:
        return dict.fromkeys(("over_items", "over_trials", "enough"), Undefined(why)), None
    pooled = replace(responses, scores=suite.columns[place].sign * responses.scores[rows])
    row: dict[str, Any] = dict.fromkeys(("over_items", "enough"), Undefined(ONE_ITEM))
    halves, stable = None, None
    if len(pooled.items) > 1:
        halves = split_half(pooled.by_item, suite.generator(PURPOSE, place, 0), draws=DRAWS)
        stable = rank_stability(pooled.by_item, suite.generator(PURPOSE, place, 1), draws=DRAWS)
        row = dict.fromkeys(("over_items", "enough"), Undefined(UNDEFINED))
    if halves:
        row |= {"models": halves.n_models, "items": halves.n_items, "over_items": halves.reliability}
        row |= {"over_items_low": halves.low, "over_items_high": halves.high, "halves_r": halves.r}
    if stable:
        more = Undefined(f"more than {stable.n_items:,}")
        row |= {"enough": more if stable.enough is None else stable.enough}
    trials = pooled.scores.shape[2]
    row["models_again"] = len(pooled.scores)
    again = test_retest(pooled.scores, suite.generator(PURPOSE, place, 2), draws=DRAWS) if trials > 1 else None
    row["over_trials"] = Undefined(ONE_TRIAL if trials == 1 else UNDEFINED)
    if again:
        row |= {"over_trials": again.reliability, "over_trials_low": again.low, "over_trials_high": again.high}
        row |= {"trials": again.n_trials, "trials_r": again.r}
    return row, stable
