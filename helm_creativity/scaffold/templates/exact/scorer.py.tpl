"""Scores answers: right or wrong."""

from __future__ import annotations

from pathlib import Path

from helm_creativity.responses import parse_word, same_word
from helm_creativity.rooms import AnswerScorer, Fields, Graded, ItemRoom

ROOM = ItemRoom(Path(__file__).parent, "task")
CARD = ROOM.card
RIGHT, WRONG = 100.0, 0.0


class << camel >>Scorer(AnswerScorer[str]):
    """100 for the right word, 0 for another one. The mean over answers is accuracy in percent."""

    def read(self, text: str, fields: Fields) -> str | None:
        """The one word that the answer gives."""
        return parse_word(text)

    def grade(self, said: str, fields: Fields) -> Graded:
        """Whether it is the item's answer, or one of several joined by ``|``."""
        return Graded(RIGHT if same_word(said, fields["answer"]) else WRONG, details={"word": said})

    def details(self, fields: Fields) -> Fields:
        """No word was found."""
        return {"word": None}


add_arguments, scorer_of, row_of = ROOM.command(lambda signature: << camel >>Scorer(CARD, signature))
