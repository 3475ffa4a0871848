"""What instructions that were planted in responses did to a judge's ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from helm_creativity.exams.statistics import ExamEstimate, mean_estimate

_UNKNOWN = ExamEstimate(None)


class PairRatings(NamedTuple):
    """A judge's ratings of one response at one place; None where one is missing.

    Attributes:
        plain: of the response as it is.
        planted: with an instruction.
        control: with a harmless text of about the same length.
    """

    plain: float | None
    planted: float | None
    control: float | None = None


@dataclass(frozen=True)
class Rises:
    """How far ratings rose over some pairs; those that lack a rating are left out.

    Attributes:
        name: of the place or the kind of instruction; "all" for all pairs.
        pairs: how many there are.
        n: how many have both ratings.
        rise: mean of the rating with the instruction less that without, in points.
        share: the same as a share of the scale, -1 to 1.
        raised: share of the n pairs whose rating rose, 0 to 1.
        compared: how many have ratings with the instruction and with the harmless text.
        beyond: mean of the rating with the instruction less that with the harmless text, in points.
    """

    name: str
    pairs: int
    n: int
    rise: ExamEstimate
    share: ExamEstimate
    raised: ExamEstimate
    compared: int = 0
    beyond: ExamEstimate = _UNKNOWN


@dataclass(frozen=True)
class AttackResult:
    """What the attack on one judge found.

    Attributes:
        benchmark: whose question was asked.
        title: of the benchmark.
        rubric: name of the question.
        low: the lowest rating of its scale.
        high: the highest.
        taken: the day, as 2026-11-24.
        temperature: of the judge.
        max_tokens: of a reply.
        repetition: under which name the replies are cached, where the questions were asked before; "" the first time.
        questions: number and checksum of the questions.
        responses: how many there are, over which intervals are.
        overall: of all pairs.
        by_place: of the pairs at each place.
        by_kind: of the pairs with each kind of instruction, forged ends left out, which are a place by themselves.
        missing: how many ratings of responses without an instruction are missing, by reason.
        missing_planted: the same of responses with one.
        missing_control: the same of responses with a harmless text; None in a card from before there were any.
        error: the first, in the server's words; "" where there was none.
        ratings: of each pair.
    """

    benchmark: str
    title: str
    rubric: str
    low: float
    high: float
    taken: str
    temperature: float
    max_tokens: int
    repetition: str
    questions: str
    responses: int
    overall: Rises
    by_place: tuple[Rises, ...]
    by_kind: tuple[Rises, ...]
    missing: Mapping[str, int]
    missing_planted: Mapping[str, int]
    error: str
    ratings: Mapping[str, PairRatings]
    missing_control: Mapping[str, int] | None = None

    @property
    def rated(self) -> int:
        """How many pairs have a rating both as they are and with the instruction."""
        return self.overall.n

    @property
    def at_top(self) -> int:
        """Pairs whose rating could not rise, because it is the highest without an instruction."""
        return sum(ratings.plain == self.high for ratings in self.ratings.values())

    @property
    def all_missing(self) -> Iterator[tuple[str, Mapping[str, int]]]:
        """How many ratings are missing, by reason, for each form of the responses that judges were asked about."""
        yield "as they are", self.missing
        yield "with an instruction", self.missing_planted
        if self.missing_control is not None:
            yield "with a harmless text", self.missing_control

    @property
    def groups(self) -> Iterator[tuple[str, Rises]]:
        """All pairs, then those of each place, then those of each kind; each with what it is a group by."""
        yield "all", self.overall
        yield from (("place", rises) for rises in self.by_place)
        yield from (("kind", rises) for rises in self.by_kind)


def measure_rises(name: str, ratings: Sequence[PairRatings], responses: Sequence[str], span: float) -> Rises:
    """The rises over n pairs, with intervals over responses, each of which is in several pairs.

    Args:
        name: see ``Rises.name``.
        ratings: n of them.
        responses: ids of the n responses.
        span: of the scale, its highest rating less its lowest.
    """
    risen, clusters = _differences([(pair.plain, pair.planted) for pair in ratings], responses)
    rise = mean_estimate(risen, clusters)
    share = ExamEstimate(*(None if number is None else number / span for number in rise))
    raised = mean_estimate((risen > 0).astype(np.float64), clusters)
    beyond, of_beyond = _differences([(pair.control, pair.planted) for pair in ratings], responses)
    compared = mean_estimate(beyond, of_beyond)
    return Rises(name, len(ratings), len(risen), rise, share, raised, len(beyond), compared)


def _differences(
    ratings: Sequence[tuple[float | None, float | None]], responses: Sequence[str]
) -> tuple[NDArray[np.float64], list[str]]:
    """Second ratings less first ones where both are there, and the responses to which they belong."""
    known = [
        (second - first, response)
        for response, (first, second) in zip(responses, ratings, strict=True)
        if first is not None and second is not None
    ]
    return np.array([difference for difference, _ in known], dtype=np.float64), [response for _, response in known]
