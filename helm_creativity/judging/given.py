"""Ratings of an answer, whether judges gave them in a run or they stand in a row of a file."""

from __future__ import annotations

import json
import math
from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.judging.ratings import Judgement, judgement_in
from helm_creativity.judging.replies import Scale
from helm_creativity.rooms import Row

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
