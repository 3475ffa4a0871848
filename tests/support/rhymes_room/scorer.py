"""Scores rhymes."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.responses import parse_word
from helm_creativity.rooms import AnswerScorer, Graded, ItemRoom

ROOM = ItemRoom(Path(__file__).parent, "ask")


class RhymeScorer(AnswerScorer[str]):
    """100 for a word with the same ending."""

    def read(self, text, fields):
        return parse_word(text)

    def grade(self, said, fields):
        score = 100.0 * said.endswith(fields["ending"])
        return Graded(score, {"letters": float(len(said))}, {"word": said})

    def details(self, fields):
        return {"word": None}


add_arguments, scorer_of, row_of = ROOM.command(lambda signature: RhymeScorer(ROOM.card, signature))
