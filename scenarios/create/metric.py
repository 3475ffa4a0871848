"""CREATE as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
from helm_creativity.scenarios.create.scorer import CreateScorer
from helm_creativity.scenarios.create.settings import Asked, run_signature


class CreateMetric(JudgedMetric):
    """Creative utility of the paths of an answer."""

    def scorer(self) -> CreateScorer:
        """Reads queries and prompts, for the signature, and opens the embeddings."""
        asked = Asked(**self.settings)
        return CreateScorer(asked.protocol, asked.embedding, run_signature(asked, self.panel))
