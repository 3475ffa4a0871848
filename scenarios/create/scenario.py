"""CREATE as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.create.items import queries_of
from helm_creativity.scenarios.create.protocols import first_prompt


class CreateScenario(CreativityScenario):
    """One item for each query."""

    def asks(self) -> Iterator[Ask]:
        """The first prompt with every query; the annotator asks what follows."""
        for number, one in enumerate(queries_of(self.settings["queries"])):
            fields = {"query": one.query, **one.target._asdict(), "relation": one.relation, "number": number}
            yield Ask(one.id, first_prompt(self.settings["prompting"], one.target, one.query), fields)
