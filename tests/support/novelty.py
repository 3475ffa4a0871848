"""NoveltyBench's scorer without HELM."""

from __future__ import annotations

from helm_creativity.core.loading import get_benchmark
from helm_creativity.scenarios.novelty.benchmark import NoveltyScorer, NoveltySettings
from helm_creativity.scenarios.novelty.sameness import LABELS


def novelty_scorer(protocol="zhang2025", same=LABELS, **settings):
    """The scorer under these settings; labels decide unless something else is named."""
    return NoveltyScorer(get_benchmark("novelty").card, NoveltySettings(protocol=protocol, same=same, **settings))
