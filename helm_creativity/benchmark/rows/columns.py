"""Scores the records of a file: the same records come back with their scores, a batch at a time."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby, islice
from types import MappingProxyType
from typing import Any, ClassVar, NamedTuple

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.protocols import GroupScorer, Scorer
from helm_creativity.benchmark.rows.cells import MISSING, Separator, is_missing_code, split_cell
from helm_creativity.benchmark.rows.records import (
    COMPARABLE,
    GIVEN,
    INVALID_ROW,
    PROBLEM,
    BadRow,
    Record,
)
from helm_creativity.benchmark.rows.spreadsheet import number_in
from helm_creativity.benchmark.types import Sample, SampleScore
from helm_creativity.benchmark.visible_text import visible
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

BATCH = 5000
SHOWN_PROBLEMS = 5


@dataclass(frozen=True)
class UnusedRow:
    """Stands in the place of the score of a row that cannot be used."""

    problem: str
    score: ClassVar[None] = None
    failure_reason: ClassVar[str] = INVALID_ROW
    submetrics: ClassVar[Mapping[str, float | None]] = MappingProxyType({})
    details: ClassVar[Mapping[str, Any]] = MappingProxyType({})


class Line(NamedTuple):
    """A line of a file: its number, what it says, and the sample that it makes, or why it makes none."""

    number: int
    record: Record
    sample: Sample | UnusedRow


Row = tuple[int, Record | BadRow]
"""A row of a file with its number."""
Scored = tuple[int, Record, SampleScore | UnusedRow]
"""The record of a row as it was given, with its number and its score."""


def parse_lines(sample_of: Callable[[Record], Sample], rows: Iterable[Row]) -> Iterator[Line]:
    """Each record with the sample that the benchmark makes of it."""
    for number, row in rows:
        record = given_record(row)
        found = UnusedRow(row.problem) if isinstance(row, BadRow) else sample_or_problem(sample_of, record)
        yield Line(number, record, found)


def given_record(row: Record | BadRow) -> Record:
    """A record without the problem that an earlier call had with it; a field of that name is what it was."""
    if isinstance(row, BadRow):
        return row.record
    record = row
    if COMPARABLE not in record or record.get("failure_reason") != INVALID_ROW:
        return record
    kept = record.get(f"{GIVEN}{PROBLEM}")
    others = {name: value for name, value in record.items() if name not in (PROBLEM, f"{GIVEN}{PROBLEM}")}
    return others if _is_blank(kept) else {**others, PROBLEM: kept}


def sample_or_problem(sample_of: Callable[[Record], Sample], record: Record) -> Sample | UnusedRow:
    """The sample that a record makes, or why it makes none."""
    try:
        return sample_of(as_seen(record))
    except BadArguments as error:
        return UnusedRow(str(error))


def as_seen(value: Any) -> Any:  # noqa: ANN401 - decoded JSON
    """A record, or a part of it, whose texts are ``visible``: a word with a soft hyphen is the word without it."""
    if isinstance(value, str):
        return visible(value)
    if isinstance(value, Mapping):
        return {name: as_seen(part) for name, part in value.items()}
    return type(value)(map(as_seen, value)) if type(value) in (list, tuple) else value


@contextmanager
def numbered(what: str, number: int) -> Iterator[None]:
    """Gives a user's error the number of the line or response that has it."""
    try:
        yield
    except BadArguments as error:
        raise BadArguments(f"{what} {number}: {error}") from error


def scored(record: Record, score: SampleScore, key: str, keeping: bool = False) -> Record:
    """The record with score, failure reason, submetrics and details; fields of those names are written anew.

    What would be lost by that stands under ``given_<name>`` then, unless something stands there already.
    """
    return _with(
        record,
        {
            "score": score.score,
            "failure_reason": score.failure_reason.value if score.failure_reason else None,
            **score.submetrics,
            **score.details,
            COMPARABLE: key,
        },
        keeping and COMPARABLE not in record,
    )


