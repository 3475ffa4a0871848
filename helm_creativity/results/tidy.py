"""Suites as tidy tables, one row per run, stat, score, response or rating, which ``run`` joins; and tables as files."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import count, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.core.comparability import TRIALS
from helm_creativity.core.names import SCORE
from helm_creativity.core.pooling import is_baseline
from helm_creativity.core.types import Response
from helm_creativity.errors import FileProblem
from helm_creativity.io.files import beside, cannot_write
from helm_creativity.io.records import check_ending, is_csv, is_special, write_records, writing
from helm_creativity.people.responses import PersonResponse
from helm_creativity.people.sample import PeopleSample
from helm_creativity.results.ratings import COLUMNS as RATINGS
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.runs import COMPARABLE, PROVENANCE, SPLIT, Run, SuiteRuns
from helm_creativity.results.samples import all_scores, read_each, saved_samples

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

# Rows written at a time.
BATCH = 50_000
ENDINGS = (".parquet", ".csv", ".jsonl")


def write_table(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str], path: Path, batch: int = BATCH) -> int:
    """Writes a file, which appears under its name only when all of it is there."""
    check_ending(path, ENDINGS)
    if path.suffix.lower() == ".parquet" and not is_special(path):
        return _write_parquet(rows, columns, path, batch)
    numbers = count()
    with writing(path) as out:
        records = (dict(zip(columns, row, strict=True)) for row, _ in zip(rows, numbers, strict=False))
        write_records(records, out, is_csv(path))
    return next(numbers)


def _write_parquet(rows: Iterable[tuple[Any, ...]], columns: Mapping[str, str], path: Path, size: int) -> int:
    import pyarrow as pa

    schema = _schema(columns)

    def batches() -> Iterator[pa.Table]:
        waiting = iter(rows)
        while batch := list(islice(waiting, size)):
            values = zip(*batch, strict=True)
            arrays = [pa.array(column, field.type) for column, field in zip(values, schema, strict=True)]
            yield pa.Table.from_arrays(arrays, schema=schema)

    return write_arrow(batches(), columns, path)


def _schema(columns: Mapping[str, str]) -> pa.Schema:
    import pyarrow as pa

    return pa.schema([(name, pa.type_for_alias(kind)) for name, kind in columns.items()])


def write_arrow(batches: Iterable[pa.Table], columns: Mapping[str, str], path: Path) -> int:
    """Writes tables of Arrow, one after another, into a Parquet file; see ``write_table``."""
    import pyarrow as pa
    from pyarrow import parquet

    schema, target, written = _schema(columns), path.resolve(), 0
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


Warn = Callable[[str], None]

RUNS = {
    **dict.fromkeys(("run", "suite", "group", "model", "deployment"), "string"),
    "baseline": "bool",
    **dict.fromkeys(("comparable", "instruction"), "string"),
    "temperature": "double",
    **dict.fromkeys(("max_tokens", "items", "trials"), "int64"),
    **dict.fromkeys(("scenario", "arguments", "provenance"), "string"),
}
STATS = {**dict.fromkeys(("run", "split", "stat"), "string"), "mean": "double"}
SCORES = {"run": "string", "item": "string", "trial": "int64", "split": "string", "stat": "string", "value": "double"}
RESPONSES = {
    **dict.fromkeys(("run", "item"), "string"),
    **dict.fromkeys(("trial", "completion"), "int64"),
    **dict.fromkeys(("text", "finish"), "string"),
    "failed": "bool",
    "prompt_truncated": "bool",
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

KEYS = frozenset({COMPARABLE, PROVENANCE})
"""Settings that have columns of their own."""
# Runs read at a time, scores written at a time, and texts, which may be long.
AHEAD, ROWS, TEXTS = 8, 1 << 20, 2000


def write_tables(
    found: SuiteRuns,
    folder: Path,
    responses: bool,
    ratings: bool,
    warn: Warn,
    people: Sequence[PeopleSample] = (),
) -> dict[str, int]:
    """Writes the tables of runs, stats and scores, and the others that are asked for."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write into {folder}: {error.strerror or error}") from error
    counts = {
        "runs": write_table(run_rows(found), RUNS, folder / "runs.parquet"),
        "stats": write_table(stat_rows(found.runs), STATS, folder / "stats.parquet"),
        "scores": write_arrow(score_tables(found.runs, warn), SCORES, folder / "scores.parquet"),
    }
    if responses:
        rows = response_rows(found.runs, warn)
        counts["responses"] = write_table(rows, RESPONSES, folder / "responses.parquet", batch=TEXTS)
    if ratings:
        problems: list[str] = []
        every = ratings_of_all(found.runs, problems, every=True)
        counts["ratings"] = write_table(every, RATINGS, folder / "ratings.parquet")
        for problem in problems:
            warn(problem)
    if people:
        counts["people"] = write_table(people_rows(people), PEOPLE, folder / "people.parquet")
        scores = people_score_rows(people)
        counts["people_scores"] = write_table(scores, PEOPLE_SCORES, folder / "people_scores.parquet")
    if people and responses:
        texts = people_response_rows(people)
        path = folder / "people_responses.parquet"
        counts["people_responses"] = write_table(texts, PEOPLE_RESPONSES, path, batch=TEXTS)
    return counts


