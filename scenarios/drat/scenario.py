"""The DRAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.drat.protocols import PROMPT, anchor_sets


class DratScenario(CreativityScenario):
    """One item for each anchor set. What else moves the score keeps apart on HELM's pages what must not be averaged."""

    def __init__(self, protocol: str, bank: str, k: int, **scored_by: Any) -> None:  # noqa: ANN401
        super().__init__(**scored_by)
        self.protocol, self.bank, self.k = protocol, bank, k

    def asks(self) -> Iterator[Ask]:
        """The prompt with every anchor set of the bank."""
        for name, anchors in anchor_sets(self.bank, self.k).items():
            yield Ask(name, render(self.folder, PROMPT, anchors=anchors), {"anchors": list(anchors)})
