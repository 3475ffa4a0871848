"""The DAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.dat.protocols import PROTOCOLS


class DatScenario(CreativityScenario):
    """One item for each prompt of the protocol; answers to one prompt are trials.

    ``embedding`` and ``dictionary`` do not change what is asked. They are here because HELM makes one table of all runs
    whose scenarios have equal arguments, and averages the runs of a model in it.
    """

    def __init__(self, protocol: str, embedding: str, dictionary: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol = protocol
        self.embedding, self.dictionary = embedding, dictionary

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompts."""
        protocol = PROTOCOLS[self.protocol]
        asked = protocol.rule.asked
        for prompt_id in protocol.prompts:
            yield Ask(prompt_id, render(self.folder, prompt_id, n_words=asked), {"asked": asked})
