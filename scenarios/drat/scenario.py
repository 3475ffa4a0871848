"""The DRAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.drat.protocols import PROMPT, anchor_sets


class DratScenario(CreativityScenario):
    """One item for each anchor set."""

    def asks(self) -> Iterator[Ask]:
        """The prompt with every anchor set of the bank."""
        for name, anchors in anchor_sets(self.settings["bank"], self.settings["k"]).items():
            yield Ask(name, self.render(PROMPT, anchors=anchors), {"anchors": list(anchors)})
