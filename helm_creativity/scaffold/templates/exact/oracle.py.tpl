"""A perfect answer to each item."""

from __future__ import annotations

from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row
<< gap >>from << here >>.scorer import RIGHT

TOP = RIGHT


def oracle(fields: Fields) -> Row:
    """The first of the words that are right."""
    return Row(Answer(fields["answer"].split("|")[0], "stop"), fields)
