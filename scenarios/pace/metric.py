"""PACE as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.pace.scorer import PaceScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class PaceMetric(ResponseMetric):
    """Mean distance along the chains of a seed."""

    def scorer(self) -> PaceScorer:
        """Opens dictionary and embeddings."""
        dictionary, prompts = find_dictionary(self.settings["dictionary"]), prompts_of(self.settings["seeds"])
        return PaceScorer(self.settings["protocol"], self.settings["embedding"], dictionary, prompts)
