"""How good a response to a problem is: the class that judges choose, and checks that need no judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.scenarios.macgyver.parse import count_steps, foreign_tools, says_impossible, tools_named

CLASSES = ("correct_efficient", "correct_inefficient", "partly_wrong", "wrong", "wrong_solvability")
"""What a response can be, best first, in the order of the letters A to E; ``prompts/judge.j2`` says when it is that."""

LETTERS = {letter: float(5 - place) for place, letter in enumerate("ABCDE")}
"""Ratings by letter, 5 to 1: the rating that an annotation keeps has the class in it."""

LABELS: Mapping[str, str] = {
    **{name: name for name in CLASSES[:2]},
    "correct_unsolvable": "correct_efficient",
    "wrong_partial_correct": "partly_wrong",
    "wrong_entire_wrong_solution": "wrong",
    "wrong_fail_solvability_status": "wrong_solvability",
}
"""The class of each of the authors' labels. Their one label for "not possible", rightly, is class A."""

_BY_CLASS = dict(zip(CLASSES, LETTERS.values(), strict=True))
RATINGS = {**LETTERS, **_BY_CLASS, **{label: _BY_CLASS[name] for label, name in LABELS.items()}}
"""The rating that people mean by a letter, a class or a label."""

RIGHT = 100.0
WORD_LIMIT = 100


def rating_class(rating: float) -> str:
    """The class of a rating from 5 to 1."""
    return CLASSES[5 - int(rating)]


def judged_score(classes: Sequence[str]) -> float | None:
    """Percentage of the judges of a response who found it correct, efficient or not: 0 to 100; None without a judge."""
    return RIGHT * sum(name in CLASSES[:2] for name in classes) / len(classes) if classes else None


def class_shares(classes: Sequence[str]) -> dict[str, float | None]:
    """Percentage of a response's judges for each class, 0 to 100, together 100; None without a judge."""
    return {name: 100 * classes.count(name) / len(classes) if classes else None for name in CLASSES}


class Checks(NamedTuple):
    """What is found out about a response without a judge; the card says what the submetrics are.

    None where it does not apply: steps and tools of a response that says it is not possible, tools that are not known.
    ``foreign`` has the names of foreign_tools.
    """

    solvability_correct: bool
    says_impossible: bool
    foreign_tools: int | None
    tools_used: int | None
    steps: int | None
    words: int
    over_100_words: bool
    foreign: tuple[str, ...] = ()


def check_response(response: str, problem: str, tools: Sequence[str] | None, solvable: bool) -> Checks:
    """The checks of a response's text; ``tools`` are the problem's, None where they are not known."""
    impossible, words = says_impossible(response), len(response.split())
    known = None if impossible else tools
    foreign = tuple(foreign_tools(response, [problem, *known])) if known is not None else ()
    return Checks(
        solvability_correct=impossible is not solvable,
        says_impossible=impossible,
        foreign_tools=None if known is None else len(foreign),
        tools_used=None if known is None else len(tools_named(response, known)),
        steps=None if impossible else count_steps(response),
        words=words,
        over_100_words=words > WORD_LIMIT,
        foreign=foreign,
    )
