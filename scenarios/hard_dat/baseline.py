"""How the baselines respond to HardDAT, and nouns as unrelated to each other and to the given words as are known."""

from __future__ import annotations

import re
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import load_nouns
from helm_creativity.baselines.word_choosers import greedy_unrelated
from helm_creativity.benchmark.prompts import placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.hard_dat.benchmark import PROTOCOLS
from helm_creativity.scenarios.hard_dat.items import GIVEN
from helm_creativity.task_types.word_list.baseline import find_protocol

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


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Nouns with the right initial, for the greedy baseline far from the given words; None to any other prompt."""
    holes = {"letter": placeholder("letter"), "given": placeholder("given", lines=True), "n_given": GIVEN}
    match = find_protocol(Path(__file__).parent, PROTOCOLS, prompt, **holes)
    if match is None:
        return None
    protocol, found = match
    given = re.split("\n|, ", found["given"])
    nouns = baseline.unrelated(protocol.rule.asked, spelt=lambda word: word.startswith(found["letter"]), unlike=given)
    return "\n".join(nouns)
