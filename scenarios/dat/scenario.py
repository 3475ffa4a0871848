"""The DAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.dat.protocols import PROTOCOLS


class DatScenario(CreativityScenario):
    """One item for each prompt of the protocol; answers to one prompt are trials."""

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompts."""
        protocol = PROTOCOLS[self.settings["protocol"]]
        asked = protocol.rule.asked
        for prompt_id in protocol.prompts:
            yield Ask(prompt_id, self.render(prompt_id, n_words=asked), {"asked": asked})
