"""A row of a file of word lists in several languages."""

from __future__ import annotations

from typing import Annotated

from helm_creativity.benchmark.rows.fields import OneOf
from helm_creativity.scenarios.sdat.items import LANGUAGES
from helm_creativity.task_types.word_list.rows import WordsRow


class SdatRow(WordsRow):
    """Words in a language."""

    language: Annotated[str, OneOf(tuple(LANGUAGES))]
