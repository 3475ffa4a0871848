"""Texts of answers, as they are compared."""

from __future__ import annotations

from helm_creativity.responses import Answer, as_written, unanswered
from helm_creativity.rooms import Row


def text_of(row: Row) -> str | None:
    """What was answered, as it was written; None where nothing was, or it is a refusal or cut."""
    answer = row.answer or Answer("")
    return None if unanswered(answer) else as_written(answer.text)
