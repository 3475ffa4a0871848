"""How long an answer is, and what follows it: each of its judges rates the ideas, one dimension after the other."""

from __future__ import annotations

from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times
<< gap >>from << here >>.ideas import questions

IDEAS = ("let every street choose one evening a week without cars and see what becomes of it",) * 8
A_LINE = 5
"""Tokens of a judge's line about an idea."""

ANSWER_TOKENS = sum(map(len, IDEAS)) // CHARACTERS_A_TOKEN
ASSUMED = (f"<< title >>: an answer has {len(IDEAS)} ideas; a judge gets one question a dimension.",)


def follows(answer: PlannedAnswer) -> Follows:
    """One question a dimension to each judge."""
    asked = [question for _, question in questions(answer.fields["problem"], IDEAS)]
    return Follows(ratings=tuple(Rating(Times.up_to(1), one.characters, A_LINE * len(IDEAS)) for one in asked))
