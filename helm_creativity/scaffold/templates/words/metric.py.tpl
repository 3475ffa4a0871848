"""<< title >> as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
<% if ours %>
from << here >>.scorer import ROOM
from helm_creativity.vocabulary import WordListScorer
<% else %>
from helm_creativity.vocabulary import WordListScorer

from << here >>.scorer import ROOM
<% endif %>


class << camel >>Metric(ResponseMetric):
    """<< kind.score >>."""

    def scorer(self) -> WordListScorer:
        """Opens dictionary and embeddings."""
        return ROOM.scorer(**self.settings)
