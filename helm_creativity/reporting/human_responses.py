"""Ratings of people and models that authors released, as a table with the models of a suite."""

from __future__ import annotations

from collections.abc import Sequence

from helm_creativity.reporting.numbers import count, fixed
from helm_creativity.reporting.tables import Column, Table, Undefined
from helm_creativity.results.human_responses import AGC_HUMAN, JUDGE, BesideRow

COLUMNS = (
    Column("benchmark", "benchmark", left=True),
    Column("who", "who", left=True),
    Column("n", "n", count),
    Column("responses", "responses", count),
    Column("mean", "mean", fixed(2)),
    Column("sd", "sd", fixed(2)),
    Column("judges", "judges", left=True),
    Column("prompts", "prompts", left=True),
)


def beside_table(rows: Sequence[BesideRow]) -> Table:
    """The table of ``helm-creativity people norms``."""
    return Table(
        "norms",
        COLUMNS,
        [
            row._replace(
                n=row.n if row.n is not None else Undefined("a model of a suite counts as one"),  # type: ignore[arg-type]
                sd=row.sd if row.sd is not None else Undefined("there is one author"),  # type: ignore[arg-type]
            )
            for row in rows
        ],
        title=f"Ratings from 10 to 50: {AGC_HUMAN}, rated by {JUDGE}, and runs of suites",
        notes=(
            f"mean and sd of {AGC_HUMAN} are over the authors' mean ratings.",
            f"A run is on the scale of {AGC_HUMAN} only if {JUDGE} is its judge and prompts=authors.",
            "The instruction that people read is not public, and the released responses are cut off.",
        ),
    )
