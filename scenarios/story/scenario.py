"""Short stories as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.story.protocols import cue_sets, prompt_of


class StoryScenario(CreativityScenario):
    """One item for each set of cues."""

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with each set."""
        for number, one in enumerate(cue_sets(self.settings["cues"])):
            fields = {"cues": list(one.words), "cue_set": one.name, "number": number}
            yield Ask("-".join(one.words), prompt_of(self.settings["protocol"], one), fields)
