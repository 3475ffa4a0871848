"""What the judges of a run did: their ratings in one line and in a file, and the stats of the panel."""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from helm_creativity.benchmark.ratings import JudgeReply, MissingReason


class Judged(Protocol):
    """What judges replied about one response: a ``Transcript``, or what came of replaying it."""

    @property
    def judge_replies(self) -> Sequence[JudgeReply]:
        """In the order asked, missing ones too."""

    @property
    def error(self) -> str:
        """What broke; "" if nothing did."""

    @property
    def left_out(self) -> Sequence[str]:
        """Judges of the panel that did not rate because they are the model under test."""


def mean_or_none(values: Sequence[float]) -> float | None:
    """The arithmetic mean; None without any value."""
    return math.fsum(values) / len(values) if values else None


def summarise_ratings(replies: Sequence[JudgeReply]) -> str:
    """The ratings in one line: ``lexical-judge: creativity 22; other: creativity missing (refused)``.

    Texts that are rated one by one, and pairs, stand before their ratings: ``originality #1: 3, #2: 4``. Judges appear
    by the last part of their names, or by their whole names where two of these parts are equal.
    """
    judges = list(dict.fromkeys(reply.judge for reply in replies))
    ends = [judge.rsplit("/", 1)[-1] for judge in judges]
    names = ends if len({*ends}) == len(ends) else judges
    parts = [f"{name}: {_ratings_by(judge, replies)}" for judge, name in zip(judges, names, strict=True)]
    return "; ".join(parts) or "no ratings"


def _ratings_by(judge: str, replies: Iterable[JudgeReply]) -> str:
    texts: dict[str, list[str]] = {}
    for reply in replies:
        for dimension, reading in reply.readings.items() if reply.judge == judge else ():
            value = f"missing ({reading.missing})" if reading.value is None else f"{round(reading.value, 2):g}"
            texts.setdefault(dimension, []).append(f"{reply.about}: {value}" if reply.about else value)
    return ", ".join(f"{dimension} {', '.join(values)}" for dimension, values in texts.items())


def ratings_in(replies: Iterable[JudgeReply]) -> list[dict[str, Any]]:
    """The ratings of judges as a file shows them: one object for each, missing ones too."""
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


def enough_rated(rated: int, parts: int) -> bool:
    """Whether a thing whose parts are rated may have a score: at least half of its parts have a rating.

    A judge that rated one use of nine says next to nothing of the nine.
    """
    return 2 * rated >= parts


PANEL_STATS = (
    "judge_coverage",
    "judge_calls",
    "judge_failures",
    "judge_asked_again",
    "judge_tokens",
    "judges_left_out",
)
"""The submetrics of every judged benchmark."""


def panel_stats(responses: Iterable[Judged]) -> dict[str, float | None]:
    """What the judges of a run did: ``PANEL_STATS``."""
    planned = arrived = calls = failures = again = characters = left_out = 0
    for response in responses:
        left_out = max(left_out, len(response.left_out))
        for reply in response.judge_replies:
            for reading in reply.readings.values():
                planned += 1
                arrived += reading.value is not None
                failures += reading.missing not in (None, MissingReason.NOT_ASKED)
            if reply.heads:
                calls += reply.asked
                again += reply.asked_again
                characters += reply.characters if reply.answered else 0
    values = (
        arrived / planned if planned else None,
        float(calls),
        float(failures),
        float(again),
        characters / 4,
        float(left_out),
    )
    return dict(zip(PANEL_STATS, values, strict=True))
