"""The right word."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from helm_creativity.responses import Answer
from helm_creativity.rooms import Row

TOP = 100.0


def oracle(fields: Mapping[str, Any]) -> Row:
    """The key of the item, or the first of its alternatives."""
    return Row(Answer(str(fields["accepted"]).split("|")[0], "stop"), fields)
