"""A row of a file of responses to sets of anchors."""

from __future__ import annotations

from typing import Annotated

from pydantic import Field

from helm_creativity.benchmark.rows.fields import Texts
from helm_creativity.task_types.word_list.rows import WordsRow, at_least_one


class DratRow(WordsRow):
    """Words to anchors."""

    anchors: Annotated[Texts, at_least_one("expected at least one anchor in the field anchors")] = Field(
        description="at least one, none of them blank"
    )
