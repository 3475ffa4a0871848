"""Suites as tidy tables, one row per run, stat, score, response or rating, which ``run`` joins: rows, files, frames."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline
from helm_creativity.errors import FileProblem
from helm_creativity.io.files import beside, cannot_write
from helm_creativity.io.records import check_ending, is_csv, is_special, write_records, writing
from helm_creativity.results.runs import COMPARABLE, PROVENANCE, SPLIT, Run, SuiteRuns
from helm_creativity.results.samples import all_scores, read_each, saved_samples

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

    from helm_creativity.people.sample import PeopleSample
    from helm_creativity.results.suite import Suite

ENDINGS = (".parquet", ".csv", ".jsonl")
AHEAD, ROWS, BATCH, TEXTS = 8, 1 << 20, 50_000, 2000
"""Runs read at a time; scores, rows and texts, which may be long, written at a time."""

RUNS = {
    **dict.fromkeys(("run", "suite", "group", "model", "deployment"), "string"),
    "baseline": "bool",
    **dict.fromkeys(("comparable", "instruction"), "string"),
    "temperature": "double",
    **dict.fromkeys(("max_tokens", "items", "trials"), "int64"),
    **dict.fromkeys(("scenario", "arguments", "provenance"), "string"),
}
"""Types of columns, in order, as Arrow names them; so are all below."""
STATS = {**dict.fromkeys(("run", "split", "stat"), "string"), "mean": "double"}
SCORES = {"run": "string", "item": "string", "trial": "int64", "split": "string", "stat": "string", "value": "double"}
RESPONSES = {
    **dict.fromkeys(("run", "item"), "string"),
    **dict.fromkeys(("trial", "completion"), "int64"),
    **dict.fromkeys(("text", "finish"), "string"),
    **dict.fromkeys(("failed", "prompt_truncated"), "bool"),
    "fields": "string",
}
PEOPLE = {
    **dict.fromkeys(("sample", "group", "comparable"), "string"),
    **dict.fromkeys(("participants", "items", "responses"), "int64"),
    **dict.fromkeys(("licence", "consent", "provenance"), "string"),
}
_OF_PERSON = {**dict.fromkeys(("sample", "group", "participant", "item"), "string"), "trial": "int64"}
PEOPLE_SCORES = {**_OF_PERSON, "stat": "string", "value": "double", "failure_reason": "string"}
PEOPLE_RESPONSES = {**_OF_PERSON, "text": "string"}
OF_RUN = ("suite", "group", "model", "baseline", "comparable")
"""Columns of a run that stand beside every score of its responses."""

Rows = Iterator[tuple[Any, ...]]
Warn = Callable[[str], None]


def write_table(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str], path: Path, batch: int = BATCH) -> int:
    """Writes a file, which appears under its name only when all of it is there; says how many rows it has."""
    check_ending(path, ENDINGS)
    waiting, numbers = iter(rows), count()
    if path.suffix.lower() != ".parquet" or is_special(path):
        with writing(path) as out:
            records = (dict(zip(columns, row, strict=True)) for row, _ in zip(waiting, numbers, strict=False))
            write_records(records, out, is_csv(path))
        return next(numbers)
    import pyarrow as pa

    def batches() -> Iterator[pa.Table]:
        while some := list(islice(waiting, batch)):
            values = zip(zip(*some, strict=True), columns.values(), strict=True)
            arrays = [pa.array(column, pa.type_for_alias(kind)) for column, kind in values]
            yield pa.table(arrays, names=list(columns))

    return _write_parquet(batches(), columns, path)


def _write_parquet(batches: Iterable[pa.Table], columns: Mapping[str, str], path: Path) -> int:
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])
    target, written = path.resolve(), 0
    try:
        with beside(target) as draft:
            with parquet.ParquetWriter(draft, schema) as writer:
                for batch in batches:
                    writer.write_table(batch.cast(schema))
                    written += len(batch)
            draft.replace(target)
    except (OSError, UnicodeEncodeError, pa.ArrowException) as error:
        raise cannot_write(path, error) from error
    return written


def write_tables(
    found: SuiteRuns,
    folder: Path,
    responses: bool,
    ratings: bool,
    warn: Warn,
    people: Sequence[PeopleSample] = (),
) -> dict[str, int]:
    """Writes the tables of runs, stats and scores, and the others that are asked for; says how many rows each has."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write into {folder}: {error.strerror or error}") from error
    runs, counts = found.runs, {}

    def write(name: str, rows: Rows, columns: Mapping[str, str], batch: int = BATCH) -> None:
        counts[name] = write_table(rows, columns, folder / f"{name}.parquet", batch)

    write("runs", run_rows(runs, found.suites), RUNS)
    write("stats", stat_rows(runs), STATS)
    counts["scores"] = _write_parquet(score_tables(runs, warn), SCORES, folder / "scores.parquet")
    if responses:
        write("responses", response_rows(runs, warn), RESPONSES, TEXTS)
    if ratings:
        from helm_creativity.results.ratings import COLUMNS, ratings_of_all

        problems: list[str] = []
        write("ratings", ratings_of_all(runs, problems, every=True), COLUMNS)
        for problem in problems:
            warn(problem)
    if people:
        write("people", people_rows(people), PEOPLE)
        write("people_scores", people_score_rows(people), PEOPLE_SCORES)
    if people and responses:
        write("people_responses", people_response_rows(people), PEOPLE_RESPONSES, TEXTS)
    return counts


