"""Short stories as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.judging import JudgeSettings
from helm_creativity.scenarios.story.scorer import StoryScorer, run_signature
from helm_creativity.scenarios.story.vectors import find_vectors


class StoryMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        protocol: str,
        cues: str,
        embedding: str,
        layers: str,
        judges: str,
        design: str,
        seed: int,
        judge_temp: float,
        judge_max_tokens: int,
        weighted: bool = False,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._protocol, self._cues, self._embedding, self._layers = protocol, cues, embedding, layers
        self._settings = JudgeSettings.of(judges, design, seed, judge_temp, judge_max_tokens, weighted)

    def scorer(self) -> StoryScorer:
        """Reads cues and prompts, for the signature; the embedding is opened when the first story is scored."""
        vectors = find_vectors(self._embedding, self._layers)
        signature = run_signature(self._protocol, self._cues, vectors, self._settings)
        return StoryScorer(self._protocol, vectors, signature)
