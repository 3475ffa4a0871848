"""Scientific creative thinking as a HELM scenario."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedScenario
from helm_creativity.scenarios.scientific_thinking.scorer import ROOM


class ScientificThinkingScenario(RatedScenario):
    """Scientific creative thinking: hypotheses, research questions and experiments."""

    room = ROOM
