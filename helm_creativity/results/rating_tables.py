"""Ratings from any table, as those of a suite: a file, a data frame or records, one row per rating or one per response.

In the long form each row is a rating: ``judge`` (or ``rater``), ``item`` (or ``instance``) and ``rating``. In the wide
form each row is a response, and named columns are the raters.
"""

from __future__ import annotations

import math
from collections import Counter, defaultdict
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
    seen: set[tuple[str, ...]] = set()
    watches: dict[tuple[str, str], CodeWatch] = defaultdict(CodeWatch)
    for number, row in _rows(numbered_records(table), raters, item):
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


def _rows(
    records: Iterable[tuple[int, Mapping[str, Any]]], raters: Sequence[str], item: str
) -> Iterator[tuple[int, RatingRow]]:
    responses: Counter[tuple[str | None, ...]] = Counter()
    for number, record in records:
        columns = dict(_columns(tuple(record)))
        if item and item not in record:
            raise BadArguments(f"row {number}: there is no column {quoted(item)}; there are {listed(record)}")
        if item and _is_blank(record[item]):
            raise BadArguments(f"row {number}: expected the rated item in the column {quoted(item)}, got nothing")
        if lacking := [rater for rater in raters if rater not in record]:
            raise BadArguments(
                f"row {number}: expected a column for each rater, without {listed(lacking)}; there are {listed(record)}"
            )
        columns |= {"instance": item} if item else {}
        filled = {field: record[name] for field, name in columns.items() if not _is_blank(record[name])}
        texts: dict[str, Any] = {field: name_in(cell).strip() for field, cell in filled.items()}
        if not raters and ("judge" not in texts or "rating" not in columns):
            raise BadArguments(
                f"row {number}: expected the columns judge (or rater), item and rating, got "
                f"{listed(filter(None, record))}; name the raters where each has a column of ratings"
            )
        if "instance" not in texts:
            named = listed(filter(None, record))
            raise BadArguments(f"row {number}: expected the rated item in a column item (or instance), got {named}")
        if raters and columns.get("trial", "").strip().casefold() != "trial":  # of responses, which may be alike
            place = tuple(map(texts.get, ("benchmark", "dimension", "run", "model", "instance")))
            texts["trial"] = str(responses[place])
            responses[place] += 1
        texts = {**dict.fromkeys(RatingRow._fields, ""), **USUAL, **texts}
        texts["run"] = texts["run"] or texts["model"]
        own = [(rater, record[rater]) for rater in raters] or [(texts["judge"], record[columns["rating"]])]
        for judge, cell in own:
            rating = _rating(cell)
            if rating is not None and not math.isfinite(rating):
                raise BadArguments(
                    f"row {number}: expected a number as the rating of {quoted(judge)}, got {quoted(cell)}"
                )
            reason = "" if rating is not None else texts["reason"] or NOT_RATED
            yield number, RatingRow(**{**texts, "judge": judge, "rating": rating, "reason": reason})


@lru_cache(maxsize=1000)
def _columns(names: tuple[Any, ...]) -> Mapping[str, str]:
    """The columns of a table for the fields of a rating; one of exactly that name goes before others."""
    folded = {**{str(name).strip().casefold(): name for name in names}, **{name: name for name in names}}
    return {
        field: next(folded[name] for name in known if name in folded)
        for field, known in NAMES.items()
        if not folded.keys().isdisjoint(known)
    }


def _rating(cell: Any) -> float | None:  # noqa: ANN401
    """The number in a cell, NaN where it holds something else; None for no rating, of which no number is one."""
    if isinstance(cell, str):
        number = number_in(cell)  # also with a decimal comma
        if number is None and is_missing_rating(cell):
            return None
        cell = cell if number is None else number
    if _is_blank(cell):
        return None
    try:
        return math.nan if isinstance(cell, bool) else float(cell)
    except (TypeError, ValueError, OverflowError):
        return math.nan


def _is_blank(value: object) -> bool:
    if isinstance(value, str):
        return not value.strip()
    return (
        value is None or type(value).__name__ in ("NAType", "NaTType") or (isinstance(value, float) and value != value)
    )
