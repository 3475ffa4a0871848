"""How the models do in each field of a benchmark, such as subjects of ideas or kinds of problems."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from helm_creativity.errors import NothingToSay
from helm_creativity.results.analyses import NoOptions, analysis
from helm_creativity.results.numbers import fixed, score_decimals
from helm_creativity.results.suite import Suite, finite_or_none
from helm_creativity.results.table import MODEL, Column, Plot, Table

FIELDS = ("category_", "setting_", "distinct_", "accuracy_")
"""Submetrics of a card whose names begin so are means over the items of a field."""


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
