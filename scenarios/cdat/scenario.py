"""The conditional DAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.cdat.protocols import PROTOCOLS
from helm_creativity.vocabulary import CUE_WORDS


class CdatScenario(CreativityScenario):
    """One item for each cue. ``embedding`` and ``dictionary`` keep apart on HELM's pages what must not be averaged."""

    def __init__(self, protocol: str, embedding: str, dictionary: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol = protocol
        self.embedding, self.dictionary = embedding, dictionary

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with every cue."""
        for cue in CUE_WORDS:
            yield Ask(cue, render(self.folder, PROTOCOLS[self.protocol].prompt, cue=cue), {"cue": cue})
