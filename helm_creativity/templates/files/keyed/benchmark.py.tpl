"""<< title >>: << kind.example >>."""

from __future__ import annotations

from dataclasses import dataclass

from helm_creativity.core.keyed import KeyedBenchmark
from helm_creativity.core.settings import Settings, temperature
from helm_creativity.core.types import Fields
from helm_creativity.families.response_scorer import ResponseGrade, ResponseScorer
from helm_creativity.text.single import parse_word, same_word

RIGHT, WRONG = 100.0, 0.0


@dataclass(frozen=True)
class << camel >>Settings(Settings):
    """Settings of every benchmark, at temperature 0."""

    temp: float = temperature(0.0)


class << camel >>Benchmark(KeyedBenchmark[<< camel >>Settings]):
    """<< kind.score >>."""

    settings_type = << camel >>Settings
    template = "task"
    response_tokens = 3

    def scorer(self, settings: << camel >>Settings) -> << camel >>Scorer:
        """See ``<< camel >>Scorer``."""
        return << camel >>Scorer(self.card)


class << camel >>Scorer(ResponseScorer[str]):
    """100 for the right word, 0 for another one. The mean over responses is accuracy in percent."""

    def parse(self, text: str, fields: Fields) -> str | None:
        """The one word of the response."""
        return parse_word(text)

    def grade(self, parsed: str, fields: Fields) -> ResponseGrade:
        """Whether it is the item's answer, or one of several joined by ``|``."""
        return ResponseGrade(RIGHT if same_word(parsed, fields["answer"]) else WRONG, details={"word": parsed})

    def without_answer(self, fields: Fields) -> ResponseGrade:
        """Wrong: left out, it would raise the accuracy of a model that answers only what it knows."""
        return ResponseGrade(WRONG, details=self.details(fields))

    def details(self, fields: Fields) -> Fields:
        """No word was found."""
        return {"word": None}
