"""What the judge of an oracle's answers says: nobody is asked, the best rating is stipulated."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from helm_creativity.judging.ratings import ANNOTATOR, Judgement, Verdict, flat
from helm_creativity.judging.replies import Reading

JUDGE = "oracle"


def verdict(instrument: str, about: str = "", parts: Sequence[float] = (), **values: float) -> Verdict:
    """One verdict.

    Args:
        instrument: which question.
        about: see ``Verdict.about``.
        parts: see ``Verdict.parts``.
        values: ratings by dimension.
    """
    readings = {dimension: Reading(value) for dimension, value in values.items()}
    return Verdict(JUDGE, instrument, about, readings, parts=tuple(parts))


def annotated(*verdicts: Verdict) -> dict[str, dict[str, Any]]:
    """The annotations of an answer about which all that was planned was said, as the room's annotator writes them."""
    return {ANNOTATOR: flat(Judgement(verdicts, sum(len(one.readings) for one in verdicts)))}
