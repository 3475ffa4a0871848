"""<< title >>: << kind.example >>."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from helm_creativity.core.keyed import KeyedBenchmark
from helm_creativity.core.planned import CHARACTERS_A_TOKEN, PlannedFollowUps, PlannedResponse, Rating, Times
from helm_creativity.core.prompts import Prompt
from helm_creativity.core.protocols import Exchange
from helm_creativity.families.response_scorer import Graded
from helm_creativity.core.types import FailureReason, Fields, Response, Sample
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rubrics import Question, Rubric
from helm_creativity.core.judge_replies import place_name
from helm_creativity.judges.ratings import Judgement
from helm_creativity.families.judged import JudgedBenchmark, JudgedScorer
from helm_creativity.judges.file_ratings import mean_or_none, ratings_of_cells
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.parsing import PHRASES, as_written, parse_list, unanswered

SCALE = Scale(1, 5)
DIMENSIONS = ("originality", "feasibility")
RUBRICS = tuple(Rubric(one, Path(__file__).parent, one, (one,), scale=SCALE, each="ideas") for one in DIMENSIONS)
"""One question about all ideas of a response for each dimension, whose name the prompt has."""

USUAL = ("let every street choose one evening a week without cars and see what becomes of it",) * 8
"""A usual response, for plans of cost."""
RATING_TOKENS = 5
"""Of a judge's line about an idea."""


class << camel >>Benchmark(JudgedBenchmark[JudgedSettings], KeyedBenchmark[JudgedSettings]):
    """<< kind.score >>."""

    template = "task"
    response_tokens = sum(map(len, USUAL)) // CHARACTERS_A_TOKEN
    assumptions = (f"<< title >>: {len(USUAL)} ideas in a response; {len(RUBRICS)} questions to a judge.",)

    def scorer(self, settings: JudgedSettings) -> << camel >>Scorer:
        """See ``<< camel >>Scorer``."""
        return << camel >>Scorer(self.card)

    def rubrics(self, settings: JudgedSettings) -> Sequence[Rubric]:
        """One for each dimension."""
        return RUBRICS

    def rubric_forms(self, settings: JudgedSettings) -> Iterable[Prompt]:
        """The questions with names in the place of problem and ideas."""
        return [form for one in RUBRICS for form in one.forms(problem="PROBLEM", ideas=["FIRST", "SECOND"])]

    def questions(self, exchange: Exchange, settings: JudgedSettings) -> Iterator[tuple[Rubric, Question]]:
        """One for each dimension; none where there is no idea in the response."""
        if ideas := ideas_of(exchange.sample.response):
            for rubric in RUBRICS:
                yield rubric, rubric.question(problem=exchange.sample.fields["problem"], ideas=ideas)

    def follow_ups(self, planned: PlannedResponse, settings: JudgedSettings) -> PlannedFollowUps:
        """One question for each dimension to each judge."""
        asked = [one.question(problem=planned.fields["problem"], ideas=USUAL) for one in RUBRICS]
        tokens = RATING_TOKENS * len(USUAL)
        return PlannedFollowUps(ratings=tuple(Rating(Times.up_to(1), one.characters, tokens) for one in asked))

    def sample_of(self, record: Mapping[str, Any], settings: JudgedSettings) -> Sample:
        """A sample from an object with a ``response`` and, under each dimension, a list with a rating for each idea.

        Raises:
            BadArguments: when there is no response, no item, or another number of ratings than ideas.
        """
        sample = super().sample_of(record, settings)
        ratings = ratings_of_cells(record, RUBRICS, len(ideas_of(sample.response)))
        return Sample(sample.response, {**sample.fields, "annotations": ratings})


class << camel >>Scorer(JudgedScorer[tuple[str, ...]]):
    """The mean of the dimensions, 1 to 5, each the mean over a response's ideas of the mean over an idea's judges.

    An idea without a rating in a dimension is left out of its mean. How many ideas there are is in no score.
    """

    form = PHRASES

    def parse(self, text: str, fields: Fields) -> tuple[str, ...] | None:
        """The ideas of the response."""
        return ideas_in(text)

    def rated(self, parsed: tuple[str, ...], judgement: Judgement, fields: Fields) -> Graded:
        """Unjudged where a dimension has no rating at all."""
        means = {name: _mean(judgement, name, len(parsed)) for name in DIMENSIONS}
        known = [mean for mean in means.values() if mean is not None]
        score = sum(known) / len(known) if len(known) == len(DIMENSIONS) else FailureReason.UNJUDGED
        return Graded(score, {**means, "fluency": float(len(parsed))}, {"ideas": list(parsed)})

    def details(self, fields: Fields) -> Fields:
        """No idea was found."""
        return {"ideas": []}


def ideas_in(text: str) -> tuple[str, ...] | None:
    """The ideas of a response, each once; None where there is no list."""
    found = parse_list(text)
    return tuple(dict.fromkeys(found.items)) if found else None


def ideas_of(response: Response | None) -> tuple[str, ...]:
    """The ideas of a response; none where it was truncated, refused, failed or implausible."""
    if response is None or unanswered(response, form=PHRASES):
        return ()
    return ideas_in(as_written(response.text)) or ()


def _mean(judgement: Judgement, dimension: str, n: int) -> float | None:
    """The mean over n ideas, None where none has a rating."""
    means = [mean_or_none(judgement.values(dimension, place_name(number))) for number in range(1, n + 1)]
    return mean_or_none([mean for mean in means if mean is not None])
