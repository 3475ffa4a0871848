"""Metaphor completion as a HELM metric."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedMetric
from helm_creativity.scenarios.metaphor.scorer import ROOM


class MetaphorMetric(RatedMetric):
    """Mean rating of the answers, 10 to 50."""

    room = ROOM
