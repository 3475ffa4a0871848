"""PACE as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.pace.scorer import PaceScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class PaceMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(self, protocol: str, seeds: str, embedding: str, dictionary: str, **promised: Any) -> None:  # noqa: ANN401
        super().__init__(**promised)
        self._protocol, self._seeds = protocol, seeds
        self._embedding, self._dictionary = embedding, dictionary

    def scorer(self) -> PaceScorer:
        """Opens dictionary and embeddings."""
        dictionary = find_dictionary(self._dictionary)
        return PaceScorer(self._protocol, self._embedding, dictionary, prompts_of(self._seeds))
