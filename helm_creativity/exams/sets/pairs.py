"""Sets of pairs of texts: judges say which is the better one, by a letter."""

from __future__ import annotations

from collections.abc import Mapping

from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.exams.sets.questions import set_rubric
from helm_creativity.exams.types import ExamResponse, ExamScale, ScaleKind

FIRST, SECOND = 1.0, 0.0
SCALE = ExamScale(ScaleKind.BINARY, SECOND, FIRST, {FIRST: "first", SECOND: "second"})


def pair_rubric(name: str, dimension: str) -> Rubric:
    """The question of a set, whose template has the set's name."""
    return set_rubric(name, dimension, "first", "second", letters={"A": FIRST, "B": SECOND})


def pair_response(
    rubric: Rubric,
    name: str,
    item: str,
    texts: tuple[str, str],
    ratings: Mapping[str, float],
    fields: Mapping[str, str] | None = None,
) -> ExamResponse:
    """Two texts in the order in which a judge reads them."""
    first, second = texts
    question = rubric.question(first=first, second=second)
    return ExamResponse(name, item, f"{first}\n{second}", question, ratings, fields=fields or {})
