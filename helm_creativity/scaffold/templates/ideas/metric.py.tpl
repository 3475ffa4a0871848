"""<< title >> as a HELM metric."""

from __future__ import annotations

from helm_creativity.judging.benchmark import JudgedMetric
<< gap >>from << here >>.scorer import CARD, << camel >>Scorer, run_signature


class << camel >>Metric(JudgedMetric):
    """<< kind.score >>."""

    def scorer(self) -> << camel >>Scorer:
        """Reads items and prompts, for the signature."""
        return << camel >>Scorer(CARD, run_signature(self.settings["protocol"], self.panel))
