"""The Remote Associates Test: one word that goes with each of three, right or wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from helm_creativity.benchmark.base import Benchmark
from helm_creativity.benchmark.card import Card
from helm_creativity.benchmark.settings import Requirement, Settings, option, temperature
from helm_creativity.benchmark.types import Fields, Item
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import listed, quoted
from helm_creativity.scenarios.rat.items import RatProblem, band, checksum_of_file, read_problems
from helm_creativity.scenarios.rat.scoring import accuracy
from helm_creativity.task_types.response_scorer import ResponseGrade, ResponseScorer
from helm_creativity.text.single import parse_word


@dataclass(frozen=True)
class RatSettings(Settings):
    """Settings of the RAT. Protocols differ in the prompt alone."""

    items: str = option(
        "own",
        "own, 120 problems of this package, or bowden2003, the 144 normed ones",
        choices=("own", "bowden2003"),
        named=True,
    )
    temp: float = temperature(0.0)

    def requirements(self, asked: bool) -> Iterator[Requirement]:
        """The items must be here."""
        yield from super().requirements(asked)
        yield ("items",), lambda: read_problems(self.items)

    def compared(self, asked: bool = True) -> dict[str, str]:
        """Where nothing is asked, the items by the checksum of their file."""
        return super().compared(asked) if asked else {**super().compared(asked), "items": checksum_of_file(self.items)}


class Rat(Benchmark[RatSettings]):
    """Accuracy in percent."""

    settings_type = RatSettings
    record = "rows:RatRow"
    response_tokens = 3

    def items(self, settings: RatSettings) -> Iterator[Item]:
        """The prompt with the stems of every problem."""
        for problem in read_problems(settings.items):
            prompt = self.render(settings.protocol, stems=problem.stems)
            fields = {"stems": list(problem.stems), "accepted": problem.answer, "band": band(problem)}
            yield Item(problem.id, prompt, fields)

    def scorer(self, settings: RatSettings) -> RatScorer:
        """See ``RatScorer``."""
        return RatScorer(self.card, settings.items)


class RatScorer(ResponseScorer[str]):
    """100 for the key of the problem, 0 for another word.

    The key is a field of the sample (``accepted``), or is looked up by its ``stems`` or by its ``id``.
    """

    def __init__(self, card: Card, items: str) -> None:
        super().__init__(card)
        self._items = items

    def parse(self, text: str, fields: Fields) -> str | None:
        """The one word of the response."""
        return parse_word(text)

    def grade(self, parsed: str | None, fields: Fields) -> ResponseGrade:
        """Accuracy, also of the problem's band of difficulty."""
        accepted, of_band = self._key_and_band(fields)
        score = 0.0 if parsed is None else accuracy(parsed, accepted)
        submetrics = {f"accuracy_{of_band}": score} if of_band else {}
        return ResponseGrade(score, submetrics, {"word": parsed, "accepted": accepted})

    def without_answer(self, fields: Fields) -> ResponseGrade:
        """Wrong."""
        return self.grade(None, fields)

    def details(self, fields: Fields) -> dict[str, str | None]:
        """The key alone."""
        return {"word": None, "accepted": self._key_and_band(fields)[0]}

    @cached_property
    def _problems(self) -> dict[object, RatProblem]:
        """By id, and by the set of stems."""
        problems = read_problems(self._items)
        return {key: problem for problem in problems for key in (problem.id, frozenset(problem.stems))}

    def _key_and_band(self, fields: Fields) -> tuple[str, str | None]:
        if "accepted" in fields:
            return str(fields["accepted"]), fields.get("band")
        by_id = "id" in fields and "stems" not in fields
        found = self._problems.get(fields["id"] if by_id else frozenset(fields["stems"]))
        if found is None:
            what = f"the id {quoted(fields['id'])}" if by_id else f"the stems {listed(sorted(fields['stems']))}"
            raise BadArguments(f"no item of {self._items} has {what}; give its key in a field answer")
        return found.answer, band(found)
