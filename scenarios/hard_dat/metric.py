"""HardDAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.hard_dat.draws import Items
from helm_creativity.scenarios.hard_dat.scorer import HardDatScorer
from helm_creativity.vocabulary import find_dictionary


class HardDatMetric(ResponseMetric):
    """Mean distance of the new words of an answer, to each other and to the given ones."""

    def scorer(self) -> HardDatScorer:
        """Opens dictionary and embeddings."""
        items = Items.of(self.settings["letters"], self.settings["draw"])
        dictionary = find_dictionary(self.settings["dictionary"])
        return HardDatScorer(self.settings["protocol"], self.settings["embedding"], dictionary, items)
