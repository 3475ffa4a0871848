"""``creativity_story``: short stories from three cue words."""

from __future__ import annotations

from helm_creativity.hosting import STAND_IN, Arguments, Chosen
from helm_creativity.judging.benchmark import judged_benchmark
from helm_creativity.rated import CREATIVITY
from helm_creativity.scenarios.story.annotator import StoryAnnotator
from helm_creativity.scenarios.story.metric import StoryMetric
from helm_creativity.scenarios.story.protocols import CUES, PROTOCOLS
from helm_creativity.scenarios.story.scenario import StoryScenario
from helm_creativity.scenarios.story.vectors import StoryVectors, find_vectors

UNJUDGED = [name for name, one in PROTOCOLS.items() if not one.judged]


@judged_benchmark(StoryScenario, StoryMetric, StoryAnnotator, without=UNJUDGED, weighs=[CREATIVITY])
def story(arguments: Arguments, protocol: str, cues: str = "both", embedding: str = "", layers: object = "") -> Chosen:
    """Short stories.

    Args:
        arguments: checks them.
        protocol: see the card. ``agc2026`` needs judges, ``mctb2025`` takes them beside its own score.
        cues: ``low``, ``high`` or ``both``: sets of cue words by their semantic distance.
        embedding: of DSI, see ``find_vectors``; bert-large-uncased if left out.
        layers: hidden states, joined by ``+``; 6+7 if left out.
    """
    asked = {"cues": arguments.one_of("cues", cues, CUES)}
    found = arguments.check(lambda: find_vectors(embedding, layers), StoryVectors(STAND_IN))
    vectors = arguments.usable(found, StoryVectors.require, StoryVectors(STAND_IN))
    args = {**asked, "embedding": vectors.embedding, "layers": vectors.layers_text}
    titled = {**asked, "layers": "none", **vectors.named}
    return Chosen(args, {**asked, **vectors.named}, PROTOCOLS[protocol].trials, titled)
