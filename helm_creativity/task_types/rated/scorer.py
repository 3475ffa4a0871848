"""Scores responses by the means of their ratings."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.types import FailureReason, Fields, SampleScore
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.task_types.rated.rubric import says_no


@dataclass(frozen=True)
class RatedResponse:
    """What is known of a response; ``text`` is None where a file has ratings alone.

    Attributes:
        fields: of its item.
        trial: its number among the responses to the item.
        text: what is rated; see ``RatedPassage`` for the next three.
        again: whether it responds to what was asked after a refusal; None where nobody was asked.
        ratings: by dimension.
        paired: mean of what is rated of it and the response before it, by dimension.
    """

    fields: Fields
    trial: int
    text: str | None = None
    failure_reason: FailureReason | None = None
    n_words: int = 0
    marked: bool = False
    again: bool | None = None
    ratings: Mapping[str, Sequence[float]] = field(default_factory=dict)
    paired: Mapping[str, float | None] = field(default_factory=dict)


class RatedScorer:
    """See ``Scorer``. A response's score is the mean of its dimensions, and one of these the mean of its ratings.

    It is their sum where the card says so. Conditions are no part of it.

    Source: Beaty et al. 2026 (AGC-Bench), appendix L, for one dimension from 10 to 50. Judges do not rate a response
    that is empty, truncated, a refusal, implausible or too long; one that most of them take for no attempt at the task,
    where that is asked (section 3.7), is off the task; one that lacks ratings of a dimension is unjudged. One that
    comes with people's ratings counts as one unless it is empty.

    Args:
        card: the benchmark's.
        dimensions: those of the protocol, each of one response.
        every_dimension: those of all protocols.
        marked: whether the responses should be marked.
        conditions: dimensions that are conditions of those behind them: where most ratings are no (0), these are 0.
    """

    def __init__(
        self,
        card: Card,
        dimensions: Iterable[str],
        every_dimension: Iterable[str],
        marked: bool,
        conditions: Collection[str] = (),
    ) -> None:
        self.card, self.dimensions, self._every, self._marked = card, tuple(dimensions), tuple(every_dimension), marked
        self._conditions = conditions

    def score(self, found: Sequence[RatedResponse]) -> list[SampleScore]:
        """One score for each response."""
        return [self._score(response) for response in found]

    def _score(self, response: RatedResponse) -> SampleScore:
        reason, task = response.failure_reason, self.card.rated
        ratings = dict.fromkeys(self.dimensions) if reason else self._means(response)
        counted = [value for name, value in ratings.items() if name not in self._conditions and value is not None]
        score = None if None in ratings.values() else fsum(counted) / (1 if task.score == "sum" else len(counted))
        submetrics: dict[str, float | None] = {**dict.fromkeys(self._every), **ratings, task.reply.words: None}
        # Where a length is asked for, words are those of what could be rated.
        if response.text is not None and (not task.reply.most or reason in (None, FailureReason.TOO_LONG)):
            submetrics[task.reply.words] = float(response.n_words)
        if task.again:
            submetrics["fallback_rate"] = None if response.again is None else float(response.again)
        if task.reply.mark:
            has_mark = self._marked and response.text is not None
            submetrics["unmarked_rate"] = float(not response.marked) if has_mark else None
        reason = FailureReason.UNJUDGED if reason is None and score is None else reason
        return SampleScore(score, reason, submetrics, {task.reply.text: response.text})

    def _means(self, response: RatedResponse) -> dict[str, float | None]:
        means: dict[str, float | None] = {}
        met = True
        for name in self.dimensions:
            ratings = response.ratings.get(name, ())
            means[name] = mean_or_none(ratings) if met else 0.0
            met = met and not (name in self._conditions and says_no(ratings))
        return means


class RatedRunScorer(RatedScorer):
    """See ``RunScorer``: what the card's ``run_score`` makes of card, responses, their scores and dimensions."""

    def __init__(self, run_score: Callable[..., Mapping[str, float | None]], *how: Any) -> None:  # noqa: ANN401
        super().__init__(*how)
        self._run_score = run_score

    def score_run(self, found: Sequence[RatedResponse], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """The stats of the run."""
        return self._run_score(self.card, found, scores, self.dimensions)
