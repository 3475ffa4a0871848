"""How far raters of stories agree on each criterion."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.exam_cards import exam_cards
from helm_creativity.core.registry import find_source
from helm_creativity.exams.sets import confederacy
from helm_creativity.exams.taking import rated_responses
from helm_creativity.psychometrics.agreement import krippendorff_alpha

CARD = exam_cards()["confederacy"]
FILES = tuple(map(find_source, CARD.requires))
ALPHAS = dict(
    zip(
        confederacy.CRITERIA,
        (".36", ".37", ".39", ".21", ".49", ".49", ".00", ".27", ".61", ".45"),
        strict=True,
    )
)
"""By criterion, in the order of the sheet."""


def alpha(criterion: str, paths: Sequence[Path]) -> Recomputed:
    """Krippendorff's, ordinal, of one criterion."""
    exam = confederacy.load(CARD)
    responses = [entry for entry in exam.responses if entry.fields["criterion"] == criterion]
    found = krippendorff_alpha(rated_responses(exam, responses, [None] * len(responses)).people, "ordinal")
    if found is None:
        raise ValueError(f"no alpha of {criterion}")
    return Recomputed(found, len(responses))


CLAIMS: tuple[Claim, ...] = tuple(
    Claim(
        f"raters' alpha, {criterion.rstrip('.')}",
        "Gómez-Rodríguez and Williams 2023",
        "docs/judges.md, from their released ratings",
        printed,
        partial(alpha, criterion),
        FILES,
        65,
    )
    for criterion, printed in ALPHAS.items()
)
