"""The lists of Schapiro et al. 2026, Figure 8, and responses to the DRAT without HELM."""

from __future__ import annotations

from support.benchmarks import scorer_of

from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.types import Response, Sample

BENCHMARK = get_benchmark("drat")

FIGURE_8 = ["heartbeat", "oscillator", "pipeline", "topology"]
GOOD = ["river", "symphony", "skeleton", "breath", "labyrinth", "garden", "engine", "web", "clockwork", "fabric"]
NARROW = [
    *["rhythm", "pulse", "flow", "network", "passage"],
    *["current", "circuit", "structure", "cascade", "vibration"],
]
IRRELEVANT = [
    *["sunrise", "thunderbolt", "maze", "symphony", "sculpture"],
    *["ocean", "meteor", "rainbow", "mosaic", "quasar"],
]


def scorer_under(embedding="builtin", **settings):
    """The scorer under an embedding, with the paper's settings unless others are named."""
    return scorer_of("drat", embedding=embedding, **settings)


def row(text=None, words=None, anchors=FIGURE_8, **answer):
    """One response, as text or as words."""
    fields = {"anchors": list(anchors)}
    return Sample(None, {**fields, "words": words}) if words is not None else Sample(Response(text, **answer), fields)


def one(scorer, text=None, words=None, anchors=FIGURE_8, **answer):
    """The score of one response."""
    return scorer.score([row(text, words, anchors, **answer)])[0]
