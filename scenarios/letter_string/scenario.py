"""Letter-string analogies as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.letter_string.scorer import room_of


class LetterStringScenario(CreativityScenario):
    """One item for each analogy of the chosen alphabets and seed."""

    def asks(self) -> Iterator[Ask]:
        """The prompt with each analogy."""
        room = room_of(self.settings)
        for item in room.items:
            yield Ask(item["id"], room.prompt(item), item)
