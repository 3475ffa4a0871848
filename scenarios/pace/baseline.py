"""How the baselines answer PACE: the greedy one goes to the nearest noun that the chain has not seen."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

from helm_creativity.baselines.players import Player
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.pace.protocols import PROTOCOLS
from helm_creativity.vocabulary.inflections import forms_of

HERE = Path(__file__).parent
PROTOCOL = PROTOCOLS["schapiro2026"]


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of either stage, None to any other."""
    found = unrender(HERE, "stage1", prompt, seed=hole("seed"))
    if found is not None:
        seed = found["seed"]
        forms = forms_of(seed)
        return _reply(player.nearest([seed], PROTOCOL.chains, spelt=lambda word: word not in forms))
    found = unrender(HERE, "stage2", prompt, seed=hole("seed"), associate=hole("associate"), reason=hole("reason"))
    return _reply(_chain(player, found["seed"], found["associate"])) if found else None


def _chain(player: Player, seed: str, associate: str) -> list[str]:
    """The associate, then one step after the other."""
    chain, seen = [associate], {seed, associate}
    while len(chain) < PROTOCOL.results:
        (step,) = player.nearest(chain[-1:], 1, spelt=lambda word: word not in seen)
        chain.append(step)
        seen.add(step)
    return chain


def _reply(words: Sequence[str]) -> str:
    return json.dumps({"results": [{"word": word, "reason": ""} for word in words]})
