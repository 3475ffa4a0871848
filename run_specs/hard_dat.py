"""``creativity_hard_dat``: the Hard Divergent Association Task."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, adapter, creativity_run_spec, word_settings
from helm_creativity.scenarios.hard_dat.draws import LAST_DRAW, LETTERS, Items
from helm_creativity.scenarios.hard_dat.metric import HardDatMetric
from helm_creativity.scenarios.hard_dat.protocols import PROTOCOLS
from helm_creativity.scenarios.hard_dat.scenario import HardDatScenario
from helm_creativity.scenarios.hard_dat.scorer import CARD, require_given, signature_of


@run_spec_function(CARD.group)
def get_hard_dat_run_spec(
    protocol: str = CARD.default_protocol,
    letters: str = "all",
    draw: int = 0,
    embedding: str = "",
    dictionary: str = "",
    temp: float = 1.0,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """HardDAT.

    Args:
        protocol: see the card.
        letters: ``all``, or some of the report's 21 letters joined with ``+``.
        draw: which words are given, 0 to 999.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``; the protocol's own if left out.
        temp: temperature, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: anything else is refused.

    Raises:
        BadArguments: naming everything that is wrong with the arguments, or the given words that the embedding does not
            know, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_hard_dat_run_spec)
        one = PROTOCOLS[arguments.one_of("protocol", protocol, PROTOCOLS)]
        chosen = arguments.several_of("letters", letters, LETTERS)
        items = Items.of("+".join(chosen), arguments.whole("draw", draw, 0, LAST_DRAW))
        words = word_settings(arguments, embedding, dictionary, one.embedding, one.dictionary)
        arguments.check(lambda: words.usable and require_given(words.embedding, items), False)
        sampling = arguments.sampling(temp, max_tokens, instruction)
    signed = signature_of(protocol, words.embedding, words.words, items)
    named = {"protocol": protocol, **items.named, **words.named}
    return creativity_run_spec(
        group=CARD.group,
        named={**named, **sampling.named},
        scenario=HardDatScenario,
        scenario_args=named,
        metric=HardDatMetric,
        metric_args={"protocol": protocol, **items.args, **words.args, "signature": signed},
        adapter_spec=adapter(sampling, one.trials),
    )
