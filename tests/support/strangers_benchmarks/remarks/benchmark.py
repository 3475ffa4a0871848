"""Remarks, which judges rate from 1 to 5."""

from dataclasses import dataclass
from pathlib import Path

from helm_creativity.core.keyed import KeyedBenchmark
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.settings import option
from helm_creativity.core.types import FailureReason
from helm_creativity.families.judged import JudgedBenchmark, JudgedScorer
from helm_creativity.families.response_scorer import Graded
from helm_creativity.judges.file_ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings

RUBRIC = Rubric("wit", Path(__file__).parent, "wit", ("wit",), scale=Scale(1, 5), rated=("remark",))


@dataclass(frozen=True)
class RemarksSettings(JudgedSettings):
    """Settings of the benchmark."""

    tone: str = option("plain", "the tone that judges are asked to look for", choices=("plain", "dry"), scoring=False)

    @property
    def trials(self):
        """Responses to each item."""
        return 3


class RemarksScorer(JudgedScorer[str]):
    """The mean over the judges."""

    def parse(self, text, fields):
        """All of it."""
        return text.strip() or None

    def rated(self, parsed, judgement, fields):
        """Their mean."""
        mean = mean_or_none(judgement.values("wit"))
        return Graded(FailureReason.UNJUDGED if mean is None else mean, {"wit": mean})


class Remarks(JudgedBenchmark[RemarksSettings], KeyedBenchmark[RemarksSettings]):
    """One question about each remark."""

    settings_type = RemarksSettings
    template = "ask"
    numbered = True

    def scorer(self, settings):
        """See ``RemarksScorer``."""
        return RemarksScorer(self.card)

    def rubrics(self, settings):
        """How witty is it?"""
        return (RUBRIC,)

    def rubric_forms(self, settings):
        """The question with a name in the place of the remark."""
        return RUBRIC.forms(remark="REMARK", tone=settings.tone)

    def questions(self, exchange, settings):
        """About the whole remark."""
        yield RUBRIC, RUBRIC.question(remark=exchange.sample.response.text, tone=settings.tone)
