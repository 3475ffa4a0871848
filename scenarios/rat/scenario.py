"""The RAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.rat.items import band
from helm_creativity.scenarios.rat.protocols import ITEMS, PROMPT


class RatScenario(CreativityScenario):
    """One item for each problem."""

    def asks(self) -> Iterator[Ask]:
        """The prompt with every problem's stems."""
        for item in ITEMS[self.settings["items"]]():
            prompt = self.render(PROMPT, stems=item.stems)
            yield Ask(item.id, prompt, {"stems": list(item.stems), "accepted": item.answer, "band": band(item)})
