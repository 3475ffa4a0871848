"""The family of benchmarks whose response judges rate as a whole: a card, prompts and items, no Python."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

from helm_creativity.benchmark.follow_ups import Steps, Trial
from helm_creativity.benchmark.prompts import Prompt
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.types import FailureReason, Fields
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.task_types.items_in_file import Entry, KeyedBenchmark
from helm_creativity.task_types.judged import JudgedBenchmark
from helm_creativity.task_types.rated.baseline import RatedReference
from helm_creativity.task_types.rated.rubric import OWN_QUESTIONS, WholeQuestions, WholeRatings
from helm_creativity.task_types.rated.scorer import FORM, RatedResponse, RatedScorer
from helm_creativity.text.response import despite_ratings, unanswered
from helm_creativity.text.turns import as_written

TRIALS = 3
"""Responses to each item (Beaty et al. 2026, appendix I: three repetitions per cell)."""


@dataclass(frozen=True)
class RatedSettings(JudgedSettings):
    """Settings of a benchmark of open responses."""

    @property
    def trials(self) -> int:
        """Responses to each item."""
        return TRIALS


class RatedBenchmark(JudgedBenchmark[RatedSettings], KeyedBenchmark[RatedSettings]):
    """One rating of a response as a whole by each judge, 10 to 50; the score is their mean."""

    settings_type: ClassVar[type[RatedSettings]] = RatedSettings
    record = "helm_creativity.task_types.rated.rows:RatedRow"
    response_tokens = 80
    numbered = True

    def prompt(self, entry: Entry) -> Prompt:
        """The card's template, which may use every field of the item."""
        return self.render(self.card.template.format(**entry), **entry)

    def scorer(self, settings: RatedSettings) -> RatedScorer:
        """See ``RatedScorer``."""
        return RatedScorer()

    def whole_questions(self, settings: RatedSettings) -> WholeQuestions:
        """What judges are asked about a response."""
        return OWN_QUESTIONS

    def judged_task(self, prompt: str, fields: Fields, settings: RatedSettings) -> str:
        """The task as judges read it: the prompt."""
        return prompt

    def rubrics(self, settings: RatedSettings) -> Sequence[Rubric]:
        """How creative is this response to that task?"""
        return self.whole_questions(settings).rubrics

    def follow_up(self, trial: Trial, settings: RatedSettings) -> Steps[RatedResponse]:
        """What judges say of the whole response; no judge is asked where it cannot be rated, or people rated it."""
        sample = trial.sample
        reason = None if sample.response is None else unanswered(sample.response, form=FORM)
        text = None if sample.response is None else as_written(sample.response.text)
        if (ratings := sample.fields.get("ratings")) is not None:
            return RatedResponse(text, despite_ratings(reason), WholeRatings(tuple(ratings)))
        if reason is not None or text is None:
            return RatedResponse(text, reason or FailureReason.EMPTY)
        # A row of a file without ratings has no judges either, and need not say what was asked.
        task = self.judged_task(trial.prompt, sample.fields, settings) if settings.judged else ""
        return RatedResponse(text, None, (yield from self.whole_questions(settings).ask(task, text)))

    @cached_property
    def reference(self) -> RatedReference:
        """A response that its judge rates as high as can be, and the card's sentences."""
        return RatedReference(self.place, self.card.baseline)
