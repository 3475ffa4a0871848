"""How the baselines answer the RAT: with a noun, for the greedy one the noun nearest to all stems."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.rat.protocols import PROMPT
from helm_creativity.vocabulary.inflections import forms_of


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of the RAT, None to any other."""
    found = unrender(Path(__file__).parent, PROMPT, prompt, stems=[hole(f"stem{i}") for i in range(3)])
    if found is None:
        return None
    stems = list(found.values())
    forms = frozenset().union(*map(forms_of, stems))
    (word,) = player.nearest(stems, 1, spelt=lambda noun: noun not in forms)
    return word
