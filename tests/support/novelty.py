"""NoveltyBench's scorer without HELM."""

from __future__ import annotations

from support.scoring import Scoring

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.scenarios.novelty.benchmark import LABELS, NoveltyScorer, NoveltySettings


def novelty_scorer(protocol="zhang2025", same=LABELS, **settings):
    """See ``Scoring``; labels decide unless something else is named."""
    known = NoveltySettings(**{"judges": "j/0", **settings}, protocol=protocol, same=same)
    return Scoring(get_benchmark("novelty"), known, NoveltyScorer(known))
