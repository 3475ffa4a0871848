"""As good an answer to each item as the greedy search finds; it is not known that there is none better."""

from __future__ import annotations

from helm_creativity.baselines.players import GreedyPlayer
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
<< gap >>from << here >>.scorer import ROOM

TOP = 91.0
"""What the search reaches for every item under the built-in table; in 100 lists of random nouns 84.4 was the most."""


def oracle(fields: Fields) -> Row:
    """The greedy player's words."""
    words = GreedyPlayer("builtin", 0).unrelated(ROOM.rule.asked, spelt=lambda word: len(word) == fields["letters"])
    return Row(Answer("\n".join(words), "stop"), fields)
