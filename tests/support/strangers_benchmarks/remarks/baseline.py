"""A remark that its judge rates as high as can be; the baselines talk about a noun, and the lexical judge says 2."""

from pathlib import Path

from helm_creativity.benchmark.prompts import match_prompt, placeholder
from helm_creativity.benchmark.types import Response, Sample

CEILING = 5.0
CHATTER = "a remark is all that is written"
HERE = Path(__file__).parent


def reference_response(fields):
    """A remark."""
    return Sample(Response("Well.", "stop"), fields)


def baseline_response(prompt, baseline):
    """A noun and some words, None to any other prompt."""
    found = match_prompt(HERE, "ask", prompt, what=placeholder("what"))
    return f"{baseline.nearest([found['what']], 1)[0]} and so on" if found else None


def lexical_reply(rubric, variables):
    """The same for every remark."""
    return "2"
