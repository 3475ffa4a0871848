"""Base of scorers that score one response at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, ClassVar, Generic, NamedTuple, TypeVar

from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.types import FailureReason, Fields, Response, Sample, SampleScore
from helm_creativity.parsing.response import unanswered
from helm_creativity.parsing.turns import as_written

if TYPE_CHECKING:
    from helm_creativity.parsing.plausibility import Form

T = TypeVar("T")

_NO_ANSWER = (FailureReason.EMPTY, FailureReason.UNPARSABLE)


class ResponseGrade(NamedTuple):
    """What one response is worth, or why it has no score; see ``SampleScore`` for submetrics and details."""

    score: float | FailureReason
    submetrics: Mapping[str, float | None] = {}
    details: Mapping[str, Any] = {}


class ResponseScorer(ABC, Generic[T]):
    """See ``Scorer``. A subclass says how a response is parsed (``parse``) and what that is worth (``grade``).

    A response that is empty, refused, truncated, failed or implausible has its reason before it is parsed. Every score
    has all of the card's submetrics of a response, so that tables line up: those that ``grade`` does not name are None.
    """

    form: ClassVar[Form | None] = None
    """What a response must be to be plausible, where it is free text: ``text.PROSE`` and the like; see there."""

    def __init__(self, card: Card) -> None:
        self.card = card
        self._undefined = {submetric.name: None for submetric in card.submetrics if submetric.of == "answer"}

    @abstractmethod
    def parse(self, text: str, fields: Fields) -> T | None:
        """What a response says; None where nothing of the requested form is found in it, so that it is unparsable."""

    @abstractmethod
    def grade(self, parsed: T, fields: Fields) -> ResponseGrade:
        """What it is worth."""

    def without_answer(self, fields: Fields) -> ResponseGrade | None:
        """What a response is worth that says no answer: one that is empty, or in which nothing is found.

        None, the default: it has no score. A benchmark that measures accuracy calls it wrong, since leaving it out
        would raise the accuracy of a model that answers only what it knows; its reason is counted all the same.
        """
        return None

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """Details of a response that has no score: the same columns as those of ``grade``."""
        return {}

    def score(self, samples: Sequence[Sample]) -> list[SampleScore]:
        """One score for each sample."""
        return [self._score(sample) for sample in samples]

    def _score(self, sample: Sample) -> SampleScore:
        response = sample.response or Response("")
        reason = unanswered(response, form=self.form)
        parsed = None if reason else self.parse(as_written(response.text), sample.fields)
        if parsed is None:
            reason = reason or FailureReason.UNPARSABLE
            wrong = self.without_answer(sample.fields) if reason in _NO_ANSWER else None
            graded = wrong or ResponseGrade(reason, {}, self.details(sample.fields))
        else:
            graded = self.grade(parsed, sample.fields)
        known, reason = (None, graded.score) if isinstance(graded.score, FailureReason) else (graded.score, reason)
        return SampleScore(known, reason, {**self._undefined, **graded.submetrics}, graded.details)
