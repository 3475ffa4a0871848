"""Suites and samples of people as frames of Polars: a row per run and stat, and a row per response and stat."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from helm_creativity.people.sample import PeopleSample
from helm_creativity.results.runs import SuiteRuns
from helm_creativity.results.tidy import (
    PEOPLE_SCORES,
    RUNS,
    STATS,
    Warn,
    people_score_rows,
    read_ahead,
    run_rows,
    stat_rows,
)

if TYPE_CHECKING:
    import polars as pl

OF_RUN = ("suite", "group", "model", "baseline", "comparable")
"""Columns of a run that stand beside every score of its responses."""


def stats_frame(found: SuiteRuns) -> pl.DataFrame:
    """A row per run and stat: the columns of ``runs.parquet`` and ``stats.parquet`` in docs/tables.md."""
    import polars as pl

    stats = pl.DataFrame(list(stat_rows(found.runs)), _schema(STATS), orient="row")
    return stats.join(_runs(found), on="run", how="left", maintain_order="left")


def scores_frame(found: SuiteRuns, people: Sequence[PeopleSample], warn: Warn) -> pl.LazyFrame:
    """A row per response and stat, read when it is collected, a few runs at a time."""
    import polars as pl
    from polars.io.plugins import register_io_source

    runs = _runs(found).select("run", *OF_RUN)

    def frames() -> Iterator[pl.DataFrame]:
        for frame in read_ahead(found.runs, warn):
            whole = frame.with_columns(participant=pl.lit(None, pl.String)).join(runs, on="run", how="left")
            yield whole.select(schema.names())
        for sample in people:
            yield _of_people(sample).select(schema.names())

    def read(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        left = n_rows
        for frame in frames():
            part = frame if left is None else frame.head(left)
            left = None if left is None else left - len(part)
            part = part if predicate is None else part.filter(predicate)
            yield part if with_columns is None else part.select(with_columns)
            if left == 0:
                return

    columns: dict[str, Any] = {name: runs.schema[name] for name in OF_RUN}
    schema = pl.Schema(
        {
            "run": pl.String,
            "item": pl.String,
            "trial": pl.Int64,
            "participant": pl.String,
            "split": pl.String,
            "stat": pl.String,
            "value": pl.Float64,
            **columns,
        }
    )
    return register_io_source(read, schema=schema)


def _of_people(sample: PeopleSample) -> pl.DataFrame:
    import polars as pl

    rows = pl.DataFrame(list(people_score_rows([sample])), _schema(PEOPLE_SCORES), orient="row")
    return (
        rows.drop("failure_reason")
        .rename({"sample": "run"})
        .with_columns(pl.lit(None, pl.String).alias(name) for name in ("split", "suite", "model"))
        .with_columns(baseline=pl.lit(False), comparable=pl.lit(sample.comparable))
    )


def _runs(found: SuiteRuns) -> pl.DataFrame:
    import polars as pl

    return pl.DataFrame(list(run_rows(found)), _schema(RUNS), orient="row")


def _schema(columns: dict[str, str]) -> dict[str, type[pl.DataType]]:
    import polars as pl

    types = {"string": pl.String, "int64": pl.Int64, "double": pl.Float64, "bool": pl.Boolean}
    return {name: types[kind] for name, kind in columns.items()}
