"""Base of scorers that grade one answer at a time by what judges said of it."""

from __future__ import annotations

import logging
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from typing import TypeVar

from helm_creativity.judging.complaints import complaints
from helm_creativity.judging.given import NO_JUDGEMENT, judgement_of_row
from helm_creativity.judging.ratings import Judgement, judgement_in, panel_stats
from helm_creativity.rooms import AnswerScorer, Fields, Graded, Outcome, Row

logger = logging.getLogger(__name__)

T = TypeVar("T")


class JudgedScorer(AnswerScorer[T]):
    """See ``RunScorer`` and ``AnswerScorer``. A subclass implements ``read`` and ``rated``."""

    @abstractmethod
    def rated(self, said: T, judgement: Judgement, fields: Fields) -> Graded:
        """What an answer is worth by its judges; ``Graded(Unscored.UNJUDGED, ...)`` where they said too little.

        Args:
            said: what was read.
            judgement: an empty one where nobody was asked.
            fields: of its item.
        """

    def grade(self, said: T, fields: Fields) -> Graded:
        """See ``rated``."""
        return self.rated(said, judgement_in(fields.get("annotations", {})) or NO_JUDGEMENT, fields)

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """What the judges did; one warning for each judge of which ratings are missing."""
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", self.card.group, complaint)
        return panel_stats(judgements)
