"""How the baselines answer, and how the lexical judge rates it."""

from __future__ import annotations

from helm_creativity.baselines.players import Player
from helm_creativity.rated.baseline import judge
<< gap >>from << here >>.scorer import ROOM

__all__ = ["answer", "judge"]


def answer(prompt: str, player: Player) -> str | None:
    """A sentence of a fixed form about nouns that the player chooses, None to a prompt of another benchmark."""
    item = ROOM.item_of(prompt)
    if item is None:
        return None
    one, other = player.unrelated(2, unlike=item["situation"].split())
    return f"Nobody had told the {one} about the {other}."
