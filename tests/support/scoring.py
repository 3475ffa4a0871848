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
    scorer: Any = None

    def run(self, samples, **more):
        """The scored run."""
        return scored(self.benchmark, self.settings, samples, self.scorer, **more)

    def score(self, samples, **more):
        """One score for each sample."""
        return list(self.run(samples, **more).scores)

    def score_run(self, samples, scores=()):
        """Stats of the run as a whole."""
        return self.run(samples).of_run

    def found(self, samples):
        """What is known of each sample before it is scored."""
        return [sample.found for sample in self.run(samples).replayed]

    def stats(self, samples, **more):
        """The stats of the run, as the metric makes them."""
        return stats_of(self.benchmark, self.settings, samples, self.scorer, **more)