def run_rows(runs: Iterable[Run], suites: Iterable[str]) -> Rows:
    """A row per run, as in ``RUNS``."""
    for run, suite in zip(runs, suites, strict=True):
        settings = {key: value for key, value in run.settings.items() if key not in (COMPARABLE, PROVENANCE)}
        yield (
            *(run.name, suite, run.group, run.model, run.deployment, is_baseline(run.model)),
            run.comparable if run.has_comparable_key else None,
            run.instruction,
            float(run.settings["temperature"]),
            int(run.settings["max_tokens"]),
            run.items,
            int(run.settings[TRIALS]),
            run.scenario,
            json.dumps({**run.task, **settings}, sort_keys=True),
            json.dumps(run.provenance, sort_keys=True),
        )


def stat_rows(runs: Iterable[Run]) -> Rows:
    """A row per stat, as in ``STATS``."""
    for run in runs:
        for split, stats in ((SPLIT, run.stats), *run.splits.items()):
            yield from ((run.name, split, name, mean) for name, mean in stats.items())


def read_ahead(runs: Iterable[Run], warn: Warn) -> Iterator[pl.DataFrame]:
    """The scores of each run, as in ``SCORES``; few runs are in memory at once."""
    left = iter(runs)
    while some := list(islice(left, AHEAD)):
        yield from (rows for _, rows in read_each(all_scores, some, warn))


def score_tables(runs: Iterable[Run], warn: Warn) -> Iterator[pa.Table]:
    """The scores of several runs at a time, as in ``SCORES``."""
    import polars as pl

    waiting: list[pl.DataFrame] = []
    for frame in read_ahead(runs, warn):
        waiting.append(frame)
        if sum(map(len, waiting)) >= ROWS:
            yield pl.concat(waiting).to_arrow()
            waiting = []
    if waiting:
        yield pl.concat(waiting).to_arrow()


def response_rows(runs: Iterable[Run], warn: Warn) -> Rows:
    """A row per response, as in ``RESPONSES``; ``fields`` is what the item says beside its prompt, as JSON."""
    from helm_creativity.core.types import Response

    for run in runs:
        try:
            found = saved_samples(run)
        except FileProblem as problem:
            warn(str(problem))
            continue
        before, completion = None, 0
        for sample in found:
            completion = completion + 1 if (sample.item, sample.trial) == before else 0
            before = sample.item, sample.trial
            fields = {key: value for key, value in sample.row.fields.items() if key not in ("trial", "annotations")}
            response = sample.row.response or Response("")
            yield (
                *(run.name, whole_text(sample.item), sample.trial, completion, whole_text(response.text)),
                *(response.finish_reason, response.failed, response.prompt_truncated),
                json.dumps(fields, sort_keys=True),
            )


