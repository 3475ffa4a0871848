"""A perfect answer to each item."""

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row

TOP = 100.0


def oracle(fields):
    """The opposite."""
    return Row(Answer(fields["opposite"], "stop"), fields)
