"""``creativity_cdat``: the Conditional Divergent Association Task."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark, word_settings
from helm_creativity.scenarios.cdat.metric import CdatMetric
from helm_creativity.scenarios.cdat.protocols import PROTOCOLS
from helm_creativity.scenarios.cdat.scenario import CdatScenario
from helm_creativity.scenarios.cdat.scorer import require_cues


@benchmark(CdatScenario, CdatMetric)
def cdat(arguments: Arguments, protocol: str, embedding: str = "", dictionary: str = "") -> Chosen:
    """The conditional DAT.

    Args:
        arguments: checks them.
        protocol: see the card.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``; the protocol's own if left out.
    """
    one = PROTOCOLS[protocol]
    words = word_settings(arguments, embedding, dictionary, one.embedding, one.dictionary)
    arguments.check(lambda: words.usable and require_cues(protocol, words.embedding), False)
    return words.chosen(trials=one.trials)
