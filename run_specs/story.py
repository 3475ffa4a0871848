"""``creativity_story``: short stories from three cue words."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, Sampling, adapter
from helm_creativity.judging.designs import SEED
from helm_creativity.judging.run_spec import judge_settings, judged_run_spec
from helm_creativity.judging.settings import JUDGE_TEMPERATURE, JUDGE_TOKENS, JudgeSettings
from helm_creativity.rated import CREATIVITY
from helm_creativity.scenarios.story.annotator import StoryAnnotator
from helm_creativity.scenarios.story.metric import StoryMetric
from helm_creativity.scenarios.story.protocols import CUES, PROTOCOLS
from helm_creativity.scenarios.story.scenario import StoryScenario
from helm_creativity.scenarios.story.scorer import CARD, run_signature
from helm_creativity.scenarios.story.vectors import StoryVectors, find_vectors


@run_spec_function(CARD.group)
def get_story_run_spec(
    protocol: str = CARD.default_protocol,
    cues: str = "both",
    embedding: str = "",
    layers: object = "",
    judges: str = "",
    design: str = "",
    seed: int = SEED,
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    judge_temp: float = JUDGE_TEMPERATURE,
    judge_max_tokens: int = JUDGE_TOKENS,
    weighted: bool = False,
    **unknown: object,
) -> RunSpec:
    """Short stories.

    Args:
        protocol: see the card. ``agc2026`` needs judges, ``mctb2025`` takes them beside its own score.
        cues: ``low``, ``high`` or ``both``: sets of cue words by their semantic distance.
        embedding: of DSI, see ``find_vectors``; bert-large-uncased if left out.
        layers: hidden states, joined by ``+``; 6+7 if left out.
        judges: deployments joined with ``+``.
        design: ``all``, ``planned_missing=M`` or ``draw=M``, with its ``seed``; ``all`` if left out.
        seed: see design.
        temp: temperature of the stories, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        judge_temp: temperature of the judges.
        judge_max_tokens: limit for a reply of theirs.
        weighted: ratings weighted by the probabilities of the numbers that a judge might have given.
        unknown: refused, like everything else that is wrong, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_story_run_spec)
        one = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        arguments.one_of("cues", cues, CUES)
        vectors = arguments.check(lambda: find_vectors(embedding, layers), None)
        arguments.check(lambda: vectors is not None and vectors.require(), False)
        how = seed, judge_temp, judge_max_tokens, not one.judged, weighted, [CREATIVITY]
        panel = judge_settings(arguments, judges, design, *how)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    assert vectors is not None
    return _run_spec(protocol, cues, vectors, panel, sampling)


def _run_spec(protocol: str, cues: str, vectors: StoryVectors, panel: JudgeSettings, sampling: Sampling) -> RunSpec:
    asked = {"protocol": protocol, "cues": cues}
    measured = {"embedding": vectors.embedding, "layers": vectors.layers_text}
    return judged_run_spec(
        group=CARD.group,
        named={**asked, **vectors.named, **panel.named, **sampling.named},
        scenario=StoryScenario,
        scenario_args={**asked, "layers": "none", **vectors.named, **panel.titles},
        metric=StoryMetric,
        metric_args={**asked, **measured, **panel.args, "signature": run_signature(protocol, cues, vectors, panel)},
        adapter_spec=adapter(sampling, PROTOCOLS[protocol].trials),
        annotator=StoryAnnotator,
        settings=panel,
    )
