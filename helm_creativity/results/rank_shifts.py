"""How models move between two composites of a suite, as between AGC-Bench and AGC-Human (the paper's appendix L)."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np

from helm_creativity.benchmark.settings import DeclaredOptions, option
from helm_creativity.errors import BadArguments, NothingToSay
from helm_creativity.psychometrics.composites import LEAST_MODELS, overall, standardised
from helm_creativity.psychometrics.tables import ranks_from_top
from helm_creativity.psychometrics.validity import spearman
from helm_creativity.results.analyses import analysis
from helm_creativity.results.numbers import correlation, count, signed
from helm_creativity.results.runs import split_comparable_key
from helm_creativity.results.suite import Suite
from helm_creativity.results.table import Column, Plot, Table
from helm_creativity.safe_text import listed

Z, PLACES = signed(2), signed(0)
COLUMNS = (
    Column("model", "model", left=True),
    *(Column("first_z", "first z", Z), Column("first_rank", "rank", count)),
    *(Column("second_z", "second z", Z), Column("second_rank", "rank", count)),
    Column("shift", "shift", PLACES, mark="main"),
)
LEGEND = "Ranks are among the models that have both composites. A positive shift is a gain of places in the second."


@dataclass(frozen=True)
class ShiftOptions(DeclaredOptions):
    """Of which columns the two composites are."""

    first: str = option("", "columns of the first, joined by +; the main ones that are not in the second by default")
    second: str = option("", "columns of the second, joined by +: benchmarks, titles, or a setting, protocol:agc2026")


@analysis("rank_shifts", title="Ranks under two composites", in_report=False)
def rank_shifts(suite: Suite, options: ShiftOptions) -> Iterable[Table]:
    """Each model's place under two composites, over the models that have both; the largest rise first.

    A composite is the mean of z-scores over its columns, as in the overall ranking.
    """
    if not options.second:
        raise BadArguments("expected the columns of the second composite, such as dat+rat")
    second = _places(suite, options.second)
    first = _places(suite, options.first) if options.first else [at for at in suite.primary if at not in second]
    z = standardised(suite.oriented, suite.pool, LEAST_MODELS)
    first, second = ([at for at in some if np.isfinite(z[:, at]).any()] for some in (first, second))
    scores = np.stack([overall(z[:, some]) for some in (first, second)])
    rows = np.flatnonzero(np.isfinite(scores).all(axis=0) & suite.pool)
    found = spearman(*scores[:, rows]) if len(rows) > 2 else None
    if found is None:
        raise NothingToSay(f"{len(rows)} models have both composites: expected at least 4 that differ in both")
    ranks = ranks_from_top(scores[:, rows]).above + 1
    rises = ranks[0] - ranks[1]
    rows_of = [
        {
            "model": suite.models[rows[at]],
            "first_z": scores[0, rows[at]].item(),
            "first_rank": ranks[0, at].item(),
            "second_z": scores[1, rows[at]].item(),
            "second_rank": ranks[1, at].item(),
            "shift": rises[at].item(),
        }
        for at in np.argsort(-rises, kind="stable").tolist()
    ]
    titles = ((name, (suite.columns[at].title for at in some)) for name, some in (("first", first), ("second", second)))
    facts = {name: listed(some) for name, some in titles}
    facts |= {"spearman": f"{correlation(2)(found.r)} over {len(rows)} models"}
    plot = Plot("scatter", "model", "first_z", "second_z", caption="Models under two composites")
    yield Table("rank_shifts", COLUMNS, rows_of, "Ranks under two composites", facts, [LEGEND], plot=plot)


def _places(suite: Suite, names: str) -> list[int]:
    found = []
    for name in [part.strip() for part in names.split("+")]:
        setting, _, value = name.partition(":")
        keys = [split_comparable_key(column.comparable) for column in suite.columns]
        of_setting = [at for at, key in enumerate(keys) if value and key.get(setting) == value]
        found += of_setting or suite.find_columns(name)[:1]
    return list(dict.fromkeys(found))
