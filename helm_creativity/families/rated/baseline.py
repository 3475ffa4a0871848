"""How the lexical judge rates an open answer, and several texts one by one."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable

from helm_creativity.baselines.surface import oddity, placed
from helm_creativity.core.prompts import hole, unrender
from helm_creativity.core.rubrics import Rubric
from helm_creativity.families.rated.rubric import OWN_QUESTIONS, WholeQuestions

_NUMBERED = re.compile(r"^\d+\. (.*)$", re.MULTILINE)


def judge(prompt: str, known: Iterable[WholeQuestions] = (OWN_QUESTIONS,)) -> str | None:
    """The lexical judge's reply to a question about a whole response, None to any other; all are attempts to it."""
    for questions in known:
        for rubric in questions.rubrics:
            holes = {"task": hole("task", lines=True), "response": hole("response", lines=True)}
            found = unrender(rubric.folder, rubric.user, prompt, **holes)
            if found is not None:
                return str(placed(oddity(found["response"]), 10, 50)) if rubric.words is None else "VALID"
    return None


def judge_each(rubric: Rubric, prompt: str, **holes: str) -> str | None:
    """The lexical judge's ratings of several texts by their oddity, as a question asks for them; else None.

    Args:
        rubric: rates texts one by one, on a scale; its template has each on a line of its own, as "1. text".
        prompt: the question, or anything.
        holes: the template's other variables, as for ``unrender``.
    """
    several = {rubric.each: [hole("text", lines=True)]}
    found = unrender(rubric.folder, rubric.user, prompt, **holes, **several)
    if found is None:
        return None
    assert rubric.scale is not None
    steps = rubric.scale.values()
    ratings = [steps[placed(oddity(text), 0, len(steps) - 1)] for text in _NUMBERED.findall(f"1. {found['text']}")]
    by_number = {str(number): rating for number, rating in enumerate(ratings, start=1)}
    if rubric.asks_json:
        return json.dumps(by_number)
    return "\n".join(f"{number}: {rating:g}" for number, rating in by_number.items())
