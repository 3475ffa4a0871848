"""How the baselines answer the DRAT: unrelated nouns, for the greedy one among those above the threshold."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.baselines.players import Player
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.rooms import hole, unrender
from helm_creativity.scenarios.drat.measure import threshold, utility
from helm_creativity.scenarios.drat.protocols import ASKED, PROMPT
from helm_creativity.vocabulary import CUE_WORDS
from helm_creativity.vocabulary.inflections import forms_of


def answer(prompt: str, player: Player) -> str | None:
    """A reply to a prompt of the DRAT, None to any other."""
    anchors = next((found for k in (2, 3, 4) if (found := _anchors(prompt, k))), None)
    if anchors is None:
        return None

    def relevant(nouns: Nouns) -> NDArray[np.bool_]:
        vectors, known = WithPhrases(nouns.embedding).embed(anchors)
        of_anchors, pool = vectors[known], nouns.vectors_of(CUE_WORDS)
        if not len(of_anchors) or not len(pool):
            return np.ones(len(nouns.words), dtype=bool)
        tau = threshold(utility(pool @ of_anchors.T))
        return utility(nouns.vectors @ of_anchors.T) > tau

    forbidden = frozenset().union(*map(forms_of, anchors))
    return json.dumps(player.unrelated(ASKED, spelt=lambda word: word not in forbidden, meaning=relevant))


def _anchors(prompt: str, k: int) -> list[str] | None:
    found = unrender(Path(__file__).parent, PROMPT, prompt, anchors=[hole(f"anchor{i}") for i in range(k)])
    return list(found.values()) if found else None
