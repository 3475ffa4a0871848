"""Uses that lie as far from their object as the built-in table knows any noun to lie.

The main score of the default protocol is their mean distance, which needs no judge and does not ask whether a thing
could be used so, as the card warns.
"""

from __future__ import annotations

import numpy as np

from helm_creativity.baselines.nouns import nouns_of
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.aut.protocols import PROTOCOLS

TOP = 1.04
"""The least of five objects has 1.044, the most that ten uses of one noun each can have; a use of several nouns that
are all so far away lies farther still. The greedy baseline has 0.88 at most in 200."""


def oracle(fields: Fields) -> Row:
    """As many uses of one noun each as may be listed."""
    nouns = nouns_of("builtin")
    farthest = np.argsort(nouns.sums([fields["object"]]), kind="stable")[: PROTOCOLS["wenger2025"].limit]
    return Row(Answer("; ".join(nouns.words[row] for row in farthest), "stop"), fields)
