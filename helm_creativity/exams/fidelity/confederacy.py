"""How far raters of stories agree on each criterion."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.exam_cards import exam_cards
from helm_creativity.core.registry import find_source
from helm_creativity.exams.fidelity import people_alpha
from helm_creativity.exams.sets import confederacy
from helm_creativity.exams.taking import rated_responses

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
    people = rated_responses(exam, responses, [None] * len(responses)).people
    return people_alpha(people, "ordinal", f" of {criterion}")


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
