"""How many rated responses there are."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from helm_creativity.core.claims import Claim, Recomputed
from helm_creativity.core.exam_cards import exam_cards
from helm_creativity.core.registry import find_source
from helm_creativity.exams.sets import ocsai_tasks


def responses(paths: Sequence[Path]) -> Recomputed:
    """How many judges are asked about."""
    n = len(ocsai_tasks.load(exam_cards()["ocsai_tasks"]).responses)
    return Recomputed(n, n)


CLAIMS: tuple[Claim, ...] = (
    Claim(
        "rated responses to other tasks than alternate uses",
        "Organisciak et al. 2023",
        "docs/judges.md, from their released split",
        "466",
        responses,
        (find_source("ocsai-tasks-validation"),),
    ),
)
