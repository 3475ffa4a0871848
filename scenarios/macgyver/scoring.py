"""How good a response to a problem is: the class that judges choose, and checks that need no judge."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from helm_creativity.scenarios.macgyver.parse import count_steps, foreign_tools, says_impossible, tools_named

CLASSES = ("correct_efficient", "correct_inefficient", "partly_wrong", "wrong", "wrong_solvability")
"""What a response can be, best first, in the order of the letters A to E.

Of a problem that can be solved: it works and nothing simpler is obvious; it works with needless steps or tools; the
idea is sound but a step fails, is missing or needs a thing that is not there; it does not work, is unsafe or breaks
what is demanded; it says that the problem cannot be solved.

Of one that cannot: it says so for the right reason; for the right reason, but behind steps that lead nowhere; without a
reason or for one that is only partly right; for a wrong reason; it offers a solution.
"""

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

CORRECT = CLASSES[:2]
RIGHT = 100.0
WORD_LIMIT = 100


def rating_class(rating: float) -> str:
    """The class of a rating from 5 to 1."""
    return CLASSES[5 - int(rating)]


def judged_score(classes: Sequence[str]) -> float | None:
    """Percentage of the judges of a response who found it correct, efficient or not: 0 to 100; None without a judge."""
    return RIGHT * sum(name in CORRECT for name in classes) / len(classes) if classes else None


def class_shares(classes: Sequence[str]) -> dict[str, float | None]:
    """Percentage of a response's judges for each class, 0 to 100, together 100; None without a judge."""
    return {name: 100 * classes.count(name) / len(classes) if classes else None for name in CLASSES}


class Checks(NamedTuple):
    """What is found out about a response without a judge. None where it does not apply.

    Attributes:
        solvability_correct: whether it says rightly that the problem can, or cannot, be solved.
        says_impossible: whether it says that the problem cannot be solved.
        foreign_tools: other household objects that it uses; None as for tools_used.
        tools_used: tools of the problem that it names; None as for steps, and where the problem's tools are not known.
        steps: numbered ones, or sentences where none is numbered; None for a response that says it is not possible.
        words: separated by white space.
        over_100_words: whether there are more than the prompt asks for.
        foreign: the names of foreign_tools.
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
    """The checks of a response that is neither empty nor a refusal.

    Args:
        response: its text, without the model's reasoning.
        problem: the problem's text.
        tools: those of the problem; None where they are not known.
        solvable: whether they suffice.
    """
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
