"""The right answers; the baselines respond with a noun, the greedy one with the noun nearest to the riddle."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.surface import split_words
from helm_creativity.core.prompts import match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
<< gap >>from << here >>.benchmark import RIGHT

CEILING = RIGHT


def reference_response(fields: Fields) -> Sample:
    """The first of the words that are right."""
    return Sample(Response(fields["answer"].split("|")[0], "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """A noun, None to a prompt of another benchmark."""
    found = match_prompt(Path(__file__).parent, "task", prompt, riddle=placeholder("riddle", lines=True))
    return None if found is None else baseline.nearest(split_words(found["riddle"]), 1)[0]
