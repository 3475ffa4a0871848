"""``creativity_pace``: Parallel Association Chain Evaluation."""

from __future__ import annotations

from helm.benchmark.annotation.annotator import AnnotatorSpec
from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import (
    MAX_TOKENS,
    NEUTRAL,
    Arguments,
    adapter,
    creativity_run_spec,
    qualified_name,
    word_settings,
)
from helm_creativity.scenarios.pace.annotator import PaceAnnotator
from helm_creativity.scenarios.pace.metric import PaceMetric
from helm_creativity.scenarios.pace.protocols import PROTOCOLS, SEEDS
from helm_creativity.scenarios.pace.scenario import PaceScenario
from helm_creativity.scenarios.pace.scorer import CARD, prompts_of, signature_of


@run_spec_function(CARD.group)
def get_pace_run_spec(
    protocol: str = CARD.default_protocol,
    seeds: str = "cue_words",
    embedding: str = "",
    dictionary: str = "",
    temp: float = PROTOCOLS[CARD.default_protocol].temperature,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """PACE.

    Args:
        protocol: see the card.
        seeds: ``cue_words``, 50 of them, or ``qiu2025``, the 110 of the instrument's authors.
        embedding: a name, or names joined with ``+``; FastText if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``, which is the paper's.
        temp: temperature of both stages, 0 to 2.
        max_tokens: limit for an answer of either stage, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: anything else is refused.

    Raises:
        BadArguments: naming everything that is wrong with the arguments, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_pace_run_spec)
        one = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        chosen = arguments.one_of("seeds", seeds, SEEDS)
        prompts = arguments.check(lambda: prompts_of(chosen), "")
        words = word_settings(arguments, embedding, dictionary, one.embedding, "none")
        sampling = arguments.sampling(temp, max_tokens, instruction)
    named = {"protocol": protocol, "seeds": seeds, **words.named}
    return creativity_run_spec(
        group=CARD.group,
        named={**named, **sampling.named},
        scenario=PaceScenario,
        scenario_args=named,
        metric=PaceMetric,
        metric_args={
            "protocol": protocol,
            "seeds": seeds,
            **words.args,
            "signature": signature_of(protocol, words.embedding, words.words, prompts),
        },
        adapter_spec=adapter(sampling, one.trials),
        annotators=[AnnotatorSpec(class_name=qualified_name(PaceAnnotator), args={"protocol": protocol})],
    )
