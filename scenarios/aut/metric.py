"""Alternate uses as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.scenarios.aut.scorer import AutScorer, run_signature


class AutMetric(JudgedMetric):
    """Originality of the uses of an object, by their vectors or by judges."""

    def scorer(self) -> AutScorer:
        """Opens the embeddings and reads the prompts, for the signature."""
        signature = run_signature(**self.settings, judges=self.panel)
        return AutScorer(self.settings["protocol"], self.settings["embedding"], signature)
