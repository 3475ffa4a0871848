"""How the baselines respond to the DRAT, and responses that score as high as any known under the built-in table.

What scores is the distance among the relevant words, and it is highest where these are as few as count, three. So the
reference response to a set of the bank ``scientific`` has three nouns above its threshold, by .005 or more, and seven
that are below it. The three are the best of searches from each such noun, or from 400 of them where there are more than
1,500: the greedy one of ``baselines.word_choosers``, followed by exchanges until none helps.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from helm_creativity.baselines.nouns import Nouns
from helm_creativity.benchmark.prompts import placeholder
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.embeddings.phrases import WithPhrases
from helm_creativity.lexicon.cues import CUE_WORDS, read_words_file
from helm_creativity.lexicon.inflections import inflected_forms
from helm_creativity.scenarios.drat.benchmark import ITEMS, anchor_sets
from helm_creativity.scenarios.drat.scoring import threshold, utility
from helm_creativity.task_types.word_list.baseline import WordListReference

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


class DratReference(WordListReference):
    """Ten nouns, of which three are relevant to the anchors; baselines choose unrelated ones above the threshold."""

    def reference_response(self, fields: Fields) -> Sample:
        """To a set of four anchors of the bank ``scientific``."""
        words = [*RELEVANT[tuple(fields["anchors"])], *IRRELEVANT]
        return Sample(Response(self.written(words, "schapiro2026"), "stop"), fields)

    def holes(self) -> Iterator[Fields]:
        """Two to four anchors."""
        return ({"anchors": [placeholder(f"anchor{i}") for i in range(k)]} for k in (2, 3, 4))

    def choose(self, found: Mapping[str, Any], baseline: Baseline) -> list[str]:
        """Not the anchors themselves; only the greedy baseline knows the threshold."""
        anchors = [found[f"anchor{i}"] for i in range(len(found["anchors"]))]

        def relevant(nouns: Nouns) -> NDArray[np.bool_]:
            vectors, known = WithPhrases(nouns.embedding).embed(anchors)
            of_anchors, pool = vectors[known], nouns.find_vectors(CUE_WORDS)
            if not len(of_anchors) or not len(pool):
                return np.ones(len(nouns.words), dtype=bool)
            return utility(nouns.vectors @ of_anchors.T) > threshold(utility(pool @ of_anchors.T))

        forbidden = frozenset().union(*map(inflected_forms, anchors))
        return baseline.unrelated(found["n_words"], spelt=lambda word: word not in forbidden, meaning=relevant)
