"""The lists of Schapiro et al. 2026, Figure 8, and answers to the DRAT without HELM."""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row

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


def row(text=None, words=None, anchors=FIGURE_8, **answer):
    """One answer, as text or as words."""
    fields = {"anchors": list(anchors)}
    return Row(None, {**fields, "words": words}) if words is not None else Row(Answer(text, **answer), fields)


def one(scorer, text=None, words=None, anchors=FIGURE_8, **answer):
    """The outcome of one answer."""
    return scorer.score([row(text, words, anchors, **answer)])[0]
