"""Alternate uses as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.judging import JudgeSettings
from helm_creativity.scenarios.aut.scorer import AutScorer, run_signature


class AutMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        protocol: str,
        objects: str,
        embedding: str,
        judges: str,
        design: str,
        seed: int,
        judge_temp: float,
        judge_max_tokens: int,
        weighted: bool = False,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._protocol, self._objects, self._embedding = protocol, objects, embedding
        self._settings = JudgeSettings.of(judges, design, seed, judge_temp, judge_max_tokens, weighted)

    def scorer(self) -> AutScorer:
        """Opens the embeddings and reads the prompts, for the signature."""
        signature = run_signature(self._protocol, self._objects, self._embedding, self._settings)
        return AutScorer(self._protocol, self._embedding, signature)
