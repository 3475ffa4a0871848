"""Opposites as a HELM metric."""

from strangers.NAME.scorer import OppositesScorer

from helm_creativity.hosting import ResponseMetric


class OppositesMetric(ResponseMetric):
    """Accuracy in percent."""

    def scorer(self):
        """Renders the prompts, for the signature."""
        return OppositesScorer(self.settings["items"])
