"""The S-DAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.sdat.scorer import SdatScorer, prompts_of


class SdatMetric(ResponseMetric):
    """Mean distance between the words of an answer, whatever its language."""

    def scorer(self) -> SdatScorer:
        """Opens the embedding."""
        asked = self.settings["asked"]
        prompts = prompts_of(self.settings["languages"], asked, self.settings["constraint"])
        return SdatScorer(asked, self.settings["embedding"], prompts)
