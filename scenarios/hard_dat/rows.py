"""A row of a file of words that begin with a letter."""

from __future__ import annotations

import re
from typing import Annotated

from pydantic import AfterValidator, Field

from helm_creativity.benchmark.rows.fields import Text, Words
from helm_creativity.errors import BadArguments
from helm_creativity.safe_text import quoted
from helm_creativity.task_types.word_list.rows import WordsRow, at_least_one

ANY_OF = re.compile(r"(?:either )?[a-z](?:(?:,? or |, ?| ?[/+] ?)[a-z])*")


def _letter(text: str) -> str:
    letter = " ".join(text.lower().split())
    if not ANY_OF.fullmatch(letter):
        raise BadArguments(
            "expected one letter from a to z in the field letter, or several of which each is right (v or x or z), "
            f"got {quoted(text)}"
        )
    return letter


class HardDatRow(WordsRow):
    """Words that begin with a letter, and the words that were given."""

    letter: Annotated[Text, AfterValidator(_letter)] = Field(
        description="from a to z, or several of which each is right, as in lechmazur/divergent (either v or x or z)"
    )
    given: Annotated[Words, at_least_one("given must have at least one word")] = Field(
        description="the words that the prompt gave"
    )
