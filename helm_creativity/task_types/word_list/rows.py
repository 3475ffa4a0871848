"""A row of a file of word lists."""

from __future__ import annotations

from collections.abc import Callable
from typing import ClassVar

from pydantic import Field, WrapValidator

from helm_creativity.benchmark.rows.fields import ResponseText, Row, Words
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted


def at_least_one(what: str) -> WrapValidator:
    """For lists of what a prompt gave: each once, in lower case; none of them blank."""

    def check(value: object, texts_in: Callable[[object], list[str]]) -> list[str]:
        texts = list(dict.fromkeys(text.strip().lower() for text in texts_in(value) if text.strip()))
        if not texts:
            raise BadArguments(f"{what}, got {quoted(value)}")
        return texts

    return WrapValidator(check)


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
