"""An open answer that its judge rates as high as can be. A room's ``oracle.py`` names what is here.

The text says no more than that it is one: the score is the judges', whatever they read.
"""

from __future__ import annotations

from helm_creativity.judging.oracle import annotated, verdict
from helm_creativity.rated.instrument import CREATIVITY
from helm_creativity.responses import Answer
from helm_creativity.rooms import Fields, Row

assert CREATIVITY.scale is not None
TOP = CREATIVITY.scale.high

CHATTER = "judges rate an open text as a whole, and words around it are part of what they read"


def oracle(fields: Fields) -> Row:
    """One answer with its rating."""
    said = annotated(verdict(CREATIVITY.name, creativity=TOP))
    return Row(Answer("An answer than which none is more creative.", "stop"), {**fields, "annotations": said})
