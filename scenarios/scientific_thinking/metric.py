"""Scientific creative thinking as a HELM metric."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedMetric
from helm_creativity.scenarios.scientific_thinking.scorer import ROOM


class ScientificThinkingMetric(RatedMetric):
    """Mean rating of the answers, 10 to 50."""

    room = ROOM
