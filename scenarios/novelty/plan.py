"""What follows an answer: its judges rate it, and may compare it with the first member of every class before it."""

from __future__ import annotations

from helm_creativity.judging import Question
from helm_creativity.rooms.planned import CHARACTERS_A_TOKEN, Follows, PlannedAnswer, Rating, Times
from helm_creativity.scenarios.novelty.protocols import JUDGES, QUALITY, SAME

ANSWER_TOKENS = 40
"""A word or a few sentences."""

CLASSES = 4
"""About as many different answers of ten as the models of the authors' leaderboard give (2.8 to 7.7, median 3.8)."""

ASSUMED = (
    f"NoveltyBench: of the answers to a prompt the first {CLASSES} are different, and every later one is compared with "
    "all of these; no two texts are equal, about which judges would not be asked.",
)

_ANSWER = "x" * ANSWER_TOKENS * CHARACTERS_A_TOKEN


def follows(answer: PlannedAnswer) -> Follows:
    """A number from each judge of an answer, and a letter for each comparison."""
    rating = QUALITY.question(task=answer.task, response=_ANSWER)
    ratings = [Rating(Times.up_to(1), _length(rating), 1)]
    k = answer.settings["k"]
    before = min(answer.trial, k - 1)
    if answer.settings["same"] == JUDGES and before:
        usual = min(before, CLASSES) if answer.trial < k else 0
        pair = SAME.question(task=answer.task, first=_ANSWER, second=_ANSWER)
        ratings.append(Rating(Times(0, usual, before), _length(pair), 1))
    return Follows(ratings=tuple(ratings))


def _length(question: Question) -> int:
    return len(question.system) + len(question.user)
