"""Alternate uses as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.aut.objects import object_sets


class AutScenario(CreativityScenario):
    """One item for each object. Embedding and panel keep apart on HELM's pages what must not be averaged."""

    def __init__(self, protocol: str, objects: str, embedding: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol, self.objects, self.embedding = protocol, objects, embedding

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with every object."""
        for number, (name, phrase) in enumerate(object_sets()[self.objects]):
            yield Ask(name, render(self.folder, self.protocol, phrase=phrase), {"object": name, "number": number})
