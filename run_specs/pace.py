"""``creativity_pace``: Parallel Association Chain Evaluation."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark, word_settings
from helm_creativity.scenarios.pace.annotator import PaceAnnotator
from helm_creativity.scenarios.pace.metric import PaceMetric
from helm_creativity.scenarios.pace.protocols import PROTOCOLS, SEEDS
from helm_creativity.scenarios.pace.scenario import PaceScenario
from helm_creativity.scenarios.pace.scorer import CARD

TEMPERATURE = PROTOCOLS[CARD.default_protocol].temperature
"""Of both stages."""


@benchmark(PaceScenario, PaceMetric, temp=TEMPERATURE, annotator=PaceAnnotator, asks=["protocol"])
def pace(
    arguments: Arguments, protocol: str, seeds: str = "cue_words", embedding: str = "", dictionary: str = ""
) -> Chosen:
    """PACE.

    Args:
        arguments: checks them.
        protocol: see the card.
        seeds: ``cue_words``, 50 of them, or ``qiu2025``, the 110 of the instrument's authors.
        embedding: a name, or names joined with ``+``; FastText if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``, which is the paper's.
    """
    one = PROTOCOLS[protocol]
    asked = {"seeds": arguments.one_of("seeds", seeds, SEEDS)}
    words = word_settings(arguments, embedding, dictionary, one.embedding, "none")
    return words.chosen(asked, trials=one.trials)
