"""The S-DAT as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.sdat.scorer import SdatScorer, prompts_of


class SdatMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(
        self,
        languages: list[str],
        asked: int,
        constraint: str,
        embedding: str,
        **promised: Any,  # noqa: ANN401
    ) -> None:
        super().__init__(**promised)
        self._languages, self._asked, self._constraint, self._embedding = languages, asked, constraint, embedding

    def scorer(self) -> SdatScorer:
        """Opens the embedding."""
        return SdatScorer(self._asked, self._embedding, prompts_of(self._languages, self._asked, self._constraint))
