"""Perfect answers: words that have nothing to do with one another, one an answer."""

from __future__ import annotations

from functools import lru_cache

from helm_creativity.baselines.players import GreedyPlayer
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.vocabulary.function_words import FUNCTION_WORDS

MOST = 50
"""Answers to a prompt for which there are words; as many as the paper draws."""

TOP = 85.0
"""Answers at right angles are at 100, and no n answers are further apart on average than 100·n/(n-1).

The words are those that a greedy search takes under the built-in table. Each is at 92 or more from the other 49 under
all-mpnet-base-v2 and the table, and at 87 or more under all-MiniLM-L6-v2.
"""

CHATTER = "an open answer cannot be told from remarks around it, which are embedded with it, as in the paper"


def oracle(fields: Fields) -> Row:
    """The word for answer number ``fields["trial"]``, the same for every prompt."""
    return Row(Answer(_words()[fields.get("trial", 0) % MOST], "stop"), fields)


@lru_cache(maxsize=1)
def _words() -> list[str]:
    return GreedyPlayer("builtin", 0).unrelated(MOST, spelt=lambda word: len(word) > 2 and word not in FUNCTION_WORDS)