def _unused_record(record: Record, row: UnusedRow, key: str, like: tuple[Iterable[str], Iterable[str]]) -> Record:
    given, written = like
    anew = {"score": None, "failure_reason": row.failure_reason, **dict.fromkeys(written), COMPARABLE: key}
    its = {**dict.fromkeys(given), **record}
    kept = {} if _is_blank(its.get(PROBLEM)) else {f"{GIVEN}{PROBLEM}": its[PROBLEM]}
    return {**_with(its, anew, False), PROBLEM: row.problem, **kept}


def _with(record: Record, anew: Record, keeping: bool) -> Record:
    lost = [name for name, value in anew.items() if _is_lost(record.get(name), value, keeping)]
    kept = {f"{GIVEN}{name}": record[name] for name in lost}
    return {**record, **anew, **{name: value for name, value in kept.items() if _is_blank(record.get(name))}}


def _is_lost(given: object, value: object, any_value: bool) -> bool:
    """A list, text under a number, or something where nothing comes; with ``any_value`` everything else, too."""
    if _is_blank(given):
        return False
    if value is None or (any_value and given != value):
        return True
    given = list_in(given)
    if isinstance(given, str) and given.lstrip().startswith("["):  # something like a list, which cannot be read
        return given != value
    if isinstance(given, str) and isinstance(value, (int, float)):  # several numbers, or none
        return not is_missing(given) and number_in(given) is None
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
    return value is None or (isinstance(value, str) and not value.strip())


def score_records(
    sample_of: Callable[[Record], Sample], scorer: Scorer, key: str, rows: Iterable[Row]
) -> Iterator[tuple[int, Record]]:
    """Scored records with their numbers, in order. Memory is that of one batch, and of a group that is larger.

    A row that cannot be used has no score, the failure reason ``invalid_row``, and a field ``problem`` that says why.
    Such rows at the beginning wait for the first that can be, whose columns they get.
    """
    lines = parse_lines(sample_of, rows)
    batches = (
        _batches_of_groups(scorer, lines)
        if isinstance(scorer, GroupScorer)
        else iter(lambda: list(islice(lines, BATCH)), [])
    )
    waiting: list[Scored] = []
    like: tuple[Iterable[str], Iterable[str]] | None = None
    for batch in batches:
        scores = score_usable(scorer, [line.sample for line in batch])
        waiting += [(line.number, line.record, score) for line, score in zip(batch, scores, strict=True)]
        like = like or next(_column_names(waiting), None)
        if like is not None:
            yield from _scored_records(waiting, key, like)
            waiting = []
    yield from _scored_records(waiting, key, ((), ()))


def scored_rows(
    rows: Sequence[Row], scores: Sequence[SampleScore | UnusedRow], key: str, keeping: bool = False
) -> list[Record]:
    """The records of rows whose scores are known, as ``score_records`` makes them, which scores as it reads."""
    known = [(number, given_record(row), score) for (number, row), score in zip(rows, scores, strict=True)]
    return [record for _, record in _scored_records(known, key, next(_column_names(known), ((), ())), keeping)]


def _column_names(rows: Iterable[Scored]) -> Iterator[tuple[Iterable[str], Iterable[str]]]:
    for _, record, score in rows:
        if isinstance(score, SampleScore):
            yield tuple(record), (*score.submetrics, *score.details)


def _scored_records(
    rows: Iterable[Scored], key: str, like: tuple[Iterable[str], Iterable[str]], keeping: bool = False
) -> Iterator[tuple[int, Record]]:
    for number, record, score in rows:
        if isinstance(score, UnusedRow):
            yield number, _unused_record(record, score, key, like)
        else:
            yield number, scored(record, score, key, keeping=keeping)


