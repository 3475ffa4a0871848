"""Letter-string analogies as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.letter_string.scorer import LetterStringScorer, room_of


class LetterStringMetric(ResponseMetric):
    """Accuracy in percent."""

    def scorer(self) -> LetterStringScorer:
        """Makes the items, for the signature."""
        return LetterStringScorer(room_of(self.settings).run_signature(self.settings["protocol"]))
