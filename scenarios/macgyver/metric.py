"""MacGyver-like problems as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.scenarios.macgyver.scorer import MacGyverScorer, run_signature


class MacGyverMetric(JudgedMetric):
    """Percentage of the judges who found an answer correct."""

    def scorer(self) -> MacGyverScorer:
        """Reads problems and prompts, for the signature."""
        return MacGyverScorer(self.settings["items"], run_signature(**self.settings, judges=self.panel))
