"""Short stories as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.story.protocols import cue_sets, prompt_of


class StoryScenario(CreativityScenario):
    """One item for each set of cues. What else is given keeps apart on HELM's pages what must not be averaged."""

    def __init__(self, protocol: str, cues: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol, self.cues = protocol, cues

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with each set."""
        for number, one in enumerate(cue_sets(self.cues)):
            fields = {"cues": list(one.words), "cue_set": one.name, "number": number}
            yield Ask("-".join(one.words), prompt_of(self.protocol, one), fields)
