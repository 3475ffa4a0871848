"""Opposites as a HELM scenario."""

from strangers.NAME.scorer import SETS

from helm_creativity.hosting import Ask, CreativityScenario


class OppositesScenario(CreativityScenario):
    """One item for each word."""

    def asks(self):
        """The prompt with every word."""
        for word, opposite in SETS[self.settings["items"]].items():
            yield Ask(word, self.render("ask", word=word), {"word": word, "opposite": opposite})
