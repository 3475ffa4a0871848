"""Ratings of judges as a file shows them."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from helm_creativity.core.judge_replies import JudgeReply


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
