"""Answers that are all different for the judges, and each as good as can be."""

from __future__ import annotations

from helm_creativity.judging.oracle import annotated, verdict
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.novelty.protocols import QUALITY, SAME, SCALE
from helm_creativity.scenarios.novelty.sameness import about

TOP = float(SCALE.high)
"""The utility of k different answers that are all rated 10, of which it is a weighted mean."""

CHATTER = "an answer is all of its text, which judges read and embeddings embed as it stands"


def oracle(fields: Fields) -> Row:
    """An answer of each trial, with what judges say of it and of each answer before it beside it."""
    trial = fields["trial"]
    said = [verdict(QUALITY.name, quality=TOP)]
    said += [verdict(SAME.name, about(head, trial), same=0.0) for head in range(trial)]
    text = f"This is answer number {trial + 1} to: {fields['prompt']}"
    return Row(Answer(text, "stop"), {**fields, "annotations": annotated(*said)})
