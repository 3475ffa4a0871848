"""A row of a file of responses to cues."""

from __future__ import annotations

from typing import Annotated

from pydantic import AfterValidator, Field

from helm_creativity.core.row_models import Text
from helm_creativity.families.word_lists.rows import WordsRow


class CdatRow(WordsRow):
    """Words to a cue."""

    cue: Annotated[Text, AfterValidator(str.lower)] = Field(description="taken in lower case, as words are")
