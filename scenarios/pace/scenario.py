"""Stage 1 of PACE as a HELM scenario; the annotator asks stage 2."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.rooms import render
from helm_creativity.scenarios.pace.protocols import SEEDS


class PaceScenario(CreativityScenario):
    """One item for each seed. ``embedding`` and ``dictionary`` keep apart on HELM's pages what must not be averaged."""

    def __init__(self, protocol: str, seeds: str, embedding: str, dictionary: str, **titles: str) -> None:
        super().__init__(**titles)
        self.protocol, self.seeds = protocol, seeds
        self.embedding, self.dictionary = embedding, dictionary

    def asks(self) -> Iterator[Ask]:
        """The prompt of stage 1 with every seed."""
        for seed in SEEDS[self.seeds]():
            yield Ask(seed, render(self.folder, "stage1", seed=seed), {"seed": seed})
