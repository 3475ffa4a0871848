"""What follows a list of uses: each of its judges rates them, sorts them, and may rate the answer as a whole."""

from __future__ import annotations

from functools import cache

from helm_creativity.judging import Question
from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times
from helm_creativity.scenarios.aut.objects import phrase_of
from helm_creativity.scenarios.aut.protocols import CATEGORIES, CREATIVITY, PROTOCOLS

_USES = ("use it as something to sit upon",) * 10
_A_LINE = 5
"""Tokens of a judge's line about a use."""

ANSWER_TOKENS = sum(map(len, _USES)) // CHARACTERS_A_TOKEN + len(_USES)

ASSUMED = (
    f"Alternate uses: an answer lists {len(_USES)} uses, which go to a judge in one question an instrument, however "
    "many they are; one without any is not judged.",
)


def follows(answer: PlannedAnswer) -> Follows:
    """One question an instrument to each judge."""
    protocol, weighted = answer.settings["protocol"], bool(answer.settings.get("weighted"))
    lines = _about_uses(protocol, weighted, phrase_of(str(answer.fields["object"])))
    ratings = [Rating(Times.up_to(1), characters, _A_LINE * len(_USES)) for characters in lines]
    if PROTOCOLS[protocol].rates_whole:
        question = CREATIVITY.question(task=answer.task, response="; ".join(_USES))
        ratings.append(Rating(Times.up_to(1), _length(question), 1))
    return Follows(ratings=tuple(ratings))


@cache
def _about_uses(protocol: str, weighted: bool, phrase: str) -> tuple[int, ...]:
    """Characters of the two questions about single uses."""
    instruments = PROTOCOLS[protocol].of_each_use(weighted), CATEGORIES
    return tuple(_length(one.question(phrase=phrase, uses=_USES)) for one in instruments)


def _length(question: Question) -> int:
    return len(question.system) + len(question.user)
