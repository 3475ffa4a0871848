"""Scores open answers by the mean of what judges give them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from helm_creativity.core.card import Card
from helm_creativity.core.types import FailureReason, Sample, SampleScore
from helm_creativity.families.judged import score_panel
from helm_creativity.families.rated.rubric import is_off_task
from helm_creativity.judges.file_ratings import judgement_of, mean_or_none
from helm_creativity.parsing import PROSE, as_written, unanswered

FORM = PROSE
"""What a response must be; a metaphor completes a sentence with a word or two, so that none is too short."""


class RatedScorer:
    """See ``RunScorer``. An answer's score is the mean over its judges, from 10 to 50; a run's the mean over answers.

    Source: Beaty et al. 2026 (AGC-Bench), appendix L: the scale, one rating of a response as a whole. Judges do not
    rate an answer that is empty, truncated, a refusal or implausible; one that most of them take for no attempt at the
    task, where that is asked (section 3.7), is off the task; one that no judge rated is unjudged. An answer
    that comes with ratings counts as an answer unless it is empty: "I can't breathe" may well complete a sentence.
    """

    def __init__(self, card: Card) -> None:
        self.card = card

    def score(self, rows: Sequence[Sample]) -> list[SampleScore]:
        """One outcome for each answer: from ``fields["ratings"]`` where given, otherwise from its judges."""
        return [_sample_score(row) for row in rows]

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """What the judges did."""
        return score_panel(self.card.group, samples)


def _sample_score(row: Sample) -> SampleScore:
    given = row.fields.get("ratings")
    text = as_written(row.response.text) if row.response else None
    failure_reason = unanswered(row.response, form=FORM) if row.response else None
    if given is not None and failure_reason is not FailureReason.EMPTY:
        failure_reason = None
    ratings = given if given is not None else judgement_of(row).values("creativity")
    if failure_reason is None and given is None and is_off_task(judgement_of(row)):
        failure_reason = FailureReason.OFF_TASK
    score = None if failure_reason else mean_or_none(ratings)
    if failure_reason is None and score is None:
        failure_reason = FailureReason.UNJUDGED
    words = float(len(text.split())) if text is not None else None
    return SampleScore(score, failure_reason, {"creativity": score, "words": words}, {"scored_response": text})
