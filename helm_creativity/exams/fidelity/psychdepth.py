"""How far readers agree on each component of a story's depth."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.exams.fidelity import people_alpha, set_files
from helm_creativity.exams.sets import load_exam_set, psychdepth

ALPHAS = dict(zip(psychdepth.COMPONENTS, (".06", ".12", ".21", ".16", ".19"), strict=True))


def alpha(component: str, paths: Sequence[Path]) -> Recomputed:
    """Krippendorff's, ordinal, of one component."""
    exam = load_exam_set("psychdepth")
    rated = [list(entry.ratings.values()) for entry in exam.responses if entry.fields["component"] == component]
    return people_alpha(rated, "ordinal", f" of {component}")


CLAIMS: tuple[Claim, ...] = tuple(
    Claim(
        f"readers' alpha, {component}",
        "Harel-Canada et al. 2024",
        "docs/judges.md, from their released ratings",
        printed,
        partial(alpha, component),
        set_files("psychdepth"),
        97,
    )
    for component, printed in ALPHAS.items()
)
