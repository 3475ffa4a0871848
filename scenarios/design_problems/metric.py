"""Design problems as a HELM metric."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedMetric
from helm_creativity.scenarios.design_problems.scorer import ROOM


class DesignProblemsMetric(RatedMetric):
    """Mean rating of the answers, 10 to 50."""

    room = ROOM
