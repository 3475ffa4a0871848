"""How the baselines answer open-ended prompts: with nouns that have nothing to do with them."""

from __future__ import annotations

from helm_creativity.baselines.players import Player
from helm_creativity.scenarios.hivemind.scorer import ROOM


def answer(prompt: str, player: Player) -> str | None:
    """A sentence of three nouns that the player chooses, None to any other prompt."""
    if ROOM.item_of(prompt) is None:
        return None
    first, second, third = player.unrelated(3)
    return f"A {first}, a {second} and a {third}."
