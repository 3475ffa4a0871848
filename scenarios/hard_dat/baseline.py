"""How the baselines answer HardDAT: nouns with the right initial, unrelated to the given words too."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.hard_dat.draws import GIVEN
from helm_creativity.scenarios.hard_dat.protocols import PROTOCOLS


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of HardDAT, None to any other."""
    one = PROTOCOLS["mctb2025"]
    unknown = {"letter": hole("letter"), "given": hole("given")}
    found = unrender(Path(__file__).parent, one.prompt, prompt, n_words=one.rule.asked, n_given=GIVEN, **unknown)
    if found is None:
        return None
    letter, given = found["letter"], found["given"].split(", ")
    words = player.unrelated(one.rule.asked, spelt=lambda word: word.startswith(letter), unlike=given)
    return "\n".join(words)
