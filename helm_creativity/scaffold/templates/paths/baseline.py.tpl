"""How the baselines answer: by paths of a fixed form through nouns that the player chooses."""

from __future__ import annotations

import json

from helm_creativity.baselines.players import Player
<< gap >>from << here >>.measure import ASKED
from << here >>.scorer import ROOM


def answer(prompt: str, player: Player) -> str | None:
    """Paths by way of one noun each, None to a prompt of another benchmark."""
    item = ROOM.item_of(prompt)
    if item is None:
        return None
    start, end = item["start"], item["end"]
    nouns = player.unrelated(ASKED, unlike=[start, end])
    return json.dumps({i: [[start, "is like", one], [one, "is like", end]] for i, one in enumerate(nouns, start=1)})
