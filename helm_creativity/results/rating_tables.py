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

import numpy as np

from helm_creativity.benchmark.rows.cells import (
    MISSING,
    CodeWatch,
    is_missing_rating,
    labelled_number,
    name_in,
    number_in,
)
from helm_creativity.benchmark.rows.columns import letters_of
from helm_creativity.benchmark.rows.tables import read_spreadsheet, records_in_file
from helm_creativity.benchmark.rows.workbooks import rows_of_frame
from helm_creativity.errors import BadArguments
from helm_creativity.people.programs import NAMES, read_export
from helm_creativity.results.ratings import NOT_RATED, RatingRow
from helm_creativity.safe_text import kind_of, listed, quoted

USUAL = {"benchmark": "ratings", "dimension": "rating", "model": "all responses", "trial": "0"}
"""What stands where a table has no such column."""


def ratings_of_table(
    table: Any,  # noqa: ANN401 - any data frame
    raters: Sequence[str] = (),
    item: str = "",
) -> Iterator[RatingRow]:
    """The ratings of a table, in its order; the only rater may be ``JUDGES=RATINGS``, the columns of the long form."""
    named = {"instance": item} if item else {}
    judge, sign, rated = raters[0].partition("=") if len(raters) == 1 else ("", "", "")
    if sign:
        named, raters = {**named, "judge": judge, "rating": rated}, ()
    seen: set[RatingRow] = set()
    watches: dict[tuple[str, str], CodeWatch] = defaultdict(CodeWatch)
    responses: Counter[tuple[str | None, ...]] = Counter()
    for number, record in _of_raters_in_rows(table) if not (raters or named) else numbered_records(table):
        require_columns(number, record, [*raters, *named.values()])
        others = tuple(name for name in record if name not in named.values())
        columns = {**_columns(others), **named}
        filled = {field: record[name] for field, name in columns.items() if value_in(record[name]) is not None}
        texts: dict[str, Any] = {field: name_in(cell).strip() for field, cell in filled.items()}
        if "instance" not in texts or not (raters or ("judge" in texts and "rating" in columns)):
            raise BadArguments(
                f"row {number}: expected the columns judge (or rater), item and rating, the first two filled, got "
                f"{listed(filter(None, record))}; name the raters where each has a column of ratings; where each "
                "row is a rating, name the columns of judges and of ratings as --rater JUDGES=RATINGS, and --item"
            )
        if raters and columns.get("trial", "").strip().casefold() != "trial":  # of responses, which may be alike
            place = tuple(map(texts.get, ("benchmark", "dimension", "run", "model", "instance")))
            texts["trial"] = str(responses[place])
            responses[place] += 1
        texts = {**dict.fromkeys(RatingRow._fields, ""), **USUAL, **texts}
        texts["run"] = texts["run"] or texts["model"]
        for judge, name in [(rater, rater) for rater in raters] or [(texts["judge"], columns["rating"])]:
            row = RatingRow(**{**texts, "judge": judge, "rating": None, "reason": ""})
            if row in seen:
                raise BadArguments(
                    f"row {number}: {quoted(judge)} rates response {quoted(row.trial)} to {quoted(row.instance)} of "
                    f"{quoted(row.model)} twice; a column trial says which response it is, a column dimension what is "
                    "rated"
                )
            seen.add(row)
            rating = rating_in(record[name], f"row {number}: expected a number as the rating of {quoted(judge)}")
            if rating is None:
                yield row._replace(reason=texts["reason"] or NOT_RATED)
            else:
                watches[row.benchmark, row.dimension].see(f"row {number}", rating)
                yield row._replace(rating=rating)
    for watch in watches.values():
        watch.check()


def numbered_records(table: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:  # noqa: ANN401 - any data frame
    """Records with their numbers: of the line in a file, else from 1."""
    if isinstance(table, (str, Path)):
        yield from records_in_file(Path(table))
        return
    rows = rows_of_frame(table)
    if rows is None and (not isinstance(table, Iterable) or isinstance(table, (Mapping, bytes))):
        raise BadArguments(f"expected a file, a data frame or a list of mappings, got {kind_of(table)}")
    for number, record in enumerate(table if rows is None else rows, start=1):
        if not isinstance(record, Mapping):
            raise BadArguments(f"row {number}: expected a mapping, got {quoted(record)}")
        yield number, record


def require_columns(number: int, record: Mapping[str, Any], names: Iterable[str]) -> None:
    """Raises BadArguments for a row that lacks a column."""
    if lacking := [name for name in names if name not in record]:
        raise BadArguments(f"row {number}: there is no column {quoted(lacking[0])}; there are {listed(record)}")


def _of_raters_in_rows(table: Any) -> Iterator[tuple[int, Mapping[str, Any]]]:  # noqa: ANN401 - any data frame
    """The records; of a survey in which each row is a rater's and each column of ratings an item, one for each."""
    export = None
    if isinstance(table, (str, Path)):
        export = read_export(read_spreadsheet(Path(table), lenient=True), lambda _: False)
    who = export.participant if export is not None and export.questions else None
    if export is None or who is None or "rating" in _columns(export.sheet.columns):
        yield from numbered_records(table)
        return
    rows, asked = export.sheet.rows, Counter(export.questions.values())
    for name in (name for name in export.sheet.columns if name not in export.own and name != who):
        cells = [value_in(row[name]) for _, row in rows]
        if any(cell is not None for cell in cells) and not any(isinstance(cell, str) for cell in cells):
            text = export.questions.get(name, "")
            item = text if asked[text] == 1 else name
            yield from ((line, {"judge": row[who], "item": item, "rating": row[name]}) for line, row in rows)


@lru_cache(maxsize=1000)
def _columns(names: tuple[Any, ...]) -> Mapping[str, str]:
    """The columns of a table for the fields of a rating; one of exactly that name goes before others."""
    folded = {**{letters_of(str(name)): name for name in names}, **{name: name for name in names}}
    others = {**NAMES["ratings"], "model": [*NAMES["ratings"]["model"], *NAMES["participant"]]}
    found: dict[str, str] = {}
    for field in RatingRow._fields:
        called = [folded[name] for name in (field, *others.get(field, ())) if name in folded]
        found |= {field: called[0]} if called else {}
    return found


def value_in(cell: Any) -> Any:  # noqa: ANN401 - whatever a cell holds
    """A number, also with a decimal comma, or another value; None in an empty cell, or one such as NA or -."""
    if not isinstance(cell, str):
        return None if cell is None or cell != cell else cell
    number, text = number_in(labelled_number(cell)), cell.strip()
    if number is None:
        return None if text in MISSING or not any(map(str.isalnum, text)) else text
    return number


def rating_in(cell: Any, expected: str) -> float | None:  # noqa: ANN401 - whatever a cell holds
    """The rating in a cell, None where it says that there is none; BadArguments says what was expected instead."""
    value = value_in(cell)
    if value is None or (isinstance(value, str) and is_missing_rating(value)):
        return None
    if not isinstance(value, (int, float, np.number)) or not math.isfinite(value):
        raise BadArguments(f"{expected}, got {quoted(cell)}")
    return float(value)
