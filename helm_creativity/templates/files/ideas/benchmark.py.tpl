"""<< title >>: << kind.example >>."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from helm_creativity.core.card import Card
from helm_creativity.core.follow_ups import Steps, Trial, ask
from helm_creativity.core.keyed import KeyedBenchmark
from helm_creativity.core.ratings import Scale
from helm_creativity.core.rubrics import Rubric
from helm_creativity.core.types import FailureReason, Response, SampleScore
from helm_creativity.core.usual import CHARACTERS_PER_TOKEN, Usual
from helm_creativity.families.judged import JudgedBenchmark
from helm_creativity.judges.ratings import mean_or_none
from helm_creativity.judges.settings import JudgedSettings
from helm_creativity.text.lists import parse_list
from helm_creativity.text.plausibility import PHRASES
from helm_creativity.text.response import unanswered
from helm_creativity.text.turns import as_written

SCALE = Scale(1, 5)
DIMENSIONS = ("originality", "feasibility")
RUBRICS = tuple(
    Rubric(name, Path(__file__).parent, name, (name,), scale=SCALE, each="ideas", reply_tokens=5) for name in DIMENSIONS
)
"""One question about all ideas of a response for each dimension, whose name the prompt has."""

IDEAS = 8
USUAL = "let every street choose one evening a week without cars and see what becomes of it"
"""How many ideas a usual response has, for plans of cost, and one of them."""


class << camel >>Benchmark(JudgedBenchmark[JudgedSettings], KeyedBenchmark[JudgedSettings]):
    """<< kind.score >>."""

    template = "task"
    record = "records:<< camel >>Row"
    response_tokens = IDEAS * len(USUAL) // CHARACTERS_PER_TOKEN
    assumptions = (f"<< title >>: {IDEAS} ideas in a response; {len(RUBRICS)} questions to a judge.",)

    def scorer(self, settings: JudgedSettings) -> << camel >>Scorer:
        """See ``<< camel >>Scorer``."""
        return << camel >>Scorer(self.card)

    def rubrics(self, settings: JudgedSettings) -> Sequence[Rubric]:
        """One for each dimension."""
        return RUBRICS

    def follow_up(self, trial: Trial, settings: JudgedSettings) -> Steps[<< camel >>Ideas]:
        """The ideas, and what judges say of each; nobody is asked where a file has ratings, or there is no idea."""
        fields = trial.sample.fields
        ideas, reason = read(trial.sample.response)
        if (ratings := fields.get("ratings")) is None:
            ratings = {}
            for rubric in RUBRICS if ideas else ():
                replies = yield from ask(rubric, problem=fields["problem"], ideas=ideas)
                ratings[rubric.name] = replies.each(rubric.name, len(ideas))
        return << camel >>Ideas(ideas, reason, ratings)

    def usual(self, trial: Trial, settings: JudgedSettings, trials: int) -> Sequence[Usual]:
        """A few ideas, one per line."""
        return (Usual("\n".join(f"{number}. {USUAL}" for number in range(1, IDEAS + 1))),)


@dataclass(frozen=True)
class << camel >>Ideas:
    """What is known of a response.

    Attributes:
        ideas: each once.
        failure_reason: why there are none, or None.
        ratings: by dimension, for each idea those that arrived.
    """

    ideas: tuple[str, ...]
    failure_reason: FailureReason | None
    ratings: Mapping[str, Sequence[Sequence[float]]]


class << camel >>Scorer:
    """The mean of the dimensions, 1 to 5, each the mean over a response's ideas of the mean over an idea's judges.

    An idea without a rating in a dimension is left out of its mean. How many ideas there are is in no score.
    """

    def __init__(self, card: Card) -> None:
        self._undefined = {column.name: None for column in card.submetrics if column.of == "answer"}

    def score(self, found: Sequence[<< camel >>Ideas]) -> list[SampleScore]:
        """One score for each response."""
        return [self._score(response) for response in found]

    def _score(self, response: << camel >>Ideas) -> SampleScore:
        """Unjudged where a dimension has no rating at all."""
        details = {"ideas": list(response.ideas)}
        if response.failure_reason is not None:
            return SampleScore(None, response.failure_reason, self._undefined, details)
        means = {name: _mean(response.ratings.get(name, ())) for name in DIMENSIONS}
        known = [mean for mean in means.values() if mean is not None]
        score = sum(known) / len(known) if len(known) == len(DIMENSIONS) else None
        reason = FailureReason.UNJUDGED if score is None else None
        return SampleScore(score, reason, {**means, "fluency": float(len(response.ideas))}, details)


def read(response: Response | None) -> tuple[tuple[str, ...], FailureReason | None]:
    """The ideas of a response, each once, or why there are none."""
    response = response or Response("")
    if reason := unanswered(response, form=PHRASES):
        return (), reason
    found = parse_list(as_written(response.text))
    ideas = tuple(dict.fromkeys(found.items)) if found else ()
    return ideas, None if ideas else FailureReason.UNPARSABLE


def _mean(ratings: Sequence[Sequence[float]]) -> float | None:
    """The mean over ideas of the mean over an idea's ratings; None where none has any."""
    return mean_or_none([mean for mean in map(mean_or_none, ratings) if mean is not None])
