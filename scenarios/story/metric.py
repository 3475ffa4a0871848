"""Short stories as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.scenarios.story.scorer import StoryScorer, run_signature
from helm_creativity.scenarios.story.vectors import find_vectors


class StoryMetric(JudgedMetric):
    """Divergent semantic integration of the stories, or their rated creativity."""

    def scorer(self) -> StoryScorer:
        """Reads cues and prompts, for the signature; the embedding is opened when the first story is scored."""
        protocol = self.settings["protocol"]
        vectors = find_vectors(self.settings["embedding"], self.settings["layers"])
        return StoryScorer(protocol, vectors, run_signature(protocol, self.settings["cues"], vectors, self.panel))
