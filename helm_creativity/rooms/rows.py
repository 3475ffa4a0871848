"""Scores the rows of a file: JSONL or CSV in, the same rows with their scores out, a batch at a time."""

from __future__ import annotations

import contextlib
import csv
import json
import sys
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from types import ModuleType
from typing import Any, TextIO

from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.files import beside
from helm_creativity.rooms.scoring import Outcome, Row, Scorer

BATCH = 5000
Record = dict[str, Any]


def _is_csv(path: Path | None) -> bool:
    return path is not None and path.suffix.lower() == ".csv"


def read_records(lines: TextIO, as_csv: bool) -> Iterator[tuple[int, Record]]:
    """Line numbers and objects. Blank lines of JSONL are skipped.

    Raises:
        BadArguments: for a line that is not a JSON object, or a CSV row with more cells than columns.
    """
    if as_csv:
        reader = csv.DictReader(lines)
        for record in reader:
            if None in record:
                raise BadArguments(
                    f"line {reader.line_num}: more cells than the {len(reader.fieldnames or ())} columns"
                )
            yield reader.line_num, dict(record)
        return
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            record = json.loads(line)
        except ValueError as error:
            raise BadArguments(f"line {number}: not JSON: {error}") from error
        if not isinstance(record, dict):
            raise BadArguments(f"line {number}: expected an object, got {type(record).__name__}")
        yield number, record


def rows_of(room: ModuleType, records: Iterable[tuple[int, Record]]) -> Iterator[tuple[Record, Row]]:
    """Each record with the row that the room makes of it; errors get the line number."""
    for number, record in records:
        try:
            yield record, room.row_of(record)
        except BadArguments as error:
            raise BadArguments(f"line {number}: {error}") from error


def answered(record: Record, outcome: Outcome, signature: str) -> Record:
    """The record with score, reason, facets and details; fields of those names are written anew."""
    unscored = outcome.unscored.value if outcome.unscored else None
    return {
        **record,
        "score": outcome.score,
        "unscored": unscored,
        **outcome.facets,
        **outcome.details,
        "signature": signature,
    }


def score_records(room: ModuleType, scorer: Scorer, records: Iterable[tuple[int, Record]]) -> Iterator[Record]:
    """Scored records, in order, a batch at a time."""
    pairs = rows_of(room, records)
    while batch := list(islice(pairs, BATCH)):
        outcomes = scorer.score([row for _, row in batch])
        for (record, _), outcome in zip(batch, outcomes, strict=True):
            yield answered(record, outcome, scorer.signature)


def write_records(records: Iterator[Record], out: TextIO, as_csv: bool) -> None:
    """JSONL, or CSV with the columns of the first record and lists as JSON."""
    if not as_csv:
        for record in records:
            out.write(json.dumps(record, ensure_ascii=False) + "\n")
        return
    first = next(records, None)
    if first is None:
        return
    writer = csv.DictWriter(out, fieldnames=list(first))
    writer.writeheader()
    for record in (first, *records):
        writer.writerow({key: _cell(value) for key, value in record.items()})


def _cell(value: object) -> object:
    return json.dumps(value, ensure_ascii=False) if isinstance(value, (list, dict)) else value


@contextlib.contextmanager
def _reading(path: Path | None) -> Iterator[TextIO]:
    if path is None:
        yield sys.stdin
        return
    try:
        with path.open(encoding="utf-8-sig", newline="") as file:
            yield file
    except (OSError, UnicodeDecodeError) as error:
        raise FileProblem(f"cannot read {path}: {error}") from error


@contextlib.contextmanager
def _writing(path: Path | None) -> Iterator[TextIO]:
    """The file appears under its name only when all of it has been written."""
    if path is None:
        yield sys.stdout
        return
    try:
        with beside(path) as draft:
            with draft.open("w", encoding="utf-8", newline="") as file:
                yield file
            draft.replace(path)
    except OSError as error:
        raise FileProblem(f"cannot write {path}: {error}") from error


def score_file(room: ModuleType, scorer: Scorer, source: Path | None, target: Path | None) -> None:
    """Scores ``source`` (or standard input) into ``target`` (or standard output); ``.csv`` is CSV, all else JSONL."""
    as_csv = _is_csv(source)
    with _reading(source) as lines, _writing(target) as out:
        scored = score_records(room, scorer, read_records(lines, as_csv))
        write_records(scored, out, _is_csv(target) if target else as_csv)


def words_of(value: object) -> Sequence[str]:
    """A list of texts, from a list or from text separated by commas, as spreadsheets hold it.

    Raises:
        BadArguments: for anything else.
    """
    if isinstance(value, str):
        if value.lstrip().startswith("["):
            try:
                value = json.loads(value)
            except ValueError as error:
                raise BadArguments(f"words begins like a JSON list but is none: {error}") from error
        else:
            value = [word for word in value.split(",") if word.strip()]
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise BadArguments(f"words must be a list of texts, got {value!r}")
    return value
