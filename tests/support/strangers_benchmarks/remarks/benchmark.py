"""Remarks, which judges rate from 1 to 5."""

from dataclasses import dataclass
from pathlib import Path

from helm_creativity.benchmark.follow_ups import ask
from helm_creativity.benchmark.ratings import Scale
from helm_creativity.benchmark.rubrics import Rubric
from helm_creativity.benchmark.settings import option
from helm_creativity.benchmark.types import FailureReason, Response, SampleScore
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing.response import unanswered
from helm_creativity.task_types.items_in_file import KeyedBenchmark
from helm_creativity.task_types.judged import JudgedBenchmark

RUBRIC = Rubric("wit", Path(__file__).parent, "wit", ("wit",), scale=Scale(1, 5), rated=("remark",))


@dataclass(frozen=True)
class RemarksSettings(JudgedSettings):
    """Settings of the benchmark."""

    tone: str = option("plain", "the tone that judges are asked to look for", choices=("plain", "dry"), scoring=False)

    @property
    def trials(self):
        """Responses to each item."""
        return 3


class RemarksScorer:
    """The mean over the judges."""

    def score(self, found):
        """One score for each remark."""
        return [self._score(*remark) for remark in found]

    def _score(self, reason, ratings):
        mean = None if reason else mean_or_none(ratings)
        return SampleScore(mean, reason or (FailureReason.UNJUDGED if mean is None else None), {"wit": mean})


class Remarks(JudgedBenchmark[RemarksSettings], KeyedBenchmark[RemarksSettings]):
    """One question about each remark."""

    settings_type = RemarksSettings
    template = "ask"
    numbered = True

    def scorer(self, settings):
        """See ``RemarksScorer``."""
        return RemarksScorer()

    def rubrics(self, settings):
        """How witty is it?"""
        return (RUBRIC,)

    def follow_up(self, trial, settings):
        """Why a remark cannot be rated, or its ratings."""
        response = trial.sample.response or Response("")
        if reason := unanswered(response):
            return reason, []
        replies = yield from ask(RUBRIC, remark=response.text, tone=settings.tone)
        return None, replies.values("wit")
