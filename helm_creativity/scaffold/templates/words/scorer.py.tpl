"""Scores lists of words, a run at a time."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helm_creativity.embeddings.similarity import mean_pairwise_distances
from helm_creativity.rooms import Row
from helm_creativity.vocabulary import Measured, WordListScorer, WordRoom, WordRule


class << camel >>Scorer(WordListScorer):
    """100 times the mean distance between two words of an answer, 1 - cos, over all pairs: 0 to 100·n/(n-1)."""

    refusals = ("length",)

    def refuse(self, row: Row, word: str) -> str | None:
        """``length`` for a word with another number of letters than the item asks for."""
        return None if len(word) == int(row.fields["letters"]) else "length"

    def measure(self, rows: Sequence[Row], lists: Sequence[Sequence[str]]) -> list[Measured]:
        """The scores of the valid words of some answers."""
        means = self.mean_over_embeddings(lambda table: mean_pairwise_distances(table.rows(lists), table.vectors))
        return [Measured(100 * mean) for mean in means.tolist()]


# The prompt asks for ten words; with fewer than five valid ones an answer has no score.
RULE = WordRule(asked=10, minimum=5, maximum=10)
ROOM = WordRoom(Path(__file__).parent, "task", RULE, << camel >>Scorer)
CARD = ROOM.card
add_arguments, scorer_of, row_of = ROOM.add_arguments, ROOM.scorer_of, ROOM.row_of
