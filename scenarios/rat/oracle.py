"""The right word."""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row

TOP = 100.0


def oracle(fields: Fields) -> Row:
    """The key of the item, or the first of its alternatives."""
    return Row(Answer(str(fields["accepted"]).split("|")[0], "stop"), fields)