def whole_text(text: str) -> str:
    """``text`` as any file takes it: half a character, as a cut response may end with, becomes a replacement sign."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")


def people_rows(samples: Iterable[PeopleSample]) -> Rows:
    """A row per sample of people, as in ``PEOPLE``."""
    for sample in samples:
        counts = len(sample.participants), len(sample.items), len(sample.responses)
        made = json.dumps(dict(sample.provenance), sort_keys=True)
        yield sample.name, sample.group, sample.comparable, *counts, sample.licence, sample.consent, made


def people_score_rows(samples: Iterable[PeopleSample]) -> Rows:
    """A row per value of a response, as in ``PEOPLE_SCORES``; a response without a score has its reason."""
    for sample in samples:
        for response in sample.responses:
            who = sample.name, sample.group, response.participant, response.item, response.trial
            for stat in (SCORE, *response.submetrics):
                yield *who, stat, response.value(stat), response.failure_reason if stat == SCORE else ""


def people_response_rows(samples: Iterable[PeopleSample]) -> Rows:
    """A row per response, as in ``PEOPLE_RESPONSES``."""
    for sample in samples:
        for response in sample.responses:
            who = sample.name, sample.group, response.participant, response.item, response.trial
            yield *who, whole_text(response.response)


def _frame(rows: Rows, columns: Mapping[str, str]) -> pl.DataFrame:
    import polars as pl

    types = {"string": pl.String, "int64": pl.Int64, "double": pl.Float64, "bool": pl.Boolean}
    return pl.DataFrame(list(rows), {name: types[kind] for name, kind in columns.items()}, orient="row")


def stats_frame(suite: Suite) -> pl.DataFrame:
    """A row per run and stat: the columns of ``runs.parquet`` and ``stats.parquet`` in docs/tables.md."""
    runs = _frame(run_rows(suite.runs, suite.run_suites), RUNS)
    return _frame(stat_rows(suite.runs), STATS).join(runs, on="run", how="left", maintain_order="left")


def scores_frame(suite: Suite, warn: Warn) -> pl.LazyFrame:
    """A row per response and stat, read when it is collected, a few runs at a time."""
    import polars as pl
    from polars.io.plugins import register_io_source

    runs = _frame(run_rows(suite.runs, suite.run_suites), RUNS).select("run", *OF_RUN)
    scores = _frame(iter(()), {**SCORES, "participant": "string"}).schema
    order = ("run", "item", "trial", "participant", "split", "stat", "value")
    schema = pl.Schema({**{name: scores[name] for name in order}, **{name: runs.schema[name] for name in OF_RUN}})
    nothing = pl.lit(None, pl.String)

    def frames() -> Iterator[pl.DataFrame]:
        for frame in read_ahead(suite.runs, warn):
            yield frame.with_columns(participant=nothing).join(runs, on="run", how="left")
        for sample in suite.people:
            rows = _frame(people_score_rows([sample]), PEOPLE_SCORES).rename({"sample": "run"})
            lacking = dict.fromkeys(("split", "suite", "model"), nothing)
            yield rows.with_columns(baseline=pl.lit(False), comparable=pl.lit(sample.comparable), **lacking)

    def read(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        left = n_rows
        for frame in frames():
            part = frame.select(schema.names())
            if left is not None:
                part = part.head(left)
                left -= len(part)
            part = part if predicate is None else part.filter(predicate)
            yield part if with_columns is None else part.select(with_columns)
            if left == 0:
                return

    return register_io_source(read, schema=schema)
