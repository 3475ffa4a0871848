"""Remarks as a HELM scenario."""

from strangers.NAME.scorer import ROOM

from helm_creativity.rated.hosted import RatedScenario


class RemarksScenario(RatedScenario):
    """One item for each thing."""

    room = ROOM
