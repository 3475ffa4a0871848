"""``creativity_dat``: the Divergent Association Task."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, adapter, creativity_run_spec, word_settings
from helm_creativity.scenarios.dat.metric import DatMetric
from helm_creativity.scenarios.dat.protocols import PROTOCOLS
from helm_creativity.scenarios.dat.scenario import DatScenario
from helm_creativity.scenarios.dat.scorer import CARD, prompts_of, signature_of


@run_spec_function(CARD.group)
def get_dat_run_spec(
    protocol: str = CARD.default_protocol,
    embedding: str = "",
    dictionary: str = "",
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """The DAT.

    Args:
        protocol: see the card.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``; the protocol's own if left out.
        temp: temperature, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: anything else is refused.

    Raises:
        BadArguments: naming everything that is wrong with the arguments, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_dat_run_spec)
        one = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        words = word_settings(arguments, embedding, dictionary, one.embedding, one.dictionary)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    named = {"protocol": protocol, **words.named}
    return creativity_run_spec(
        group=CARD.group,
        named={**named, **sampling.named},
        scenario=DatScenario,
        scenario_args=named,
        metric=DatMetric,
        metric_args={
            "protocol": protocol,
            **words.args,
            "signature": signature_of(protocol, words.embedding, words.words, prompts_of(protocol)),
        },
        adapter_spec=adapter(sampling, one.trials),
    )
