"""How the baselines answer, and how the lexical judge rates remarks."""

from pathlib import Path

from helm_creativity.rated.baseline import judge
from helm_creativity.rooms import hole, unrender

__all__ = ["answer", "judge"]


def answer(prompt, player):
    """A noun and some words, None to any other prompt."""
    found = unrender(Path(__file__).parent, "ask", prompt, what=hole("what"))
    return f"{player.nearest([found['what']], 1)[0]} and so on" if found else None
