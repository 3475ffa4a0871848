"""How the baselines answer letter-string analogies: with any change that can be made, whatever the example."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.baselines.players import Player, seed_of
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.letter_string.rules import KINDS, changed


def answer(prompt: str, player: Player) -> str | None:
    """The target after one of the changes that can be made to it; None to any other prompt.

    A player knows words alone, so the noun that it calls nearest to "alphabet" stands for a number, by which the change
    is taken: the greedy player always has the same one, the random one any. This is what luck earns those who know
    alphabets and kinds of change and pay no heed to the example; the random player is right
    about 30 times in a hundred.
    """
    names = ("alphabet", "before", "after", "target")
    found = unrender(Path(__file__).parent, "analogy", prompt, **{name: hole(name) for name in names})
    if found is None:
        return None
    alphabet, target = (tuple(found[name].split()) for name in ("alphabet", "target"))
    made = [string for kind in KINDS if (string := changed(kind, target, alphabet))] or [target]
    (noun,) = player.nearest(["alphabet"], 1)
    return f"[{' '.join(made[seed_of(noun) % len(made)])}]"
