"""Metaphor completion as a HELM scenario."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedScenario
from helm_creativity.scenarios.metaphor.scorer import ROOM


class MetaphorScenario(RatedScenario):
    """Metaphor completion: metaphors that complete a sentence."""

    room = ROOM
