"""Scores the rows of a file with a room's scorer: the same rows come back with their scores, a batch at a time."""

from __future__ import annotations

import json
import re
from collections.abc import Hashable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from itertools import count, groupby, islice
from pathlib import Path
from types import ModuleType
from typing import NamedTuple

from helm_creativity.errors import BadArguments
from helm_creativity.rooms.records import GIVEN, Record, is_csv, read_lines, read_records, write_records, writing
from helm_creativity.rooms.scoring import GroupScorer, Outcome, Row, Scorer

BATCH = 5000
# Commas and semicolons of all scripts.
SEPARATORS = re.compile("[,;、，；،؛]")


class Line(NamedTuple):
    """A row of a file: its number, what it says, and what the room makes of it."""

    number: int
    record: Record
    row: Row


def rows_of(room: ModuleType, records: Iterable[tuple[int, Record]]) -> Iterator[Line]:
    """Each record with the row that the room makes of it; errors get the line number."""
    for number, record in records:
        with at_line(number):
            row = room.row_of(record)
        yield Line(number, record, row)


@contextmanager
def at_line(number: int) -> Iterator[None]:
    """Gives a user's error the number of the line."""
    try:
        yield
    except BadArguments as error:
        raise BadArguments(f"line {number}: {error}") from error


def answered(record: Record, outcome: Outcome, signature: str) -> Record:
    """The record with score, reason, facets and details; fields of those names are written anew.

    What would be lost by that stands under ``given_<name>`` then, unless something stands there already.
    """
    unscored = outcome.unscored.value if outcome.unscored else None
    anew = {
        "score": outcome.score,
        "unscored": unscored,
        **outcome.facets,
        **outcome.details,
        "signature": signature,
    }
    kept = {f"{GIVEN}{name}": record[name] for name, value in anew.items() if _is_lost(record.get(name), value)}
    return {**record, **anew, **{name: value for name, value in kept.items() if _is_blank(record.get(name))}}


def _is_lost(given: object, value: object) -> bool:
    """Whether a field holds more than what is written in its place: a list, or something where nothing comes."""
    if _is_blank(given):
        return False
    if value is None:
        return True
    given = list_in(given)
    if isinstance(given, str) and given.lstrip().startswith("["):  # something like a list, which cannot be read
        return given != value
    return isinstance(given, (list, dict)) and given != value


def list_in(value: object) -> object:
    """The list in a cell that begins like one in JSON, as a spreadsheet holds it; everything else as it is."""
    if not isinstance(value, str) or not value.lstrip().startswith("["):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def _is_blank(value: object) -> bool:
    """Whether nothing stands there: null, or an empty cell."""
    return value is None or (isinstance(value, str) and not value.strip())


def score_records(room: ModuleType, scorer: Scorer, records: Iterable[tuple[int, Record]]) -> Iterator[Record]:
    """Scored records, in order. Memory is that of one batch, and of a group that is larger than that.

    Raises:
        BadArguments: for a row that is none, or whose group, where a scorer compares the answers of a group, stands in
            several places of a file of several batches.
    """
    lines = rows_of(room, records)
    batches = _grouped(scorer, lines) if isinstance(scorer, GroupScorer) else _even(lines)
    for batch in batches:
        for line, outcome in zip(batch, _score(scorer, batch), strict=True):
            yield answered(line.record, outcome, scorer.signature)


def _even(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Batches of one size."""
    while batch := list(islice(lines, BATCH)):
        yield batch


def _grouped(scorer: GroupScorer, lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Batches that end where a group does."""
    done: set[Hashable] = set()
    batch: list[Line] = []
    for group, its in groupby(lines, lambda line: scorer.group(line.row)):
        some = list(its)
        if len(batch) >= BATCH:
            yield batch
            done.update(scorer.group(line.row) for line in batch)
            batch = []
        if group in done:
            where = f"line {some[0].number} belongs to {group!r}, as rows far above it do"
            raise BadArguments(f"{where}; answers that are compared must stand together: sort the file by them")
        batch += some
    if batch:
        yield batch


def _score(scorer: Scorer, batch: Sequence[Line]) -> list[Outcome]:
    """The outcomes of a batch; of an error, the line that has it."""
    try:
        return scorer.score([line.row for line in batch])
    except BadArguments:
        for line in batch:
            with at_line(line.number):
                scorer.score([line.row])
        raise


def score_file(room: ModuleType, scorer: Scorer, source: Path | None, target: Path | None) -> int:
    """Scores ``source`` (or standard input) into ``target`` (or standard output); ``.csv`` is CSV, all else JSONL.

    Returns:
        The number of rows.
    """
    records = read_records(read_lines(source), is_csv(source))
    numbers = count()
    with writing(target) as out:
        scored = (record for record, _ in zip(score_records(room, scorer, records), numbers, strict=False))
        write_records(scored, out, is_csv(target or source))
    return next(numbers)


def words_of(value: object, name: str = "words") -> Sequence[str]:
    """A list of texts, from a list or from text separated by commas or semicolons, as spreadsheets hold it.

    Raises:
        BadArguments: for anything else.
    """
    if isinstance(value, str):
        if value.lstrip().startswith("["):
            try:
                value = json.loads(value)
            except (ValueError, RecursionError) as error:
                raise BadArguments(f"{name} begins like a JSON list but is none: {error}") from error
        else:
            value = [word for word in SEPARATORS.split(value) if word.strip()]
    if not isinstance(value, list) or not all(isinstance(word, str) for word in value):
        raise BadArguments(f"{name} must be a list of texts, got {value!r}")
    return value
