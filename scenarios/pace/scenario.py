"""Stage 1 of PACE as a HELM scenario; the annotator asks stage 2."""

from __future__ import annotations

from collections.abc import Iterator

from helm_creativity.hosting import Ask, CreativityScenario
from helm_creativity.scenarios.pace.protocols import SEEDS


class PaceScenario(CreativityScenario):
    """One item for each seed."""

    def asks(self) -> Iterator[Ask]:
        """The prompt of stage 1 with every seed."""
        for seed in SEEDS[self.settings["seeds"]]():
            yield Ask(seed, self.render("stage1", seed=seed), {"seed": seed})
