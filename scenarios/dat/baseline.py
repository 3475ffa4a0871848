"""How the baselines answer the DAT: in the form that each prompt asks for."""

from __future__ import annotations

import json
from functools import lru_cache
from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rooms import render
from helm_creativity.scenarios.dat.protocols import PROTOCOLS


@lru_cache(maxsize=1)
def _asked() -> dict[str, tuple[str, int]]:
    """Every prompt's text: its protocol and how many words it asks for."""
    folder = Path(__file__).parent
    return {
        render(folder, prompt_id, n_words=one.rule.asked).text: (name, one.rule.asked)
        for name, one in PROTOCOLS.items()
        for prompt_id in one.prompts
    }


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of the DAT, None to any other."""
    found = next((task for text, task in _asked().items() if text in prompt), None)
    if found is None:
        return None
    protocol, n = found
    words = player.unrelated(n)
    return json.dumps(words) if protocol == "schapiro2026" else "\n".join(words)
