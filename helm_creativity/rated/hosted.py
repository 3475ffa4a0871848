"""Rooms of open answers as HELM scenarios and metrics: a subclass names its room."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from helm_creativity.hosting import Ask, ItemScenario
from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.rated.room import RatedRoom
from helm_creativity.rated.scorer import RatedScorer


class RatedScenario(ItemScenario):
    """One item for each entry of the room's file, with its place in it. Each answer is rated as a whole."""

    def asks(self) -> Iterator[Ask]:
        """The room's prompt for each item."""
        for number, ask in enumerate(super().asks()):
            yield Ask(ask.id, ask.prompt, {**ask.fields, "number": number})


class RatedMetric(JudgedMetric):
    """Mean rating of the answers, 10 to 50."""

    room: ClassVar[RatedRoom]

    def scorer(self) -> RatedScorer:
        """Reads items and prompts, for the signature."""
        return RatedScorer(self.card.group, self.room.run_signature(self.settings["protocol"], self.panel))
