"""Remarks as a HELM metric."""

from strangers.NAME.scorer import ROOM

from helm_creativity.rated.hosted import RatedMetric


class RemarksMetric(RatedMetric):
    """Mean rating, 10 to 50."""

    room = ROOM
