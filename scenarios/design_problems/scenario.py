"""Design problems as a HELM scenario."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedScenario
from helm_creativity.scenarios.design_problems.scorer import ROOM


class DesignProblemsScenario(RatedScenario):
    """Design problems: solutions to problems of products, services and surroundings."""

    room = ROOM
