"""LiveIdeaBench as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.scenarios.live_idea_bench.scorer import LiveIdeaScorer, run_signature


class LiveIdeaMetric(JudgedMetric):
    """Mean of what is rated of the ideas, their fluency and their flexibility."""

    def scorer(self) -> LiveIdeaScorer:
        """Reads keywords and prompts, for the signature."""
        signature = run_signature(**self.settings, judges=self.panel)
        return LiveIdeaScorer(self.settings["protocol"], self.settings["form"], signature)
