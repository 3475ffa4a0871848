"""How the baselines answer scientific creative thinking, and how the lexical judge rates it."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rated.baseline import judge
from helm_creativity.rooms import hole, unrender

__all__ = ["answer", "judge"]

HERE = Path(__file__).parent
TEMPLATES = {
    "hypothesis": "Perhaps the {one} changes first, and the {other} follows it like a {third}.",
    "question": "Does a {one} near the {other} make the {third} more frequent?",
    "experiment": "Give one group a {one} and the other a {other}, and count every {third} for a week.",
}
"""Fixed sentences about nouns that the player chooses, by kind of item."""


def answer(prompt: str, player: Player) -> str | None:
    """A sentence of a fixed form, None to any other prompt."""
    for kind, template in TEMPLATES.items():
        found = unrender(HERE, kind, prompt, scenario=hole("scenario", lines=True))
        if found is not None:
            one, other, third = player.unrelated(3, unlike=found["scenario"].split())
            return template.format(one=one, other=other, third=third)
    return None
