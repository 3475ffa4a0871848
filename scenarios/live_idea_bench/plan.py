"""What follows an idea: another prompt if it was refused, critics, and a comparison with the next one."""

from __future__ import annotations

from functools import cache

from helm_creativity.judging import Question
from helm_creativity.judging.neighbours import pair_name
from helm_creativity.rooms import render
from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times, Turn
from helm_creativity.scenarios.live_idea_bench.protocols import FALLBACKS, FLUENCY, HERE, PROTOCOLS

ANSWER_TOKENS = 140
"""Most of the 100 words that the prompt allows."""

_SCORES, _LETTER = 25, 1
_IDEA = "x" * ANSWER_TOKENS * CHARACTERS_A_TOKEN

ASSUMED = (
    "LiveIdeaBench: no idea is refused, so that none is asked for again in other words; all are within the length, so "
    "that critics rate each of them and compare every two consecutive ones for a keyword.",
)


def follows(answer: PlannedAnswer) -> Follows:
    """The judges of an idea rate it, those of a pair compare it with the next one."""
    form, keyword = answer.settings["form"], str(answer.fields["keyword"])
    again = render(HERE, FALLBACKS[form], keyword=keyword).text
    ratings = [Rating(Times.up_to(1), _critic(answer.settings["protocol"]), _SCORES)]
    if answer.trial + 1 < answer.trials:
        compared = _length(FLUENCY.question(keyword=keyword, idea_a=_IDEA, idea_b=_IDEA))
        ratings.append(Rating(Times.up_to(1), compared, _LETTER, pair_name(answer.trial)))
    turn = Turn(Times(0, 0, 1), len(answer.before) + len(again), ANSWER_TOKENS)
    return Follows((turn,), tuple(ratings))


@cache
def _critic(protocol: str) -> int:
    """Characters of the critics' question."""
    return _length(PROTOCOLS[protocol].critic.question(idea=_IDEA))


def _length(question: Question) -> int:
    return len(question.system) + len(question.user)
