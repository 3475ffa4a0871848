"""A row of a file of chains of associations."""

from __future__ import annotations

from typing import Annotated

from pydantic import PlainValidator, ValidationInfo

from helm_creativity.benchmark.files.untrusted_files import parse_json
from helm_creativity.benchmark.rows.fields import Holds, Row, Text, known_separator
from helm_creativity.benchmark.rows.lists import parse_words
from helm_creativity.benchmark.settings import Settings
from helm_creativity.benchmark.types import Sample
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted


def _chains(value: object, info: ValidationInfo) -> list[list[str]]:
    if isinstance(value, str) and value.lstrip().startswith("["):
        value = parse_json(value)
    if not isinstance(value, (list, tuple)):
        raise BadArguments(f"chains must be a list of lists of words, got {quoted(value)}")
    return [list(parse_words(chain, "each chain", known_separator(info), words=True)) for chain in value]


class PaceRow(Row):
    """A seed, and the chains of associations from it. No row has a response that is a text."""

    seed: Text
    chains: Annotated[
        list[list[str]],
        PlainValidator(_chains),
        Holds("a list of lists of words, also as JSON, with or without the seed before them", lists="words"),
    ]

    @classmethod
    def response_fields(cls) -> tuple[str, ...]:
        """The chains."""
        return ("chains",)

    def sample(self, settings: Settings) -> Sample:
        """The chains; people wrote no response that they would have to be read from."""
        return Sample(None, {"seed": self.seed, "chains": self.chains})
