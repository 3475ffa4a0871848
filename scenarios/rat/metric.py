"""The RAT as a HELM metric."""

from __future__ import annotations

from typing import Any

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.rat.scorer import RatScorer, prompts_of


class RatMetric(ResponseMetric):
    """Scores with the settings that the run spec checked; its arguments are what ``run_spec.json`` keeps."""

    def __init__(self, items: str, **promised: Any) -> None:  # noqa: ANN401
        super().__init__(**promised)
        self._items = items

    def scorer(self) -> RatScorer:
        """Reads the items, so that a changed file is noticed."""
        return RatScorer(self._items, prompts_of(self._items))
