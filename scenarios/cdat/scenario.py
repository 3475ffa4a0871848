"""The conditional DAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.cdat.protocols import PROTOCOLS
from helm_creativity.vocabulary import CUE_WORDS


class CdatScenario(CreativityScenario):
    """One item for each cue."""

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with every cue."""
        prompt_id = PROTOCOLS[self.settings["protocol"]].prompt
        for cue in CUE_WORDS:
            yield Ask(cue, self.render(prompt_id, cue=cue), {"cue": cue})
