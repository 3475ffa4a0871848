"""NoveltyBench's scorer without HELM."""

from __future__ import annotations

from support.given import scored, scores_of

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.novelty.benchmark import LABELS, NoveltyScorer, NoveltySettings


class Scoring:
    """Scores samples under settings."""

    def __init__(self, **settings) -> None:
        self.benchmark = get_benchmark("novelty")
        self.settings = NoveltySettings(**{"protocol": "zhang2025", "judges": "j/0", **settings})
        self.scorer = NoveltyScorer(self.settings)

    def score(self, samples, **more):
        """One score for each; ``more``: see ``given.driven``."""
        return scores_of(self.benchmark, self.settings, samples, self.scorer, **more)

    def score_run(self, samples, scores=()):
        """Stats of the run as a whole."""
        return scored(self.benchmark, self.settings, samples, self.scorer).of_run


def novelty_scorer(protocol="zhang2025", same=LABELS, **settings):
    """See ``Scoring``; labels decide unless something else is named."""
    return Scoring(protocol=protocol, same=same, **settings)
