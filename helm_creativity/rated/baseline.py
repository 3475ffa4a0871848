"""How the lexical judge rates an open answer."""

from __future__ import annotations

from helm_creativity.baselines.surface import oddity, placed
from helm_creativity.rated.instrument import CREATIVITY
from helm_creativity.rooms import hole, unrender


def judge(prompt: str) -> str | None:
    """The lexical judge's reply to the question about an open answer, None to any other."""
    holes = {"task": hole("task", lines=True), "response": hole("response", lines=True)}
    found = unrender(CREATIVITY.folder, CREATIVITY.user, prompt, **holes)
    return str(placed(oddity(found["response"]), 10, 50)) if found else None