def score_usable(scorer: Scorer, samples: Sequence[Sample | UnusedRow]) -> list[SampleScore | UnusedRow]:
    """Scores samples in one batch, in order; those that the scorer refuses come back with the reason."""
    found: list[SampleScore | UnusedRow | None] = [
        sample if isinstance(sample, UnusedRow) else None for sample in samples
    ]
    usable = [(place, sample) for place, sample in enumerate(samples) if not isinstance(sample, UnusedRow)]
    try:
        scores = scorer.score([sample for _, sample in usable]) if usable else []
    except BadArguments:
        refused = dict(_refused(scorer, usable))
        if not refused:
            raise
        return score_usable(scorer, [refused.get(place, sample) for place, sample in enumerate(samples)])
    for (place, _), score in zip(usable, scores, strict=True):
        found[place] = score
    return [row for row in found if row is not None]


def _refused(scorer: Scorer, samples: Sequence[tuple[int, Sample]]) -> Iterator[tuple[int, UnusedRow]]:
    """The places of samples that the scorer refuses, and why: halves are scored until one is alone."""
    try:
        scorer.score([sample for _, sample in samples])
    except BadArguments as error:
        if len(samples) == 1:
            yield samples[0][0], UnusedRow(str(error))
            return
        half = len(samples) // 2
        yield from _refused(scorer, samples[:half])
        yield from _refused(scorer, samples[half:])


def _batches_of_groups(scorer: GroupScorer, lines: Iterator[Line]) -> Iterator[list[Line]]:
    done: set[Hashable] = set()
    batch: list[Line] = []
    last: Hashable = None

    def group_key(line: Line) -> Hashable:
        """An unused row parts no group: it belongs to the one above it."""
        nonlocal last
        last = last if isinstance(line.sample, UnusedRow) else scorer.group(line.sample)
        return last

    for group, its in groupby(lines, group_key):
        rows = list(its)
        if len(batch) >= BATCH:
            yield batch
            done.update(scorer.group(line.sample) for line in batch if not isinstance(line.sample, UnusedRow))
            batch = []
        if group in done:
            where = f"line {rows[0].number} belongs to {quoted(group)}, like rows far above it"
            raise BadArguments(f"{where}; responses that are compared must be in adjacent rows: sort the file")
        batch += rows
    if batch:
        yield batch


@dataclass
class FileScores:
    """What came of a file."""

    reasons: Counter[str | None] = field(default_factory=Counter)
    problems: dict[str, tuple[int, int]] = field(default_factory=dict)

    @property
    def unused(self) -> int:
        """The number of rows that were not used."""
        return self.reasons[INVALID_ROW]

    def add(self, number: int, record: Record) -> None:
        """Counts a scored record."""
        self.reasons[record["failure_reason"] if record["score"] is None else None] += 1
        problem = record[PROBLEM] if record["failure_reason"] == INVALID_ROW else None
        if problem is not None and (problem in self.problems or len(self.problems) < SHOWN_PROBLEMS):
            first, count = self.problems.get(problem, (number, 0))
            self.problems[problem] = (first, count + 1)


def is_missing(value: object) -> bool:
    """Whether a cell says that there is nothing: null, NaN, or one of ``MISSING``."""
    if isinstance(value, str):
        return value.strip() in MISSING
    return value is None or (isinstance(value, float) and value != value)


# Signs around the name of a column. Not "#" and "?": ``# uses`` is a count, and ``Response?`` a yes or no.
_AROUND_NAMES = ":;,\uff1a\uff1b\uff0c*." + "".join(filter(str.isspace, map(chr, range(0x3001))))
_ENCLOSED = re.compile("[(\\[{<\"'`\u201c\u2018\u201e\u00ab]([^()\\[\\]{}<>\"'`]*)[)\\]}>\"'`\u201d\u2019\u201c\u00bb]")


@lru_cache(maxsize=4096)
def bare_name(column: str) -> str:
    """The name of a column in lower case, without white space, signs and invisible characters around it."""
    name = visible(column).strip().casefold()
    bare = name.strip(_AROUND_NAMES)
    if around := _ENCLOSED.fullmatch(bare):
        bare = around[1].strip(_AROUND_NAMES)
    return bare or name


