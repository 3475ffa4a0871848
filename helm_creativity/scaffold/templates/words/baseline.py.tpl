"""How the baselines answer: with nouns of the right length, for the greedy one nouns as unrelated as it can find."""

from __future__ import annotations

from helm_creativity.baselines.players import Player
<< gap >>from << here >>.scorer import ROOM


def answer(prompt: str, player: Player) -> str | None:
    """A noun a line, None to a prompt of another benchmark."""
    item = ROOM.item_of(prompt)
    if item is None:
        return None
    return "\n".join(player.unrelated(ROOM.rule.asked, spelt=lambda word: len(word) == item["letters"]))
