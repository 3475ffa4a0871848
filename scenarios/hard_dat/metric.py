"""HardDAT as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.hard_dat.draws import Items
from helm_creativity.scenarios.hard_dat.scorer import HardDatScorer
from helm_creativity.vocabulary import find_dictionary


class HardDatMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        protocol: str,
        embedding: str,
        dictionary: str,
        letters: str,
        draw: int,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._protocol, self._embedding, self._dictionary = protocol, embedding, dictionary
        self._items = Items.of(letters, draw)

    def scorer(self) -> HardDatScorer:
        """Opens dictionary and embeddings."""
        return HardDatScorer(self._protocol, self._embedding, find_dictionary(self._dictionary), self._items)
