"""``creativity_hard_dat``: the Hard Divergent Association Task."""

from __future__ import annotations

from helm_creativity.hosting import Arguments, Chosen, benchmark, word_settings
from helm_creativity.scenarios.hard_dat.draws import LAST_DRAW, LETTERS, Items
from helm_creativity.scenarios.hard_dat.metric import HardDatMetric
from helm_creativity.scenarios.hard_dat.protocols import PROTOCOLS
from helm_creativity.scenarios.hard_dat.scenario import HardDatScenario
from helm_creativity.scenarios.hard_dat.scorer import require_given


@benchmark(HardDatScenario, HardDatMetric)
def hard_dat(
    arguments: Arguments,
    protocol: str,
    letters: str = "all",
    draw: int = 0,
    embedding: str = "",
    dictionary: str = "",
) -> Chosen:
    """HardDAT.

    Args:
        arguments: checks them.
        protocol: see the card.
        letters: ``all``, or some of the report's 21 letters joined with ``+``.
        draw: which words are given, 0 to 999; the embedding must know them.
        embedding: a name, or names joined with ``+``; the protocol's own if left out.
        dictionary: ``olson2021``, ``wordnet`` or ``none``; the protocol's own if left out.
    """
    one = PROTOCOLS[protocol]
    chosen = arguments.several_of("letters", letters, LETTERS)
    items = Items.of("+".join(chosen), arguments.whole("draw", draw, 0, LAST_DRAW))
    words = word_settings(arguments, embedding, dictionary, one.embedding, one.dictionary)
    arguments.check(lambda: words.usable and require_given(words.embedding, items), False)
    return words.chosen(items.args, items.named, one.trials)
