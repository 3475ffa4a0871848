"""Responses from anywhere, scored: where there are many, in several processes, with the scores that one would give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import chain, islice
from pathlib import Path
from typing import Any

from helm_creativity.benchmark.base import Benchmark, comparable_key, parse_settings, sample_in_row
from helm_creativity.benchmark.files.processes import in_order
from helm_creativity.benchmark.files.progress import number_of_lines, watched
from helm_creativity.benchmark.loading import load_benchmark
from helm_creativity.benchmark.protocols import GroupScorer, IndependentScorer, Scorer
from helm_creativity.benchmark.registry import BenchmarkEntry
from helm_creativity.benchmark.rows.cells import Separator
from helm_creativity.benchmark.rows.records import Record, is_csv, write_records, writing
from helm_creativity.benchmark.rows.scored import (
    BATCH,
    FileScores,
    Row,
    UnusedRow,
    given_record,
    parse_lines,
    score_records,
    score_usable,
)
from helm_creativity.benchmark.rows.tables import rows_in_file
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Sample, SampleScore
from helm_creativity.errors import BadArguments
from helm_creativity.judges.scoring import found_in
from helm_creativity.lexicon.language import check_language
from helm_creativity.parsing.response import to_prompts

CHUNK = 250
"""Rows that a process gets at once."""

Work = Callable[[Sequence[Row]], list[Any]]
"""From rows with their numbers to the score of each, or to what ``follow_up`` returns; an ``UnusedRow`` for others."""


@dataclass(frozen=True)
class RowWork:
    """How rows are read and scored, as far as another process must know it.

    Attributes:
        entry: of the benchmark.
        values: its settings by name.
        separator: of lists in cells.
        scores: whether rows are scored, too, each by itself.
    """

    entry: BenchmarkEntry
    values: Mapping[str, object]
    separator: Separator | None
    scores: bool

    def __call__(self) -> Work:
        """What does it."""
        benchmark = load_benchmark(self.entry)
        settings = parse_settings(benchmark, self.values, asked=False, require=False)
        return row_work(benchmark, settings, self.separator, benchmark.scorer(settings) if self.scores else None)


def row_work(benchmark: Benchmark[Any], settings: Settings, separator: Separator | None, scorer: Scorer | None) -> Work:
    """What reads rows, and scores them where there is a scorer."""

    def read(record: Mapping[str, Any]) -> Sample:
        sample = sample_in_row(benchmark, record, settings, separator)
        if sample.response is not None:
            sample = replace(sample, response=to_prompts(sample.response, record.get("prompt")))
        found: Sample = found_in(benchmark, settings, sample)
        return found

    def work(rows: Sequence[Row]) -> list[Any]:
        found = [sample for _, _, sample in parse_lines(read, rows)]
        return score_usable(scorer, found) if scorer else found

    return work


class _KnownScores:
    def score(self, found: Sequence[SampleScore]) -> list[SampleScore]:
        return list(found)


class _RowsAhead:
    """Rows whose results are known when they are asked for: ``result`` is that of the row that came last."""

    def __init__(self, rows: Iterable[Row], results: Callable[[Iterable[list[Row]]], Iterator[list[Any]]]) -> None:
        self._rows, self._results = iter(rows), results
        self._last: Any = None

    def __iter__(self) -> Iterator[Row]:
        waiting: list[list[Row]] = []

        def chunks() -> Iterator[list[Row]]:
            while chunk := list(islice(self._rows, CHUNK)):
                waiting.append(chunk)
                yield chunk

        for results in self._results(chunks()):
            for row, self._last in zip(waiting.pop(0), results, strict=True):
                yield row

    def result(self, record: Record) -> Any:  # noqa: ANN401 - what a scorer takes
        if isinstance(self._last, UnusedRow):
            raise BadArguments(self._last.problem)
        return self._last


def is_independent(scorer: Scorer) -> bool:
    """Whether responses may be scored in different processes."""
    return not isinstance(scorer, GroupScorer) and isinstance(scorer, IndependentScorer) and scorer.independent


def look_at_rows(
    benchmark: Benchmark[Any],
    settings: Settings,
    rows: Sequence[Row],
    separator: Separator | None = None,
    any_language: bool = False,
) -> tuple[Separator | None, list[str]]:
    """What separates lists in cells, and what must be said of rows before they are scored.

    Args:
        benchmark: to which they are responses.
        settings: of it.
        rows: those of a file, or its first.
        separator: of lists in cells; that of nearly all cells where it is None.
        any_language: see ``check_language``.

    Raises:
        BadArguments: for rows in another language than that of the embedding.
    """
    records = [given_record(row) for _, row in rows]
    sign = benchmark.row_type.separator(records, separator)
    notes = (
        sign.note if sign is not None and sign.found else "",
        check_language(benchmark, settings, records, any_language),
    )
    return sign, [note for note in notes if note]


def score_file(
    benchmark: Benchmark[Any],
    values: Mapping[str, object],
    source: Path | None,
    target: Path | None,
    separator: Separator | None = None,
    jobs: int = 1,
    note: Callable[[str], None] = lambda _: None,
    any_language: bool = False,
) -> FileScores:
    """Scores ``source`` (or standard input) into ``target`` (or standard output); ``.csv`` is CSV, all else JSONL.

    Args:
        benchmark: to which the rows are responses.
        values: its settings by name.
        source: of rows.
        target: of scored rows.
        separator: of lists in cells; that of the first rows where it is None.
        jobs: processes that read rows, and score them where the scorer is an ``IndependentScorer``.
        note: is called with what must be said of the file's form, of a separator that its first
            rows have, and of their language.
        any_language: see ``check_language``.

    Raises:
        BadArguments: for rows in another language than that of the embedding, before anything is written.
    """
    settings = parse_settings(benchmark, values, asked=False)
    scorer, key = benchmark.scorer(settings), comparable_key(benchmark, settings, asked=False)
    alone = is_independent(scorer)
    found = FileScores()

    def counted(records: Iterable[tuple[int, Record]]) -> Iterator[Record]:
        for number, record in records:
            found.add(number, record)
            yield record

    with writing(target) as out:
        rows = rows_in_file(source, note)
        first = list(islice(rows, BATCH))
        sign, notes = look_at_rows(benchmark, settings, first, separator, any_language)
        for said in notes:
            note(said)
        here = row_work(benchmark, settings, sign, scorer if alone else None)
        elsewhere = RowWork(benchmark.entry, values, sign, alone)
        every = watched(chain(first, rows), "scoring", lambda: number_of_lines(source), lambda row: row[0])
        ahead = _RowsAhead(every, lambda chunks: in_order(here, elsewhere, chunks, jobs))
        scored = score_records(ahead.result, _KnownScores() if alone else scorer, key, ahead)
        write_records(counted(scored), out, is_csv(target or source))
    return found


def score_answers(
    benchmark: Benchmark[Any],
    settings: Settings,
    values: Mapping[str, object],
    rows: Sequence[Row],
    separator: Separator | None,
    jobs: int,
) -> list[SampleScore | UnusedRow]:
    """The scores of rows, in order; see ``score_file`` for the arguments, of which ``values`` make the settings."""
    scorer = benchmark.scorer(settings)
    alone = is_independent(scorer)
    chunks = (rows[start : start + CHUNK] for start in range(0, len(rows), CHUNK))
    here = row_work(benchmark, settings, separator, scorer if alone else None)
    results: Iterator[list[Any]] = map(here, chunks)
    if jobs > 1:
        results = in_order(here, RowWork(benchmark.entry, values, separator, alone), chunks, jobs)
    found = list(chain.from_iterable(results))
    return found if alone or not found else score_usable(scorer, found)
