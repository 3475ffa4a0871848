"""A row of a file of word lists; its card's ``task`` says what else it holds."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, ValidationInfo, WrapValidator, create_model

from helm_creativity.benchmark.rows.models import OneOf, ResponseText, Row, Text, Texts, Words, validated_name
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted

ANY_OF = re.compile(r"(?:either )?[a-z](?:(?:,? or |, ?| ?[/+] ?)[a-z])*")


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


def _each_once(value: object, texts_in: Callable[[object], list[str]], info: ValidationInfo) -> list[str]:
    texts = list(dict.fromkeys(text.strip().lower() for text in texts_in(value) if text.strip()))
    if not texts:
        raise BadArguments(f"expected at least one text in the field {validated_name(info)}, got {quoted(value)}")
    return texts


def _letter(text: str) -> str:
    letter = " ".join(text.lower().split())
    if not ANY_OF.fullmatch(letter):
        raise BadArguments(
            "expected one letter from a to z in the field letter, or several of which each is right (v or x or z), "
            f"got {quoted(text)}"
        )
    return letter


KINDS: Mapping[str, Any] = {
    "text": Annotated[Text, AfterValidator(str.lower)],
    "letter": Annotated[Text, AfterValidator(_letter)],
    "words": Annotated[Words, WrapValidator(_each_once)],
    "texts": Annotated[Texts, WrapValidator(_each_once)],
}
"""What a field may hold, in lower case, lists without repetition."""


def words_row(fields: Mapping[str, Mapping[str, str]], choices: Mapping[str, Sequence[str]]) -> type[WordsRow]:
    """A class of rows with the fields that a card declares: what each ``holds``, of ``KINDS`` or a setting."""
    kinds = {**KINDS, **{name: Annotated[str, OneOf(tuple(some))] for name, some in choices.items()}}
    made: Any = {name: (kinds[field["holds"]], Field(description=field.get("about"))) for name, field in fields.items()}
    return create_model("WordsRow", __base__=WordsRow, **made)
