"""<< title >> as a HELM metric."""

from __future__ import annotations

from helm_creativity.rated.hosted import RatedMetric
<< gap >>from << here >>.scorer import ROOM


class << camel >>Metric(RatedMetric):
    """<< kind.score >>."""

    room = ROOM
