"""How the baselines answer open-ended prompts: with nouns that have nothing to do with them."""

from __future__ import annotations

from functools import lru_cache

from helm_creativity.baselines.players import Player
from helm_creativity.scenarios.hivemind.scorer import ROOM


@lru_cache(maxsize=1)
def _prompts() -> tuple[str, ...]:
    return tuple(ROOM.prompt(item).text for item in ROOM.items)


def answer(prompt: str, player: Player) -> str | None:
    """A sentence of three nouns that the player chooses, None to any other prompt."""
    if not prompt.endswith(_prompts()):
        return None
    first, second, third = player.unrelated(3)
    return f"A {first}, a {second} and a {third}."
