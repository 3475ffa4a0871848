"""Responses of people, with the ideas that they list."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, NamedTuple

from helm_creativity.benchmark.names import SCORE

THRESHOLD = 0.8
"""Similarity from which ideas are alike under an embedding. Chosen for this package; no source names one."""


class PersonIdea(NamedTuple):
    """One of the ideas that a response lists, or the response itself."""

    text: str
    score: float | None = None
    ratings: tuple[float, ...] = ()


@dataclass(frozen=True)
class PersonResponse:
    """One response of a participant."""

    participant: str
    item: str
    trial: int
    response: str
    score: float | None
    failure_reason: str = ""
    submetrics: Mapping[str, float | None] = field(default_factory=dict)
    annotations: Mapping[str, Any] = field(default_factory=dict)
    ideas: Sequence[Sequence[Any]] | None = None
    ratings: Mapping[str, Sequence[float]] = field(default_factory=dict)

    @property
    def listed_ideas(self) -> tuple[PersonIdea, ...]:
        """Its ideas: those that it lists, otherwise itself if it has a score and is not empty."""
        if self.ideas is not None:
            return tuple(PersonIdea(text, score, tuple(ratings)) for text, score, ratings in self.ideas)
        return () if self.score is None or not self.response.strip() else (PersonIdea(self.response, self.score),)

    def value(self, stat: str) -> float | None:
        """The score, or a submetric."""
        return self.score if stat == SCORE else self.submetrics.get(stat)
