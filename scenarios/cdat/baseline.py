"""How the baselines respond to the conditional DAT, and the best score that is known under the built-in table.

The score is novelty, which is highest for words that ignore the cue, as the card warns: not the score shows that the
reference response's words do, but ``appropriateness``, ``specificity`` and the gate beside it.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.benchmark.prompts import placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.scenarios.cdat.benchmark import PROTOCOLS
from helm_creativity.task_types.word_list.baseline import UNRELATED, find_protocol

CEILING = 101.76
"""What the first seven of the words score; the greedy baseline, which stays near the cue, has less."""
NEAR = 100
"""So many of the nouns count as near: on average a quarter of a percent of WordNet's."""


def reference_response(fields: Fields) -> Sample:
    """The same ten unrelated nouns to every cue; see ``task_types.word_list.baseline``."""
    return Sample(Response(json.dumps(UNRELATED[:10]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Unrelated nouns, for the greedy baseline among those nearest to the cue; None to any other prompt."""
    match = find_protocol(Path(__file__).parent, PROTOCOLS, prompt, cue=placeholder("cue"))
    if match is None:
        return None
    protocol, found = match
    cue = found["cue"]
    forbidden = inflected_forms(cue)

    def near(nouns: Nouns) -> NDArray[np.bool_]:
        similarities = nouns.sums([cue])
        near = np.zeros(len(nouns.words), dtype=bool)
        near[np.argsort(-similarities, kind="stable")[:NEAR]] = True
        return near

    return json.dumps(baseline.unrelated(protocol.rule.asked, spelt=lambda word: word not in forbidden, meaning=near))
