"""LiveIdeaBench as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.live_idea_bench.protocols import FORMS, KEYWORDS


class LiveIdeaScenario(CreativityScenario):
    """One item for each keyword. ``judges`` and ``design`` keep apart on HELM's pages what must not be averaged."""

    def __init__(self, protocol: str, keywords: str, form: str, judges: str, design: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol, self.keywords, self.form = protocol, keywords, form
        self.judges, self.design = judges, design

    def asks(self) -> Iterator[Ask]:
        """The idea prompt with every keyword."""
        for number, (keyword, category) in enumerate(KEYWORDS[self.keywords]()):
            prompt = render(self.folder, FORMS[self.form], keyword=keyword)
            yield Ask(keyword, prompt, {"keyword": keyword, "category": category, "number": number})
