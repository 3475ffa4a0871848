"""A benchmark under settings, to score samples with what is given of judges and people."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from support.given import scored, stats_of


@dataclass(frozen=True)
class Scoring:
    """See ``support.given``; the settings should name judges where replies of them are given."""

    benchmark: Any
    settings: Any

    def run(self, samples, **more):
        """The scored run."""
        return scored(self.benchmark, self.settings, samples, **more)

    def score(self, samples, **more):
        """One score for each sample."""
        return list(self.run(samples, **more).scores)

    def stats(self, samples, **more):
        """The stats of the run, as the metric makes them."""
        return stats_of(self.benchmark, self.settings, samples, **more)
