"""CREATE as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.judging import JudgeSettings
from helm_creativity.scenarios.create.scorer import CreateScorer
from helm_creativity.scenarios.create.settings import Asked, run_signature


class CreateMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        protocol: str,
        prompting: str,
        samples: int,
        queries: str,
        embedding: str,
        judges: str,
        design: str,
        seed: int,
        judge_temp: float,
        judge_max_tokens: int,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._asked = Asked(protocol, prompting, samples, queries, embedding)
        self._settings = JudgeSettings.of(judges, design, seed, judge_temp, judge_max_tokens)

    def scorer(self) -> CreateScorer:
        """Reads queries and prompts, for the signature, and opens the embeddings."""
        signature = run_signature(self._asked, self._settings)
        return CreateScorer(self._asked.protocol, self._asked.embedding, signature)
