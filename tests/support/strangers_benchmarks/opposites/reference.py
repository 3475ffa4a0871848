"""A perfect response to each item; the baselines respond with a noun near the word."""

from pathlib import Path

from helm_creativity.core.prompts import hole, unrender
from helm_creativity.core.types import Response, Sample

CEILING = 100.0


def reference_response(fields):
    """The opposite."""
    return Sample(Response(fields["opposite"], "stop"), fields)


def baseline_response(prompt, baseline):
    """A noun, None to any other prompt."""
    found = unrender(Path(__file__).parent, "ask", prompt, word=hole("word"))
    return baseline.nearest([found["word"]], 1)[0] if found else None
