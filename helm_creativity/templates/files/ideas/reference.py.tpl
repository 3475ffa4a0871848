"""Ideas that a judge rates as high as can be; how the baselines list ideas."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.core.prompts import match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
<< gap >>from << here >>.benchmark import SCALE

CEILING = SCALE.high

IDEAS = ("ask those who live there", "try it for a week and count", "do the opposite on Sundays")
VERBS = ("build", "lend everybody", "paint", "rent out", "celebrate")


def reference_response(fields: Fields) -> Sample:
    """Three ideas, which a stipulated judge rates as high as can be."""
    text = "\n".join(f"{number}. {idea}" for number, idea in enumerate(IDEAS, start=1))
    return Sample(Response(text, "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Five ideas of a fixed form with nouns that the baseline chooses, None to a prompt of another benchmark."""
    found = match_prompt(Path(__file__).parent, "task", prompt, problem=placeholder("problem", lines=True))
    if found is None:
        return None
    nouns = baseline.unrelated(len(VERBS), unlike=found["problem"].split())
    return "\n".join(f"{i}. {verb} a {noun}" for i, (verb, noun) in enumerate(zip(VERBS, nouns, strict=True), start=1))
