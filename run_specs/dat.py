"""``creativity_dat``: the Divergent Association Task."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark, word_settings
from helm_creativity.scenarios.dat.metric import DatMetric
from helm_creativity.scenarios.dat.protocols import PROTOCOLS
from helm_creativity.scenarios.dat.scenario import DatScenario


@benchmark(DatScenario, DatMetric)
def dat(arguments: Arguments, protocol: str, embedding: str = "", dictionary: str = "") -> Chosen:
    """The DAT.

    Args:
        arguments: checks them.
        protocol: see the card.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``; the protocol's own if left out.
    """
    one = PROTOCOLS[protocol]
    words = word_settings(arguments, embedding, dictionary, one.embedding, one.dictionary)
    return words.chosen(trials=one.trials)
