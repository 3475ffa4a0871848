"""``creativity_sdat``: the Synthetic Divergent Association Task, the DAT in twelve languages."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, adapter, creativity_run_spec, word_settings
from helm_creativity.scenarios.sdat.metric import SdatMetric
from helm_creativity.scenarios.sdat.protocols import (
    ASKED,
    CONSTRAINTS,
    EMBEDDING,
    LANGUAGES,
    TRIALS,
    in_order,
    label_of,
    require_languages,
)
from helm_creativity.scenarios.sdat.scenario import SdatScenario
from helm_creativity.scenarios.sdat.scorer import CARD, prompts_of, signature_of


@run_spec_function(CARD.group)
def get_sdat_run_spec(
    protocol: str = CARD.default_protocol,
    languages: str = "all",
    asked: int = ASKED[0],
    constraint: str = "none",
    embedding: str = "",
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """The S-DAT.

    Args:
        protocol: see the card.
        languages: ``all``, or codes joined with ``+``, in any order.
        asked: words to name, 10 or 25.
        constraint: ``none``, ``edible``, ``tool``, ``under_ten_dollars`` or ``sound``.
        embedding: a name, or names joined with ``+``; the multilingual encoder of the source if left out.
        temp: temperature, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: anything else is refused.

    Raises:
        BadArguments: naming everything that is wrong with the arguments, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_sdat_run_spec)
        arguments.one_of("protocol", protocol, CARD.protocols)
        chosen = in_order(arguments.several_of("languages", languages, list(LANGUAGES)))
        arguments.one_of("asked", asked, ASKED)
        arguments.one_of("constraint", constraint, CONSTRAINTS)
        words = word_settings(arguments, embedding, "none", EMBEDDING, "none")
        arguments.check(lambda: require_languages(words.embedding, chosen), False)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    task = {"asked": asked, "constraint": constraint}
    named = {"protocol": protocol, "languages": label_of(chosen), **task, "embedding": words.named["embedding"]}
    signed = signature_of(asked, words.embedding, prompts_of(chosen, asked, constraint))
    return creativity_run_spec(
        group=CARD.group,
        named={**named, **sampling.named},
        scenario=SdatScenario,
        scenario_args=named,
        metric=SdatMetric,
        metric_args={"languages": list(chosen), **task, "embedding": words.embedding, "signature": signed},
        adapter_spec=adapter(sampling, TRIALS),
    )
