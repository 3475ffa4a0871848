"""A perfect answer to each item."""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
from helm_creativity.scenarios.letter_string.measure import RIGHT

TOP = RIGHT


def oracle(fields: Fields) -> Row:
    """The right string, in the form that is asked."""
    return Row(Answer(f"[{fields['answer']}]", "stop"), fields)
