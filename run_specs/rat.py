"""``creativity_rat``: the Remote Associates Test."""

from __future__ import annotations

from helm.benchmark.run_spec import RunSpec, run_spec_function

from helm_creativity.hosting import MAX_TOKENS, NEUTRAL, Arguments, adapter, creativity_run_spec
from helm_creativity.scenarios.rat.metric import RatMetric
from helm_creativity.scenarios.rat.protocols import ITEMS, TRIALS
from helm_creativity.scenarios.rat.scenario import RatScenario
from helm_creativity.scenarios.rat.scorer import CARD, prompts_of, signature_of


@run_spec_function(CARD.group)
def get_rat_run_spec(
    protocol: str = CARD.default_protocol,
    items: str = "own",
    temp: float = 0.0,
    max_tokens: int = MAX_TOKENS,
    instruction: str = NEUTRAL,
    **unknown: object,
) -> RunSpec:
    """The RAT.

    Args:
        protocol: see the card.
        items: ``own``, 120 problems of this package, or ``bowden2003``, the 144 normed ones.
        temp: temperature, 0 to 2.
        max_tokens: limit for an answer, thoughts included.
        instruction: ``neutral``, or one that stands before every prompt: ``creative``, ``effective``.
        unknown: anything else is refused.

    Raises:
        BadArguments: naming everything that is wrong with the arguments, before any request is made.
    """
    with Arguments(CARD.group) as arguments:
        arguments.none_of(unknown, get_rat_run_spec)
        arguments.one_of("protocol", protocol, CARD.protocols)
        chosen = arguments.one_of("items", items, ITEMS)
        signed = arguments.check(lambda: signature_of(chosen, prompts_of(chosen)), "")
        sampling = arguments.sampling(temp, max_tokens, instruction)
    named = {"protocol": protocol, "items": items}
    return creativity_run_spec(
        group=CARD.group,
        named={**named, **sampling.named},
        scenario=RatScenario,
        scenario_args=named,
        metric=RatMetric,
        metric_args={"items": items, "signature": signed},
        adapter_spec=adapter(sampling, TRIALS),
    )
