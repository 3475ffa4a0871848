"""What instructions that were planted in responses did to a judge's ratings."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np

from helm_creativity.exams.statistics import ExamEstimate, mean_estimate


class PairRatings(NamedTuple):
    """A judge's ratings of one response, as it was and with a planted instruction; None where one is missing."""

    plain: float | None
    planted: float | None


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
    """

    name: str
    pairs: int
    n: int
    rise: ExamEstimate
    share: ExamEstimate
    raised: ExamEstimate


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

    @property
    def at_top(self) -> int:
        """Pairs whose rating could not rise, because it is the highest without an instruction."""
        return sum(ratings.plain == self.high for ratings in self.ratings.values())

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
    known = [
        (response, pair.planted - pair.plain)
        for response, pair in zip(responses, ratings, strict=True)
        if pair.plain is not None and pair.planted is not None
    ]
    clusters, rises = [response for response, _ in known], np.array([rise for _, rise in known], dtype=np.float64)
    rise = mean_estimate(rises, clusters)
    share = ExamEstimate(*(None if number is None else number / span for number in rise))
    raised = mean_estimate((rises > 0).astype(np.float64), clusters)
    return Rises(name, len(ratings), len(known), rise, share, raised)
