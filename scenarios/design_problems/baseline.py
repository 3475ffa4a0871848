"""How the baselines answer design problems, and how the lexical judge rates it."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rated.baseline import judge
from helm_creativity.rooms import hole, unrender

__all__ = ["answer", "judge"]

HERE = Path(__file__).parent


def answer(prompt: str, player: Player) -> str | None:
    """A solution of a fixed form about nouns that the player chooses, None to any other prompt."""
    found = unrender(HERE, "design", prompt, problem=hole("problem", lines=True))
    if found is None:
        return None
    one, other, third = player.unrelated(3, unlike=found["problem"].split())
    return f"Build a {one} with the {other} inside, and let people return it like a {third} when they are done."
