"""The DRAT as a HELM metric."""

from __future__ import annotations

from helm_creativity.hosting import ResponseMetric
from helm_creativity.scenarios.drat.protocols import Rule
from helm_creativity.scenarios.drat.scorer import DratScorer, prompts_of
from helm_creativity.vocabulary import find_dictionary


class DratMetric(ResponseMetric):
    """Mean distance between those words of an answer that are relevant to the anchors."""

    def scorer(self) -> DratScorer:
        """Opens dictionary, pool and embeddings."""
        rule, dictionary = Rule(**self.settings["rule"]), find_dictionary(self.settings["dictionary"])
        prompts = prompts_of(self.settings["bank"], self.settings["k"])
        return DratScorer(rule, self.settings["embedding"], dictionary, prompts)
