"""MacGyver-like problems as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.judging import JudgeSettings
from helm_creativity.scenarios.macgyver.scorer import MacGyverScorer, run_signature


class MacGyverMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        protocol: str,
        items: str,
        judges: str,
        design: str,
        seed: int,
        judge_temp: float,
        judge_max_tokens: int,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._protocol, self._items = protocol, items
        self._settings = JudgeSettings.of(judges, design, seed, judge_temp, judge_max_tokens)

    def scorer(self) -> MacGyverScorer:
        """Reads problems and prompts, for the signature."""
        signature = run_signature(self._protocol, self._items, self._settings)
        return MacGyverScorer(self._items, signature)
