"""The conditional DAT as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.cdat.scorer import CdatScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class CdatMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(self, protocol: str, embedding: str, dictionary: str, **promised: Any) -> None:  # noqa: ANN401
        super().__init__(**promised)
        self._protocol, self._embedding, self._dictionary = protocol, embedding, dictionary

    def scorer(self) -> CdatScorer:
        """Opens dictionary and embeddings."""
        dictionary = find_dictionary(self._dictionary)
        return CdatScorer(self._protocol, self._embedding, dictionary, prompts_of(self._protocol))
