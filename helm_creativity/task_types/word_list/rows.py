"""Rows of files of word lists, whose card's ``task`` says what else they hold, and of words with a key."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Annotated, Any, ClassVar

from pydantic import AfterValidator, Field, PlainValidator, ValidationInfo, WrapValidator, create_model

from helm_creativity.benchmark.rows.fields import Holds, OneOf, ResponseText, Row, Text, Texts, Words, validated_name
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Fields, Response, Sample
from helm_creativity.errors import BadArguments
from helm_creativity.parsing.single import parse_word
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

    @classmethod
    def fields_of_text(cls, benchmark: Any, settings: Settings) -> Fields | None:  # noqa: ANN401 - see the base class
        """Those of any such row, where none is needed."""
        needed = any(field.is_required() for field in cls.model_fields.values())
        return None if needed else cls.read({"response": "a"}, benchmark).sample(settings).fields


def _each_once(value: object, texts_in: Callable[[object], list[str]], info: ValidationInfo) -> list[str]:
    texts = list(dict.fromkeys(text.strip().lower() for text in texts_in(value) if text.strip()))
    if not texts:
        raise BadArguments(f"expected at least one text in the field {validated_name(info)}, got {quoted(value)}")
    return texts


def _letter(text: str) -> str:
    letter = " ".join(text.lower().split())
    if not ANY_OF.fullmatch(letter):
        raise BadArguments(
            f"letter must be one from a to z, or several of which each is right (v or x or z), got {quoted(text)}"
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

    def kind(holds: str) -> Any:  # noqa: ANN401 - an annotation
        return KINDS.get(holds) or Annotated[str, OneOf(tuple(choices[holds]))]

    made: Any = {name: (kind(field["holds"]), Field(description=field.get("about"))) for name, field in fields.items()}
    return create_model("WordsRow", __base__=WordsRow, **made)


def _answer(value: object) -> str:
    """Parsed as a response is; otherwise no response could equal it."""
    keys = [parse_word(key) for key in value.split("|")] if isinstance(value, str) else [None]
    if not all(keys):
        raise BadArguments(f"answer must be a word, or words joined by |, got {quoted(value)}")
    return "|".join(filter(None, keys))


class KeyRow(Row):
    """A response, and the key of its item, the words that were given, or the item's id."""

    enough: ClassVar[tuple[tuple[str, ...], ...]] = (("answer", "stems", "id"),)

    response: ResponseText
    answer: Annotated[str, PlainValidator(_answer), Holds("the right word; school|court for either")] = ""
    stems: Annotated[Words, AfterValidator(lambda words: [word.strip().lower() for word in words])] = Field(
        default_factory=list, description="those of a problem"
    )
    id: Annotated[Text, Holds("the id of a problem, as a run has it")] = ""

    def sample(self, settings: Settings) -> Sample:
        """The response with the key, or else with the stems or the id by which it is looked up."""
        name = next(name for name in self.enough[0] if name in self.model_fields_set)
        return Sample(Response(self.response), {"accepted" if name == "answer" else name: getattr(self, name)})
