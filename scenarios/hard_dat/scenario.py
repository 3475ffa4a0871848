"""HardDAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.hard_dat.draws import Items


class HardDatScenario(CreativityScenario):
    """One item for each letter. The usual letters and the usual draw are left out of the settings."""

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with every letter and the words given with it."""
        items = Items.of(self.settings.get("letters", "all"), self.settings.get("draw", 0))
        for letter, prompt in items.prompts(self.settings["protocol"]).items():
            yield Ask(f"{letter}-{items.draw}", prompt, {"letter": letter, "given": list(items.given[letter])})
