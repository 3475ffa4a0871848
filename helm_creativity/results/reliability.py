"""How far each benchmark would order the models alike if it were run again, and how many items that takes."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace
from typing import Any

import numpy as np

from helm_creativity.errors import NothingToSay
from helm_creativity.psychometrics.reliability import split_half, test_retest
from helm_creativity.psychometrics.uncertainty import ENOUGH, rank_stability
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.columns import TITLE, interval, numbers
from helm_creativity.results.numbers import count, fixed
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Plot, Table, Undefined

DRAWS = 200
LEAST_MODELS = 3
"""The correlation of two models' scores is 1 or -1 whatever they are."""
PURPOSE = 3
UNDEFINED = "the models' scores do not differ, or too many are missing"
TWO = fixed(2)
COLUMNS = (
    *(TITLE, *numbers(count, "models", "items")),
    *(Column("over_items", "over items", TWO, mark="main"), interval("over_items", TWO, "95 % over items")),
    *(Column("over_trials", "over trials", TWO, mark="main"), interval("over_trials", TWO, "95 % over trials")),
    Column("enough", "items needed for ρ = .95", count),
)
STABILITY = (
    *(TITLE, Column("size", "items", count), Column("correlation", "mean ρ with all items", TWO)),
    interval("", TWO, "95 % of draws"),
)


@analysis("reliability", title="Reliability")
def reliability(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """How far each benchmark would order the models alike with other items, or asked again; and how many items do.

    Over items: split halves, stepped up by Spearman-Brown. Over trials: halves of the trials of all items. Enough are
    the fewest items whose order of models has a mean Spearman's ρ of .95 with that over all.
    """
    curves: list[dict[str, Any]] = []
    rows = [
        {"title": column.title, "key": column.key, **_reliability(suite, place, curves)}
        for place, column in enumerate(suite.columns)
    ]
    found = {row[name] for row in rows for name in ("over_items", "over_trials")}
    if len(found) <= 1 and all(isinstance(value, Undefined) for value in found):
        raise NothingToSay(found.pop().reason if found else "these suites hold no benchmark")
    yield Table("reliability", COLUMNS, rows, "Reliability of benchmarks")
    if curves:
        plot = Plot("curve", "title", "size", "correlation", "low", "high", series="title", levels=(("", ENOUGH),))
        yield Table("stability", STABILITY, curves, "Order of models by number of items", plot=plot)


def _reliability(suite: Suite, place: int, curves: list[dict[str, Any]]) -> dict[str, Any]:
    """The row of a column, over the models that count; the first models of a ranking are the best."""
    column, responses = suite.columns[place], suite.responses(place)
    counts = suite.pool & np.isfinite(suite.counted[:, place])
    if responses is None or counts.sum() < LEAST_MODELS:
        why = "at least three language models with scores that count are needed"
        why = "these runs kept no scores of single responses" if responses is None else why
        return dict.fromkeys(("over_items", "over_trials", "enough"), Undefined(why))
    pooled = replace(responses, scores=column.sign * responses.scores[counts])
    models, items, trials = pooled.scores.shape
    no_split = Undefined(UNDEFINED if items > 1 else "it has only one item, which cannot be split")
    once = "every item was asked once, or the runs kept only the means over trials"
    row: dict[str, Any] = {"over_items": no_split, "enough": no_split, "models_again": models}
    row["over_trials"] = Undefined(UNDEFINED if trials > 1 else once)
    if items > 1 and (halves := split_half(pooled.by_item, suite.generator(PURPOSE, place, 0), draws=DRAWS)):
        row |= {"models": halves.n_models, "items": halves.length, "halves_r": halves.r}
        row |= {"over_items": halves.reliability, "over_items_low": halves.low, "over_items_high": halves.high}
    if items > 1 and (stable := rank_stability(pooled.by_item, suite.generator(PURPOSE, place, 1), draws=DRAWS)):
        row["enough"] = stable.enough or Undefined(f"more than {stable.n_items:,} are needed")
        for size, r, low, high in zip(stable.sizes, stable.correlation, stable.low, stable.high, strict=True):
            ends = {"low": float(low), "high": float(high)}
            curves.append({"title": column.title, "size": float(size), "correlation": float(r), **ends})
    if trials > 1 and (again := test_retest(pooled.scores, suite.generator(PURPOSE, place, 2), draws=DRAWS)):
        row |= {"over_trials": again.reliability, "over_trials_low": again.low, "over_trials_high": again.high}
        row |= {"trials": again.length, "trials_r": again.r}
    return row
