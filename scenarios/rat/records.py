"""A row of a file of responses to remote associates."""

from __future__ import annotations

from typing import Annotated, ClassVar

from pydantic import AfterValidator, Field, PlainValidator

from helm_creativity.core.row_models import Holds, ResponseText, Row, Words
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.text.single import parse_word


def _answer(value: object) -> str:
    """Parsed as a response is; otherwise no response could equal it."""
    keys = [parse_word(key) for key in value.split("|")] if isinstance(value, str) else [None]
    if not all(keys):
        raise BadArguments(f"answer must be a word, or words joined by |, got {quoted(value)}")
    return "|".join(filter(None, keys))


def _lower(words: list[str]) -> list[str]:
    return [word.strip().lower() for word in words]


class RatRow(Row):
    """A response, and the key of its problem or the words that were given."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("answer", "stems"),)

    response: ResponseText
    answer: Annotated[str, PlainValidator(_answer), Holds("the right word; school|court for either")] = ""
    stems: Annotated[Words, AfterValidator(_lower)] = Field(default_factory=list, description="those of a problem")

    def sample(self, settings: Settings) -> Sample:
        """The response with the key, or else with the stems by which it is looked up."""
        key = {"accepted": self.answer} if "answer" in self.model_fields_set else {"stems": self.stems}
        return Sample(Response(self.response), key)
