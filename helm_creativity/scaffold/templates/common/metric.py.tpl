"""<< title >> as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
<< gap >>from << here >>.scorer import CARD, ROOM, << camel >>Scorer


class << camel >>Metric(ResponseMetric):
    """<< kind.score >>."""

    def scorer(self) -> << camel >>Scorer:
        """Reads the items, for the signature."""
        return << camel >>Scorer(CARD, ROOM.signed(**self.settings))
