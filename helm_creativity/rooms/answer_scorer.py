"""Base of scorers that grade one answer at a time."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, Generic, NamedTuple, TypeVar

from helm_creativity.responses import Answer, Unscored, as_written, unanswered
from helm_creativity.rooms.card import Card
from helm_creativity.rooms.scoring import Fields, Outcome, Row

T = TypeVar("T")


class Graded(NamedTuple):
    """What one answer is worth, or why that cannot be said; see ``Outcome`` for facets and details."""

    score: float | Unscored
    facets: Mapping[str, float | None] = {}
    details: Mapping[str, Any] = {}


class AnswerScorer(ABC, Generic[T]):
    """See ``Scorer``. A subclass says what an answer says (``read``) and what that is worth (``grade``).

    An answer that is empty, refused, cut or failed is unscored with its reason before it is read. Every outcome has all
    of the card's facets of an answer, so that tables line up: those that ``grade`` does not name are None.
    """

    def __init__(self, card: Card, signature: str) -> None:
        self.card, self.signature = card, signature
        self._facets = {facet.name: None for facet in card.facets if facet.of == "answer"}

    @abstractmethod
    def read(self, text: str, fields: Fields) -> T | None:
        """What an answer says; None where no answer of the asked form is found in it, which makes it unparsable.

        Args:
            text: the answer as it was written, without the model's thoughts.
            fields: of its item.
        """

    @abstractmethod
    def grade(self, said: T, fields: Fields) -> Graded:
        """What it is worth."""

    def details(self, fields: Fields) -> Mapping[str, Any]:
        """Details of an answer that has no score: the same columns as those of ``grade``."""
        return {}

    def score(self, rows: Sequence[Row]) -> list[Outcome]:
        """One outcome for each answer."""
        return [self._outcome(row) for row in rows]

    def _outcome(self, row: Row) -> Outcome:
        answer = row.answer or Answer("")
        reason = unanswered(answer)
        said = None if reason else self.read(as_written(answer.text), row.fields)
        if said is None:
            return Outcome(None, reason or Unscored.UNPARSABLE, self._facets, self.details(row.fields))
        score, facets, details = self.grade(said, row.fields)
        known, why = (None, score) if isinstance(score, Unscored) else (score, None)
        return Outcome(known, why, {**self._facets, **facets}, details)
