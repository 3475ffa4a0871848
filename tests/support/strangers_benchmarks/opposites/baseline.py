"""A perfect response to each item; the baselines respond with a noun near the word."""

from pathlib import Path

from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.types import Response, Sample

CEILING = 100.0


def reference_response(fields):
    """The opposite."""
    return Sample(Response(fields["opposite"], "stop"), fields)


def baseline_response(prompt, baseline):
    """A noun, None to any other prompt."""
    found = match_prompt(Path(__file__).parent, "ask", prompt, word=placeholder("word"))
    return baseline.nearest([found["word"]], 1)[0] if found else None
