"""The conditional DAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.cdat.scorer import CdatScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class CdatMetric(ResponseMetric):
    """Novelty of the words of an answer, and how they fit their cue."""

    def scorer(self) -> CdatScorer:
        """Opens dictionary and embeddings."""
        protocol, dictionary = self.settings["protocol"], find_dictionary(self.settings["dictionary"])
        return CdatScorer(protocol, self.settings["embedding"], dictionary, prompts_of(protocol))
