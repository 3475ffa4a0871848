"""NoveltyBench as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.novelty.prompt_sets import ROOM, items_of


class NoveltyScenario(CreativityScenario):
    """One item for each prompt. What else is given keeps apart on HELM's pages what must not be averaged."""

    def asks(self) -> Iterator[Ask]:
        """The prompts, as they stand."""
        for number, item in enumerate(items_of(self.settings["prompts"])):
            yield Ask(item["id"], ROOM.prompt(item), {**item, "number": number})
