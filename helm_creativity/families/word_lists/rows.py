"""A row of a file of word lists."""

from __future__ import annotations

from typing import ClassVar

from pydantic import Field

from helm_creativity.core.row_models import ResponseText, Row, Words
from helm_creativity.core.settings import Settings
from helm_creativity.core.types import Response, Sample


class WordsRow(Row):
    """Words, or a response that lists them; the fields of a subclass are those of the item."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("words", "response"),)

    words: Words = Field(default_factory=list)
    response: ResponseText = ""

    def sample(self, settings: Settings) -> Sample:
        """The words, or else the response, with the fields of the item."""
        item = {name: value for name, value in self if name not in self.enough[0]}
        if "words" in self.model_fields_set:
            return Sample(None, {**item, "words": self.words})
        return Sample(Response(self.response), item)
