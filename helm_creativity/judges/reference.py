"""Judges of reference responses: no model is asked, and every rating is stipulated."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from helm_creativity.benchmark.ratings import JudgeReply, ParsedRating
from helm_creativity.benchmark.rubrics import Question, Rubric
from helm_creativity.judges.designs import Unit
from helm_creativity.judges.readings import JudgeReading, to_replies

JUDGE = "reference"


@dataclass(frozen=True)
class StipulatedJudges:
    """A panel of one judge that gives every rubric its best value, or the value named here."""

    values: Mapping[str, float] = field(default_factory=dict)
    parts: Mapping[str, float] = field(default_factory=dict)

    def left_out(self, model: tuple[str, str]) -> tuple[str, ...]:
        """Nobody."""
        return ()

    def ask_about(
        self, rubric: Rubric, question: Question, model: tuple[str, str], unit: Unit, about: str = ""
    ) -> Sequence[JudgeReply]:
        """See ``judges.asking.Judges``."""
        readings = {name: ParsedRating(self.values.get(rubric.name, best_value(rubric))) for name in rubric.dimensions}
        parts = (self.parts[rubric.name],) * len(question.rated) if rubric.name in self.parts else ()
        read = [JudgeReading(readings, parts=parts)] * (len(question.rated) if rubric.rates_each else 1)
        return to_replies(JUDGE, rubric, unit.about + about, read)


def best_value(rubric: Rubric) -> float:
    """The highest value of a rubric; 1 where it has neither scale nor choices."""
    if rubric.scale is not None:
        return rubric.scale.high
    return max((rubric.letters or rubric.words or {"": 1.0}).values())
