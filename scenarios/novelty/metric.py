"""NoveltyBench as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.scenarios.novelty.protocols import Way, run_signature
from helm_creativity.scenarios.novelty.scorer import NoveltyScorer


class NoveltyMetric(JudgedMetric):
    """Distinct answers, and what they are worth to a reader."""

    def scorer(self) -> NoveltyScorer:
        """Reads the prompts, for the signature; an embedding is opened when answers are scored."""
        way = Way(**{name: value for name, value in self.settings.items() if name != "prompts"})
        return NoveltyScorer(way, run_signature(way, self.settings["prompts"], self.panel))
