"""The RAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.rat.scorer import RatScorer, prompts_of


class RatMetric(ResponseMetric):
    """Accuracy in percent."""

    def scorer(self) -> RatScorer:
        """Reads the items, so that a changed file is noticed."""
        items = self.settings["items"]
        return RatScorer(items, prompts_of(items))
