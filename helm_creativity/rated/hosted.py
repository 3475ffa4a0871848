"""Rooms of open answers as HELM scenarios and metrics: a subclass names its room."""

from __future__ import annotations

from typing import ClassVar

from helm_creativity.judging.benchmark import JudgedMetric, JudgedScenario
from helm_creativity.rated.room import RatedRoom
from helm_creativity.rated.scorer import RatedScorer


class RatedScenario(JudgedScenario):
    """One item for each entry of the room's file. Each answer is rated as a whole."""


class RatedMetric(JudgedMetric):
    """Mean rating of the answers, 10 to 50."""

    room: ClassVar[RatedRoom]

    def scorer(self) -> RatedScorer:
        """Reads items and prompts, for the signature."""
        return RatedScorer(self.card.group, self.room.run_signature(self.settings["protocol"], self.panel))
