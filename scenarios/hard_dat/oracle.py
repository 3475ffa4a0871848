"""Nouns for a letter, as unrelated to each other and to the given words as the built-in table knows any to be."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import nouns_of
from helm_creativity.baselines.players import greedy_unrelated
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.hard_dat.protocols import PROTOCOLS

TOP = 82.0
"""The least of the scores for 21 letters, which is that for y, with its 119 nouns; the best is 90.7, for p.

The given words are in the score and every letter has nouns of its own, so that each has a top of its own. To no letter
has the greedy baseline an answer that scores more (210 tried).
"""


def oracle(fields: Fields) -> Row:
    """As many nouns as are asked, one a line: the greedy search, then words exchanged for better ones."""
    nouns = nouns_of("builtin")
    letter, given = fields["letter"], fields["given"]
    words = [word for word in nouns.words if word.startswith(letter) and word not in given]
    vectors = nouns.vectors_of(words)
    start = vectors @ nouns.vectors_of(given).sum(axis=0)
    chosen = greedy_unrelated(vectors, PROTOCOLS["mctb2025"].rule.asked, int(start.argmin()), start)
    return Row(Answer("\n".join(words[row] for row in _exchanged(chosen, vectors, start)), "stop"), fields)


def _exchanged(chosen: list[int], vectors: NDArray[np.float32], start: NDArray[np.float32]) -> list[int]:
    """The rows when no single one can be exchanged for one with a smaller sum of similarities to all others."""
    better = True
    while better:
        better = False
        for place, row in enumerate(chosen):
            others = chosen[:place] + chosen[place + 1 :]
            sums = start + vectors @ vectors[others].sum(axis=0)
            sums[others] = np.inf
            best = int(sums.argmin())
            if sums[best] < sums[row] - 1e-5:
                chosen[place], better = best, True
    return chosen
