"""Suites as tidy tables, one row per run, stat, score, response or rating, which ``run`` joins: rows, files, frames."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.benchmark.comparability import TRIALS, is_baseline
from helm_creativity.benchmark.files.source_files import beside, cannot_write, writing_to
from helm_creativity.benchmark.names import SCORE
from helm_creativity.benchmark.rows.records import check_ending, is_csv, is_special, write_records, writing
from helm_creativity.benchmark.types import Response
from helm_creativity.results.runs import COMPARABLE, PROVENANCE, SPLIT, Run, SuiteRuns
from helm_creativity.results.samples import all_scores, read_each, saved_samples

if TYPE_CHECKING:
    import polars as pl

    from helm_creativity.people.sample import PeopleSample
    from helm_creativity.results.suite import Suite

ENDINGS = (".parquet", ".csv", ".jsonl")
AHEAD, BATCH = 8, 5_000
"""Runs read at a time, and rows, of which some hold long texts, written at a time."""


def _columns(**names: str) -> dict[str, str]:
    return {name: kind for kind, some in names.items() for name in some.split()}


# Types of columns, in order, as Arrow names them.
RUNS = _columns(string="run suite group model deployment", bool="baseline")
RUNS |= _columns(string="comparable instruction", double="temperature", int64="max_tokens items trials")
RUNS |= _columns(string="scenario arguments provenance")
STATS = _columns(string="run split stat", double="mean")
SCORES = _columns(string="run item", int64="trial") | _columns(string="split stat", double="value")
RESPONSES = _columns(string="run item", int64="trial completion") | _columns(string="text finish")
RESPONSES |= _columns(bool="failed prompt_truncated", string="fields")
PEOPLE = _columns(string="sample group comparable", int64="participants items responses")
PEOPLE |= _columns(string="licence consent provenance")
_OF_PERSON = _columns(string="sample group participant item", int64="trial")
PEOPLE_SCORES = {**_OF_PERSON, "stat": "string", "value": "double", "failure_reason": "string"}
PEOPLE_RESPONSES = {**_OF_PERSON, "text": "string"}
OF_RUN = ("suite", "group", "model", "baseline", "comparable")
"""Columns of a run that stand beside every score of its responses."""
TABLES = (
    *("runs", "stats", "scores", "responses", "ratings", "rated_texts"),
    *("people", "people_scores", "people_responses"),
)
Rows = Iterator[tuple[Any, ...]]
Warn = Callable[[str], None]


def write_table(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str], path: Path, batch: int = BATCH) -> int:
    """Writes a file, which appears under its name only when all of it is there; says how many rows it has."""
    check_ending(path, ENDINGS)
    numbers = count()
    numbered = (row for row, _ in zip(rows, numbers, strict=False))
    if path.suffix.lower() == ".parquet" and not is_special(path):
        _write_parquet(numbered, columns, path, batch)
    else:
        with writing(path) as out:
            write_records((dict(zip(columns, row, strict=True)) for row in numbered), out, is_csv(path))
    return next(numbers)


def _write_parquet(rows: Rows, columns: Mapping[str, str], path: Path, batch: int) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    schema = pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])
    try:
        with beside(path.resolve()) as draft:
            with parquet.ParquetWriter(draft, schema) as writer:
                while some := list(islice(rows, batch)):
                    writer.write_table(_frame(some, columns).to_arrow().cast(schema))
            draft.replace(path.resolve())
    except (OSError, UnicodeEncodeError, pa.ArrowException) as error:
        raise cannot_write(path, error) from error


def _frame(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str]) -> pl.DataFrame:
    import polars as pl

    types = {"string": pl.String, "int64": pl.Int64, "double": pl.Float64, "bool": pl.Boolean}
    return pl.DataFrame(list(rows), {name: types[kind] for name, kind in columns.items()}, orient="row")


def write_tables(
    found: SuiteRuns,
    folder: Path,
    wanted: Collection[str],
    warn: Warn,
    people: Sequence[PeopleSample] = (),
    ending: str = ENDINGS[0],
) -> dict[str, int]:
    """Writes some of ``TABLES`` as files of a folder; says how many rows each has."""
    from helm_creativity.results.ratings import COLUMNS, ratings_of_all
    from helm_creativity.results.rescoring import CORRECTED, corrected_rows

    runs, problems = found.runs, list[str]()
    tables: tuple[tuple[Iterable[tuple[Any, ...]], Mapping[str, str]], ...] = (
        (run_rows(runs), RUNS),
        (stat_rows(runs), STATS),
        ((row for frame in score_frames(runs, warn) for row in frame.iter_rows()), SCORES),
        (response_rows(runs, warn), RESPONSES),
        (ratings_of_all(runs, problems, every=True), COLUMNS),
        (corrected_rows(runs, problems), CORRECTED),
        (people_rows(people), PEOPLE),
        (people_score_rows(people), PEOPLE_SCORES),
        (people_response_rows(people), PEOPLE_RESPONSES),
    )
    with writing_to(folder):
        counts = {
            name: write_table(*table, folder / f"{name}{ending}")
            for name, table in zip(TABLES, tables, strict=True)
            if name in wanted
        }
    for problem in problems:
        warn(problem)
    return counts


def run_rows(runs: Iterable[Run]) -> Rows:
    """A row per run, as in ``RUNS``."""
    for run in runs:
        settings = {key: value for key, value in run.settings.items() if key not in (COMPARABLE, PROVENANCE)}
        yield (
            *(run.name, run.suite, run.group, run.model, run.deployment, is_baseline(run.model)),
            *(run.comparable if run.has_comparable_key else None, run.instruction),
            *(float(run.settings["temperature"]), int(run.settings["max_tokens"]), run.items),
            *(int(run.settings[TRIALS]), run.scenario, json.dumps({**run.task, **settings}, sort_keys=True)),
            json.dumps(run.provenance, sort_keys=True),
        )


def stat_rows(runs: Iterable[Run]) -> Rows:
    """A row per stat, as in ``STATS``."""
    for run in runs:
        for split, stats in ((SPLIT, run.stats), *run.splits.items()):
            yield from ((run.name, split, name, mean) for name, mean in stats.items())


def score_frames(runs: Iterable[Run], warn: Warn) -> Iterator[pl.DataFrame]:
    """The scores of a few runs at a time, as in ``SCORES``."""
    import polars as pl

    left = iter(runs)
    while some := list(islice(left, AHEAD)):
        if frames := [frame for _, frame in read_each(all_scores, some, warn)]:
            yield pl.concat(frames)


def response_rows(runs: Sequence[Run], warn: Warn) -> Rows:
    """A row per response, as in ``RESPONSES``; ``fields`` is what the item says beside its prompt, as JSON."""
    for run in runs:
        completions = Counter[tuple[str, int]]()
        for sample in (sample for _, samples in read_each(saved_samples, [run], warn) for sample in samples):
            key = sample.item, sample.trial
            fields = {name: sample.row.fields[name] for name in sample.row.fields.keys() - {"trial", "annotations"}}
            response = sample.row.response or Response("")
            yield (
                *(run.name, whole_text(sample.item), sample.trial, completions[key], whole_text(response.text)),
                *(response.finish_reason, response.failed, response.prompt_truncated),
                json.dumps(fields, sort_keys=True),
            )
            completions[key] += 1


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
    """A row per response of people, as in ``PEOPLE_RESPONSES``."""
    for sample in samples:
        for own in sample.responses:
            yield sample.name, sample.group, own.participant, own.item, own.trial, whole_text(own.response)


def stats_frame(suite: Suite) -> pl.DataFrame:
    """A row per run and stat: the columns of ``runs.parquet`` and ``stats.parquet`` in docs/tables.md."""
    runs = _frame(run_rows(suite.runs), RUNS)
    return _frame(stat_rows(suite.runs), STATS).join(runs, on="run", how="left", maintain_order="left")


def scores_frame(suite: Suite, warn: Warn) -> pl.LazyFrame:
    """A row per response and stat, read when it is collected, a few runs at a time."""
    import polars as pl
    from polars.io.plugins import register_io_source

    runs = _frame(run_rows(suite.runs), RUNS).select("run", *OF_RUN)
    nothing = pl.lit(None, pl.String)
    order = ("run", "item", "trial", "participant", "split", "stat", "value", *OF_RUN)
    schema = (
        _frame((), {**SCORES, "participant": "string"}).join(runs.clear(), on="run", how="left").select(order).schema
    )

    def frames() -> Iterator[pl.DataFrame]:
        for frame in score_frames(suite.runs, warn):
            yield frame.with_columns(participant=nothing).join(runs, on="run", how="left")
        for sample in suite.people:
            rows = _frame(people_score_rows([sample]), PEOPLE_SCORES).rename({"sample": "run"})
            lacking = dict.fromkeys(("split", "suite", "model"), nothing)
            yield rows.with_columns(baseline=pl.lit(False), comparable=pl.lit(sample.comparable), **lacking)

    def read(
        with_columns: list[str] | None, predicate: pl.Expr | None, n_rows: int | None, batch_size: int | None
    ) -> Iterator[pl.DataFrame]:
        for frame in frames():
            part = frame.select(order).head(len(frame) if n_rows is None else n_rows)
            n_rows = None if n_rows is None else n_rows - len(part)
            part = part if predicate is None else part.filter(predicate)
            yield part.select(with_columns or order)
            if n_rows == 0:
                return

    return register_io_source(read, schema=schema)
