"""Ratings of a response that stand in a row of a file, and ratings of judges as a file shows them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rows import list_in
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.untrusted_files import parse_json


def ratings_in(replies: Iterable[JudgeReply]) -> list[dict[str, Any]]:
    """The ratings of judges as a file shows them: one object for each, missing ones too.

    Returns:
        Objects with ``judge``, ``rubric``, ``about`` (which part of the response; "" for the whole), ``dimension``,
        ``rating`` (None where it is missing) and ``reason`` (why it is; otherwise "").
    """
    return [
        {
            "judge": reply.judge,
            "rubric": reply.rubric,
            "about": reply.about,
            "dimension": dimension,
            "rating": reading.value,
            "reason": str(reading.missing or ""),
        }
        for reply in replies
        for dimension, reading in reply.readings.items()
    ]


def ratings_of_cell(record: Mapping[str, Any], name: str, scale: Scale) -> list[float]:
    """Ratings from a cell: a number, or a list of them, one per rater, also as JSON text.

    Means of raters' ratings may stand there too, so that a number between two steps of the scale is right.

    Raises:
        BadArguments: for anything else, or a number that is not on the scale.
    """
    value: Any = record.get(name)
    try:
        decoded = parse_json(value) if isinstance(value, str) else value
        several = decoded if isinstance(decoded, list) else [decoded]
        ratings = [] if any(isinstance(one, bool) for one in several) else [float(one) for one in several]
    except (ValueError, TypeError, OverflowError):
        ratings = []
    if not ratings or not all(scale.low <= one <= scale.high for one in ratings):
        raise BadArguments(
            f"expected {name} as a rating from {scale.low:g} to {scale.high:g}, or a list of them, got {quoted(value)}"
        )
    return ratings


def ratings_of_cells(record: Mapping[str, Any], dimension: str, scale: Scale, n: int) -> list[list[float]]:
    """Ratings of n texts of one response, from a cell that is called as the dimension; none where there is no cell.

    A cell is a list, also as JSON text, with an entry for each text: a rating, a list of ratings by several raters, or
    null for none.

    Raises:
        BadArguments: for anything else.
    """
    cell = list_in(record.get(dimension))
    if cell in (None, ""):
        return [[] for _ in range(n)]
    if not isinstance(cell, list) or len(cell) != n:
        raise BadArguments(
            f"expected {dimension} as a list with a rating, a list of them or null for each of {n} texts of the "
            f"answer, got {quoted(record[dimension])}"
        )
    return [ratings_of_cell({dimension: entry}, dimension, scale) if entry not in (None, []) else [] for entry in cell]
