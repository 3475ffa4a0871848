"""Responses that are all different for the judges, and each as good as can be; what baseline and lexical judge do."""

from __future__ import annotations

from helm_creativity.baselines.surface import difference, split_words
from helm_creativity.benchmark.loading import get_benchmark
from helm_creativity.benchmark.protocols import Baseline
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.scenarios.novelty.benchmark import SAME, SCALE, Novelty

CEILING = float(SCALE.high)
"""The utility of k different responses that are all rated 10, of which it is a weighted mean."""

RATINGS = {SAME.name: 0.0}
"""To the judges all are different."""

STATISTICS = {SAME.dimensions[0]: lambda first, second: 1 - difference(first, second)}
"""Two responses are the same to the lexical judge if they share more than half of their words."""

CHATTER = "a response is all of its text, which judges read and embeddings embed as it stands"


def reference_response(fields: Fields) -> Sample:
    """A response of each trial, which is no other's."""
    text = f"This is answer number {fields['trial'] + 1} to: {fields['prompt']}"
    return Sample(Response(text, "stop"), fields)


def baseline_response(prompt: str, baseline: Baseline) -> str | None:
    """The noun nearest to the prompt, as far as the baseline can tell; None to any other prompt.

    So the greedy baseline always has the same response, and the random one hardly ever: the two ends of the scale.
    """
    novelty = get_benchmark("novelty")
    assert isinstance(novelty, Novelty)
    item = novelty.entry_in(prompt)
    return None if item is None else baseline.nearest(split_words(item["prompt"]), 1)[0]
