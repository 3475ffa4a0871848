"""What follows an answer: a letter from each of its judges."""

from __future__ import annotations

from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times
from helm_creativity.scenarios.macgyver.protocols import question_about

ANSWER_TOKENS = 120
"""The prompt asks for less than 100 words."""

_ANSWER = "x" * ANSWER_TOKENS * CHARACTERS_A_TOKEN


def follows(answer: PlannedAnswer) -> Follows:
    """One question to each judge."""
    fields = answer.fields
    question = question_about(_ANSWER, str(fields["problem"]), bool(fields["solvable"]), fields.get("reference"))
    return Follows(ratings=(Rating(Times.up_to(1), len(question.system) + len(question.user), 1),))
