"""How the baselines answer the conditional DAT: unrelated nouns, for the greedy one among those nearest to the cue."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.baselines.players import Player
from helm_creativity.rooms import hole, unrender
from helm_creativity.vocabulary.inflections import forms_of

# So many of the nouns count as near: on average a quarter of a percent of WordNet's.
NEAR = 100


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of the conditional DAT, None to any other."""
    found = unrender(Path(__file__).parent, "schapiro2026", prompt, cue=hole("cue"))
    if found is None:
        return None
    cue = found["cue"]
    forbidden = forms_of(cue)

    def near(nouns: Nouns) -> NDArray[np.bool_]:
        similarities = nouns.sums([cue])
        near = np.zeros(len(nouns.words), dtype=bool)
        near[np.argsort(-similarities, kind="stable")[:NEAR]] = True
        return near

    return json.dumps(player.unrelated(10, spelt=lambda word: word not in forbidden, meaning=near))
