"""MacGyver-like problems as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.macgyver.protocols import ITEMS, PROTOCOLS


class MacGyverScenario(CreativityScenario):
    """One item for each problem."""

    def asks(self) -> Iterator[Ask]:
        """The prompt with every problem. Tools and reference are left out where there are none."""
        for number, item in enumerate(ITEMS[self.settings["items"]]()):
            fields = {
                "problem": item.problem,
                "solvable": item.solvable,
                "tools": None if item.tools is None else list(item.tools),
                "reference": item.reference,
                "setting": item.setting or None,
            }
            known = {name: value for name, value in fields.items() if value is not None}
            prompt = self.render(PROTOCOLS[self.settings["protocol"]], problem=item.problem)
            yield Ask(item.id, prompt, {**known, "number": number})
