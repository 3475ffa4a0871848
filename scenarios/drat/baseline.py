"""How the baselines respond to the DRAT, and responses that score as high as any known under the built-in table.

What scores is the distance among the relevant words, and it is highest where these are as few as count, three. So the
reference response to a set of the bank ``scientific`` has three nouns above its threshold, by .005 or more, and seven
that are below it. The three are the best of searches from each such noun, or from 400 of them where there are more than
1,500: the greedy one of ``baselines.word_choosers``, followed by exchanges until none helps.
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
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.lexicon.cues import CUE_WORDS, read_words_file
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.scenarios.drat.benchmark import PROTOCOLS
from helm_creativity.scenarios.drat.items import ITEMS, anchor_sets
from helm_creativity.scenarios.drat.scoring import threshold, utility
from helm_creativity.task_types.word_list.baseline import find_protocol

CEILING = 97.7
"""The least of 30 scores, that of the set with heat and organ. The greedy baseline's ten are all relevant, and nearer
to each other."""

RELEVANT = dict(
    zip(
        anchor_sets("scientific", 4).values(),
        (tuple(line.split()) for line in read_words_file(ITEMS / "relevant.txt")),
        strict=True,
    )
)
"""Three nouns by the anchors of a set."""
IRRELEVANT = ("calorie", "toga", "yew", "paperback", "headboard", "farad", "gosling")
"""Below the threshold of every set."""


def reference_response(fields: Fields) -> Sample:
    """Ten nouns, of which three are relevant to the anchors."""
    relevant = RELEVANT[tuple(fields["anchors"])]
    return Sample(Response(json.dumps([*relevant, *IRRELEVANT]), "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """Unrelated nouns, for the greedy baseline among those above the threshold; None to any other prompt."""
    holes = ([placeholder(f"anchor{i}") for i in range(k)] for k in (2, 3, 4))
    tried = (find_protocol(Path(__file__).parent, PROTOCOLS, prompt, anchors=anchors) for anchors in holes)
    match = next(filter(None, tried), None)
    if match is None:
        return None
    anchors = list(match[1].values())

    def relevant(nouns: Nouns) -> NDArray[np.bool_]:
        vectors, known = WithPhrases(nouns.embedding).embed(anchors)
        of_anchors, pool = vectors[known], nouns.find_vectors(CUE_WORDS)
        if not len(of_anchors) or not len(pool):
            return np.ones(len(nouns.words), dtype=bool)
        tau = threshold(utility(pool @ of_anchors.T))
        return utility(nouns.vectors @ of_anchors.T) > tau

    forbidden = frozenset().union(*map(inflected_forms, anchors))
    nouns = baseline.unrelated(match[0].rule.asked, spelt=lambda word: word not in forbidden, meaning=relevant)
    return json.dumps(nouns)