def list_columns(record: Mapping[str, Any]) -> dict[str, list[Any]]:
    """Cells by the names of their columns, in lower case and without the signs around them.

    Of several columns of one such name that of the very name is first, and those with signs are last.
    """
    found: dict[str, list[Any]] = {}
    signed: list[tuple[str, Any]] = []
    for name, value in record.items():
        if isinstance(name, str):
            plain = bare_name(name)
            if plain != name.strip().casefold():
                signed.append((plain, value))
                continue
            cells = found.setdefault(plain, [])
            cells.insert(0 if name == plain else len(cells), value)
    for plain, value in signed:
        found.setdefault(plain, []).append(value)
    return found


PART = r"(word|noun|use|response|answer|idea|w|r|wort|antwort|idee)"
"""How a column with a part of a response is called, but for its number."""
NUMBERED_PART = re.compile(rf"{PART}s?(?:[ _.-]?|\s?(?=[(\[]))[(\[]?(\d+)[)\]]?", re.IGNORECASE)


def part_columns(columns: Iterable[str]) -> tuple[str, ...]:
    """Columns such as word1 to word10, by their numbers: those of the name that the most have."""
    parts: dict[str, list[tuple[int, str]]] = {}
    for column in columns:
        if found := NUMBERED_PART.fullmatch(column):
            parts.setdefault(found[1].casefold(), []).append((int(found[2]), column))
    most = max(parts.values(), key=len, default=[])
    return tuple(column for _, column in sorted(most))


def parse_words(
    value: object, name: str = "words", separator: Separator | None = None, words: bool = False
) -> Sequence[str]:
    """A list of texts: a list, one in JSON, or a cell whose entries are separated, as ``split_cell`` reads it.

    Entries of a list in which there is nothing, such as null and -99, are empty: ratings are found by the places of the
    others. A list of words that holds null is unreadable, since which word it was is unknown.
    """
    if isinstance(value, str):
        value = _list_in_cell(value, name) or split_cell(value, separator, words)
    if not isinstance(value, (list, tuple)) or not all(
        isinstance(word, str) or (not words and is_missing(word)) for word in value
    ):
        raise BadArguments(f"{name} must be a list of texts, got {quoted(value)}")
    return [word if isinstance(word, str) and not is_missing_code(word) else "" for word in value]


_PYTHON_TEXT = r"""'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*\""""
_PYTHON_ENTRY = re.compile(rf"\s*(?:({_PYTHON_TEXT})|nan|NaN|None|<NA>|NA)\s*(?:,|$)")
_PYTHON_ESCAPE = re.compile(r"\\(.)")


def _unescaped(escape: re.Match[str]) -> str:
    return {"n": "\n", "r": "\n", "t": "\t"}.get(escape[1], escape[1])


def python_list(text: str) -> list[str | None] | None:
    """The list that a cell holds as Python writes it, such as ``['a', nan]``; None where texts have no quotes."""
    inner = text[1:-1].rstrip().removesuffix(",")
    place, found = 0, []
    while place < len(inner):
        entry = _PYTHON_ENTRY.match(inner, place)
        if entry is None:
            return None
        found.append(None if entry[1] is None else _PYTHON_ESCAPE.sub(_unescaped, entry[1][1:-1]))
        place = entry.end()
    return found if text.startswith("[") and text.endswith("]") else None


def _list_in_cell(cell: str, name: str) -> object:
    """The list in JSON or Python that a cell holds, alone or in an object; None for one without quotes."""
    text = cell.strip()
    if not text.startswith(("[", "{")):
        return None
    try:
        value = parse_json(text)
    except ValueError as error:
        if text.startswith("[") and "]" not in text:
            raise BadArguments(f"{name} begins like a JSON list but is not one: {error}") from error
        return python_list(text)
    lists = [part for part in value.values() if isinstance(part, list)] if isinstance(value, dict) else [value]
    return lists[0] if len(lists) == 1 else None
