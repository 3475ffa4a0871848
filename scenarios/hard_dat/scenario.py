"""HardDAT as a HELM scenario."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.hard_dat.draws import Items


class HardDatScenario(CreativityScenario):
    """One item for each letter.

    ``embedding`` and ``dictionary`` keep apart on HELM's pages what must not be averaged.
    """

    def __init__(
        self, protocol: str, embedding: str, dictionary: str, letters: str = "all", draw: int = 0, **titles: str
    ) -> None:
        super().__init__(**titles)
        self.protocol = protocol
        self.embedding, self.dictionary = embedding, dictionary
        self.letters, self.draw = letters, draw

    def asks(self) -> Iterator[Ask]:
        """The protocol's prompt with every letter and the words given with it."""
        items = Items.of(self.letters, self.draw)
        for letter, prompt in items.prompts(self.protocol).items():
            yield Ask(f"{letter}-{self.draw}", prompt, {"letter": letter, "given": list(items.given[letter])})
