"""How many pairs of paragraphs there are, and how often the published author's is preferred."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.exams.fidelity import count_responses
from helm_creativity.exams.sets import load_exam_set, style_mimic


def pairs(paths: Sequence[Path]) -> Recomputed:
    """How many pairs there are whatever their order."""
    return Recomputed.counted(
        len({frozenset(response.text.split("\n")) for response in load_exam_set("style_mimic").responses})
    )


def authors(paths: Sequence[Path]) -> Recomputed:
    """How many published authors there are."""
    return Recomputed.counted(len({response.item for response in load_exam_set("style_mimic").responses}))


_claim = partial(
    Claim,
    paper="Chakrabarty, Laban and Wu 2025",
    place="docs/judges.md, from their released pairs",
    files=(find_source(style_mimic.FILE),),
)
CLAIMS: tuple[Claim, ...] = (
    _claim("rows", printed="300", recompute=partial(count_responses, "style_mimic")),
    _claim("pairs of paragraphs", printed="150", recompute=pairs),
    _claim("published authors", printed="50", recompute=authors),
)
