"""``creativity_sdat``: the Synthetic Divergent Association Task, the DAT in twelve languages."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark, vector_settings
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


@benchmark(SdatScenario, SdatMetric, trials=TRIALS)
def sdat(
    arguments: Arguments,
    languages: str = "all",
    asked: int = ASKED[0],
    constraint: str = "none",
    embedding: str = "",
) -> Chosen:
    """The S-DAT.

    Args:
        arguments: checks them.
        languages: ``all``, or codes joined with ``+``, in any order.
        asked: words to name, 10 or 25.
        constraint: ``none``, ``edible``, ``tool``, ``under_ten_dollars`` or ``sound``.
        embedding: a name, or names joined with ``+``; the multilingual encoder of the source if left out.
    """
    chosen = in_order(arguments.several_of("languages", languages, list(LANGUAGES)))
    task = {
        "asked": arguments.one_of("asked", asked, ASKED),
        "constraint": arguments.one_of("constraint", constraint, CONSTRAINTS),
    }
    vectors = vector_settings(arguments, embedding, EMBEDDING, lambda name: require_languages(name, chosen))
    return vectors.chosen({"languages": list(chosen), **task}, {"languages": label_of(chosen), **task})
