"""A row of a file of responses to sets of anchors."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated

from pydantic import Field, WrapValidator

from helm_creativity.core.row_models import Texts
from helm_creativity.errors import BadArguments
from helm_creativity.families.word_lists.rows import WordsRow
from helm_creativity.safe_text import quoted


def _anchors(value: object, texts_in: Callable[[object], list[str]]) -> list[str]:
    anchors = [text.strip().lower() for text in texts_in(value)]
    if not anchors or not all(anchors):
        raise BadArguments(f"expected at least one anchor in the field anchors, got {quoted(value)}")
    return anchors


class DratRow(WordsRow):
    """Words to anchors."""

    anchors: Annotated[Texts, WrapValidator(_anchors)] = Field(description="at least one, none of them blank")
