"""Ratings of an answer, whether judges gave them in a run or they stand in a row of a file."""

from __future__ import annotations

import math
from collections.abc import Mapping, Sequence
from typing import Any

from helm_creativity.core.judge_replies import JudgeReply, place_name
from helm_creativity.core.ratings import Reading, Scale
from helm_creativity.core.rows import list_in
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.judges.ratings import ANNOTATOR, Judgement, annotation_of, judgement_in, records_of
from helm_creativity.safe_text import quoted
from helm_creativity.untrusted_files import parse_json

NO_JUDGEMENT = Judgement()


def judgement_of(row: Sample) -> Judgement:
    """The ratings of an answer by judges; an empty judgement where no judge was asked."""
    return judgement_in(row.fields.get("annotations", {})) or NO_JUDGEMENT


def ratings_in(sample: Sample) -> list[dict[str, Any]]:
    """The ratings by judges of a run, or of a file, as a file shows them: one object for each, missing ones too.

    Returns:
        Objects with ``judge``, ``rubric``, ``about`` (which part of the response; "" for the whole), ``dimension``,
        ``rating`` (None where it is missing) and ``reason`` (why it is; otherwise "").
    """
    return [
        {
            **{name: one[name] for name in ("judge", "rubric", "about", "dimension")},
            "rating": one["value"],
            "reason": one["reason"],
        }
        for one in records_of(judgement_of(sample))
    ]


def mean_or_none(values: Sequence[float]) -> float | None:
    """The arithmetic mean; None without any value."""
    return math.fsum(values) / len(values) if values else None


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


def ratings_of_cells(record: Mapping[str, Any], rubrics: Sequence[Rubric], n: int) -> dict[str, Any]:
    """Ratings of n texts of one answer, from cells that are called as the dimensions, as annotations of the answer.

    A cell is a list, also as JSON text, with an entry for each text: a rating, a list of ratings by several raters, or
    null for none. A dimension without a cell has no ratings.

    Args:
        record: the row.
        rubrics: each rates texts one by one, on a scale.
        n: how many texts were read from the answer.

    Raises:
        BadArguments: for anything else.
    """
    judge_replies = []
    for rubric in rubrics:
        (dimension,) = rubric.dimensions
        cell = list_in(record.get(dimension))
        if cell in (None, ""):
            continue
        if not isinstance(cell, list) or len(cell) != n:
            raise BadArguments(
                f"expected {dimension} as a list with a rating, a list of them or null for each of {n} texts of the "
                f"answer, got {quoted(record[dimension])}"
            )
        assert rubric.scale is not None
        for place, entry in enumerate(cell, start=1):
            ratings = ratings_of_cell({dimension: entry}, dimension, rubric.scale) if entry not in (None, []) else []
            for rater, rating in enumerate(ratings, start=1):
                readings = {dimension: Reading(rating)}
                judge_replies.append(
                    JudgeReply(f"rater {rater}", rubric.name, place_name(place), readings, place=place)
                )
    return {ANNOTATOR: annotation_of(Judgement(judge_replies, len(judge_replies)))}
