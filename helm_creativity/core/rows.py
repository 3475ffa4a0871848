"""Scores the records of a file: the same records come back with their scores, a batch at a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import groupby, islice
from pathlib import Path
from typing import Any, NamedTuple

from helm_creativity.core.protocols import GroupScorer, Scorer
from helm_creativity.core.records import (
    COMPARABLE,
    GIVEN,
    Record,
    is_csv,
    read_lines,
    read_records,
    write_records,
    writing,
)
from helm_creativity.core.types import Sample, SampleScore
from helm_creativity.core.visible_text import visible
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.untrusted_files import parse_json

BATCH = 5000
# Commas and semicolons of all scripts.
SEPARATORS = re.compile("[,;、，；،؛]")


class Line(NamedTuple):
    """A line of a file: its number, what it says, and the sample that it makes."""

    number: int
    record: Record
    sample: Sample


def lines_of(sample_of: Callable[[Record], Sample], records: Iterable[tuple[int, Record]]) -> Iterator[Line]:
    """Each record with the sample that the benchmark makes of it; errors get the line number."""
    for number, record in records:
        with numbered("line", number):
            sample = sample_of(as_seen(record))
        yield Line(number, record, sample)


def as_seen(value: Any) -> Any:  # noqa: ANN401 - decoded JSON
    """A record, or a part of it, whose texts are ``visible``: a word with a soft hyphen is the word without it."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, Mapping):
        return {name: as_seen(part) for name, part in value.items()}
    return type(value)(map(as_seen, value)) if type(value) in (list, tuple) else value


@contextmanager
def numbered(what: str, number: int) -> Iterator[None]:
    """Gives a user's error the number of the line or answer that has it."""
    try:
        yield
    except BadArguments as error:
        raise BadArguments(f"{what} {number}: {error}") from error


def scored(record: Record, score: SampleScore, key: str, keeping: bool = False) -> Record:
    """The record with score, failure reason, submetrics and details; fields of those names are written anew.

    What would be lost by that stands under ``given_<name>`` then, unless something stands there already.

    Args:
        record: as it was read.
        score: of its response.
        key: what makes the score comparable.
        keeping: whether numbers are lost, too, that were not written by an earlier call: where the score does not come
            of them, as people's ratings beside those of judges.
    """
    anew = {
        "score": score.score,
        "failure_reason": score.failure_reason.value if score.failure_reason else None,
        **score.submetrics,
        **score.details,
        COMPARABLE: key,
    }
    keeping = keeping and COMPARABLE not in record
    lost = [name for name, value in anew.items() if _is_lost(record.get(name), value, keeping)]
    kept = {f"{GIVEN}{name}": record[name] for name in lost}
    return {**record, **anew, **{name: value for name, value in kept.items() if _is_blank(record.get(name))}}


def _is_lost(given: object, value: object, any_value: bool) -> bool:
    """Whether a field holds more than what is written in its place: a list, or something where nothing comes.

    With ``any_value`` everything else, too.
    """
    if _is_blank(given):
        return False
    if value is None or (any_value and given != value):
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
        return parse_json(value)
    except ValueError:
        return value


def _is_blank(value: object) -> bool:
    """Whether nothing stands there: null, or an empty cell."""
    return value is None or (isinstance(value, str) and not value.strip())


def score_records(
    sample_of: Callable[[Record], Sample], scorer: Scorer, key: str, records: Iterable[tuple[int, Record]]
) -> Iterator[Record]:
    """Scored records, in order. Memory is that of one batch, and of a group that is larger than that.

    Args:
        sample_of: makes a sample of a record.
        scorer: scores samples.
        key: what makes the scores comparable.
        records: line numbers and objects.

    Raises:
        BadArguments: for a record that is none, or whose group, where a scorer compares the responses of a group,
            stands in several places of a file of several batches.
    """
    lines = lines_of(sample_of, records)
    batches = _grouped(scorer, lines) if isinstance(scorer, GroupScorer) else _even(lines)
    for batch in batches:
        samples = [(line.number, line.sample) for line in batch]
        for line, score in zip(batch, score_numbered(scorer, samples, "line"), strict=True):
            yield scored(line.record, score, key)


def _even(lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Batches of one size."""
    while batch := list(islice(lines, BATCH)):
        yield batch


def _grouped(scorer: GroupScorer, lines: Iterator[Line]) -> Iterator[list[Line]]:
    """Batches that end where a group does."""
    done: set[Hashable] = set()
    batch: list[Line] = []
    for group, its in groupby(lines, lambda line: scorer.group(line.sample)):
        some = list(its)
        if len(batch) >= BATCH:
            yield batch
            done.update(scorer.group(line.sample) for line in batch)
            batch = []
        if group in done:
            where = f"line {some[0].number} belongs to {quoted(group)}, as rows far above it do"
            raise BadArguments(f"{where}; answers that are compared must stand together: sort the file by them")
        batch += some
    if batch:
        yield batch


def score_numbered(scorer: Scorer, samples: Sequence[tuple[int, Sample]], what: str) -> list[SampleScore]:
    """Scores samples in one batch; an error names the one that has it.

    Args:
        scorer: what scores.
        samples: with their numbers.
        what: is numbered: "line" or "answer".

    Raises:
        BadArguments: for a sample that cannot be scored.
    """
    try:
        return scorer.score([sample for _, sample in samples])
    except BadArguments:
        for number, sample in samples:
            with numbered(what, number):
                scorer.score([sample])
        raise


def score_file(
    sample_of: Callable[[Record], Sample], scorer: Scorer, key: str, source: Path | None, target: Path | None
) -> Counter[str | None]:
    """Scores ``source`` (or standard input) into ``target`` (or standard output); ``.csv`` is CSV, all else JSONL.

    Returns:
        The number of records by the reason why they have no score; those that have one under None.
    """
    reasons: Counter[str | None] = Counter()

    def counted(records: Iterable[Record]) -> Iterator[Record]:
        for record in records:
            reasons[record["failure_reason"] if record["score"] is None else None] += 1
            yield record

    records = read_records(read_lines(source), is_csv(source))
    with writing(target) as out:
        write_records(counted(score_records(sample_of, scorer, key, records)), out, is_csv(target or source))
    return reasons


def words_of(value: object, name: str = "words") -> Sequence[str]:
    """A list of texts, from a list or from text separated by commas or semicolons, as spreadsheets hold it.

    Raises:
        BadArguments: for anything else.
    """
    if isinstance(value, str):
        if value.lstrip().startswith("["):
            try:
                value = parse_json(value)
            except ValueError as error:
                raise BadArguments(f"{name} begins like a JSON list but is none: {error}") from error
        else:
            value = [word for word in SEPARATORS.split(value) if word.strip()]
    if not isinstance(value, (list, tuple)) or not all(isinstance(word, str) for word in value):
        raise BadArguments(f"{name} must be a list of texts, got {quoted(value)}")
    return list(value)


def text_of(record: Mapping[str, object], name: str) -> str:
    """The text in a field that must be there.

    Raises:
        BadArguments: when it is missing, blank or no text.
    """
    value = record.get(name)
    if not isinstance(value, str) or not value.strip():
        raise BadArguments(f"expected a text in the field {name}, got {quoted(value)}")
    return value.strip()
