"""Scores open answers by the mean of what judges give them."""

from __future__ import annotations

import logging
from collections.abc import Mapping, Sequence

from helm_creativity.judging import complaints, panel_stats
from helm_creativity.judging.given import judgement_of_row, mean_or_none
from helm_creativity.responses import Unscored, as_written, unanswered
from helm_creativity.rooms import Outcome, Row

logger = logging.getLogger(__name__)


class RatedScorer:
    """See ``RunScorer``. An answer's score is the mean over its judges, from 10 to 50; a run's the mean over answers.

    Source: Beaty et al. 2026 (AGC-Bench), appendix L: the scale, one rating of a response as a whole. An answer that
    says nothing, was cut or refused is not put to judges; one that no judge rated is unjudged. Where ratings are given,
    whoever gave them took the answer for one, unless it is empty: "I can't breathe" may well complete a sentence.
    """

    def __init__(self, group: str, signature: str) -> None:
        self._group = group
        self.signature = signature

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer: from ``fields["ratings"]`` where given, otherwise from its judges."""
        return [_outcome(row) for row in rows]

    def of_run(self, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Mapping[str, float | None]:
        """What the judges did."""
        judgements = [judgement_of_row(row) for row in rows]
        for complaint in complaints(judgements):
            logger.warning("%s: %s", self._group, complaint)
        return panel_stats(judgements)


def _outcome(row: Row) -> Outcome:
    given = row.fields.get("ratings")
    text = as_written(row.answer.text) if row.answer else None
    unscored = unanswered(row.answer) if row.answer else None
    if given is not None and unscored is not Unscored.EMPTY:
        unscored = None
    ratings = given if given is not None else judgement_of_row(row).values("creativity")
    score = None if unscored else mean_or_none(ratings)
    if unscored is None and score is None:
        unscored = Unscored.UNJUDGED
    words = float(len(text.split())) if text is not None else None
    return Outcome(score, unscored, {"creativity": score, "words": words}, {"scored_response": text})
