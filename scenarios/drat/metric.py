"""The DRAT as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.drat.protocols import Rule
from helm_creativity.scenarios.drat.scorer import DratScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class DratMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        bank: str,
        k: int,
        rule: dict[str, Any],
        embedding: str,
        dictionary: str,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._bank, self._k, self._rule = bank, k, rule
        self._embedding, self._dictionary = embedding, dictionary

    def scorer(self) -> DratScorer:
        """Opens dictionary, pool and embeddings."""
        dictionary = find_dictionary(self._dictionary)
        return DratScorer(Rule(**self._rule), self._embedding, dictionary, prompts_of(self._bank, self._k))