def people_rows(samples: Iterable[PeopleSample]) -> Iterator[tuple[Any, ...]]:
    """A row per sample of people, as in ``PEOPLE``."""
    for sample in samples:
        counts = len(sample.participants), len(sample.items), len(sample.responses)
        made = json.dumps(dict(sample.provenance), sort_keys=True)
        yield sample.name, sample.group, sample.comparable, *counts, sample.licence, sample.consent, made


def people_score_rows(samples: Iterable[PeopleSample]) -> Iterator[tuple[Any, ...]]:
    """A row per value of a response, as in ``PEOPLE_SCORES``; a response without a score has its reason."""
    for sample in samples:
        for response in sample.responses:
            for stat in (SCORE, *response.submetrics):
                reason = response.failure_reason if stat == SCORE else ""
                yield *_person(sample, response), stat, response.value(stat), reason


def people_response_rows(samples: Iterable[PeopleSample]) -> Iterator[tuple[Any, ...]]:
    """A row per response, as in ``PEOPLE_RESPONSES``."""
    for sample in samples:
        for response in sample.responses:
            yield *_person(sample, response), whole_text(response.response)


def _person(sample: PeopleSample, response: PersonResponse) -> tuple[str, str, str, str, int]:
    return sample.name, sample.group, response.participant, response.item, response.trial


def run_rows(found: SuiteRuns) -> Iterator[tuple[Any, ...]]:
    """A row a run, as in ``RUNS``."""
    for run, suite in zip(found.runs, found.suites, strict=True):
        settings = {key: value for key, value in run.settings.items() if key not in KEYS}
        yield (
            run.name,
            suite,
            run.group,
            run.model,
            run.deployment,
            is_baseline(run.model),
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


def stat_rows(runs: Iterable[Run]) -> Iterator[tuple[str, str, str, float]]:
    """A row a stat, as in ``STATS``."""
    for run in runs:
        for split, stats in ((SPLIT, run.stats), *run.splits.items()):
            for name, mean in stats.items():
                yield run.name, split, name, mean


def score_tables(runs: Sequence[Run], warn: Warn) -> Iterator[pa.Table]:
    """The scores of several runs at a time, as in ``SCORES``; few runs are in memory at once."""
    import polars as pl

    waiting: list[pl.DataFrame] = []
    for frame in read_ahead(runs, warn):
        waiting.append(frame)
        if sum(map(len, waiting)) >= ROWS:
            yield pl.concat(waiting).to_arrow()
            waiting = []
    if waiting:
        yield pl.concat(waiting).to_arrow()


def read_ahead(runs: Sequence[Run], warn: Warn) -> Iterator[pl.DataFrame]:
    """The scores of each run, as in ``SCORES``; few runs are in memory at once."""
    left = iter(runs)
    while some := list(islice(left, AHEAD)):
        yield from (rows for _, rows in read_each(all_scores, some, warn))


def response_rows(runs: Iterable[Run], warn: Warn) -> Iterator[tuple[Any, ...]]:
    """A row per response, as in ``RESPONSES``; ``fields`` is what the item says beside its prompt, as JSON."""
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
            item, text = whole_text(sample.item), whole_text(response.text)
            answer = (text, response.finish_reason, response.failed, response.prompt_truncated)
            yield run.name, item, sample.trial, completion, *answer, json.dumps(fields, sort_keys=True)


def whole_text(text: str) -> str:
    """``text`` as any file takes it: half a character, as a cut response may end with, becomes a replacement sign."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
