"""Words that are as unrelated as words of the built-in table are known to be: what reference responses are made of.

Also which protocol of a card a prompt is of.
"""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product

from helm_creativity.benchmark.card import WordProtocol
from helm_creativity.benchmark.prompts import Place, id_of_words, match_prompt

# fmt: off
UNRELATED = (
    "associableness", "guidebook", "hurrah", "hypervitaminosis", "population", "sceneshifter", "weatherstripping",
    "ellipticity", "dockworker", "latchstring", "tracheobronchitis", "milliammeter", "haw", "phylogenesis",
    "ambassadorship", "might", "pipefitting", "lipectomy", "unboundedness", "seismograph",
)
# fmt: on
"""Twenty of WordNet's 41,466 nouns. In hundredths of the mean distance between two of them in the built-in table:

The first 7 are 101.77 apart, the first 10 99.71, and all of them 97.83. The first 7 came of 819 searches from nouns
drawn at random: the greedy one of Schapiro et al. 2026, Algorithm 1, then one word after the other exchanged for the
best noun in its place until no exchange helps; two of the searches ended with these 7 and none with a better list. The
first 10 and all 20 were found by adding words to these in the same way. Other lists of 10 come to 100.15. It is not
proven that no list is better. The limit of any list under any vectors of length one is 100·n/(n-1): 116.7 for 7 words,
111.1 for 10.
"""


def find_protocol(
    place: Place, protocols: Mapping[str, WordProtocol], prompt: str, **holes: object
) -> tuple[WordProtocol, dict[str, str]] | None:
    """The protocol of a prompt in the authors' words or in this package's, and what its holes held; None for others."""
    for protocol, words in product(protocols.values(), ("authors", "own")):
        for prompt_id in protocol.prompts:
            name, asked = id_of_words(place, prompt_id, words), protocol.rule.asked
            if (found := match_prompt(place, name, prompt, n_words=asked, **holes)) is not None:
                return protocol, found
    return None
