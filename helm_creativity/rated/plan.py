"""What follows an open answer: a number from each of its judges."""

from __future__ import annotations

from helm_creativity.rated.instrument import CREATIVITY
from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times

ANSWER_TOKENS = 80
"""A few sentences."""

_ANSWER = "x" * ANSWER_TOKENS * CHARACTERS_A_TOKEN


def follows(answer: PlannedAnswer) -> Follows:
    """One question to each judge: the task and the answer."""
    question = CREATIVITY.question(task=answer.task, response=_ANSWER)
    return Follows(ratings=(Rating(Times.up_to(1), len(question.system) + len(question.user), 1),))
