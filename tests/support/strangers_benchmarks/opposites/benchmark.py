"""Opposites: right or wrong."""

from dataclasses import dataclass

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.settings import Settings, option
from helm_creativity.benchmark.types import Item
from helm_creativity.parsing.single import parse_word
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer

SETS = {
    "own": {"hot": "cold", "high": "low", "empty": "full", "dark": "light", "war": "peace", "day": "night"},
    "more": {"wet": "dry", "old": "new"},
}


@dataclass(frozen=True)
class OppositesSettings(Settings):
    """Settings of the benchmark."""

    items: str = option("own", "which words", choices=SETS, named=True)


class OppositesScorer(ResponseScorer[str]):
    """100 for the right word, 0 for another one."""

    def __init__(self, card, settings):
        super().__init__(card)
        self.settings = settings

    def parse(self, text, fields):
        """The one word."""
        return parse_word(text)

    def grade(self, parsed, fields):
        """Whether it is the right one."""
        return ResponseGrade(100.0 if parsed == fields["opposite"] else 0.0, {"letters": float(len(parsed))})

    def score_run(self, samples, scores):
        """How many are right."""
        return {"right": float(sum(score.score == 100.0 for score in scores))}


class Opposites(Benchmark[OppositesSettings]):
    """A word for a word."""

    settings_type = OppositesSettings
    record = "rows:OppositesRow"

    def items(self, settings):
        """One item for each word."""
        for word, opposite in SETS[settings.items].items():
            yield Item(word, self.render("ask", word=word), {"word": word, "opposite": opposite})

    def scorer(self, settings):
        """See ``OppositesScorer``."""
        return OppositesScorer(self.card, settings)

    def opposites(self, settings):
        """The right word for each."""
        return SETS[settings.items]
