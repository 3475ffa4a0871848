"""How the baselines answer metaphor completion, and how the lexical judge rates it."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rated.baseline import judge
from helm_creativity.rooms import hole, unrender

__all__ = ["answer", "judge"]

HERE = Path(__file__).parent


def answer(prompt: str, player: Player) -> str | None:
    """The nouns that the player chooses as a metaphor of a fixed form, None to any other prompt."""
    holes = {name: hole(name, lines=True) for name in ("situation", "stem")}
    found = unrender(HERE, "metaphor", prompt, **holes)
    if found is None:
        return None
    one, other = player.unrelated(2, unlike=(found["situation"] + " " + found["stem"]).split())
    return f"a {one} inside a {other}"
