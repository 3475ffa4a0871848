"""Scores opposites: right or wrong."""

from pathlib import Path

from helm_creativity.responses import parse_word
from helm_creativity.rooms import AnswerScorer, Graded, checksum_of, load_card, render, signature

HERE = Path(__file__).parent
CARD = load_card(HERE)
SETS = {
    "own": {"hot": "cold", "high": "low", "empty": "full", "dark": "light", "war": "peace", "day": "night"},
    "more": {"wet": "dry", "old": "new"},
}


def prompts_of(items):
    """Number and checksum of the prompts."""
    return checksum_of(render(HERE, "ask", word=word) for word in SETS[items])


class OppositesScorer(AnswerScorer[str]):
    """100 for the right word, 0 for another one."""

    def __init__(self, items):
        super().__init__(CARD, signature(CARD, protocol="first", prompts=prompts_of(items), items=items))

    def read(self, text, fields):
        """The one word."""
        return parse_word(text)

    def grade(self, said, fields):
        """Whether it is the right one."""
        return Graded(100.0 if said == fields["opposite"] else 0.0, {"letters": float(len(said))})

    def of_run(self, rows, outcomes):
        """How many are right."""
        return {"right": float(sum(outcome.score == 100.0 for outcome in outcomes))}
