"""The reference answer to an open task: an answer with the highest rating. A benchmark's ``reference.py`` imports it.

Its text does not matter: the score is the judges'.
"""

from __future__ import annotations

from helm_creativity.core.types import Fields, Response, Sample
from helm_creativity.families.rated.rubric import CREATIVITY

assert CREATIVITY.scale is not None
CEILING = CREATIVITY.scale.high

CHATTER = "judges rate an open text as a whole, and words around it are part of what they read"


def reference_response(fields: Fields) -> Sample:
    """One response."""
    return Sample(Response("An answer than which none is more creative.", "stop"), fields)
