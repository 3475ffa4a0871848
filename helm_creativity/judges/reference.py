"""Ratings of reference answers: no judge is asked, the best rating is stipulated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helm_creativity.core.judge_replies import JudgeReply
from helm_creativity.core.ratings import Reading
from helm_creativity.judges.ratings import ANNOTATOR, Judgement, annotation_of

JUDGE = "reference"


def judge_reply(rubric: str, about: str = "", parts: Sequence[float] = (), **values: float) -> JudgeReply:
    """The reply of the stipulated judge to one question.

    Args:
        rubric: which question.
        about: see ``JudgeReply.about``.
        parts: see ``JudgeReply.parts``.
        values: ratings by dimension.
    """
    readings = {dimension: Reading(value) for dimension, value in values.items()}
    return JudgeReply(JUDGE, rubric, about, readings, parts=tuple(parts))


def annotated(*judge_replies: JudgeReply) -> dict[str, dict[str, Any]]:
    """The annotations of an answer with all planned ratings, as the benchmark's annotator writes them."""
    return {ANNOTATOR: annotation_of(Judgement(judge_replies, sum(len(one.readings) for one in judge_replies)))}
