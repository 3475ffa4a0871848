"""A row of a file of responses to remote associates."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, PlainValidator

from helm_creativity.benchmark.rows.fields import Holds, ResponseText, Row, Text, Words
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.text.single import parse_word


def _answer(value: object) -> str:
    """Parsed as a response is; otherwise no response could equal it."""
    keys = [parse_word(key) for key in value.split("|")] if isinstance(value, str) else [None]
    if not all(keys):
        raise BadArguments(f"answer must be a word, or words joined by |, got {quoted(value)}")
    return "|".join(filter(None, keys))


class RatRow(Row):
    """A response, and the key of its problem, the words that were given, or the problem's id."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("answer", "stems", "id"),)

    response: ResponseText
    answer: Annotated[str, PlainValidator(_answer), Holds("the right word; school|court for either")] = ""
    stems: Annotated[Words, AfterValidator(lambda words: [word.strip().lower() for word in words])] = Field(
        default_factory=list, description="those of a problem"
    )
    id: Annotated[Text, Holds("the id of a problem, as a run has it")] = ""

    def sample(self, settings: Settings) -> Sample:
        """The response with the key, or else with the stems or the id by which it is looked up."""
        values = {"answer": ("accepted", self.answer), "stems": ("stems", self.stems), "id": ("id", self.id)}
        field, value = next(values[name] for name in values if name in self.model_fields_set)
        return Sample(Response(self.response), {field: value})
