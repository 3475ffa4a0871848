"""A row of a file of word lists in several languages."""

from __future__ import annotations

from typing import Annotated

from helm_creativity.core.row_models import OneOf
from helm_creativity.families.word_lists.rows import WordsRow
from helm_creativity.scenarios.sdat.items import LANGUAGES


class SdatRow(WordsRow):
    """Words in a language."""

    language: Annotated[str, OneOf(tuple(LANGUAGES))]
