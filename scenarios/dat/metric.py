"""The DAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.dat.scorer import DatScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class DatMetric(ResponseMetric):
    """Mean distance between the words of an answer, 0 to 100 and beyond."""

    def scorer(self) -> DatScorer:
        """Opens dictionary and embeddings."""
        protocol, dictionary = self.settings["protocol"], find_dictionary(self.settings["dictionary"])
        return DatScorer(protocol, self.settings["embedding"], dictionary, prompts_of(protocol))
