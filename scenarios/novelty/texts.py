"""Texts of answers: what is compared, and what is the same without further question."""

from __future__ import annotations

import unicodedata

from helm_creativity.responses import Answer, as_written, unanswered
from helm_creativity.rooms import Row

_AROUND = " .,;:!?…*_`~\"'“”‘’«»"


def text_of(row: Row) -> str | None:
    """What was answered, as it was written; None where nothing was, or it is a refusal or cut."""
    answer = row.answer or Answer("")
    return None if unanswered(answer) else as_written(answer.text)


def folded(text: str) -> str:
    """The text without case, kinds of white space, and what stands around it: quotes, emphasis, final stop.

    Texts that are equal in this form are the same answer. Nothing inside is touched: a word more may say the opposite.
    """
    plain = " ".join(unicodedata.normalize("NFKC", text).casefold().split())
    return plain.strip(_AROUND) or plain
