"""Ratings from any table, as those of a suite: a file, a data frame or records, one row per rating or one per response.

In the long form each row is a rating: ``judge`` (or ``rater``), ``item`` (or ``instance``) and ``rating``. In the wide
form each row is a response, and named columns are the raters.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Any

from helm_creativity.core.given_lists import is_missing_rating
from helm_creativity.core.missing_codes import CodeWatch
from helm_creativity.errors import BadArguments, FileProblem
from helm_creativity.io.frames import rows_of_frame
from helm_creativity.io.sheets import name_in
from helm_creativity.io.spreadsheet import number_in, records_in_file
from helm_creativity.results.ratings import NOT_RATED, RatingRow
from helm_creativity.safe_text import kind_of, listed, quoted

NAMES = {
    "judge": ("judge", "rater"),
    "rating": ("rating",),
    "instance": ("instance", "item"),
    "trial": ("trial", "response"),
    "model": ("model", "author", "participant"),
    "run": ("run",),
    "benchmark": ("benchmark", "task"),
    "dimension": ("dimension",),
    "rubric": ("rubric", "question"),
    "judging": ("judging",),
    "reason": ("reason",),
}
"""Names of columns for each field of a rating, in any case; the first that a table has counts."""
USUAL = {"benchmark": "ratings", "dimension": "rating", "model": "all responses", "trial": "0"}
"""What stands where a table has no such column."""


def ratings_of_table(
    table: Any,  # noqa: ANN401 - any data frame
    raters: Sequence[str] = (),
    item: str = "",
) -> Iterator[RatingRow]:
    """The ratings of a table, in its order."""
    records = numbered_records(table)
    if item:
        records = _with_instance(records, item)
    rows = _wide(records, raters) if raters else _long(records)
    seen: set[tuple[str, ...]] = set()
    watches: dict[tuple[str, str], CodeWatch] = defaultdict(CodeWatch)
    for number, row in rows:
        key = (row.benchmark, row.rubric, row.dimension, row.judging, row.run, row.instance, row.trial, row.judge)
        if key in seen:
            raise BadArguments(
                f"row {number}: {quoted(row.judge)} rates response {quoted(row.trial)} to {quoted(row.instance)} of "
                f"{quoted(row.model)} twice; a column trial says which response it is, a column dimension what is rated"
            )
        seen.add(key)
        if row.rating is not None:
            watches[row.benchmark, row.dimension].see(f"row {number}", row.rating)
        yield row
    for watch in watches.values():
        watch.check()


def numbered_records(table: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:  # noqa: ANN401 - any data frame
    """Records with their numbers: of the line in a file, else from 1."""
    if isinstance(table, (str, Path)):
        path = Path(table)
        if path.suffix.lower() == ".parquet":
            yield from enumerate(_parquet(path), start=1)
        else:
            yield from records_in_file(path)
    elif (rows := rows_of_frame(table)) is not None:
        yield from enumerate(rows, start=1)
    elif isinstance(table, Iterable) and not isinstance(table, (Mapping, bytes)):
        for number, record in enumerate(table, start=1):
            if not isinstance(record, Mapping):
                raise BadArguments(f"row {number}: expected a mapping, got {quoted(record)}")
            yield number, record
    else:
        raise BadArguments(f"expected a file, a data frame or a list of mappings, got {kind_of(table)}")


def _parquet(path: Path) -> Iterator[Mapping[str, Any]]:
    import pyarrow as pa
    from pyarrow import parquet

    try:
        with parquet.ParquetFile(path) as file:
            for batch in file.iter_batches():
                yield from batch.to_pylist()
    except (OSError, pa.ArrowException) as error:
        raise FileProblem(f"cannot read {path}: {error}") from error


def _with_instance(
    records: Iterable[tuple[int, Mapping[str, Any]]], item: str
) -> Iterator[tuple[int, Mapping[str, Any]]]:
    for number, record in records:
        if item not in record:
            raise BadArguments(f"row {number}: there is no column {quoted(item)}; there are {listed(record)}")
        if _is_blank(record[item]):
            raise BadArguments(f"row {number}: expected the rated item in the column {quoted(item)}, got nothing")
        yield number, {**record, NAMES["instance"][0]: record[item]}


def _long(records: Iterable[tuple[int, Mapping[str, Any]]]) -> Iterator[tuple[int, RatingRow]]:
    for number, record in records:
        judge = _text(record, "judge")
        if judge is None or _column(record, "rating") is None:
            raise BadArguments(
                f"row {number}: expected the columns judge (or rater), item and rating, got "
                f"{listed(filter(None, record))}; name the raters where each has a column of ratings"
            )
        yield number, _row(number, record, judge, record[_column(record, "rating") or ""])


def _wide(records: Iterable[tuple[int, Mapping[str, Any]]], raters: Sequence[str]) -> Iterator[tuple[int, RatingRow]]:
    responses: dict[tuple[str | None, ...], int] = {}
    for number, record in records:
        if lacking := [rater for rater in raters if rater not in record]:
            raise BadArguments(
                f"row {number}: expected a column for each rater, without {listed(lacking)}; there are {listed(record)}"
            )
        _instance(number, record)  # before a column of trials is added, which its message would name
        named = record
        own = _column(record, "trial")
        if own is None or own.strip().casefold() != "trial":  # a column of responses may hold one text twice
            place = tuple(_text(record, name) for name in ("benchmark", "dimension", "run", "model", "instance"))
            trial = responses.setdefault(place, 0)
            responses[place] += 1
            named = {**record, "trial": trial}
        for rater in raters:
            yield number, _row(number, named, rater, record[rater])


def _row(number: int, record: Mapping[str, Any], judge: str, rating: object) -> RatingRow:
    instance = _instance(number, record)
    value = None if _is_no_rating(rating) else _number(rating)
    if value is not None and not math.isfinite(value):
        raise BadArguments(f"row {number}: expected a number as the rating of {quoted(judge)}, got {quoted(rating)}")
    fields = {name: _text(record, name) or USUAL.get(name, "") for name in ("model", "benchmark", "trial", "dimension")}
    return RatingRow(
        **fields,
        run=_text(record, "run") or fields["model"],
        instance=instance,
        judge=judge,
        rating=value,
        reason="" if value is not None else _text(record, "reason") or NOT_RATED,
        rubric=_text(record, "rubric") or "",
        judging=_text(record, "judging") or "",
    )


def _instance(number: int, record: Mapping[str, Any]) -> str:
    instance = _text(record, "instance")
    if instance is None:
        raise BadArguments(
            f"row {number}: expected the rated item in a column item (or instance), got {listed(filter(None, record))}"
        )
    return instance


def _column(record: Mapping[str, Any], field: str) -> str | None:
    return _columns(tuple(record)).get(field)


@lru_cache(maxsize=1000)
def _columns(names: tuple[Any, ...]) -> Mapping[str, str]:
    """The columns of a table for the fields of a rating; one of exactly that name goes before others."""
    folded = {**{str(name).strip().casefold(): name for name in names}, **{name: name for name in names}}
    return {
        field: next(folded[name] for name in known if name in folded)
        for field, known in NAMES.items()
        if not folded.keys().isdisjoint(known)
    }


def _text(record: Mapping[str, Any], field: str) -> str | None:
    name = _column(record, field)
    if name is None or _is_blank(record[name]):
        return None
    return name_in(record[name]).strip()


def _number(value: Any) -> float:  # noqa: ANN401 - a cell
    if isinstance(value, str) and (number := number_in(value)) is not None:  # also with a decimal comma
        return number
    try:
        return math.nan if isinstance(value, bool) else float(value)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _is_no_rating(value: object) -> bool:
    """Whether a cell of ratings holds none; a number is one, as the scale is not known."""
    if isinstance(value, str):
        return number_in(value) is None and is_missing_rating(value)
    return _is_blank(value)


def _is_blank(value: object) -> bool:
    if isinstance(value, str):
        return not value.strip()
    return (
        value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
    )
