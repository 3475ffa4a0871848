"""How far raters of stories agree on each criterion."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.exams.fidelity import people_alpha, people_ratings, set_files
from helm_creativity.exams.sets import confederacy, load_exam_set

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
    exam = load_exam_set("confederacy")
    responses = [entry for entry in exam.responses if entry.fields["criterion"] == criterion]
    return people_alpha(people_ratings(exam, responses), "ordinal", f" of {criterion}")


CLAIMS: tuple[Claim, ...] = tuple(
    Claim(
        f"raters' alpha, {criterion.rstrip('.')}",
        "Gómez-Rodríguez and Williams 2023",
        "docs/judges.md, from their released ratings",
        printed,
        partial(alpha, criterion),
        set_files("confederacy"),
        65,
    )
    for criterion, printed in ALPHAS.items()
)
