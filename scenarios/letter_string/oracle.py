"""A perfect answer to each item."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row
from helm_creativity.scenarios.letter_string.measure import RIGHT

TOP = RIGHT


def oracle(fields: Mapping[str, Any]) -> Row:
    """The right string, in the form that is asked."""
    return Row(Answer(f"[{fields['answer']}]", "stop"), fields)
