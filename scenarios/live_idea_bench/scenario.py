"""LiveIdeaBench as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.live_idea_bench.protocols import FORMS, KEYWORDS


class LiveIdeaScenario(CreativityScenario):
    """One item for each keyword."""

    def asks(self) -> Iterator[Ask]:
        """The idea prompt with every keyword."""
        for number, (keyword, category) in enumerate(KEYWORDS[self.settings["keywords"]]()):
            prompt = self.render(FORMS[self.settings["form"]], keyword=keyword)
            yield Ask(keyword, prompt, {"keyword": keyword, "category": category, "number": number})
