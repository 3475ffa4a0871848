"""How the baselines answer the RAT: with a noun, for the greedy one the noun nearest to all stems."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.rat.protocols import PROMPT
from helm_creativity.vocabulary.inflections import is_form_of


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of the RAT, None to any other."""
    found = unrender(Path(__file__).parent, PROMPT, prompt, stems=[hole(f"stem{i}") for i in range(3)])
    if found is None:
        return None
    stems = list(found.values())
    (word,) = player.nearest(stems, 1, spelt=lambda noun: not any(is_form_of(noun, stem) for stem in stems))
    return word
