"""Ratings of an answer, whether judges gave them in a run or they stand in a row of a file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.judging.instruments import Instrument
from helm_creativity.judging.ratings import ANNOTATOR, Judgement, Verdict, flat, judgement_in, place_name
from helm_creativity.judging.replies import Reading, Scale
from helm_creativity.rooms import Row
from helm_creativity.rooms.rows import list_in

NO_JUDGEMENT = Judgement()


def judgement_of_row(row: Row) -> Judgement:
    """What judges said of an answer; an empty judgement where none was asked."""
    return judgement_in(row.fields.get("annotations", {})) or NO_JUDGEMENT


def mean_or_none(values: Sequence[float]) -> float | None:
    """The arithmetic mean; None without any value."""
    return math.fsum(values) / len(values) if values else None


def given_ratings(record: Mapping[str, Any], name: str, scale: Scale) -> list[float]:
    """Ratings from a cell: a number, or a list of them, one a rater, also as JSON text.

    Means of raters' ratings may stand there too, so that a number between two steps of the scale is right.

    Raises:
        BadArguments: for anything else, or a number that is not on the scale.
    """
    value: Any = record.get(name)
    try:
        decoded = json.loads(value) if isinstance(value, str) else value
        several = decoded if isinstance(decoded, list) else [decoded]
        ratings = [] if any(isinstance(one, bool) for one in several) else [float(one) for one in several]
    except (ValueError, TypeError, RecursionError):
        ratings = []
    if not ratings or not all(scale.low <= one <= scale.high for one in ratings):
        raise BadArguments(
            f"expected {name} as a rating from {scale.low:g} to {scale.high:g}, or a list of them, got {value!r}"
        )
    return ratings


def given_each(record: Mapping[str, Any], instruments: Sequence[Instrument], n: int) -> dict[str, Any]:
    """Ratings of n texts of one answer, from cells that are called as the dimensions, as annotations of the answer.

    A cell is a list, also as JSON text, with an entry for each text: a rating, a list of them, one a rater, or null for
    none. A dimension without a cell has no ratings.

    Args:
        record: the row.
        instruments: each rates texts one by one, on a scale.
        n: how many texts were read from the answer.

    Raises:
        BadArguments: for anything else.
    """
    verdicts = []
    for instrument in instruments:
        (dimension,) = instrument.dimensions
        cell = list_in(record.get(dimension))
        if cell in (None, ""):
            continue
        if not isinstance(cell, list) or len(cell) != n:
            raise BadArguments(
                f"expected {dimension} as a list with a rating, a list of them or null for each of {n} texts of the "
                f"answer, got {record[dimension]!r}"
            )
        assert instrument.scale is not None
        for place, entry in enumerate(cell, start=1):
            ratings = given_ratings({dimension: entry}, dimension, instrument.scale) if entry not in (None, []) else []
            for rater, rating in enumerate(ratings, start=1):
                readings = {dimension: Reading(rating)}
                verdicts.append(Verdict(f"rater {rater}", instrument.name, place_name(place), readings, place=place))
    return {ANNOTATOR: flat(Judgement(verdicts, len(verdicts)))}
