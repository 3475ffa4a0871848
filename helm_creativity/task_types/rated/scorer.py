"""Scores open responses by the mean of their ratings."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from helm_creativity.benchmark.types import FailureReason, SampleScore
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.task_types.rated.rubric import WholeRatings
from helm_creativity.text.plausibility import PROSE

FORM = PROSE
"""What a response must be; a metaphor completes a sentence with a word or two, so that none is too short."""


@dataclass(frozen=True)
class RatedResponse:
    """What is known of a response."""

    text: str | None
    failure_reason: FailureReason | None
    ratings: WholeRatings = field(default_factory=WholeRatings)


class RatedScorer:
    """See ``Scorer``. A response's score is the mean of its ratings, from 10 to 50; a run's the mean over responses.

    Source: Beaty et al. 2026 (AGC-Bench), appendix L: the scale, one rating of a response as a whole. Judges do not
    rate a response that is empty, truncated, a refusal or implausible; one that most of them take for no attempt at the
    task, where that is asked (section 3.7), is off the task; one that nobody rated is unjudged. A response that comes
    with people's ratings counts as one unless it is empty.
    """

    independent = True

    def score(self, found: Sequence[RatedResponse]) -> list[SampleScore]:
        """One score for each response."""
        return [_score(response) for response in found]


def _score(response: RatedResponse) -> SampleScore:
    reason = response.failure_reason or (FailureReason.OFF_TASK if response.ratings.off_task else None)
    score = None if reason else mean_or_none(response.ratings.creativity)
    if reason is None and score is None:
        reason = FailureReason.UNJUDGED
    words = None if response.text is None else float(len(response.text.split()))
    return SampleScore(score, reason, {"creativity": score, "words": words}, {"scored_response": response.text})
