"""Alternate uses as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.aut.objects import object_sets


class AutScenario(CreativityScenario):
    """One item for each object."""

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with every object."""
        for number, (name, phrase) in enumerate(object_sets()[self.settings["objects"]]):
            prompt = self.render(self.settings["protocol"], phrase=phrase)
            yield Ask(name, prompt, {"object": name, "number": number})
