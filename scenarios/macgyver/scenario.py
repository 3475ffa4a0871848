"""MacGyver-like problems as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.macgyver.protocols import ITEMS, PROTOCOLS


class MacGyverScenario(CreativityScenario):
    """One item for each problem. ``titles`` (judges, design, an instruction) keep runs apart on HELM's pages."""

    def __init__(self, protocol: str, items: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol, self.items = protocol, items

    def asks(self) -> Iterator[Ask]:
        """The prompt with every problem. Tools and reference are left out where there are none."""
        for number, item in enumerate(ITEMS[self.items]()):
            fields = {
                "problem": item.problem,
                "solvable": item.solvable,
                "tools": None if item.tools is None else list(item.tools),
                "reference": item.reference,
                "setting": item.setting or None,
            }
            known = {name: value for name, value in fields.items() if value is not None}
            prompt = render(self.folder, PROTOCOLS[self.protocol], problem=item.problem)
            yield Ask(item.id, prompt, {**known, "number": number})
