"""Scores the records of a file: the same records come back with their scores."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from types import MappingProxyType
from typing import Any, ClassVar

from helm_creativity.benchmark.protocols import Scorer
from helm_creativity.benchmark.rows.cells import is_missing, list_in, number_in
from helm_creativity.benchmark.rows.records import COMPARABLE, GIVEN, INVALID_ROW, PROBLEM, BadRow, Record, plain_value
from helm_creativity.benchmark.types import Sample, SampleScore, visible
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

BATCH = 5000
"""Rows at the beginning of a file by which its language and separators are known."""
FILES_OF_ROWS = (".csv", ".tsv", ".txt", ".json", ".jsonl", ".parquet", ".xlsx")
Row = tuple[int, Record | BadRow]
"""A row of a file with its number."""


class Texts(Sequence[Row]):
    """Rows, from 1, that have a ``response`` and nothing else; a row is made when it is looked at."""

    def __init__(self, texts: Sequence[str]) -> None:
        self._texts = texts

    def __len__(self) -> int:
        return len(self._texts)

    def __getitem__(self, place: Any) -> Any:  # noqa: ANN401 - a row, or several for a slice
        if isinstance(place, slice):
            return [self[n] for n in range(len(self))[place]]
        return range(1, len(self) + 1)[place], {"response": self._texts[place]}


@dataclass(frozen=True)
class UnusedRow:
    """Stands in the place of the score of a row that cannot be used."""

    problem: str
    score: ClassVar[None] = None
    failure_reason: ClassVar[str] = INVALID_ROW
    submetrics: ClassVar[Mapping[str, float | None]] = MappingProxyType({})
    details: ClassVar[Mapping[str, Any]] = MappingProxyType({})


def samples_in_rows(sample_of: Callable[[Record], Any], rows: Iterable[Row]) -> list[Any]:
    """The sample that the benchmark makes of each row, or why it makes none."""
    return [
        UnusedRow(row.problem) if isinstance(row, BadRow) else sample_or_problem(sample_of, given_record(row))
        for _, row in rows
    ]


def sample_or_problem(sample_of: Callable[[Record], Sample], record: Record) -> Sample | UnusedRow:
    """The sample that a record makes, or why it makes none."""
    try:
        return sample_of(as_seen(record))
    except BadArguments as error:
        return UnusedRow(str(error))


def given_record(row: Record | BadRow) -> Record:
    """A record without the problem that an earlier call had with it; a field of that name is what it was."""
    record = row.record if isinstance(row, BadRow) else row
    if isinstance(row, BadRow) or COMPARABLE not in record or record.get("failure_reason") != INVALID_ROW:
        return record
    others = {name: value for name, value in record.items() if name not in (PROBLEM, GIVEN + PROBLEM)}
    kept = record.get(GIVEN + PROBLEM)
    return others if _is_blank(kept) else {**others, PROBLEM: kept}


def as_seen(value: Any) -> Any:  # noqa: ANN401 - decoded JSON
    """A record, or a part of it, whose texts are ``visible``: a word with a soft hyphen is the word without it."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, Mapping):
        return {name: as_seen(part) for name, part in value.items()}
    return type(value)(map(as_seen, value)) if type(value) in (list, tuple) else value


def scored(record: Record, score: SampleScore, key: str, keeping: bool = False) -> Record:
    """The record with score, failure reason, submetrics and details; fields of those names are written anew.

    What would be lost by that stands under ``given_<name>`` then, unless something stands there already.
    """
    reason = score.failure_reason.value if score.failure_reason else None
    values = {"score": score.score, "failure_reason": reason, **score.submetrics, **score.details, COMPARABLE: key}
    return _with(record, values, keeping and COMPARABLE not in record)


def _with(record: Record, values: Record, keeping: bool = False) -> Record:
    lost = [name for name, value in values.items() if _is_lost(record.get(name), value, keeping)]
    kept = {GIVEN + name: record[name] for name in lost if _is_blank(record.get(GIVEN + name))}
    return {**record, **values, **kept}


def _is_lost(given: object, value: object, keeping: bool) -> bool:
    """Whether ``value`` replaces more than a number or a text: a list, text under a number, something under nothing.

    With ``keeping`` all that is another value is lost.
    """
    if _is_blank(given) or value is None or keeping:
        return not _is_blank(given) and given != value
    found = list_in(given)
    if isinstance(found, str) and not found.lstrip().startswith("["):
        return isinstance(value, (int, float)) and number_in(found) is None and not is_missing(found)
    return isinstance(found, (str, list, dict)) and found != value


