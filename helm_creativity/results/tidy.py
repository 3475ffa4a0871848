"""Suites as tidy tables in Parquet: one row a run, a stat, a score, an answer, a rating; ``run`` joins them."""

from __future__ import annotations

import json
import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import islice
from pathlib import Path
from typing import TYPE_CHECKING, Any

from helm_creativity.errors import FileProblem
from helm_creativity.responses import Answer
from helm_creativity.results.answers import answers_of
from helm_creativity.results.columns import ITEMS
from helm_creativity.results.items import all_scores
from helm_creativity.results.ratings import COLUMNS as RATINGS
from helm_creativity.results.ratings import ratings_of_all
from helm_creativity.results.runs import SPLIT, Run
from helm_creativity.results.suites import Collected
from helm_creativity.results.tables import write_arrow, write_table
from helm_creativity.rooms.signature import INSTRUCTION, TRIALS
from helm_creativity.rooms.standing import is_baseline

if TYPE_CHECKING:
    import polars as pl
    import pyarrow as pa

Tell = Callable[[str], None]

RUNS = {
    **dict.fromkeys(("run", "suite", "group", "model", "deployment"), "string"),
    "baseline": "bool",
    **dict.fromkeys(("signature", "instruction"), "string"),
    "temperature": "double",
    **dict.fromkeys(("max_tokens", "items", "trials"), "int64"),
    **dict.fromkeys(("scenario", "arguments"), "string"),
}
STATS = {**dict.fromkeys(("run", "split", "stat"), "string"), "mean": "double"}
SCORES = {"run": "string", "item": "string", "trial": "int64", "split": "string", "stat": "string", "value": "double"}
ANSWERS = {
    **dict.fromkeys(("run", "item"), "string"),
    **dict.fromkeys(("trial", "completion"), "int64"),
    **dict.fromkeys(("text", "finish"), "string"),
    "failed": "bool",
    "fields": "string",
}

THREADS = 4
# Runs read at a time, scores written at a time, and texts, which may be long.
AHEAD, ROWS, TEXTS = 8, 1 << 20, 2000


def write_all(found: Collected, folder: Path, answers: bool, ratings: bool, tell: Tell) -> dict[str, int]:
    """Writes the tables of runs, stats and scores, and the others that are asked for.

    Args:
        found: the runs.
        folder: where to; it is made if it is not there.
        answers: whether to write the texts.
        ratings: whether to write what judges said.
        tell: gets a line for all that cannot be read.

    Returns:
        Number of rows by name of the table.

    Raises:
        FileProblem: when a table cannot be written.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise FileProblem(f"cannot write into {folder}: {error.strerror or error}") from error
    counts = {
        "runs": write_table(run_rows(found), RUNS, folder / "runs.parquet"),
        "stats": write_table(stat_rows(found.runs), STATS, folder / "stats.parquet"),
        "scores": write_arrow(score_tables(found.runs, tell), SCORES, folder / "scores.parquet"),
    }
    if answers:
        rows = answer_rows(found.runs, tell)
        counts["answers"] = write_table(rows, ANSWERS, folder / "answers.parquet", batch=TEXTS)
    if ratings:
        problems: list[str] = []
        counts["ratings"] = write_table(ratings_of_all(found.runs, problems), RATINGS, folder / "ratings.parquet")
        for problem in problems:
            tell(problem)
    return counts


def run_rows(found: Collected) -> Iterator[tuple[Any, ...]]:
    """A row a run, as in ``RUNS``."""
    for run, suite in zip(found.runs, found.suites, strict=True):
        items = run.stats.get(ITEMS)
        settings = {key: value for key, value in run.settings.items() if key != "signature"}
        told = str(run.settings.get(INSTRUCTION) or "").partition("@")[0]
        yield (
            run.name,
            suite,
            run.group,
            run.model,
            run.deployment,
            is_baseline(run.model),
            run.signature if run.settings.get("signature") else None,
            told,
            float(run.settings["temperature"]),
            int(run.settings["max_tokens"]),
            None if items is None else round(items),
            int(run.settings[TRIALS]),
            run.scenario,
            json.dumps({**run.task, **settings}, sort_keys=True),
        )


def stat_rows(runs: Iterable[Run]) -> Iterator[tuple[str, str, str, float]]:
    """A row a stat, as in ``STATS``."""
    for run in runs:
        for split, stats in ((SPLIT, run.stats), *run.splits.items()):
            for name, mean in stats.items():
                yield run.name, split, name, mean


def score_tables(runs: Sequence[Run], tell: Tell) -> Iterator[pa.Table]:
    """The scores of several runs at a time, as in ``SCORES``; few runs are in memory at once."""
    import polars as pl

    waiting: list[pl.DataFrame] = []
    for frame in _read_ahead(runs, tell):
        waiting.append(frame)
        if sum(map(len, waiting)) >= ROWS:
            yield pl.concat(waiting).to_arrow()
            waiting = []
    if waiting:
        yield pl.concat(waiting).to_arrow()


def _read_ahead(runs: Sequence[Run], tell: Tell) -> Iterator[pl.DataFrame]:
    def read(run: Run) -> pl.DataFrame | FileProblem:
        try:
            return all_scores(run)
        except FileProblem as problem:
            return problem

    left = iter(runs)
    with ThreadPoolExecutor(min(THREADS, os.cpu_count() or 1)) as threads:
        while some := list(islice(left, AHEAD)):
            for one in threads.map(read, some):
                if isinstance(one, FileProblem):
                    tell(str(one))
                else:
                    yield one


def answer_rows(runs: Iterable[Run], tell: Tell) -> Iterator[tuple[Any, ...]]:
    """A row an answer, as in ``ANSWERS``; ``fields`` is what the item says beside its prompt, as JSON."""
    for run in runs:
        try:
            found = answers_of(run)
        except FileProblem as problem:
            tell(str(problem))
            continue
        before, completion = None, 0
        for one in found:
            completion = completion + 1 if (one.item, one.trial) == before else 0
            before = one.item, one.trial
            fields = {key: value for key, value in one.row.fields.items() if key not in ("trial", "annotations")}
            said = one.row.answer or Answer("")
            answer = (_whole(said.text), said.finish_reason, said.failed)
            yield run.name, _whole(one.item), one.trial, completion, *answer, json.dumps(fields, sort_keys=True)


def _whole(text: str) -> str:
    """``text`` as any file takes it: half a character, as a cut answer may end with, becomes a replacement sign."""
    return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
