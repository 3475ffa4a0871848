"""A row of a file of responses to cues."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from helm_creativity.benchmark.rows.fields import Text
from helm_creativity.task_types.word_list.rows import WordsRow


class CdatRow(WordsRow):
    """Words to a cue."""

    cue: Annotated[Text, AfterValidator(str.lower)] = Field(description="taken in lower case, as words are")
