"""How the baselines respond to HardDAT, and nouns as unrelated to each other and to the given words as are known."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import load_nouns
from helm_creativity.baselines.word_choosers import greedy_unrelated
from helm_creativity.core.prompts import id_of_words, match_prompt, placeholder
from helm_creativity.core.protocols import Baseline
from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.scenarios.hard_dat.benchmark import PROTOCOLS, SEPARATORS
from helm_creativity.scenarios.hard_dat.items import GIVEN

HERE = Path(__file__).parent

CEILING = 81.94
"""The least of the scores for 21 letters, which is that for y, with its 119 nouns; the best is 89.8, for p.

The given words are in the score and every letter has nouns of its own, so that each has a ceiling of its own. To no
letter has the greedy baseline a response that scores noticeably more (210 tried); for y it reaches the same score.
"""


def reference_response(fields: Fields) -> Sample:
    """As many nouns as are asked for, one per line: the greedy search, then words exchanged for better ones."""
    nouns = load_nouns("builtin")
    letter, given = fields["letter"], fields["given"]
    words = [word for word in nouns.words if word.startswith(letter) and word not in given]
    vectors = nouns.find_vectors(words)
    start = vectors @ nouns.find_vectors(given).sum(axis=0)
    chosen = greedy_unrelated(vectors, PROTOCOLS["mctb2025"].rule.asked, int(start.argmin()), start)
    return Sample(Response("\n".join(words[row] for row in _exchanged(chosen, vectors, start)), "stop"), fields)


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


def _begins(letter: str, word: str) -> bool:
    return word.startswith(letter)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Nouns with the right initial, for the greedy baseline far from the given words; None to any other prompt."""
    protocol = PROTOCOLS["mctb2025"]
    (prompt_id,), asked = protocol.prompts, protocol.rule.asked
    for prompts, separator in SEPARATORS.items():
        unknown = {"letter": placeholder("letter"), "given": placeholder("given", lines=separator == "\n")}
        which = id_of_words(HERE, prompt_id, prompts)
        found = match_prompt(HERE, which, prompt, n_words=asked, n_given=GIVEN, **unknown)
        if found is not None:
            given = found["given"].split(separator)
            begins = partial(_begins, found["letter"])
            return "\n".join(baseline.unrelated(asked, spelt=begins, unlike=given))
    return None
