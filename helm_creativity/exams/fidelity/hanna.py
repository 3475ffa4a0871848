"""How far raters of stories agree on each criterion, from the file of ratings alone."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.registry import find_source
from helm_creativity.exams.fidelity import people_alpha
from helm_creativity.exams.sets import hanna

ALPHAS = dict(zip(hanna.CRITERIA, (".17", "-.05", ".12", ".01", ".17", ".27"), strict=True))
"""By the criterion's abbreviation in the file."""


def alpha(criterion: str, paths: Sequence[Path]) -> Recomputed:
    """Krippendorff's, ordinal, of one criterion."""
    rated = [ratings for (_, name), ratings in hanna.read_ratings().items() if name == criterion]
    return people_alpha(rated, "ordinal", f" of {criterion}")


def ratings(paths: Sequence[Path]) -> Recomputed:
    """How many there are."""
    return Recomputed.counted(sum(map(len, hanna.read_ratings().values())))


_claim = partial(
    Claim,
    paper="Chhun, Suchanek and Clavel 2024",
    place="docs/judges.md, from their released ratings",
    files=(find_source("hanna-scores"),),
)
CLAIMS: tuple[Claim, ...] = (
    _claim("people's ratings", printed="19,008", recompute=ratings),
    *(
        _claim(f"raters' alpha, {hanna.CRITERIA[name][0]}", printed=printed, recompute=partial(alpha, name), n=1056)
        for name, printed in ALPHAS.items()
    ),
)
