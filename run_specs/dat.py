"""``creativity_dat``: the Divergent Association Task."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.embeddings.registry import embedding_label, is_embedding, require_embeddings
from helm_creativity.hosting import Arguments, creativity_run_spec
from helm_creativity.hosting.run_spec import MAX_TOKENS, adapter
from helm_creativity.scenarios.dat.metric import DatMetric
from helm_creativity.scenarios.dat.protocols import PROTOCOLS
from helm_creativity.scenarios.dat.scenario import DatScenario
from helm_creativity.scenarios.dat.scorer import (
    CARD,
    DICTIONARIES,
    default_dictionary,
    find_dictionary,
    prompts_of,
    signature_of,
)


@run_spec_function(CARD.group)
def get_dat_run_spec(
    protocol: str = CARD.default_protocol,
    embedding: str = "",
    dictionary: str = "",
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    **unknown: object,
) -> RunSpec:
    """The DAT.

    Args:
        protocol: see the card.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        dictionary: ``olson2021`` or ``none``; the protocol's own if left out.
        temp: temperature, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        unknown: anything else is refused.

    Raises:
        BadArguments: naming everything that is wrong with the arguments, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, ("protocol", "embedding", "dictionary", "temp", "max_tokens"))
        rule = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        embedding = rule.embedding if embedding == "" else str(embedding)
        arguments.check(lambda: require_embeddings(embedding), False)
        default = default_dictionary(rule, embedding)
        dictionary = arguments.one_of("dictionary", default if dictionary == "" else dictionary, DICTIONARIES)
        # The dictionary that would follow from a wrong name is not worth a complaint of its own.
        words = arguments.check(lambda: find_dictionary(dictionary), None) if is_embedding(embedding) else None
        temperature = arguments.number("temp", temp, 0, 2)
        limit = arguments.whole("max_tokens", max_tokens, 16, 1_000_000)
    named = {"protocol": protocol, "embedding": embedding_label(embedding), "dictionary": dictionary}
    named["temp"] = f"{temperature:.12g}"
    if limit != MAX_TOKENS:
        named["max_tokens"] = str(limit)
    return creativity_run_spec(
        group=CARD.group,
        named=named,
        scenario=DatScenario,
        scenario_args={name: named[name] for name in ("protocol", "embedding", "dictionary")},
        metric=DatMetric,
        metric_args={
            "protocol": protocol,
            "embedding": embedding,
            "dictionary": dictionary,
            "signature": signature_of(protocol, embedding, words, prompts_of(protocol)),
        },
        adapter_spec=adapter(temperature, rule.trials, limit),
    )
