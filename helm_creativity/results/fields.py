"""How the models do in each field of a benchmark, such as subjects of ideas or kinds of problems."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from helm_creativity.errors import NothingToSay
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.numbers import fixed, score_decimals
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import Column, Plot, Table

FIELDS = ("category_", "setting_", "distinct_", "accuracy_")
"""Submetrics of a card whose names begin so are means over the items of a field."""
LEAST = 2
"""Fields that can be compared."""
NO_FIELD = "no benchmark of these suites has scores of two fields or more"


@analysis("field_heatmap", title="Models by field")
def field_heatmap(suite: Suite, options: NoOptions) -> Iterable[Table]:
    """The mean score of each model in each field of a benchmark; language models first, the best of all items on top.

    A field without a score of any model is left out. A score that does not count is shown here as everywhere.
    """
    drawn = 0
    for place, column in enumerate(suite.columns):
        names = [each for each in column.card.submetrics if each.name.startswith(FIELDS)] if column.card else []
        own = {each.name: suite.stats[each.name][:, place] for each in names if each.name in suite.stats}
        fields = [each for each in names if each.name in own and np.isfinite(own[each.name]).any()]
        if len(fields) < LEAST:
            continue
        drawn += 1
        known = np.isfinite([own[each.name] for each in fields]).any(axis=0)
        best = np.nan_to_num(-suite.oriented[:, place], nan=np.inf)
        order = sorted(np.flatnonzero(known).tolist(), key=lambda row: (suite.baselines[row], best[row], row))
        values = {each.name: [finite_or_none(own[each.name][row]) for row in order] for each in fields}
        write = fixed(score_decimals((value for some in values.values() for value in some), ()))
        rows = [
            {
                "model": suite.models[row],
                **{name: some[at] for name, some in values.items()},
                "benchmark": column.benchmark,
                "uncounted": suite.uncounted.get((row, place), ""),
            }
            for at, row in enumerate(order)
        ]
        shown = (Column("model", "model", left=True), *(Column(each.name, each.short_title, write) for each in fields))
        facts = {"comparable_settings": column.comparable}
        plot = Plot("heatmap", "model", caption=f"Mean scores of models by field: {column.title}")
        yield Table("fields", shown, rows, f"{column.title} by field", facts, plot=plot)
    if not drawn:
        raise NothingToSay(NO_FIELD)
