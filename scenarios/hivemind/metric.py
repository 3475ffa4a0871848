"""Artificial Hivemind as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.hivemind.scorer import ROOM, HivemindScorer
from helm_creativity.scenarios.hivemind.texts import TextVectors


class HivemindMetric(ResponseMetric):
    """Mean dissimilarity of the answers to one prompt."""

    def scorer(self) -> HivemindScorer:
        """Opens the embedding; its model is loaded when the first answer is embedded."""
        texts = TextVectors(self.settings["embedding"])
        return HivemindScorer(texts, ROOM.signed(self.settings["protocol"], **texts.signed))
