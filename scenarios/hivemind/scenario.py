"""Artificial Hivemind as a HELM scenario."""

from __future__ import annotations

from helm_creativity.hosting import ItemScenario
from helm_creativity.scenarios.hivemind.scorer import ROOM


class HivemindScenario(ItemScenario):
    """Open-ended prompts, each of which is asked several times."""

    room = ROOM
