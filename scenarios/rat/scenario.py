"""The RAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.rat.items import band
from helm_creativity.scenarios.rat.protocols import ITEMS, PROMPT


class RatScenario(CreativityScenario):
    """One item for each problem."""

    def __init__(self, protocol: str, items: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol, self.items = protocol, items

    def asks(self) -> Iterator[Ask]:
        """The prompt with every problem's stems."""
        for item in ITEMS[self.items]():
            prompt = render(self.folder, PROMPT, stems=item.stems)
            yield Ask(item.id, prompt, {"stems": list(item.stems), "accepted": item.answer, "band": band(item)})
