"""The DAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.dat.scorer import DatScorer, find_dictionary


class DatMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(self, protocol: str, embedding: str, dictionary: str, signature: str = "") -> None:
        super().__init__(signature)
        self._protocol, self._embedding, self._dictionary = protocol, embedding, dictionary

    def scorer(self) -> DatScorer:
        """Opens dictionary and embeddings."""
        return DatScorer(self._protocol, self._embedding, find_dictionary(self._dictionary))
