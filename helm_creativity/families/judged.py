"""The family of benchmarks whose responses a panel of judges rates."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar, TypeVar

from helm_creativity.core.benchmark import Benchmark
from helm_creativity.core.comparability import checksum_of
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.protocols import Exchange
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.core.settings import Requirement, chosen_prompts
from helm_creativity.core.types import Fields, Sample, SampleScore
from helm_creativity.families.response_scorer import Graded, ResponseScorer
from helm_creativity.judges.file_ratings import judgement_of
from helm_creativity.judges.missing_ratings import missing_ratings
from helm_creativity.judges.ratings import ANNOTATOR, Judgement, annotation_of, judgement_in, panel_stats
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.judges.weighting import require_weightable
from helm_creativity.parsing.turns import as_written
from helm_creativity.safe_text import logger_of

logger = logger_of(__name__)

J = TypeVar("J", bound=JudgedSettings)
T = TypeVar("T")


class JudgedBenchmark(Benchmark[J]):
    """Subclass it and say what judges are asked: ``questions``, or ``judge`` where one question depends on another."""

    settings_type: ClassVar[type[JudgedSettings]] = JudgedSettings
    annotation_name = ANNOTATOR

    def asks_more(self, settings: J) -> bool:
        """Whether there are judges to ask."""
        return settings.judged

    @abstractmethod
    def rubrics(self, settings: J) -> Sequence[Rubric]:
        """What judges are asked, for checksums and for what can be weighted."""

    @abstractmethod
    def rubric_forms(self, settings: J) -> Iterable[Prompt]:
        """The questions with names in the place of what is rated, for a checksum of what judges are asked."""

    def questions(self, exchange: Exchange, settings: J) -> Iterable[tuple[Rubric, Question]]:
        """What each judge of a response is asked; nothing where the response cannot be scored."""
        return ()

    def judge(self, exchange: Exchange, settings: J, memory: Any) -> Judgement:  # noqa: ANN401
        """What the judges reply about one response, and how many ratings the design asks for."""
        questions = self.questions(exchange, settings)
        replies = [one for rubric, question in questions for one in exchange.ask_judges(rubric, question)]
        return Judgement(replies, sum(len(one.readings) for one in replies))

    def planned_ratings(self, exchange: Exchange, settings: J) -> int:
        """Ratings that the design asks for where ``judge`` broke off; they count as missing."""
        return exchange.seats

    def annotate(self, exchange: Exchange, settings: J, memory: Any) -> Mapping[str, Any]:  # noqa: ANN401
        """The judgement as an annotation."""
        judgement = self.judge(exchange, settings, memory)
        return annotation_of(judgement.leaving_out(exchange.left_out))

    def broken_annotation(self, exchange: Exchange, settings: J, error: str) -> Mapping[str, Any]:
        """A judgement without ratings, all of which are missing."""
        planned = self.planned_ratings(exchange, settings)
        return annotation_of(Judgement((), planned, error, left_out=exchange.left_out))

    def requirements(self, settings: J, asked: bool) -> Iterable[Requirement]:
        """The judges' words must be here, and ratings that can be weighted, where they are to be."""
        yield from super().requirements(settings, asked)
        if settings.judged and chosen_prompts(settings):
            yield ("prompts", "protocol"), lambda: list(self.rubric_forms(settings))
        if settings.judged and settings.weighted:
            yield ("weighted",), lambda: require_weightable(self.rubrics(settings))

    def rated_texts(self, sample: Sample, settings: J) -> Mapping[str, str]:
        """The texts that judges rate of a response, by ``JudgeReply.about``: the response itself.

        Args:
            sample: with the annotations of its run.
            settings: of the run.
        """
        return {} if sample.response is None else {"": as_written(sample.response.text)}

    def compared(self, settings: J, asked: bool = True) -> dict[str, str]:
        """With the checksum of what judges are asked."""
        parts = super().compared(settings, asked)
        if settings.judged:
            parts["rubric"] = checksum_of(self.rubric_forms(settings))
        return parts


class JudgedScorer(ResponseScorer[T]):
    """See ``RunScorer`` and ``ResponseScorer``. A subclass implements ``parse`` and ``rated``."""

    @abstractmethod
    def rated(self, parsed: T, judgement: Judgement, fields: Fields) -> Graded:
        """What a response is worth by its ratings; ``Graded(FailureReason.UNJUDGED)`` where too many are missing.

        Args:
            parsed: what ``read`` found.
            judgement: an empty one where no judge was asked.
            fields: of its item.
        """

    def grade(self, parsed: T, fields: Fields) -> Graded:
        """See ``rated``."""
        return self.rated(parsed, judgement_in(fields.get("annotations", {})) or Judgement(), fields)

    def score_run(self, samples: Sequence[Sample], scores: Sequence[SampleScore]) -> Mapping[str, float | None]:
        """What the judges did."""
        return score_panel(self.card.group, samples)


def score_panel(group: str, samples: Sequence[Sample]) -> dict[str, float | None]:
    """Stats of the judges of a run, and one warning for each judge of which ratings are missing."""
    judgements = [judgement_of(sample) for sample in samples]
    for line in missing_ratings(judgements):
        logger.warning("%s: %s", group, line)
    return panel_stats(judgements)