def _is_blank(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def scored_rows(
    rows: Sequence[Row], scores: Sequence[SampleScore | UnusedRow], key: str, keeping: bool = False
) -> list[Record]:
    """The records of rows with their scores.

    A row that cannot be used has no score, the failure reason ``invalid_row``, a field ``problem`` that says why, and
    the columns of the first row that can be: those given, and those written.
    """
    records = [given_record(row) for _, row in rows]
    used = (pair for pair in zip(records, scores, strict=True) if isinstance(pair[1], SampleScore))
    given, written = next(((record, {**score.submetrics, **score.details}) for record, score in used), ({}, {}))
    values = {"score": None, "failure_reason": INVALID_ROW, **dict.fromkeys(written), COMPARABLE: key}
    found = []
    for record, score in zip(records, scores, strict=True):
        if isinstance(score, SampleScore):
            found.append(scored(record, score, key, keeping))
        else:
            record = {**dict.fromkeys(given), **record}
            kept = {} if _is_blank(record.get(PROBLEM)) else {GIVEN + PROBLEM: record[PROBLEM]}
            found.append({**_with(record, values), PROBLEM: score.problem, **kept})
    return found


def unused_lines(rows: Sequence[Row], scores: Sequence[SampleScore | UnusedRow]) -> dict[str, list[int]]:
    """The lines of rows that cannot be used, by what is wrong with them."""
    lines: dict[str, list[int]] = {}
    for (number, _), score in zip(rows, scores, strict=True):
        if isinstance(score, UnusedRow):
            lines.setdefault(score.problem, []).append(number)
    return lines


def score_usable(scorer: Scorer, samples: Sequence[Sample | UnusedRow]) -> list[SampleScore | UnusedRow]:
    """Scores samples in one batch, in order; those that the scorer refuses come back with the reason."""
    usable = [(place, sample) for place, sample in enumerate(samples) if not isinstance(sample, UnusedRow)]
    try:
        scores = iter(scorer.score([sample for _, sample in usable]) if usable else [])
    except BadArguments:
        refused = dict(_refused(scorer, usable))
        if not refused:
            raise
        return score_usable(scorer, [refused.get(place, sample) for place, sample in enumerate(samples)])
    return [sample if isinstance(sample, UnusedRow) else next(scores) for sample in samples]


def _refused(scorer: Scorer, samples: Sequence[tuple[int, Sample]]) -> Iterator[tuple[int, UnusedRow]]:
    """The places of samples that the scorer refuses, and why: halves are scored until one is alone."""
    try:
        scorer.score([sample for _, sample in samples])
    except BadArguments as error:
        if len(samples) == 1:
            yield samples[0][0], UnusedRow(str(error))
            return
        half = len(samples) // 2
        for part in (samples[:half], samples[half:]):
            yield from _refused(scorer, part)


def given_rows(
    responses: Any,  # noqa: ANN401 - anything
    list_field: str | None,
    note: Callable[[str], None],
) -> Sequence[Row]:
    """The records of responses with their numbers; a list is that of ``list_field``, where a benchmark has one.

    Responses are what a caller of Python has: texts, lists of words, mappings, a data frame, the path of a file.
    """
    from helm_creativity.benchmark.rows.tables import rows_in_file
    from helm_creativity.benchmark.rows.workbooks import rows_of_frame

    if isinstance(responses, Path):
        return tuple(rows_in_file(responses, lambda line: note(f"{responses}: {line}")))
    if isinstance(responses, str) and responses.endswith(FILES_OF_ROWS) and Path(responses).is_file():
        raise BadArguments(f"{quoted(responses)} is a file: pass it as pathlib.Path, since a text is a response")
    if isinstance(responses, (str, Mapping)):
        responses = [responses]
    elif not isinstance(responses, (list, tuple)) and (found := rows_of_frame(responses)) is not None:
        responses = found
    if not isinstance(responses, Iterable):
        expected = "responses (texts, lists of words, mappings, a frame or a Path)"
        raise BadArguments(f"expected {expected}, got {quoted(responses)}")
    values = [plain_value(response) for response in responses]
    if list_field and len(values) > 1 and all(isinstance(text, str) and text.strip().isalpha() for text in values):
        each = f"each of the {len(values):,} texts is scored as a response, and each is one word"
        note(f"{each}; a list of words is [[...]]")
    if set(map(type, values)) == {str}:
        return Texts(values)
    return tuple((number, _record(value, list_field)) for number, value in enumerate(values, start=1))


def _record(response: Any, list_field: str | None) -> Record | BadRow:  # noqa: ANN401 - anything
    if response is None or isinstance(response, str):
        return {"response": response}
    if isinstance(response, Mapping):
        return dict(response)
    if list_field and isinstance(response, (list, tuple)):
        return {list_field: list(response)}
    expected = f"a text, {'a list, ' * bool(list_field)}or a mapping with the response and the fields of its item"
    return BadRow(f"expected {expected}, got {quoted(response)}", {})


@contextmanager
def as_file(table: Any) -> Iterator[Path]:  # noqa: ANN401 - a path, or any data frame
    """The path of a table, or of a file of its records."""
    if isinstance(table, (str, Path)):
        yield Path(table)
        return
    records = [record for _, record in given_rows(table, None, lambda _: None)]
    if bad := next((record for record in records if isinstance(record, BadRow)), None):
        raise BadArguments(bad.problem)
    with TemporaryDirectory() as folder:
        path = Path(folder, "table.jsonl")
        path.write_text("\n".join(json.dumps(record, default=str) for record in records), "utf-8")
        yield path
