"""Uses of people, and ratings of them, as they stand in a file."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from helm_creativity.errors import BadArguments
from helm_creativity.judging.given import given_ratings
from helm_creativity.rated import CREATIVITY
from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.rooms.rows import list_in
from helm_creativity.vocabulary.command import text_of


def row_of(record: dict[str, Any]) -> Row:
    """A row from an object with ``object`` and its ``uses`` (a list, also as JSON; or text) or a model's ``response``.

    There may be ratings: ``originality``, one of each use or a list of raters' for each use, and ``creativity``, one of
    the answer as a whole or a list of raters'.

    Raises:
        BadArguments: when something is missing or of the wrong kind.
    """
    fields: dict[str, Any] = {"object": text_of(record, "object").lower()}
    if _there(record, "originality"):
        fields["ratings"] = ratings_of(record["originality"])
    if _there(record, "creativity"):
        assert CREATIVITY.scale is not None
        fields["creativity"] = given_ratings(record, "creativity", CREATIVITY.scale)
    uses = list_in(record.get("uses"))
    if isinstance(uses, list):
        if not all(isinstance(use, str) for use in uses):
            raise BadArguments(f"uses must be a list of texts, or text, got {record['uses']!r}")
        return Row(None, {**fields, "uses": uses})
    answer = uses if _there(record, "uses") else record.get("response")
    if answer is None and not {"uses", "response"} & set(record):
        raise BadArguments(f"expected a field uses or response, got {sorted(record)}")
    if answer is not None and not isinstance(answer, str):
        raise BadArguments(f"uses must be a list of texts, or text, and response text, got {answer!r}")
    return Row(Answer(answer or ""), fields)


def ratings_of(value: object) -> list[list[float]]:
    """Ratings of single uses: a number, or a list of numbers, for each; None or an empty list for a use without one.

    Raises:
        BadArguments: for anything else.
    """
    several = list_in(value)
    each = (
        [one if isinstance(one, list) else [] if one is None else [one] for one in several]
        if isinstance(several, list)
        else None
    )
    if each is None or not all(_is_number(one) for some in each for one in some):
        raise BadArguments(
            f"expected originality as a list with a rating, or a list of ratings, for each use, got {value!r}"
        )
    return [[float(one) for one in some] for some in each]


def _there(record: Mapping[str, Any], name: str) -> bool:
    """Whether a field holds anything: in a spreadsheet an empty cell is none."""
    return record.get(name) not in (None, "")


def _is_number(value: object) -> bool:
    return isinstance(value, (int, float)) and not isinstance(value, bool) and math.isfinite(value)
