"""Ideas that a judge rates as high as can be."""

from __future__ import annotations

from helm_creativity.judging.given import given_each
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
<< gap >>from << here >>.ideas import DIMENSIONS, INSTRUMENTS, SCALE

TOP = SCALE.high

IDEAS = ("ask those who live there", "try it for a week and count", "do the opposite on Sundays")


def oracle(fields: Fields) -> Row:
    """Three ideas with their ratings."""
    text = "\n".join(f"{number}. {idea}" for number, idea in enumerate(IDEAS, start=1))
    ratings = given_each(dict.fromkeys(DIMENSIONS, [TOP] * len(IDEAS)), INSTRUMENTS, len(IDEAS))
    return Row(Answer(text, "stop"), {**fields, "annotations": ratings})
