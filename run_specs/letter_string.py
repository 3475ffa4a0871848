"""``creativity_letter_string``: counterfactual letter-string analogies."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Settings, benchmark
from helm_creativity.scenarios.letter_string.items import ALPHABETS, LAST_SEED
from helm_creativity.scenarios.letter_string.metric import LetterStringMetric
from helm_creativity.scenarios.letter_string.scenario import LetterStringScenario


@benchmark(LetterStringScenario, LetterStringMetric, temp=0.0)
def letter_string(arguments: Arguments, alphabets: str = "all", seed: int = 0) -> Settings:
    """Counterfactual letter-string analogies.

    Args:
        arguments: checks them.
        alphabets: ``all`` 500 items, or those of ``standard``, ``permuted2``, ``permuted5``, ``permuted10``,
            ``permuted20`` and ``symbols`` that are named, joined by ``+``.
        seed: what the items are made from, 0 to 999.
    """
    chosen = arguments.several_of("alphabets", alphabets, ALPHABETS)
    ordered = [one for one in ALPHABETS if one in chosen]
    named = "all" if len(ordered) == len(ALPHABETS) else "+".join(ordered)
    return {"alphabets": named, "seed": arguments.whole("seed", seed, 0, LAST_SEED)}
